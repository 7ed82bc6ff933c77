import { createHash } from 'node:crypto';
import { open, writeFile } from 'node:fs/promises';
import pLimit from 'p-limit';
import { maxImagePixels, thumbnailSize } from '#contract/products/image.ts';
import { fail } from '#server/fault.ts';
import type { Upload } from '#server/http/uploads.ts';
import type { NewFile } from './kept-file.ts';
import { loadSharp } from './sharp.ts';

type Drawn = Pick<NewFile, 'content' | 'size' | 'sha256'>;
export type Picture = { picture: Drawn; thumbnail: Drawn; width: number; height: number };

/** What is decoded at all, by first bytes. SVG is a program, not a picture. */
const signatures: readonly RegExp[] = [
  /^\xff\xd8\xff/,
  /^\x89PNG\r\n/,
  /^GIF8[79]a/,
  /^RIFF....WEBP/s,
  /^....ftyp(avif|avis|mif1)/s,
];

/** Longest side of what is kept: more than any marketplace shows. */
const maxSide = 2400;

/** Decoding takes memory by the pixel: whoever uploads how many, one is decoded at a time. */
const oneAtATime = pLimit(1);

/**
 * An uploaded picture, decoded and written anew beside it: whatever else was in the file (place, camera, appended
 * programs) is gone. An animation becomes its first frame.
 */
export async function redraw(upload: Pick<Upload, 'path'>): Promise<Picture> {
  const start = await readStart(upload.path);
  if (!signatures.some((signature) => signature.test(start))) fail('not_an_image');
  return oneAtATime(async () => {
    const { bytes, thumbnail, width, height } = await draw(upload.path);
    const picture = await save(`${upload.path}.webp`, bytes);
    return { picture, thumbnail: await save(`${upload.path}.thumbnail.webp`, thumbnail), width, height };
  });
}

async function draw(path: string) {
  const sharp = await loadSharp();
  try {
    const options = { limitInputPixels: maxImagePixels, failOn: 'error', pages: 1 } as const;
    const { data: bytes, info } = await sharp(path, options)
      .rotate()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .webp({ quality: 84 })
      .toBuffer({ resolveWithObject: true });
    const thumbnail = await sharp(bytes)
      .resize({ width: thumbnailSize, height: thumbnailSize, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 78 })
      .toBuffer();
    return { bytes, thumbnail, width: info.width, height: info.height };
  } catch (error) {
    if (error instanceof Error && /pixel limit|dimensions|too large/i.test(error.message))
      fail('image_too_big');
    fail('not_an_image', { cause: error });
  }
}

async function save(path: string, bytes: Buffer): Promise<Drawn> {
  await writeFile(path, bytes);
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
