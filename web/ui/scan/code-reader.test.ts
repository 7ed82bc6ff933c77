import { toBuffer } from 'bwip-js/node';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readScan } from '#contract/inventory/scanned-code.ts';
import { readCode } from './code-reader.ts';

/** The picture of a code from straight above. */
async function picture(bcid: string, text: string) {
  const drawn = await toBuffer({ bcid, text, scale: 3, padding: 10, backgroundcolor: 'FFFFFF' });
  const grey = sharp(drawn).flatten({ background: '#fff' }).greyscale().raw();
  const { data, info } = await grey.toBuffer({ resolveWithObject: true });
  return { grey: new Uint8ClampedArray(data), width: info.width, height: info.height };
}

test.each([
  ['ean13', '7891000315507'],
  ['code128', 'V000123'],
  ['qrcode', '{"id":"40000000001","t":"lm"}'],
  ['datamatrix', 'T000279'],
])('a picture of a code (%s) is read without a reader of the browser', async (bcid, text) => {
  expect(readCode(await picture(bcid, text))).toBe(text);
});

test('a GS1 code keeps its separators', async () => {
  const read = readCode(await picture('gs1-128', '(01)07891000315507(10)L-7(17)261231'));
  expect(readScan(read ?? '')).toEqual({ code: '7891000315507', lot: 'L-7', expiresOn: '2026-12-31' });
});

test('a picture without a code gives none', () => {
  expect(readCode({ grey: new Uint8ClampedArray(300 * 200).fill(200), width: 300, height: 200 })).toBeNull();
});
