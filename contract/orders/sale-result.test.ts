import { expect, test } from 'vitest';
import { resultOf, type SaleMoneyFacts } from './sale-result.ts';

const plain: SaleMoneyFacts = {
  total: 10_000,
  sellerDiscount: 0,
  marketplaceDiscount: 0,
  freightCharged: 0,
  fee: 2000,
  processingFee: 0,
  freight: 0,
  taxes: 0,
  refund: 0,
  adjustment: 0,
  payout: null,
  salesTax: 0,
  cost: 3000,
};

test('the seller’s own tax leaves the payout alone and lowers the profit', () => {
  const without = resultOf(plain);
  const result = resultOf({ ...plain, salesTax: 650 });
  expect(result.payout).toBe(without.payout);
  expect(result.profit).toBe(without.profit - 650);
});

test('the result of a sale is the price of the goods minus fees, freight, taxes and refunds', () => {
  const result = resultOf({ ...plain, processingFee: 400, freight: 500, taxes: 100, refund: 1000 });
  expect(result).toMatchObject({ payout: 6000, profit: 3000, atMost: false });
});

test("freight paid to the seller is income, and the marketplace's share of a discount changes nothing", () => {
  const result = resultOf({ ...plain, fee: 0, freightCharged: 470, freight: 470, marketplaceDiscount: 700 });
  expect(result).toMatchObject({ payout: 10_000, profit: 7000 });
});

test("shows the goods before the seller's discount, which is subtracted once", () => {
  const result = resultOf({ ...plain, total: 9400, sellerDiscount: 600 });
  expect(result.parts[0]).toEqual({ name: 'goods', amount: 10_000 });
  expect(result.payout).toBe(7400);
});

test.each(['fee', 'freight', 'refund', 'processingFee', 'taxes', 'sellerDiscount'] as const)(
  'the result is an upper bound if %s is unknown, and that part stays unknown',
  (name) => {
    const result = resultOf({ ...plain, [name]: null });
    expect(result.atMost).toBe(true);
    expect(result.parts.find((part) => part.name === name)?.amount).toBeNull();
  },
);

test('treats an unknown cost as no cost, and says "at most"', () => {
  expect(resultOf({ ...plain, cost: null })).toMatchObject({ profit: 8000, atMost: true });
});

test('uses the payout of the marketplace, and shows the difference as a separate part', () => {
  const result = resultOf({ ...plain, fee: null, adjustment: -500, payout: 7100 });
  expect(result).toMatchObject({ payout: 7100, profit: 4100, atMost: false });
  expect(result.parts.find(({ name }) => name === 'other')?.amount).toBe(7100 - 9500);
});
