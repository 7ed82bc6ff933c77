import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  exactMarginOf,
  feeOf,
  formatAmount,
  formatMoney,
  fromDecimal,
  marginBeforeTax,
  marginOf,
  maxCentavos,
  parseMoney,
  parseTypedMoney,
  priceEndingIn,
  priceForMargin,
  roundCentavos,
  splitMoney,
  taxOf,
  toDecimalText,
} from './money.ts';

const amount = fc.oneof(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 0, max: maxCentavos }));

test('INV-23: printed amounts are read back, 0 to 10^12 centavos, also below zero', () => {
  fc.assert(
    fc.property(amount, fc.boolean(), (value, negative) => {
      const centavos = negative && value > 0 ? -value : value;
      expect(parseMoney(formatMoney(centavos))).toBe(centavos);
      expect(parseMoney(formatAmount(centavos))).toBe(centavos);
      expect(fromDecimal(Number(toDecimalText(centavos)))).toBe(centavos);
    }),
    { numRuns: 1000 },
  );
});

test('Brazilian writing', () => {
  expect(formatMoney(123456)).toBe('R$ 1.234,56');
  expect(formatAmount(-5)).toBe('-0,05');
  for (const [text, centavos] of [
    ['1.234,56', 123456],
    ['R$ 1.234,56', 123456],
    ['R$\u00a01.234,56', 123456],
    ['1234', 123400],
    ['0,5', 50],
    ['-3,00', -300],
    ['-R$ 3', -300],
    ['10.000.000.000,00', maxCentavos],
  ] as const)
    expect(parseMoney(text)).toBe(centavos);
});

test('a typed amount may have a point before exactly two decimals', () => {
  for (const [text, centavos] of [
    ['49.90', 4990],
    ['1,234.56', 123_456],
    ['R$ 1234.56', 123_456],
    ['-0.05', -5],
    ['1.234', 123_400],
    ['1.234,5', 123_450],
  ] as const)
    expect(parseTypedMoney(text), text).toBe(centavos);
  for (const text of ['1,234', '49.9', '1.2', '1.2345', '1,23.45', '12,34.56', '1.234.56'])
    expect(parseTypedMoney(text), text).toBeNull();
});

test('INV-23: ambiguous text is refused', () => {
  for (const text of [
    ...['', ' ', '1,234', '1.2', '1.23', '1.234.5', '12.34,5', '1,2,3', '1e5', '1 234', '0x10', 'NaN'],
    ...['--1', '1-', ',50', '1.', '1,', '.5', 'US$ 5', '10.000.000.000,01', '99999999999999999999'],
  ]) {
    expect(parseMoney(text), text).toBeNull();
  }
});

test('one rounding: half away from zero', () => {
  expect([0.5, 1.5, 2.5, -0.5, -2.5, 1.4999, 0].map(roundCentavos)).toEqual([1, 2, 3, -1, -3, 1, 0]);
  expect(fromDecimal(1.005)).toBe(101);
  expect(fromDecimal(49.9)).toBe(4990);
});

const fee = fc.record({
  basisPoints: fc.integer({ min: 0, max: 3000 }),
  fixed: fc.integer({ min: 0, max: 2500 }),
  freight: fc.option(fc.integer({ min: 0, max: 20_000 })),
  taxBasisPoints: fc.integer({ min: 0, max: 5000 }),
});

test('INV-23: price → margin → price within 1 centavo, from 1 centavo to a million reais', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100_000_000 }),
      fc.integer({ min: 1, max: 100_000_000 }),
      fee,
      (price, cost, taken) => {
        const again = priceForMargin(exactMarginOf(price, cost, taken), cost, taken);
        expect(Math.abs((again ?? Number.NaN) - price)).toBeLessThanOrEqual(1);
      },
    ),
    { numRuns: 2000 },
  );
});

test('shows the exact margin in whole basis points', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e8 }),
      fc.integer({ min: 0, max: 1e8 }),
      fee,
      (price, cost, taken) => {
        const shown = marginOf(price, cost, taken);
        expect(Number.isInteger(shown)).toBe(true);
        expect(Math.abs(shown - exactMarginOf(price, cost, taken))).toBeLessThanOrEqual(0.5 + 1e-6);
      },
    ),
  );
  expect(marginOf(10_000, 5_000, { basisPoints: 1_600, fixed: 600, freight: null, taxBasisPoints: 0 })).toBe(
    2_800,
  );
  expect(marginOf(10_000, 5_000, { basisPoints: 1_600, fixed: 600, freight: 1_890, taxBasisPoints: 0 })).toBe(
    910,
  );
  expect(
    marginOf(10_000, 5_000, { basisPoints: 1_600, fixed: 600, freight: 1_890, taxBasisPoints: 600 }),
  ).toBe(310);
  expect(feeOf(9_999, { basisPoints: 1_650, fixed: 0 })).toBe(1_650);
});

test('the margin is the stored one before the tax, less the rate', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e8 }),
      fc.integer({ min: 0, max: 1e8 }),
      fee,
      (price, cost, taken) => {
        const stored = marginBeforeTax(price, cost, taken);
        expect(marginOf(price, cost, taken)).toBe(stored - taken.taxBasisPoints);
        expect(marginOf(price, cost, { ...taken, taxBasisPoints: 0 })).toBe(stored);
      },
    ),
  );
  expect([taxOf(5990, 600), taxOf(5990, 0), taxOf(1, 5000)]).toEqual([359, 0, 1]);
});

test('a margin that leaves nothing has no price', () => {
  expect(
    priceForMargin(8_500, 1_000, { basisPoints: 1_500, fixed: 0, freight: 0, taxBasisPoints: 0 }),
  ).toBeNull();
  expect(
    priceForMargin(8_499, maxCentavos, { basisPoints: 1_500, fixed: 0, freight: 0, taxBasisPoints: 0 }),
  ).toBeNull();
});

test('an amount that is shared adds up, by weight, to the centavo', () => {
  expect(splitMoney(1890, [5990, 5990, 5990])).toEqual([630, 630, 630]);
  expect(splitMoney(1000, [1, 1, 1])).toEqual([333, 334, 333]);
  expect(splitMoney(1890, [0, 0])).toEqual([945, 945]);
  const weights = fc.array(fc.integer({ min: 0, max: 1e8 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e7 }), weights, (amount, shares) => {
      const parts = splitMoney(amount, shares);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount);
      expect(Math.min(...parts)).toBeGreaterThanOrEqual(0);
    }),
  );
});

test.each([
  [5990, 90, 5990],
  [5991, 90, 6090],
  [5901, 0, 6000],
  [1, 99, 99],
  [5991, null, 5991],
])('a price of %i ending in %s becomes %i', (price, ending, expected) => {
  expect(priceEndingIn(price, ending)).toBe(expected);
});
