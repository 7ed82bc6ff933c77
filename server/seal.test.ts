import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { seal, sealFileBytes, unseal, unsealBytes } from './seal.ts';

const key = randomBytes(32);

test('sealed bytes are opened only for the same purpose and key', () => {
  const sealed = seal(key, 'marketplace-tokens', 'TG-ação-1');
  expect(sealed).not.toContain('TG-');
  expect(unseal(key, 'marketplace-tokens', sealed)).toBe('TG-ação-1');
  expect(() => unseal(key, 'authorization-verifier', sealed)).toThrow();
  expect(() => unseal(randomBytes(32), 'marketplace-tokens', sealed)).toThrow();
});

test('refuses a text that was touched', () => {
  const bytes = Buffer.from(seal(key, 'marketplace-tokens', 'secret'), 'base64url');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  expect(() => unseal(key, 'marketplace-tokens', bytes.toString('base64url'))).toThrow();
});

test('two sealings of one text differ', () => {
  expect(seal(key, 'marketplace-tokens', 'a')).not.toBe(seal(key, 'marketplace-tokens', 'a'));
});

test('a file sealed twice is the same file, another one shares nothing with it, and it opens byte for byte', () => {
  const bytes = randomBytes(5000);
  const sealed = sealFileBytes(key, bytes);
  expect(sealFileBytes(key, bytes)).toEqual(sealed);
  const other = sealFileBytes(key, Buffer.concat([bytes, Buffer.from('.')]));
  expect(other.subarray(0, 12)).not.toEqual(sealed.subarray(0, 12));
  expect(unsealBytes(key, 'invoice-file', sealed)).toEqual(bytes);
  expect(() => unsealBytes(randomBytes(32), 'invoice-file', sealed)).toThrow();
});
