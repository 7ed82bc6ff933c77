import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { startSandboxProcess } from '#server/test/sandbox.ts';
import { createFolderStorage, StorageUnavailableError } from './storage.ts';
import { createS3Storage } from './storage-s3.ts';

const sandbox = await startSandboxProcess();
const folder = mkdtempSync(join(tmpdir(), 'easy-storage-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const settings = {
  endpoint: `${sandbox.url}/s3`,
  region: 'us-east-1',
  bucket: 'easy',
  accessKeyId: 'sandbox',
  secretAccessKey: 'sandbox-secret',
};
const newKey = () => `7/${randomBytes(32).toString('hex')}`;

test.each([
  ['a folder', createFolderStorage(folder)],
  ['a bucket', createS3Storage(settings)],
])('%s returns stored bytes, stored once or twice, until they are removed', async (_, storage) => {
  const key = newKey();
  const bytes = randomBytes(300_000);
  const path = join(folder, 'upload');
  await writeFile(path, bytes);
  expect(await storage.has(key)).toBe(false);
  await storage.put(key, bytes);
  await storage.put(key, { path });
  expect(await storage.has(key)).toBe(true);
  expect((await storage.read(key)).equals(bytes)).toBe(true);
  expect((await buffer(await storage.get(key))).equals(bytes)).toBe(true);
  await storage.remove(key);
  await storage.remove(key);
  expect(await storage.has(key)).toBe(false);
  await expect(storage.get(key)).rejects.toThrow();
  await expect(storage.read(key)).rejects.toThrow();
  await expect(storage.put('../../etc/passwd', bytes)).rejects.toThrow('not a storage key');
});

test.each([
  ['a folder', createFolderStorage(folder)],
  ['a bucket', createS3Storage(settings)],
])('%s keeps the journal of erasures in order, each entry once', async (_, storage) => {
  expect(await storage.readErasures()).toEqual([]);
  await storage.addErasure('2026-11-22-b.json', Buffer.from('2'));
  await storage.addErasure('2026-11-21-a.json', Buffer.from('1'));
  await storage.addErasure('2026-11-21-a.json', Buffer.from('1'));
  expect((await storage.readErasures()).map(String)).toEqual(['1', '2']);
  await expect(storage.addErasure('../x.json', Buffer.from('x'))).rejects.toThrow('not a name');
});

test('a wrong secret is a failure, never "not there"', async () => {
  const storage = createS3Storage({ ...settings, secretAccessKey: 'another' });
  await expect(storage.put(newKey(), Buffer.from('x'))).rejects.toThrow();
  await expect(storage.has(newKey())).rejects.toThrow();
});

test.each([
  ['refuses the connection', () => undefined],
  ['never answers', (server: Server) => server.listen(0, '127.0.0.1')],
  [
    'answers with an error',
    (server: Server) =>
      server.on('request', (_, response) => response.writeHead(500).end()).listen(0, '127.0.0.1'),
  ],
])('a bucket that %s is not available for any operation', async (_, begin) => {
  const server = createServer();
  begin(server);
  const port = (server.address() as AddressInfo | null)?.port ?? 1;
  const storage = createS3Storage({ ...settings, endpoint: `http://127.0.0.1:${port}` }, 50);
  const key = newKey();
  const answers = await Promise.allSettled([
    storage.put(key, Buffer.from('x')),
    storage.get(key),
    storage.read(key),
    storage.has(key),
    storage.remove(key),
    storage.check(),
    storage.readErasures(),
    storage.addErasure('2026-11-21-a.json', Buffer.from('1')),
  ]);
  const failures = answers.map((answer) => (answer.status === 'rejected' ? answer.reason : null));
  expect(failures).toEqual(Array(8).fill(expect.any(StorageUnavailableError)));
  server.closeAllConnections();
  server.close();
});
