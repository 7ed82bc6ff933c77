import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { zipEntry } from './zip-entry.ts';

const megabyte = 1024 * 1024;

test('a zip bomb is unpacked only up to the limit, about a megabyte at a time', async () => {
  const bytes = zipSync({ 'a.xml': new Uint8Array(40 * megabyte) });
  let given = 0;
  const source = async () =>
    (async function* () {
      for (; given < bytes.length; given += 3000) yield bytes.subarray(given, given + 3000);
    })();
  const pieces: number[] = [];
  const unpack = async () => {
    for await (const piece of zipEntry(source, 'a.xml', 4 * megabyte)) pieces.push(piece.length);
  };
  await expect(unpack()).rejects.toMatchObject({ code: 'sheet_too_big' });
  expect(pieces.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(4 * megabyte);
  expect(Math.max(...pieces)).toBeLessThan(1.1 * megabyte);
  // A tenth of the entry is a tenth of the file: the rest is not read.
  expect(given).toBeLessThan(bytes.length / 8);
});
