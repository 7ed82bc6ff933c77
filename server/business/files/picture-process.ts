import { writeFile } from 'node:fs/promises';
import { maxImagePixels, thumbnailSize } from '#contract/products/image.ts';
import { loadSharp } from './sharp.ts';

/** Longest side of a stored picture: more than any marketplace displays. */
const maxSide = 2400;

export type Drawing = { path: string; picturePath: string; thumbnailPath: string };
export type Drawn =
  | { width: number; height: number }
  | { refused: 'image_too_big' | 'not_an_image' }
  | { code: string };

async function draw({ path, picturePath, thumbnailPath }: Drawing): Promise<Drawn> {
  const sharp = await loadSharp();
  const options = { limitInputPixels: maxImagePixels, failOn: 'error', pages: 1 } as const;
  const { data, info } = await sharp(path, options)
    .rotate()
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .webp({ quality: 84 })
    .toBuffer({ resolveWithObject: true });
  const thumbnail = await sharp(data)
    .resize({ width: thumbnailSize, height: thumbnailSize, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78 })
    .toBuffer();
  // By Node and not by the library, whose errors do not say that a disk is full.
  await writeFile(picturePath, data);
  await writeFile(thumbnailPath, thumbnail);
  return { width: info.width, height: info.height };
}

function failureOf(error: unknown): Drawn {
  if (error instanceof Error && 'code' in error) return { code: String(error.code) };
  const isTooBig = error instanceof Error && /pixel limit|dimensions|too large/i.test(error.message);
  return { refused: isTooBig ? 'image_too_big' : 'not_an_image' };
}

process.on('message', (drawing: Drawing) => {
  void draw(drawing)
    .catch(failureOf)
    .then((drawn) => process.send?.(drawn));
});
// Ends with the process that asked, however that one ends.
process.on('disconnect', () => process.exit());
