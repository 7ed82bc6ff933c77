import { expect, test } from 'vitest';
import { ambiguousSkus, namedBy } from './codes.ts';

const cup = { sku: 'CUP-1', gtin: '7891000315507' };
const box = { sku: 'CUP-BOX', gtin: '7891000315507' };
const odd = { sku: '7891000315507', gtin: '' };

test('a SKU names its product, a GTIN on two products names both', () => {
  expect(namedBy([cup, box], 'cup-1')).toEqual([cup]);
  expect(namedBy([cup, box], '7891000315507')).toEqual([cup, box]);
  // The SKU has priority over the GTIN of another product.
  expect(namedBy([cup, odd], '7891000315507')).toEqual([odd]);
  expect(ambiguousSkus([cup, box])).toEqual(['CUP-1', 'CUP-BOX']);
  // Several lines of one product are one answer.
  expect(ambiguousSkus([cup, cup])).toEqual([]);
  expect(ambiguousSkus([])).toEqual([]);
});
