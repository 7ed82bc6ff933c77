import sharp from 'sharp';
import type { SentFile } from '../mercado-livre/after-sale/files.ts';
import type { Fields } from '../reading.ts';
import { textOf } from '../reading.ts';
import { plainPicture } from './plain-picture.ts';

const PDF =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 0/Kids[]>>endobj\n%%EOF\n';

/** Of the type that the name says: a visible picture, an empty PDF, else a text. */
const bytesFor = async (filename: string): Promise<Buffer> => {
  if (/\.jpe?g$/i.test(filename))
    return sharp(await plainPicture())
      .jpeg()
      .toBuffer();
  if (/\.png$/i.test(filename)) return plainPicture();
  return Buffer.from(/\.pdf$/i.test(filename) ? PDF : 'sent by a buyer');
};

/** The attachment of a body `{ file?, content? }`: `content` is base64; without it the file is generated. */
export const fileIn = async (body: Fields): Promise<SentFile | null> => {
  const filename = textOf(body.file);
  if (filename === null) return null;
  const content = textOf(body.content);
  return { filename, bytes: content === null ? await bytesFor(filename) : Buffer.from(content, 'base64') };
};
