import { describe, expect, test } from 'vitest';
import { RemoteFailure } from '../http.ts';
import { readLabelDocument } from './label-document.ts';
import { zipOf } from './test/label-samples.ts';

const megabyte = new Uint8Array(1024 * 1024);
const read = (bytes: Buffer) => readLabelDocument(bytes, 'zpl');
const none = { pdf: null, zpl: null };

describe('a ZIP that is more than a label', () => {
  const many = zipOf(Object.fromEntries(Array.from({ length: 49 }, (_, n) => [`${n}.txt`, megabyte])));

  test('all entries together are bounded', async () => {
    await expect(read(many)).rejects.toThrow(RemoteFailure);
    await expect(read(many)).rejects.toThrow(`more than ${20 * megabyte.length} bytes`);
  });

  test('the size that an entry names is not believed', async () => {
    const lying = zipOf({ 'Etiqueta.txt': new Uint8Array(30 * 1024 * 1024) });
    lying.writeUInt32LE(100, 22);
    lying.writeUInt32LE(100, lying.indexOf('PK\x01\x02') + 24);
    await expect(read(lying)).rejects.toThrow(/more than/);
  });

  test('more entries than any label has are refused', async () => {
    const entries = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`${n}.png`, 'x']));
    await expect(read(zipOf(entries))).rejects.toThrow(/more than/);
  });

  test('ZIPs in a ZIP share its limits', async () => {
    const inner = zipOf({ 'a.bin': new Uint8Array(9 * megabyte.length) });
    const bytes = zipOf(
      Object.fromEntries(
        ['a', 'b', 'c'].map((name) => [`${name}.zip`, Buffer.concat([inner, Buffer.from(name)])]),
      ),
    );
    await expect(read(bytes)).rejects.toThrow(/more than/);
  });

  test('ZIPs nested without end are opened a few levels deep', async () => {
    let bytes = zipOf({ 'a.txt': '^XA^FDx^FS^XZ' });
    for (let level = 0; level < 10; level++) bytes = zipOf({ 'a.zip': bytes });
    expect(await read(bytes)).toEqual(none);
  });

  test('a ZIP that is cut off is no label', async () => {
    expect(await read(many.subarray(0, 20))).toEqual(none);
  });
});

test('an answer that unpacks to more than a label is refused', async () => {
  const { gzipSync } = await import('node:zlib');
  await expect(read(gzipSync(Buffer.alloc(30 * megabyte.length)))).rejects.toThrow(RemoteFailure);
});

test('JSON nested without end and text of spaces are read in no time', async () => {
  const started = performance.now();
  expect(await read(Buffer.from(`${'['.repeat(100_000)}${']'.repeat(100_000)}`))).toEqual(none);
  expect(await read(Buffer.from(`a${' '.repeat(5_000_000)}!`))).toEqual(none);
  expect(await read(Buffer.from('^xa'.repeat(200_000)))).toEqual(none);
  expect(performance.now() - started).toBeLessThan(5000);
});
