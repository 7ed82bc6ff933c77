import { expect, test } from 'vitest';
import { systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { connectSeller, marketApp } from '#server/marketplaces/test/factory.ts';

const { app } = await marketApp({ APP_URL: 'http://localhost:3000' });
// The sandbox checks the time of signed calls.
app.clock.set(systemClock.now().toISOString());
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
    body: { rates: { kind: 'typed', steps, categories: [], freight: null } },
  });
  expect(saved.rates).toEqual({ kind: 'typed', steps, categories: [], freight: null });
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

test('the rates of the nearest category apply to all categories below it; the freight is that of the weight', async () => {
  const shop = await connectSeller(seller, 55_667_788, 'shopee');
  const account = String(shop.id);
  const { items } = await seller.call(api.marketplacesCategories.search, {
    params: { account: shop.id },
    query: { text: 'canecas' },
  });
  const [leaf] = items;
  const [root, ...below] = leaf?.path ?? [];
  expect(below.length).toBeGreaterThan(0);
  const at = (basisPoints: number) => [{ from: 0, basisPoints, fixed: 0 }];
  const rated = (id = '', basisPoints = 0) => ({ id, name: id, steps: at(basisPoints) });
  const set = (...categories: ReturnType<typeof rated>[]) =>
    seller.call(api.marketplaceAccounts.updateRates, {
      params: { id: shop.id },
      body: {
        rates: {
          kind: 'typed',
          steps: at(1000),
          categories,
          freight: [
            { from: 0, amount: 500 },
            { from: 1001, amount: 900 },
          ],
        },
      },
    });
  const fees = (weight?: string) =>
    seller.call(api.marketplacesCategories.fees, {
      params: { account, id: leaf?.id ?? '' },
      query: {
        ...{ type: 'classic', price: '10000' },
        ...(weight && { weight, width: '10', height: '10', depth: '10' }),
      },
    });
  await set(rated('another', 9000));
  expect(await fees()).toMatchObject({ total: 1000, freight: null });
  await set(rated(root?.id, 2000));
  expect(await fees('1')).toMatchObject({ total: 2000, freight: 500 });
  await set(rated(root?.id, 2000), rated(leaf?.id, 500));
  expect(await fees('1.001')).toMatchObject({ total: 500, freight: 900 });
});

test.each([
  ['no step from zero on', [{ from: 100, amount: 1 }]],
  [
    'two steps from one weight on',
    [
      { from: 0, amount: 1 },
      { from: 0, amount: 2 },
    ],
  ],
])('refuses a freight with %s', async (_, freight) => {
  const steps = [{ from: 0, basisPoints: 1000, fixed: 0 }];
  const sent = seller.call(api.marketplaceAccounts.updateRates, {
    params: { id },
    body: { rates: { kind: 'typed', steps, categories: [], freight } },
  });
  await expect(sent).rejects.toMatchObject({ problem: { code: 'invalid' } });
});
