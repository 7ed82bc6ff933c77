import { beforeAll, expect, it } from 'vitest';
import { api } from '#contract/index.ts';
import { makeOffer, makeShelf, type Shelf } from '#server/inventory/test/factory.ts';
import { brokenInvariants } from '#server/inventory/test/shelf-model.ts';
import {
  applyRemote,
  jobOf,
  makeAccount,
  makePublication,
  packSale,
  remoteOrder,
} from '#server/orders/test/factory.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';
import { retryShort } from './due.ts';

let app: TestApp;
let supplier: Person;
let seller: Person;

beforeAll(async () => {
  app = await testApp();
  supplier = await app.join('supply');
  seller = await app.join('sales');
});

const at = (id: number) => ({ params: { id } });

/** Sales of one unit each of a stock that has just enough, the oldest first. */
async function soldOut(count: number): Promise<{ shelf: Shelf; sales: number[] }> {
  const shelf = await makeShelf(app, supplier, count);
  const offer = await makeOffer(supplier, shelf);
  const account = await makeAccount(app, seller.businessId);
  const { stockId, warehouseId } = shelf;
  const sold = await makePublication(app, account, [
    { offerId: offer.id, stockId, supplierId: supplier.businessId, warehouseId, price: 2990 },
  ]);
  const sales: number[] = [];
  for (let n = 0; n < count; n++) {
    const order = await applyRemote(app, account, remoteOrder(sold));
    sales.push(order.id);
    await app.database.transact({ businessId: seller.businessId }, (tx) =>
      tx.db
        .updateTable('orders')
        .set({ account_id: null, remote_order_id: null, document: 'not_required', label_ready: true })
        .where('id', '=', order.id)
        .execute(),
    );
  }
  return { shelf, sales };
}

const count = (shelf: Shelf, quantity: number) => ({
  ...at(shelf.volumeId),
  body: { variationId: shelf.variationId, quantity, reason: 'contagem' },
});
const statusOf = async (id: number) => (await seller.call(api.orders.detail, at(id))).status;
const stockOf = (shelf: Shelf) => supplier.call(api.stock.detail, at(shelf.stockId));

it('a count below the reserved units sends the newest unpicked sales to approval and updates ads at once', async () => {
  const { shelf, sales } = await soldOut(4);
  const [first = 0, second = 0, third = 0, last = 0] = sales;
  await supplier.call(api.checkout.startPicking, at(last));
  await supplier.call(api.volumes.adjust, count(shelf, 2));
  expect(await stockOf(shelf)).toMatchObject({ onHand: 2, reserved: 2, sellable: 0, shortSales: 2 });
  // The sale in picking keeps its unit; of the others the newest lose theirs.
  expect(await Promise.all([first, second, third, last].map(statusOf))).toEqual([
    'pending',
    'waiting_approval',
    'waiting_approval',
    'picking',
  ]);
  const sale = await seller.call(api.orders.detail, at(third));
  expect(sale).toMatchObject({ approvalReason: 'stock-short', reserve: 'short' });
  expect(sale.events[0]).toMatchObject({ kind: 'counted-short', detail: { sku: shelf.sku } });
  expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
});

it('units that return after a count serve the oldest of these sales first, at its previous price', async () => {
  const { shelf, sales } = await soldOut(2);
  const [first = 0, second = 0] = sales;
  await supplier.call(api.volumes.adjust, count(shelf, 0));
  expect(await Promise.all([first, second].map(statusOf))).toEqual(['waiting_approval', 'waiting_approval']);
  await supplier.call(api.volumes.adjust, count(shelf, 1));
  await retryShort(jobOf(app), { stockId: shelf.stockId });
  expect(await Promise.all([first, second].map(statusOf))).toEqual(['pending', 'waiting_approval']);
  await packSale(supplier, first, shelf.sku, 1);
  expect(await stockOf(shelf)).toMatchObject({ onHand: 0, reserved: 0, packed: 1, shortSales: 1 });
  expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
});

it('simultaneous counts and cancels of the same sales keep the ledger correct and do not deadlock', async () => {
  for (let round = 0; round < 3; round++) {
    const { shelf, sales } = await soldOut(4);
    const acts = [
      supplier.call(api.volumes.adjust, count(shelf, 1)),
      supplier.call(api.volumes.adjust, count(shelf, 2)),
      ...sales.map((id) => seller.call(api.orders.cancel, { ...at(id), body: { reason: 'desistiu' } })),
      supplier.call(api.checkout.startPicking, at(sales[0] ?? 0)),
    ];
    await Promise.allSettled(acts);
    expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
  }
});

it('refuses to count away units that a pick holds', async () => {
  const { shelf, sales } = await soldOut(2);
  await supplier.call(api.checkout.startPicking, at(sales[0] ?? 0));
  expect((await supplier.refused(api.volumes.adjust, count(shelf, 0))).code).toBe('volume_pinned');
});
