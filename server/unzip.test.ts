import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { unzip } from './unzip.ts';

test('unpacking ends at the entry with which it is more than was allowed', () => {
  const megabyte = new Uint8Array(1024 * 1024);
  const entries = Array.from({ length: 49 }, (_, n) => [`${n}.txt`, megabyte] as const);
  const begun: string[] = [];
  const isWanted = (name: string) => begun.push(name) > 0;
  const limits = { maxEntries: 50, maxBytes: 5 * megabyte.length, isWanted };
  expect(() => unzip(Buffer.from(zipSync(Object.fromEntries(entries))), limits)).toThrow(
    `more than ${limits.maxBytes} bytes`,
  );
  expect(begun).toHaveLength(6);
});
