import { beforeAll, expect, test } from 'vitest';
import type { SalesTax } from '#contract/business/sales-tax.ts';
import { api } from '#contract/index.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import { plainMoney } from '#server/outside/marketplaces/sale.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';
import type { SaleAccount } from './sync/sale-source.ts';
import { applyRemote, makeAccount, makePublication, remoteOrder } from './test/factory.ts';

let app: TestApp;
let supplier: Person;
let seller: Person;
let account: SaleAccount;
let sold: Awaited<ReturnType<typeof makePublication>>;

/** Half an hour before and after the first day of the month begins in São Paulo. */
const lastOfOctober = new Date('2026-11-01T02:30:00.000Z');
const firstOfNovember = new Date('2026-11-01T03:30:00.000Z');

beforeAll(async () => {
  app = await testApp();
  supplier = await app.join('supply');
  seller = await app.join('sales');
  account = await makeAccount(app, seller.businessId);
  const shelf = await makeShelf(app, supplier, 100);
  const offer = await makeOffer(supplier, shelf, 1999);
  const { stockId, warehouseId } = shelf;
  const supplierId = supplier.businessId;
  sold = await makePublication(app, account, [
    { offerId: offer.id, stockId, warehouseId, supplierId, price: 1999 },
  ]);
});

const enter = (...salesTaxes: SalesTax[]) => seller.call(api.business.taxSales, { body: { salesTaxes } });
const simples = (from: string, basisPoints: number): SalesTax => ({ from, regime: 'simples', basisPoints });
const moneyOf = async (id: number) => (await seller.call(api.orders.detail, { params: { id } })).money;

test('a rate counts for sales bought from its day on, as a share of goods and freight less refunds', async () => {
  await enter();
  const money = { ...plainMoney, freightCharged: 1501, refunded: 500 };
  const before = await applyRemote(app, account, remoteOrder(sold, { purchasedAt: lastOfOctober, money }));
  const after = await applyRemote(app, account, remoteOrder(sold, { purchasedAt: firstOfNovember, money }));
  const untaxed = await moneyOf(after.id);
  expect(untaxed).toMatchObject({ total: 3998, salesTax: 0 });
  await enter(simples('2026-11-01', 650), simples('2026-10-01', 600));
  // 6 % and 6.5 % of 39.98 + 15.01 - 5.00 = 49.99, to the nearest centavo.
  expect(await moneyOf(before.id)).toMatchObject({ salesTax: 300 });
  expect(await moneyOf(after.id)).toMatchObject({
    ...{ salesTax: 325, payout: untaxed?.payout, margin: (untaxed?.margin ?? 0) - 325 },
  });
  await enter(simples('2026-11-01', 650));
  expect(await moneyOf(before.id)).toMatchObject({ salesTax: 0 });
});

test('list, page, file and home agree, and canceled sales have no tax', async () => {
  await enter(simples('2026-11-01', 1000));
  const remote = remoteOrder(sold);
  const sale = await applyRemote(app, account, remote);
  const money = await moneyOf(sale.id);
  expect(money).toMatchObject({ salesTax: 400 });
  const { items } = await seller.call(api.orders.list, { query: { query: `#${sale.id}` } });
  expect(items[0]?.money).toEqual(money);
  const today = async () => (await seller.call(api.homeSales.detail)).today.now;
  expect(await today()).toMatchObject({ sales: 1, profit: money?.margin });
  const { bytes } = await seller.download(api.orders.export, {
    query: { query: `#${sale.id}`, format: 'csv' },
  });
  const [head, row] = bytes
    .toString('utf8')
    .split('\r\n')
    .map((line) => line.split(';'));
  expect(row?.[head?.indexOf('Imposto sobre a venda') ?? -1]).toBe('4,00');
  await applyRemote(app, account, { ...remote, phase: 'canceled', updatedAt: app.clock.now() });
  expect(await moneyOf(sale.id)).toMatchObject({ salesTax: 0 });
});

test('only the management of a seller enters rates, which are of one day each; people without prices do not see them', async () => {
  const packer = await app.hire(seller.businessId, ['packer']);
  const clerk = await app.hire(seller.businessId, ['seller']);
  const body = { salesTaxes: [simples('2026-11-01', 650)] };
  expect((await clerk.refused(api.business.taxSales, { body })).code).toBe('forbidden');
  expect((await supplier.refused(api.business.taxSales, { body })).code).toBe('forbidden');
  const twice = { salesTaxes: [simples('2026-11-01', 650), simples('2026-11-01', 700)] };
  expect((await seller.refused(api.business.taxSales, { body: twice })).errors).toMatchObject({
    salesTaxes: [{ code: 'duplicate' }],
  });
  await enter(simples('2026-10-01', 600), simples('2026-11-01', 650));
  expect((await clerk.call(api.business.detail)).salesTaxes).toEqual([
    simples('2026-11-01', 650),
    simples('2026-10-01', 600),
  ]);
  expect(await packer.call(api.business.detail)).not.toHaveProperty('salesTaxes');
  expect(await supplier.call(api.business.detail)).not.toHaveProperty('salesTaxes');
  const { items } = await seller.call(api.audit.list, { query: { query: 'act:taxSales' } });
  expect(items[0]?.changes).toEqual({
    salesTaxes: ['01/11/2026: 10,00 %', '01/11/2026: 6,50 %, 01/10/2026: 6,00 %'],
  });
});
