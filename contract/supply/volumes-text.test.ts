import { expect, test } from 'vitest';
import { volumesText } from './supply-request-line.ts';

test.each([
  [10, 4, '2 × 4 + 1 × 2'],
  [12, 4, '3 × 4'],
  [3, 4, '1 × 3'],
  [1, 1, '1 × 1'],
])('%i units by %i are written as %s', (quantity, quantityPerVolume, text) => {
  expect(volumesText({ quantity, quantityPerVolume })).toBe(text);
});
