import pg from 'pg';
import { api } from '#contract/index.ts';
import { restInvariants } from '#server/advertisements/invariants.ts';
import { makeTrade, pdf, photo } from '#server/dropshipping/test/factory.ts';
import { makeOffer, makeShelf, makeWarehouse } from '#server/inventory/test/factory.ts';
import {
  applyRemote,
  makeAccount,
  makeBenchSale,
  makePublication,
  remoteOrder,
} from '#server/orders/test/factory.ts';
import { beginList, listScan } from '#server/orders/test/picking-factory.ts';
import { makeImages } from '#server/products/test/factory.ts';
import { orderGoods } from '#server/supply/test/factory.ts';
import type { Person, TestApp } from '#server/test/app.ts';

/** One of every record that a query can find corrupted, created by the product's own rules; ids by name. */
export async function setStage(app: TestApp): Promise<Record<string, number>> {
  await settleEarlier(app);
  const trade = await makeTrade(app);
  const { supplier, seller } = trade;
  const invoice = await trade.closedInvoice();
  await trade.pay(invoice.id);
  const [packed] = await app.rows(
    supplier.businessId,
    'select o.id, p.stock_id from orders o join order_parts p on p.order_id = o.id',
  );
  await makeImages(seller);
  const category = await supplier.call(api.categories.create, { body: { description: 'Casa' }, key: 'casa' });
  const child = await supplier.call(api.categories.create, {
    body: { description: 'Cozinha', father: category.id },
  });
  const floor = await makeFloor(app, supplier);
  const sales = await makeSales(app, supplier, seller, floor.shelf);
  const stranger = await app.join('sales');
  const foreign = await makeSales(app, supplier, stranger, await makeShelf(app, supplier, 20));
  const bought = [{ variationId: floor.shelf.variationId, quantity: 5 }];
  const request = await orderGoods(supplier, floor.warehouseId, bought);
  const walked = await makeWalk(app, supplier, seller);
  await acknowledgeAll(app);
  return {
    ...walked,
    seller: seller.businessId,
    packed: Number(packed?.id),
    packedStock: Number(packed?.stock_id),
    category: category.id,
    childCategory: child.id,
    ...floor.ids,
    request: request.id,
    ...sales,
    foreignVariation: foreign.variation,
  };
}

/** Days before: a disputed and credited line, a manual credit that stays in the balance, and a sale. */
async function settleEarlier(app: TestApp): Promise<void> {
  const now = app.clock.now().toISOString();
  app.clock.set('2026-11-17T15:00:00.000Z');
  const trade = await makeTrade(app);
  const { seller, supplier } = trade;
  await trade.packOne();
  app.clock.set('2026-11-18T15:00:00.000Z');
  await trade.closeDay();
  const { id } = await trade.latest();
  const [line] = (await seller.call(api.dropinvoices.items, { params: { id } })).items;
  const body = { itemId: line?.id ?? 0, quantity: 2, reason: 'Veio outra cor' };
  const { disputes } = await seller.call(api.disputes.open, { body, files: [await photo()] });
  await supplier.call(api.disputes.accept, { params: { id: disputes[0]?.id ?? 0 } });
  const credit = { sellerId: seller.businessId, amountCentavos: 1000, reason: 'Atraso' };
  const { id: pair } = await supplier.call(api.pairBalances.credit, { body: credit });
  const payout = { amountCentavos: 400, paidOn: '2026-11-18', note: '' };
  await supplier.call(api.pairBalances.payOut, { params: { id: pair }, body: payout, files: [pdf()] });
  app.clock.set('2026-11-19T15:00:00.000Z');
  await trade.closeDay();
  await trade.packOne();
  app.clock.set(now);
}

/** A stock level whose volume was moved within its warehouse. */
async function makeFloor(app: TestApp, supplier: Person) {
  const place = await makeWarehouse(supplier);
  const shelf = await makeShelf(app, supplier, 20, Promise.resolve(place));
  await supplier.call(api.volumes.move, {
    params: { id: shelf.volumeId },
    body: { positionId: place.otherPositionId },
  });
  await supplier.call(api.volumes.adjust, {
    params: { id: shelf.volumeId },
    body: { variationId: shelf.variationId, quantity: 21, reason: 'contagem' },
  });
  const counted = await makeShelf(app, supplier, 20, Promise.resolve(place));
  const { started } = await supplier.call(api.balances.start, { body: { volumeId: counted.volumeId } });
  await supplier.call(api.balances.count, {
    params: { id: started[0]?.id ?? 0 },
    body: { lines: [{ variationId: counted.variationId, quantity: 19 }] },
  });
  const ids = {
    counted: counted.volumeId,
    stock: shelf.stockId,
    volume: shelf.volumeId,
    line: shelf.lineId,
    position: place.positionId,
    otherPosition: place.otherPositionId,
  };
  return { shelf, ids, warehouseId: place.warehouseId };
}

/** A picking list with one of its two units fetched. */
async function makeWalk(app: TestApp, supplier: Person, seller: Person) {
  const shelf = await makeShelf(app, supplier, 20);
  const listed = await makeBenchSale(app, { supplier, seller, shelf }, 2);
  const { id: list } = await beginList(supplier, [listed]);
  await supplier.call(api.picking.beep, listScan(list, shelf.sku, shelf.code));
  return { listed, list };
}

/** Sales of one stock level in the relevant states: ready, canceled, unpaid, short, and a kit. */
async function makeSales(
  app: TestApp,
  supplier: Person,
  seller: Person,
  shelf: Awaited<ReturnType<typeof makeShelf>>,
) {
  const account = await makeAccount(app, seller.businessId);
  const lid = await makeShelf(app, supplier, 20, Promise.resolve(shelf));
  const part = async (row: typeof shelf) => ({
    offerId: (await makeOffer(supplier, row, 1000)).id,
    stockId: row.stockId,
    warehouseId: row.warehouseId,
    supplierId: supplier.businessId,
    price: 1000,
  });
  const [cup, top] = [await part(shelf), await part(lid)];
  const single = await makePublication(app, account, [cup]);
  const kit = await makePublication(app, account, [cup, top]);
  const buy = (sold: typeof single, changes = {}) => applyRemote(app, account, remoteOrder(sold, changes));
  const canceled = await buy(single);
  await seller.call(api.orders.cancel, { params: { id: canceled.id }, body: { reason: 'desistiu' } });
  await app.database.transact({ businessId: seller.businessId }, (tx) =>
    tx.db.updateTable('orders').set({ remote_cancel: 'done' }).where('id', '=', canceled.id).execute(),
  );
  const ids = {
    canceled: canceled.id,
    pending: (await buy(single)).id,
    kit: (await buy(kit)).id,
    unpaid: (await buy(single, { phase: 'unpaid', paidAt: null })).id,
    short: (await buy(single, { quantity: 1000 })).id,
  };
  const [variation] = await app.rows(
    seller.businessId,
    `select publication_variation_id as id from order_lines where order_id = ${ids.pending}`,
  );
  return { ...ids, variation: Number(variation?.id) };
}

/** As if the marketplace had accepted every quantity, like the queue would do. */
async function acknowledgeAll(app: TestApp): Promise<void> {
  const owner = await openOwner(app.databaseUrl);
  await owner.query('delete from pgboss.job');
  for (const { sql } of restInvariants)
    await owner.query(
      `update publication_variations v set synced_quantity = q.quantity from (${sql}) q where q.id = v.id`,
    );
  await owner.end();
}

/** The tables' owner in a test's own database, past their policies. */
export async function openOwner(url: string): Promise<pg.Client> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  await owner.query(`do $$ declare target regclass; begin
    for target in select c.oid::regclass from pg_class c where c.relrowsecurity and c.relforcerowsecurity loop
      execute format('alter table %s no force row level security', target);
    end loop; end $$`);
  return owner;
}
