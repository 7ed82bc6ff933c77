import { deflateSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import sharp from 'sharp';
import { drawPdf, mm } from '#server/inventory/volume/volume-pdf.ts';

/** A ZIP with these entries. */
export const zipOf = (entries: Record<string, Uint8Array | string>): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(entries).map(([name, data]) => [
          name,
          typeof data === 'string' ? strToU8(data) : data,
        ]),
      ),
    ),
  );

/** Labels of 10 × 15 cm are 816 dots wide. */
const bytesPerRow = 102;
const rows = 300;

/** A label as one graphic of black and white dots, with the Code 128 of a parcel on it. */
async function dotsOf(code: string): Promise<Buffer> {
  const { toBuffer } = await import('bwip-js/node');
  const drawn = await toBuffer({ bcid: 'code128', text: code, scale: 2, height: 20 });
  const width = bytesPerRow * 8;
  const page = { background: '#fff', position: 'centre', fit: 'contain', kernel: 'nearest' } as const;
  const grey = await sharp(drawn)
    .resize({ ...page, width, height: rows, withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .greyscale()
    .raw()
    .toBuffer();
  const dots = Buffer.alloc(bytesPerRow * rows);
  for (const [at, brightness] of grey.entries())
    if (brightness < 128) dots[at >> 3] = (dots[at >> 3] ?? 0) | (128 >> (at & 7));
  return dots;
}

/** Of what is in Base64 between the colons, by the CRC of CCITT. */
function checksum(text: string): string {
  let crc = 0;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : crc << 1;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

type Writing = 'Z64' | 'hex';

/** `total,bytes per row,data` as the parameters of `~DG` and `^GF`. */
export async function graphicData(code: string, writing: Writing): Promise<string> {
  const dots = await dotsOf(code);
  const packed = deflateSync(dots).toString('base64');
  const data = writing === 'Z64' ? `:Z64:${packed}:${checksum(packed)}` : dots.toString('hex').toUpperCase();
  return `${dots.length},${bytesPerRow},${data}`;
}

/** Three commands that are one label: the graphic is loaded, printed, and removed from the printer's memory. */
export async function graphicLabel(code: string, writing: Writing = 'Z64'): Promise<string> {
  return [
    `~DGR:DEMO.GRF,${await graphicData(code, writing)}`,
    '^XA^MMT,Y^PON^MNY^FO0,0^XGR:DEMO.GRF,1,1^FS^PQ1,0,0,N^XZ',
    '^XA^IDR:DEMO.GRF^FS^XZ',
  ].join('');
}

const papers = { label: [100, 150], a4: [210, 297] } as const;

/** A PDF with a page for each code, on the paper of a label or of an office. */
export async function pdfOf(codes: readonly string[], paper: keyof typeof papers): Promise<Buffer> {
  const { toBuffer } = await import('bwip-js/node');
  const [width, height] = papers[paper];
  const size: [number, number] = [width * mm, height * mm];
  return drawPdf({ size, margin: 0 }, async (document) => {
    for (const code of codes) {
      document.addPage({ size, margin: 0 });
      const bars = await toBuffer({ bcid: 'code128', text: code, scale: 3, height: 12 });
      document.image(bars, 10 * mm, 10 * mm, { width: 80 * mm, height: 20 * mm });
    }
  });
}
