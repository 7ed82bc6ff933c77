import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makeOffer, makeShelf, makeWarehouse } from '#server/inventory/test/factory.ts';
import { saleInvariants } from '#server/orders/invariants.ts';
import type { SaleAccount } from '#server/orders/sync/sale-source.ts';
import { applyRemote, makeAccount, makePublication, remoteOrder } from '#server/orders/test/factory.ts';
import type { MarketplaceOrder } from '#server/outside/marketplaces/sale.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';
import { checkInvariants } from '#server/test/check-invariants.ts';

let app: TestApp;
let seller: Person;
let supplier: Person;
let account: SaleAccount;
let place: Awaited<ReturnType<typeof makeWarehouse>>;

beforeAll(async () => {
  app = await testApp();
  supplier = await app.join('supply');
  seller = await app.join('sales');
  place = await makeWarehouse(supplier);
  account = await makeAccount(app, seller.businessId);
});

async function publish() {
  const shelf = await makeShelf(app, supplier, 30, Promise.resolve(place));
  const { id: offerId } = await makeOffer(supplier, shelf, 2000);
  const offer = { offerId, stockId: shelf.stockId, warehouseId: shelf.warehouseId, price: 2000 };
  const sold = await makePublication(app, account, [{ ...offer, supplierId: supplier.businessId }]);
  return { sold, offerId };
}

/** Units, fee and cost in the list of sales, once the kept sums are those of its lines and parts. */
async function sumsOf(id: number) {
  expect(await checkInvariants(app.databaseUrl, saleInvariants)).toEqual([]);
  const { items } = await seller.call(api.orders.list, { query: { size: '100' } });
  const row = items.find((one) => one.id === id);
  return [row?.units, row?.money?.fee, row?.money?.cost];
}

const minutes = (n: number) => new Date(Date.parse('2026-11-21T14:00:00.000Z') + n * 60_000);

test('units, fees and cost of a sale are kept after every act that changes its lines', async () => {
  const { sold } = await publish();
  const remote = remoteOrder(sold, { quantity: 2, updatedAt: minutes(1) });
  const lineOf = (changes: Partial<MarketplaceOrder['lines'][number]>) =>
    remote.lines.map((line) => ({ ...line, ...changes }));
  const apply = async (n: number, lines: MarketplaceOrder['lines']) =>
    sumsOf((await applyRemote(app, account, { ...remote, updatedAt: minutes(n), lines })).id);
  const [line] = remote.lines;
  expect(await apply(1, lineOf({ saleFee: null }))).toEqual([2, null, 4000]);
  expect(await apply(2, lineOf({ saleFee: 1200 }))).toEqual([2, 1200, 4000]);
  expect(await apply(3, lineOf({ saleFee: 1800, quantity: 3 }))).toEqual([3, 1800, 6000]);
  const other = { ...(await publish()).sold, quantity: 1 };
  const second = line && { ...line, itemId: other.itemId, variationId: other.variationId, sku: other.sku };
  const both = [
    ...lineOf({ saleFee: 600, quantity: 1 }),
    ...(second ? [{ ...second, quantity: 2, saleFee: 500 }] : []),
  ];
  expect(await apply(4, both)).toEqual([3, 1100, 6000]);
  expect(await apply(5, lineOf({ saleFee: 600, quantity: 1 }))).toEqual([1, 600, 2000]);
});

test('two transactions that change different lines of a sale at once leave the sum of both', async () => {
  const { sold } = await publish();
  const [line] = remoteOrder(sold).lines;
  const other = (await publish()).sold;
  const lines = line
    ? [line, { ...line, itemId: other.itemId, variationId: other.variationId, sku: other.sku }]
    : [];
  const { id } = await applyRemote(app, account, remoteOrder(sold, { lines }));
  const ids = await app.rows(seller.businessId, `select id from order_lines where order_id = ${id}`);
  const change = (lineId: unknown, quantity: number, meanwhile?: () => Promise<void>) =>
    app.database.transact({ businessId: seller.businessId }, async (tx) => {
      await sql`update order_lines set quantity = ${quantity} where id = ${lineId}`.execute(tx.db);
      await meanwhile?.();
    });
  const watcher = new pg.Client({ connectionString: app.databaseUrl });
  await watcher.connect();
  const waiting = () =>
    watcher
      .query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      .then(({ rowCount }) => rowCount);
  let second: Promise<void> | undefined;
  await change(ids[0]?.id, 7, async () => {
    second = change(ids[1]?.id, 5);
    await expect.poll(waiting).toBe(1);
  });
  await second;
  await watcher.end();
  expect((await sumsOf(id))[0]).toBe(12);
});
