import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Files } from '#contract/endpoint.ts';
import { fail } from '#server/fault.ts';
import '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { parseJson } from './json.ts';

/** A file of a request, on disk until the request is answered; `part` is the name of its part. */
export type Upload = { part: string; name: string; path: string; size: number; sha256: string };
export type Multipart = { data: unknown; files: Upload[] };

const fieldBytes = 1_048_576;

/** The longest body with these files. */
export const longestBody = ({ max, maxBytes }: Files): number => max * maxBytes + fieldBytes;

/**
 * Reads a multipart body: part `data` is the JSON, every other part a file, written to `folder` as it arrives. Sizes
 * and counts are enforced while reading.
 */
export async function readMultipart(
  request: FastifyRequest,
  rule: Files,
  folder: string,
): Promise<Multipart> {
  const files: Upload[] = [];
  let data: unknown;
  const parts = request.parts({
    limits: {
      files: rule.max,
      fileSize: rule.maxBytes,
      fields: 1,
      fieldSize: fieldBytes,
      parts: rule.max + 1,
    },
  });
  try {
    for await (const part of parts) {
      if (part.type === 'file') {
        files.push(await saveUpload(folder, part.filename, part.file, part.fieldname));
      } else if (part.fieldname === 'data') {
        data = parseJson(String(part.value));
      } else {
        fail('malformed');
      }
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'FST_REQ_FILE_TOO_LARGE' || code === 'FST_FILES_LIMIT') {
      fail(rule.accept === 'image' ? 'image_too_big' : 'payload_too_large');
    }
    // A body that breaks off or is not multipart has no code of its own.
    const broken =
      error instanceof Error && /^(Unexpected end of|Part terminated early|Malformed)/.test(error.message);
    if (code.startsWith('FST_') || code === 'ERR_STREAM_PREMATURE_CLOSE' || broken) fail('malformed');
    throw error;
  }
  return { data, files };
}

/** Writes a file to a folder as its bytes arrive. */
export async function saveUpload(
  folder: string,
  name: string,
  bytes: Readable | Uint8Array,
  part = 'file',
): Promise<Upload> {
  const path = join(folder, randomUUID());
  const hash = createHash('sha256');
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  const source = bytes instanceof Readable ? bytes : Readable.from([bytes]);
  await pipeline(source, measure, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  return { part, name: cleanName(name), path, size, sha256: hash.digest('hex') };
}

/** Provides a folder of its own below `parent`, and removes it with its content. */
export async function withTemporaryFolder<T>(
  parent: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = join(parent, randomUUID());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Longer than any request lasts. */
const abandonedMs = 600_000;

/** Removes folders of processes that died while they read uploads; other processes may still be reading theirs. */
export async function removeAbandonedUploads(parent: string, now: Date): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  for (const name of names) {
    const found = await stat(join(parent, name)).catch(() => null);
    if (found && now.getTime() - found.mtimeMs > abandonedMs)
      await rm(join(parent, name), { recursive: true, force: true });
  }
}

/** The name is displayed, never used as a path. */
function cleanName(name: string): string {
  const base = name.normalize('NFC').split(/[\\/]/).pop() ?? '';
  // Control (Cc) and direction (Cf) characters are not allowed in a file name.
  return base.replace(/[\p{Cc}\p{Cf}]/gu, '').slice(-120) || 'file';
}
