import { expect, test } from 'vitest';
import { parseRemoteJson } from './json.ts';

test('keeps a whole number beyond 2^53 as it was written, and parses everything else as JSON', () => {
  const text =
    '{"id":9007199254740993,"pack":-1154921508115744172,"list":[12345678901234567890],"small":2000003508897196,"price":49.9,"big":1e400,"ratio":0.12345678901234567890,"text":"9007199254740993"}';
  expect(parseRemoteJson(text)).toEqual({
    id: '9007199254740993',
    pack: '-1154921508115744172',
    list: ['12345678901234567890'],
    small: 2_000_003_508_897_196,
    price: 49.9,
    big: Number.POSITIVE_INFINITY,
    ratio: 0.123_456_789_012_345_68,
    text: '9007199254740993',
  });
  expect(() => parseRemoteJson('{"id":9007199254740993')).toThrow(SyntaxError);
});
