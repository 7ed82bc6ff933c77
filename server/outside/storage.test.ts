import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { startSandboxProcess } from '#server/test/sandbox.ts';
import { createFolderStorage } from './storage.ts';
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
])('%s gives back what was put, once or twice, until it is removed', async (_, storage) => {
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
