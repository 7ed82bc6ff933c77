import { maxImagePixels, thumbnailSize } from '#contract/products/image.ts';
import { fail } from '#server/fault.ts';
import { loadSharp } from './sharp.ts';

export type Picture = { bytes: Buffer; thumbnail: Buffer; width: number; height: number };

/** What is decoded at all, by first bytes. SVG is a program, not a picture. */
const signatures: readonly ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  (bytes) => /^GIF8[79]a/.test(bytes.toString('latin1', 0, 6)),
  (bytes) => /^RIFF....WEBP/s.test(bytes.toString('latin1', 0, 12)),
  (bytes) => /^....ftyp(avif|avis|mif1)/s.test(bytes.toString('latin1', 0, 12)),
];

/** Longest side of what is kept: more than any marketplace shows. */
const maxSide = 2400;

/**
 * An uploaded picture, decoded and written anew: whatever else was in the file (place, camera, appended programs) is
 * gone. An animation becomes its first frame.
 */
export async function redraw(upload: Buffer): Promise<Picture> {
  if (!signatures.some((matches) => matches(upload))) fail('not_an_image');
  const sharp = await loadSharp();
  try {
    const options = { limitInputPixels: maxImagePixels, failOn: 'error', pages: 1 } as const;
    const upright = sharp(upload, options)
      .rotate()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb');
    const { data: bytes, info } = await upright.clone().webp({ quality: 84 }).toBuffer({
      resolveWithObject: true,
    });
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
