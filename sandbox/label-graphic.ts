import { deflateSync } from 'node:zlib';
import { toBuffer } from 'bwip-js/node';
import sharp from 'sharp';

/** 10 × 15 cm at 8 dots/mm, eight dots a byte. */
const BYTES_PER_ROW = 102;
const ROWS = 1218;

export const barcode = (code: string): Promise<Buffer> =>
  toBuffer({ bcid: 'code128', text: code, scale: 3, height: 18, includetext: true });

/** The CRC of CCITT, as a printer checks it over the text in Base64. */
const checksum = (text: string): string => {
  let crc = 0;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : crc << 1;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
};

/**
 * A label as one graphic: it is loaded under a name, printed and removed from the printer's memory, and has no text in it
 * (file 69053957852 of the public index).
 */
export const graphicLabel = async (code: string): Promise<string> => {
  const grey = await sharp(await barcode(code))
    .resize({
      ...{ width: BYTES_PER_ROW * 8, height: ROWS, background: '#fff' },
      ...{ fit: 'contain', kernel: 'nearest', withoutEnlargement: true },
    })
    .flatten({ background: '#fff' })
    .greyscale()
    .raw()
    .toBuffer();
  const dots = Buffer.alloc(BYTES_PER_ROW * ROWS);
  for (const [at, brightness] of grey.entries())
    if (brightness < 128) dots[at >> 3] = (dots[at >> 3] ?? 0) | (128 >> (at & 7));
  const packed = deflateSync(dots).toString('base64');
  return [
    `~DGR:DEMO.GRF,${dots.length},${BYTES_PER_ROW},:Z64:${packed}:${checksum(packed)}`,
    '^XA^MMT,Y^PON^MNY^FO0,0^XGR:DEMO.GRF,1,1^FS^PQ1,0,0,N^XZ',
    '^XA^IDR:DEMO.GRF^FS^XZ',
  ].join('');
};
