import { beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { type ProfitGroup, profitGroups } from '#contract/orders/profit.ts';
import { makeOffer, makeShelf, makeWarehouse } from '#server/inventory/test/factory.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';
import type { SaleAccount } from '../sync/sale-source.ts';
import { applyRemote, makeAccount, makePublication, remoteOrder, type Sold } from '../test/factory.ts';

let app: TestApp;
let supplier: Person;
let seller: Person;
let account: SaleAccount;
let mug: Sold;
let kit: Sold;
let place: Awaited<ReturnType<typeof makeWarehouse>>;

beforeAll(async () => {
  app = await testApp();
  supplier = await app.join('supply');
  seller = await app.join('sales');
  account = await makeAccount(app, seller.businessId);
  place = await makeWarehouse(supplier);
  mug = await makePublication(app, account, [await offered(1999)]);
  kit = await makePublication(app, account, [await offered(701), await offered(1300)]);
});

async function offered(price: number) {
  const shelf = await makeShelf(app, supplier, 100, Promise.resolve(place));
  const offer = await makeOffer(supplier, shelf, price);
  const { stockId, warehouseId } = shelf;
  return { offerId: offer.id, stockId, warehouseId, supplierId: supplier.businessId, price };
}

const profitsBy = async (by: ProfitGroup, more = '') => {
  const { items } = await seller.call(api.profits.list, { query: { query: `by:${by} ${more}`.trim() } });
  return items;
};

test('profits by ad, product, account, supplier and day add up to the results of the sales', async () => {
  const salesTaxes = [{ from: '2026-01-01', regime: 'simples' as const, basisPoints: 654 }];
  await seller.call(api.business.taxSales, { body: { salesTaxes } });
  const remote = remoteOrder(mug, { quantity: 3 });
  const other = remoteOrder(kit).lines;
  // Of one parcel with two ads; freight and refunds of the whole sale do not divide by their values.
  const money = { ...remote.money, freightCharged: 1001, refunded: 337, processingFee: 401 };
  await applyRemote(app, account, {
    ...remote,
    ...{ lines: [...remote.lines, ...other], total: remote.total + 4002 - 55, money },
  });
  await applyRemote(app, account, remoteOrder(mug, { money: { ...remote.money, payout: 3123 } }));
  await applyRemote(app, account, remoteOrder(kit, { purchasedAt: new Date('2026-11-20T10:00:00.000Z') }));
  // A gift: nothing is paid for its two lines, and its fee counts once.
  const gift = remoteOrder(mug, { total: 0, money: { ...remote.money, processingFee: 97 } });
  const free = [...gift.lines, ...other].map((line) => ({ ...line, unitPrice: 0, saleFee: 0 }));
  await applyRemote(app, account, { ...gift, lines: free });
  const canceled = remoteOrder(kit, { phase: 'canceled' });
  await applyRemote(app, account, canceled);
  const list = (await seller.call(api.orders.list, { query: { query: '-status:canceled' } })).items;
  const whole = {
    sales: 4,
    value: list.reduce((sum, { money: one }) => sum + (one?.total ?? 0), 0),
    payout: list.reduce((sum, { money: one }) => sum + (one?.payout ?? 0), 0),
    profit: list.reduce((sum, { money: one }) => sum + (one?.margin ?? 0), 0),
  };
  expect(await seller.call(api.profits.sums)).toMatchObject({ ...whole, payoutAtMost: true });
  for (const by of profitGroups) {
    const rows = await profitsBy(by);
    const sum = (key: 'value' | 'payout' | 'profit' | 'cost' | 'units') =>
      rows.reduce((total, row) => total + row[key], 0);
    expect([by, sum('value'), sum('payout'), sum('profit'), sum('cost')]).toEqual([
      by,
      ...[whole.value, whole.payout, whole.profit, 5 * 1999 + 3 * 2001],
    ]);
  }
  expect(await profitsBy('advertisement')).toMatchObject([
    { units: 3, sales: 3 },
    { units: 5, sales: 3 },
  ]);
  expect(await profitsBy('product')).toHaveLength(3);
  expect(await profitsBy('day')).toMatchObject([{ name: expect.any(String) }, { name: expect.any(String) }]);
  expect((await profitsBy('account')).map(({ id }) => id)).toEqual([account.id]);
});

test('an ad whose sale has an unknown part has at most its profit', async () => {
  const sold = await makePublication(app, account, [await offered(500)]);
  const [line] = remoteOrder(sold).lines;
  await applyRemote(app, account, remoteOrder(sold, { lines: line ? [{ ...line, saleFee: null }] : [] }));
  const row = (await profitsBy('advertisement')).find(({ cost }) => cost === 500);
  expect(row).toMatchObject({ value: 1000, salesTax: 65, profit: 435, atMost: true });
  expect(await seller.call(api.profits.sums)).toMatchObject({ payoutAtMost: true, atMost: true });
  // The marketplace reported this payout.
  const purchasedAt = new Date('2026-10-05T12:00:00.000Z');
  const paid = remoteOrder(mug, { purchasedAt, money: { ...remoteOrder(mug).money, payout: 3123 } });
  await applyRemote(app, account, paid);
  expect(await seller.call(api.profits.sums, { query: { query: 'purchased:05/10/2026' } })).toMatchObject({
    ...{ sales: 1, payout: 3123, payoutAtMost: false, atMost: false },
  });
});

test('without a period the last 30 days count; a filter chooses the sales', async () => {
  await applyRemote(app, account, remoteOrder(mug, { purchasedAt: new Date('2026-10-01T12:00:00.000Z') }));
  const days = (await profitsBy('day')).map(({ name }) => name);
  expect(days).not.toContain('2026-10-01');
  expect((await profitsBy('day', 'purchased:01/10/2026')).map(({ name, sales }) => [name, sales])).toEqual([
    ['2026-10-01', 1],
  ]);
  expect(await profitsBy('account', 'marketplace:shopee')).toEqual([]);
  expect((await seller.call(api.profits.sums, { query: { query: 'marketplace:shopee' } })).sales).toBe(0);
});

test('only people who sell read sums of profits, and only of their business', async () => {
  const packer = await app.hire(seller.businessId, ['packer']);
  expect((await packer.refused(api.profits.list)).code).toBe('forbidden');
  expect((await supplier.refused(api.profits.list)).code).toBe('forbidden');
  const outsider = await app.join('sales');
  expect((await outsider.call(api.profits.list)).items).toEqual([]);
  expect((await outsider.call(api.profits.sums)).sales).toBe(0);
});
