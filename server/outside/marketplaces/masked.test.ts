import { expect, test } from 'vitest';
import { isMasked } from './masked.ts';

test.each(['****', 'C***o', '(11) 9****-1234', '4001****', 'XXXXXXX', 'xxx', 'XX XX'])(
  '%s is masked',
  (text) => {
    expect(isMasked(text)).toBe(true);
  },
);

test.each(['', 'Rua X', 'Maria', 'X', 'Xaxim', '40010-000'])('%s is a value', (text) => {
  expect(isMasked(text)).toBe(false);
});
