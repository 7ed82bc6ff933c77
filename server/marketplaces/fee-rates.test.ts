import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { connectSeller, marketApp } from '#server/marketplaces/test/factory.ts';

const { app } = await marketApp();
const seller = await app.join('sales');
const { id } = await connectSeller(seller, 4_118_037, 'nuvemshop');
const params = { account: String(id), id: '1' };

test('without rates no price is found for a margin; with entered rates fee and margin use the step that applies', async () => {
  const query = { type: 'classic', margin: '2000', cost: '2587' } as const;
  const price = () => seller.call(api.marketplacesCategories.price, { params, query });
  const fees = (of: number) =>
    seller.call(api.marketplacesCategories.fees, { params, query: { type: 'classic', price: String(of) } });
  expect(await price()).toEqual({ quote: null, refused: 'rates_missing' });
  expect(await fees(5000)).toMatchObject({ total: null, fixed: null, freight: null, feeFrom: 'missing' });
  const steps = [
    { from: 0, basisPoints: 1000, fixed: 400 },
    { from: 8000, basisPoints: 1000, fixed: 0 },
  ];
  const saved = await seller.call(api.marketplaceAccounts.updateRates, {
    params: { id },
    body: { rates: { kind: 'typed', steps, freight: null } },
  });
  expect(saved.rates).toEqual({ kind: 'typed', steps, freight: null });
  expect(await fees(5000)).toMatchObject({ total: 900, freight: null, feeFrom: 'rates' });
  expect(await fees(8000)).toMatchObject({ total: 800, feeFrom: 'rates' });
  expect(await price()).toMatchObject({ refused: null, quote: { price: 4267, total: 827 } });
  await seller.call(api.marketplaceAccounts.updateRates, {
    params: { id },
    body: { rates: { kind: 'unknown' } },
  });
  expect(await price()).toMatchObject({
    refused: null,
    quote: { price: 3234, total: null, feeFrom: 'unknown' },
  });
});
