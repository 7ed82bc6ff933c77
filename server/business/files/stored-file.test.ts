import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { createFolderStorage } from '#server/outside/storage.ts';
import { createS3Storage } from '#server/outside/storage-s3.ts';
import { startSandboxProcess } from '#server/test/sandbox.ts';
import { fileFromMemory } from './kept-file.ts';
import { openFile, readStored, sealFile } from './stored-file.ts';

const sandbox = await startSandboxProcess();
const folder = mkdtempSync(join(tmpdir(), 'easy-sealed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bucket = {
  endpoint: `${sandbox.url}/s3`,
  region: 'us-east-1',
  bucket: 'easy',
  accessKeyId: 'sandbox',
  secretAccessKey: 'sandbox-secret',
};
const env = { secretKey: randomBytes(32) };
const bytes = Buffer.from('<nfeProc><CPF>52998224725</CPF></nfeProc>');

test.each([
  ['a folder', createFolderStorage(folder)],
  ['a bucket', createS3Storage(bucket)],
])(
  '%s keeps a sealed file encrypted and gives it back as it came; one from before is read as it is',
  async (_, storage) => {
    const opener = { env, outside: { storage } };
    const sealed = sealFile(opener, 'nota.xml', bytes, 'application/xml');
    const plain = fileFromMemory('nota.xml', bytes, 'application/xml');
    for (const file of [sealed, plain]) {
      await storage.put(`7/${file.sha256}`, file.content);
      const row = {
        ...{ business_id: 7, sha256: file.sha256, content_type: file.contentType, name: file.name },
        sealed: file.sealed ?? false,
      };
      expect(await readStored(opener, row)).toEqual(bytes);
      const answer = await openFile(opener, row);
      expect(answer).toMatchObject({ contentType: 'application/xml', name: 'nota.xml' });
      const read = Buffer.isBuffer(answer.bytes) ? answer.bytes : await buffer(answer.bytes);
      expect(read).toEqual(bytes);
    }
    expect((await storage.read(`7/${sealed.sha256}`)).toString('latin1')).not.toContain('52998224725');
  },
);
