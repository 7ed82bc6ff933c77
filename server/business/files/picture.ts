import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail } from '#server/fault.ts';
import type { Upload } from '#server/http/uploads.ts';
import type { NewFile } from './kept-file.ts';
import type { Drawing, Drawn } from './picture-process.ts';

type Measured = Pick<NewFile, 'content' | 'size' | 'sha256'>;
export type Picture = { picture: Measured; thumbnail: Measured; width: number; height: number };

/** Decoded formats by their first bytes. SVG is excluded, because it can contain scripts. */
const signatures: readonly RegExp[] = [
  /^\xff\xd8\xff/,
  /^\x89PNG\r\n/,
  /^GIF8[79]a/,
  /^RIFF....WEBP/s,
  /^....ftyp(avif|avis|mif1)/s,
];

let lastDrawn: Promise<unknown> = Promise.resolve();

/** Decoding needs memory for every pixel, so pictures are decoded one after the other in the order of their upload. */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const turn = lastDrawn.then(work);
  lastDrawn = turn.catch(() => undefined);
  return turn;
}

/** The process that decodes ends after so long without a picture. */
const idleMs = 60_000;
/** Makes the C library release the memory of a picture at once. */
const thriftyMemory = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '65536',
};

let decoder: ChildProcess | undefined;
let idle: NodeJS.Timeout | undefined;

/**
 * An uploaded picture, decoded and encoded beside it: everything else in the file (place, camera, appended
 * programs) is gone. An animation becomes its first frame.
 */
export async function redraw(upload: Pick<Upload, 'path'>): Promise<Picture> {
  const start = await readStart(upload.path);
  if (!signatures.some((signature) => signature.test(start))) fail('not_an_image');
  const { path } = upload;
  const drawing = { path, picturePath: `${path}.webp`, thumbnailPath: `${path}.thumbnail.webp` };
  const drawn = await oneAtATime(() => draw(drawing));
  if ('refused' in drawn) fail(drawn.refused);
  if ('code' in drawn) throw Object.assign(new Error('a picture was not written'), { code: drawn.code });
  const picture = await measure(drawing.picturePath);
  return { picture, thumbnail: await measure(drawing.thumbnailPath), ...drawn };
}

/**
 * In a process of its own: it has no secrets, what it took goes with it, and a file on which the decoder dies is refused
 * while everybody else is served.
 */
async function draw(drawing: Drawing): Promise<Drawn> {
  clearTimeout(idle);
  const child = decoder?.connected ? decoder : startDecoder();
  decoder = child;
  const drawn = await new Promise<Drawn>((resolve) => {
    const died = () => resolve({ refused: 'not_an_image' });
    child.once('exit', died);
    child.once('message', (message) => {
      child.off('exit', died);
      resolve(message as Drawn);
    });
    child.send(drawing);
  });
  idle = setTimeout(() => child.connected && child.disconnect(), idleMs).unref();
  return drawn;
}

function startDecoder(): ChildProcess {
  const child = fork(join(import.meta.dirname, 'picture-process.ts'), { execArgv: [], env: thriftyMemory });
  child.on('error', () => undefined);
  child.unref();
  child.channel?.unref();
  return child;
}

async function measure(path: string): Promise<Measured> {
  const bytes = await readFile(path);
  return { content: { path }, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** The first bytes of a file, one character each. */
export async function readStart(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}
