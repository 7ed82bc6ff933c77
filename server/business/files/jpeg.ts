import { loadSharp } from './sharp.ts';

/** A stored picture as a JPEG on white, with its longer side in pixels within these bounds. */
export async function asJpeg(
  bytes: Buffer,
  { shortest, longest }: { shortest: number; longest: number },
): Promise<Buffer> {
  const sharp = await loadSharp();
  const image = sharp(bytes, { limitInputPixels: 40_000_000 });
  const { width = 0, height = 0 } = await image.metadata();
  const side = Math.min(Math.max(width, height, shortest), longest);
  return image
    .flatten({ background: '#ffffff' })
    .resize({ width: side, height: side, fit: 'inside' })
    .jpeg({ quality: 88 })
    .toBuffer();
}
