import { crc32, deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';

/** A file that an attacker, or a broken camera, could send. `mark` must not be in the stored bytes. */
export type HostileFile = {
  what: string;
  bytes: Buffer;
  expect: 'refused' | 'redrawn' | 'either';
  mark?: string;
};

export const mark = 'SENTINEL-7f3a';
const scripts = [
  `<script>${mark}</script>`,
  `<?php echo '${mark}'; ?>`,
  `PK\x03\x04${mark}`,
  `%PDF-1.4 ${mark}`,
  `*/${mark}//`,
];

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A PNG that declares this width and height; its rows are zeros. */
function png(width: number, height: number, more: Buffer[] = [], rows?: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width >>> 0, 0);
  header.writeUInt32BE(height >>> 0, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const pixels = rows ?? Buffer.alloc(Math.min((Math.ceil(width / 8) + 1) * height, 60_000_000));
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...more,
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const zeros = (megabytes: number) => deflateSync(Buffer.alloc(megabytes * 1_000_000));
const compressedText = (megabytes: number) =>
  chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), zeros(megabytes)]));

function gif(width: number, height: number, frames: number): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  const frame = Buffer.from('\x21\xf9\x04\0\0\0\0\0\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0', 'latin1');
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from(';')]);
}

/** Bytes flipped by a sequence that is the same every time. */
function flipped(bytes: Buffer, seed: number): Buffer {
  const copy = Buffer.from(bytes);
  let state = seed;
  for (let n = 0; n < 12; n++) {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    const at = 16 + (state % Math.max(1, copy.length - 16));
    copy[at] = (copy[at] ?? 0) ^ (1 << (n % 8));
  }
  return copy;
}

export async function goodPictures(): Promise<Record<string, Buffer>> {
  const plain = sharp({
    create: { width: 160, height: 120, channels: 3, background: { r: 200, g: 40, b: 40 } },
  });
  return {
    png: await plain.clone().png().toBuffer(),
    jpeg: await plain.clone().jpeg().toBuffer(),
    gif: await plain.clone().gif().toBuffer(),
    webp: await plain.clone().webp().toBuffer(),
    avif: await plain.clone().avif().toBuffer(),
  };
}

/** A photograph with its location and its author. */
export function photograph(): Promise<Buffer> {
  return sharp({ create: { width: 160, height: 120, channels: 3, background: { r: 1, g: 90, b: 40 } } })
    .withExif({
      IFD0: { Copyright: mark, Artist: mark, ImageDescription: `<script>${mark}</script>` },
      IFD3: {
        GPSLatitudeRef: 'S',
        GPSLatitude: '23/1 33/1 0/1',
        GPSLongitudeRef: 'W',
        GPSLongitude: '46/1 38/1 0/1',
      },
    })
    .jpeg()
    .toBuffer();
}

const notPictures: [string, string | Buffer][] = [
  ['nothing', ''],
  ['one byte', 'x'],
  ['a page', `<!doctype html><script>${mark}</script>`],
  ['a drawing that is a program', `<svg xmlns="http://www.w3.org/2000/svg" onload="${mark}"/>`],
  [
    'the same with a declaration',
    `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>${mark}</script></svg>`,
  ],
  ['the same, squeezed', gzipSync(`<svg xmlns="http://www.w3.org/2000/svg" onload="${mark}"/>`)],
  ['a script', `#!/bin/sh\necho ${mark}`],
  ['a program', 'MZ\x90\0\x03\0\0\0'],
  ['another program', '\x7fELF\x02\x01\x01\0'],
  ['an archive', 'PK\x03\x04\x14\0\0\0'],
  ['a document', '%PDF-1.4\n1 0 obj'],
  ['an old picture', 'BM\x36\0\0\0\0\0\0\0'],
  ['a scan', 'II*\0\x08\0\0\0'],
  ['an icon', '\0\0\x01\0\x01\0'],
  ['a layered picture', '8BPS\0\x01'],
  ['a video', '\0\0\0\x18ftypmp42\0\0\0\0'],
  ['a picture of a telephone', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
  ['a picture and a script in one', `GIF89a=1/*${'\0'.repeat(20)}*/;${mark}`],
  ['a script that begins like a photograph', `\xff\xd8\xff<script>${mark}</script>`],
  ['a page that begins like a picture', `\x89PNG\r\n\x1a\n<html>${mark}</html>`],
  ['a container with nothing in it', 'RIFF\x10\0\0\0WEBPjunkjunkjunk'],
  ['a container with a lie in it', 'RIFF\xff\xff\xff\x7fWEBPVP8X\x0a\0\0\0\0\0\0\0\xff\xff\xff\xff\xff\xff'],
  ['a modern picture without content', '\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf'],
];

/** About two hundred files, the same every time. */
export async function hostilePictures(): Promise<HostileFile[]> {
  const good = Object.entries(await goodPictures());
  const text = (type: string) => chunk(type, Buffer.from(`Comment\0<script>${mark}</script>`, 'latin1'));
  return [
    ...notPictures.map(
      ([what, content]): HostileFile => ({
        what,
        bytes: typeof content === 'string' ? Buffer.from(content, 'latin1') : content,
        expect: 'refused',
      }),
    ),
    ...good.flatMap(([format, bytes]) =>
      [0.01, 0.1, 0.5, 0.9, 0.99].map(
        (part): HostileFile => ({
          what: `${format}, the first ${part * 100} %`,
          bytes: bytes.subarray(0, Math.floor(bytes.length * part)),
          expect: 'either',
        }),
      ),
    ),
    ...good.flatMap(([format, bytes]) =>
      scripts.map(
        (script, index): HostileFile => ({
          what: `${format} with something behind it (${index})`,
          bytes: Buffer.concat([bytes, Buffer.from(script, 'latin1')]),
          expect: 'redrawn',
          mark,
        }),
      ),
    ),
    ...good.flatMap(([format, bytes]) =>
      Array.from(
        { length: 16 },
        (_, seed): HostileFile => ({
          what: `${format} with flipped bits (${seed})`,
          bytes: flipped(bytes, seed + 1),
          expect: 'either',
        }),
      ),
    ),
    { what: '20,000 × 20,000', bytes: png(20_000, 20_000), expect: 'refused' },
    { what: 'as wide as a number goes', bytes: png(2_147_483_647, 1), expect: 'refused' },
    { what: 'as wide and as high', bytes: png(0xffffffff, 0xffffffff), expect: 'refused' },
    { what: '65,500 × 65,500', bytes: png(65_500, 65_500), expect: 'refused' },
    { what: '8,000 × 8,000', bytes: png(8000, 8000), expect: 'refused' },
    { what: '6,000 × 6,000, which is allowed', bytes: png(6000, 6000), expect: 'redrawn' },
    { what: 'one long line', bytes: png(39_000_000, 1), expect: 'either' },
    { what: 'without width', bytes: png(0, 10), expect: 'refused' },
    { what: 'without height', bytes: png(10, 0), expect: 'refused' },
    { what: 'more rows than it says', bytes: png(10, 10, [], Buffer.alloc(200_000_000)), expect: 'either' },
    { what: 'fewer rows than it says', bytes: png(1000, 1000, [], Buffer.alloc(10)), expect: 'either' },
    { what: 'a comment of 200 MB', bytes: png(10, 10, [compressedText(200)]), expect: 'either' },
    {
      what: 'twenty comments of 20 MB',
      bytes: png(
        10,
        10,
        Array.from({ length: 20 }, () => compressedText(20)),
      ),
      expect: 'either',
    },
    { what: 'a script for a comment', bytes: png(10, 10, [text('tEXt')]), expect: 'redrawn', mark },
    { what: 'a script in a chunk of its own', bytes: png(10, 10, [text('scRp')]), expect: 'redrawn', mark },
    {
      what: 'a colour profile of 100 MB',
      bytes: png(10, 10, [chunk('iCCP', Buffer.concat([Buffer.from('x\0\0', 'latin1'), zeros(100)]))]),
      expect: 'either',
    },
    { what: '10,000 frames', bytes: gif(1, 1, 10_000), expect: 'redrawn' },
    { what: 'frames on a canvas of 65,535 × 65,535', bytes: gif(65_535, 65_535, 3), expect: 'either' },
    { what: 'a photograph with its place', bytes: await photograph(), expect: 'redrawn', mark },
    {
      what: 'one byte too many',
      bytes: Buffer.concat([(await goodPictures()).png ?? signature, Buffer.alloc(10_485_760)]),
      expect: 'refused',
    },
  ];
}

/** File names that an upload may claim. */
export const hostileNames: readonly string[] = [
  '../../../../etc/passwd',
  '..\\..\\windows\\system32\\x.png',
  '/etc/passwd',
  'C:\\x.png',
  'a\0b.png',
  'a\r\nSet-Cookie: x=1.png',
  'gnp.\u202eexe.png',
  '\u2066x\u2069.png',
  '.',
  '..',
  '...',
  ' ',
  'x'.repeat(5000),
  'ç'.repeat(300),
  '👩‍👩‍👧.png',
  'con.png',
  'x.png.exe',
  'x.php.png',
  '<img src=x onerror=alert(1)>.png',
  "'; drop table files; --.png",
  '%2e%2e%2f.png',
  '$(id).png',
  '=1+1.png',
  '__proto__',
];
