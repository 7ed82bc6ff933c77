import { beforeAll, expect, test } from 'vitest';
import { canceledIn, soldIn } from '#contract/business/home-lists.ts';
import { startOfDay } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { sumMoney } from '#contract/money.ts';
import { makeOffer, makeShelf, makeWarehouse } from '#server/inventory/test/factory.ts';
import type { SaleAccount } from '#server/orders/sync/sale-source.ts';
import {
  applyRemote,
  makeAccount,
  makeBenchSale,
  makePublication,
  remoteOrder,
  type Sold,
} from '#server/orders/test/factory.ts';
import { plainMoney } from '#server/outside/marketplaces/sale.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';
import { comparedDays } from './home-sales.ts';

let app: TestApp;
let supplier: Person;
let seller: Person;
let accounts: [SaleAccount, SaleAccount];
let place: Awaited<ReturnType<typeof makeWarehouse>>;

/** 12:00 in São Paulo. */
const noon = new Date('2026-11-21T15:00:00.000Z');

beforeAll(async () => {
  app = await testApp();
  app.clock.set(noon.toISOString());
  supplier = await app.join('supply');
  place = await makeWarehouse(supplier);
});

/** A seller of their own for each test, with an ad on each of two accounts. */
async function opened(): Promise<[Sold, Sold]> {
  seller = await app.join('sales');
  accounts = [await makeAccount(app, seller.businessId), await makeAccount(app, seller.businessId)];
  return [await published(accounts[0], 1999), await published(accounts[1], 701)];
}

async function published(account: SaleAccount, price: number): Promise<Sold> {
  const shelf = await makeShelf(app, supplier, 100, Promise.resolve(place));
  const offer = await makeOffer(supplier, shelf, price);
  const { stockId, warehouseId } = shelf;
  return makePublication(app, account, [
    { offerId: offer.id, stockId, warehouseId, supplierId: supplier.businessId, price },
  ]);
}

const home = () => seller.call(api.homeSales.detail);
const sell = (
  sold: Sold,
  purchasedAt: string,
  more: Parameters<typeof remoteOrder>[1] = {},
  account = accounts[0],
) => applyRemote(app, account, remoteOrder(sold, { ...more, purchasedAt: new Date(purchasedAt) }));

async function listed(query: string | undefined) {
  const { items, total } = await seller.call(api.orders.list, { query: { query, size: '100' } });
  const sum = (of: (item: (typeof items)[number]) => number) => sumMoney(items.map(of));
  return {
    sales: total,
    units: sum(({ units }) => units),
    value: sum(({ money }) => money?.total ?? 0),
    payout: sum(({ money }) => money?.payout ?? 0),
    profit: sum(({ money }) => money?.margin ?? 0),
    atMost: items.some(({ money }) => money?.atMost),
  };
}

test('sums of today and of the month are those of the lists of sales and of profits, to the centavo', async () => {
  const [mug, plate] = await opened();
  const salesTaxes = [{ from: '2026-11-01', regime: 'simples' as const, basisPoints: 654 }];
  await seller.call(api.business.taxSales, { body: { salesTaxes } });
  const money = { ...plainMoney, freightCharged: 1001, refunded: 337, processingFee: 401 };
  await sell(mug, '2026-11-21T14:00:00.000Z', { quantity: 3, money });
  await sell(mug, '2026-11-05T14:00:00.000Z', { money: { ...money, payout: 3123 } });
  await sell(plate, '2026-11-06T14:00:00.000Z', {}, accounts[1]);
  await sell(plate, '2026-11-21T10:00:00.000Z', { phase: 'canceled' }, accounts[1]);
  const shelf = await makeShelf(app, supplier, 20, Promise.resolve(place));
  await makeBenchSale(app, { supplier, seller, shelf }, 2);
  const { today, month, accounts: byAccount, expected } = await home();
  const ofToday = await listed(soldIn('2026-11-21', '2026-11-21').query);
  expect(ofToday.sales).toBe(2);
  expect(today.now).toMatchObject(ofToday);
  const ofMonth = await listed(soldIn('2026-11-01', '2026-11-21').query);
  expect(ofMonth.sales).toBe(4);
  expect(month.now).toMatchObject(ofMonth);
  const { units: _, ...sums } = ofMonth;
  expect(
    await seller.call(api.profits.sums, { query: { query: 'purchased:2026-11-01..2026-11-21' } }),
  ).toEqual({ ...sums, payoutAtMost: month.now.payoutAtMost });
  expect([today.now.canceled, month.now.canceled]).toEqual([1, 1]);
  expect((await listed(canceledIn('2026-11-01', '2026-11-21').query)).sales).toBe(1);
  const rows = (
    await seller.call(api.profits.list, { query: { query: 'by:account purchased:2026-11-01..2026-11-21' } })
  ).items;
  const profitOf = (id: number) => rows.find((row) => row.id === id)?.profit;
  expect(byAccount.map(({ account, now }) => [account?.id ?? 0, now.profit])).toEqual(
    byAccount.map(({ account }) => [account?.id ?? 0, profitOf(account?.id ?? 0)]),
  );
  expect(byAccount.map(({ account }) => account?.id).toSorted()).toEqual([
    accounts[0].id,
    accounts[1].id,
    undefined,
  ]);
  expect(expected).toMatchObject({ sales: 4, atMost: true });
});

test('a day and a month begin at midnight of São Paulo, and the days before end at the same time of day', async () => {
  const [mug] = await opened();
  const bought = {
    lastMonth: ['2026-10-01T03:00:00.000Z', '2026-10-21T14:59:59.999Z'],
    laterLastMonth: ['2026-10-21T15:00:00.000Z', '2026-10-01T02:59:59.999Z', '2026-11-01T02:59:59.999Z'],
    month: ['2026-11-01T03:00:00.000Z'],
    yesterday: ['2026-11-20T03:00:00.000Z', '2026-11-20T14:59:59.999Z'],
    laterYesterday: ['2026-11-20T15:00:00.000Z', '2026-11-21T02:59:59.999Z'],
    today: ['2026-11-21T03:00:00.000Z'],
  };
  for (const at of Object.values(bought).flat()) await sell(mug, at);
  const { today, month } = await home();
  expect([today.now.sales, today.before.sales]).toEqual([1, 2]);
  expect([month.now.sales, month.before.sales]).toEqual([6, 2]);
  expect(month).toMatchObject({ from: '2026-11-01', beforeFrom: '2026-10-01', beforeTo: '2026-10-21' });
});

test('the last days of a month are beside all of a shorter one, and its first day beside one day', () => {
  const { month } = comparedDays(new Date('2026-03-31T20:00:00.000Z'));
  expect(month).toMatchObject({ beforeFrom: '2026-02-01', beforeTo: '2026-02-28' });
  expect(month.before).toEqual({ from: startOfDay('2026-02-01'), until: startOfDay('2026-03-01') });
  const first = comparedDays(new Date('2026-12-01T04:00:00.000Z'));
  expect(first.month.before).toEqual({
    from: startOfDay('2026-11-01'),
    until: new Date('2026-11-01T04:00:00.000Z'),
  });
  expect(first.today.before).toEqual({
    from: startOfDay('2026-11-30'),
    until: new Date('2026-11-30T04:00:00.000Z'),
  });
});

test('an unknown fee bounds payout and profit, an unknown cost only the profit', async () => {
  const [mug, plate] = await opened();
  const [line] = remoteOrder(mug).lines;
  await sell(mug, '2026-11-21T14:00:00.000Z', { lines: line ? [{ ...line, saleFee: null }] : [] });
  expect((await home()).today.now).toMatchObject({ payout: 3998, payoutAtMost: true, atMost: true });
  const unknown = { ...plate, itemId: 'MLB1', variationId: '1', sku: 'X' };
  await sell(unknown, '2026-11-20T14:00:00.000Z', { money: { ...plainMoney, payout: 1302 } });
  expect((await home()).today.before).toMatchObject({ payout: 1302, payoutAtMost: false, atMost: true });
});

test('ads have the profits of the list of profits, and none is both among the best and the worst', async () => {
  const [mug, plate] = await opened();
  await sell(mug, '2026-11-20T14:00:00.000Z', { quantity: 2 });
  await sell(plate, '2026-11-20T14:00:00.000Z', { money: { ...plainMoney, refunded: 1402 } }, accounts[1]);
  const manual = await makeShelf(app, supplier, 20, Promise.resolve(place));
  await makeBenchSale(app, { supplier, seller, shelf: manual }, 1);
  const { best, worst, ads } = await seller.call(api.homeSales.ads);
  const { items } = await seller.call(api.profits.list, { query: { sort: '-profit' } });
  const rows = items.filter(({ id }) => id !== 0);
  expect([...best, ...worst.toReversed()].map(({ id, profit }) => [id, profit])).toEqual(
    rows.map(({ id, profit }) => [id, profit]),
  );
  expect(best.every(({ profit }) => profit > 0)).toBe(true);
  expect(worst.map(({ profit }) => profit)).toEqual([-801]);
  expect(ads).toBe(rows.length);
});

test('sums are those of one business, for people who sell', async () => {
  const [mug] = await opened();
  await sell(mug, '2026-11-21T14:00:00.000Z');
  const outsider = await app.join('sales');
  // The fulfiller of a sale reads its row, and not its money.
  await app.rows(
    seller.businessId,
    `update orders set fulfiller_id = ${outsider.businessId}, shown_at = now() where business_id = ${seller.businessId}`,
  );
  const empty = await outsider.call(api.homeSales.detail);
  expect(empty).toMatchObject({ today: { now: { sales: 0 } }, month: { now: { sales: 0 } }, accounts: [] });
  expect(empty.expected.sales).toBe(0);
  expect(await outsider.call(api.homeSales.ads)).toEqual({ best: [], worst: [], ads: 0 });
  for (const endpoint of [api.homeSales.detail, api.homeSales.ads]) {
    const packer = await app.hire(seller.businessId, ['packer']);
    expect((await packer.refused(endpoint)).code).toBe('forbidden');
    expect((await supplier.refused(endpoint)).code).toBe('forbidden');
  }
});
