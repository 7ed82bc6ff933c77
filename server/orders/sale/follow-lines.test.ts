import { beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makeOffer, makeShelf, type Shelf } from '#server/inventory/test/factory.ts';
import type { SaleAccount } from '#server/orders/sync/sale-source.ts';
import {
  applyRemote,
  makeAccount,
  makePublication,
  remoteOrder,
  type Sold,
} from '#server/orders/test/factory.ts';
import { beginList, listScan } from '#server/orders/test/picking-factory.ts';
import type { MarketplaceLine, MarketplaceOrder } from '#server/outside/marketplaces/sale.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';
import { checkInvariants } from '#server/test/check-invariants.ts';

let app: TestApp;
let supplier: Person;
let seller: Person;
let account: SaleAccount;

beforeAll(async () => {
  app = await testApp();
  supplier = await app.join('supply');
  seller = await app.join('sales');
  account = await makeAccount(app, seller.businessId);
});

async function goods(
  quantity: number,
  place?: Pick<Shelf, 'warehouseId' | 'positionId' | 'otherPositionId'>,
) {
  const shelf = await makeShelf(app, supplier, quantity, place && Promise.resolve(place));
  const offer = await makeOffer(supplier, shelf, 2000);
  const { stockId, warehouseId } = shelf;
  const offered = { offerId: offer.id, stockId, warehouseId, supplierId: supplier.businessId, price: 2000 };
  return { shelf, sold: await makePublication(app, account, [{ ...offered, quantity: 1 }]) };
}

const lineOf = (sold: Sold, quantity: number, changes: Partial<MarketplaceLine> = {}): MarketplaceLine => ({
  ...{ lineId: null, itemId: sold.itemId, variationId: sold.variationId, title: 'Caneca', variation: 'Azul' },
  ...{ sku: sold.sku, quantity, unitPrice: 4000, saleFee: 100, ...changes },
});

let at = Date.parse('2026-11-21T14:00:00.000Z');
/** The same order with these lines, a minute later. */
const later = (order: MarketplaceOrder, ...lines: MarketplaceLine[]): MarketplaceOrder => {
  at += 60_000;
  return { ...order, lines, updatedAt: new Date(at) };
};

const stockOf = (id: number) =>
  app.database.transact({ businessId: supplier.businessId }, (tx) =>
    tx.db
      .selectFrom('stock')
      .select(['on_hand', 'reserved', 'packed'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  );
const linesOf = async (id: number) =>
  (await seller.call(api.orders.detail, { params: { id } })).lines.map(({ sku, quantity, parts }) => [
    sku,
    quantity,
    parts.reduce((sum, part) => sum + part.quantity, 0),
  ]);
const bench = (id: number) => supplier.call(api.checkout.detail, { params: { id } });
/** As for a marketplace that cannot be read here: the stored state counts. */
async function unasked<T>(id: number, act: () => Promise<T>): Promise<T> {
  const name = (remote: string | null) =>
    app.database.transact({ businessId: seller.businessId }, (tx) =>
      tx.db.updateTable('orders').set({ remote_order_id: remote }).where('id', '=', id).execute(),
    );
  const { remoteOrderId } = await seller.call(api.orders.detail, { params: { id } });
  await name(null);
  try {
    return await act();
  } finally {
    await name(remoteOrderId);
  }
}
const start = (id: number) => unasked(id, () => supplier.call(api.checkout.startPicking, { params: { id } }));
/** The parcel carries its label. */
const label = (id: number) =>
  app.database.transact({ businessId: seller.businessId }, (tx) =>
    tx.db.updateTable('orders').set({ label_printed_at: tx.now() }).where('id', '=', id).execute(),
  );
const confirm = async (id: number) => {
  await label(id);
  return unasked(id, () => supplier.call(api.checkout.confirmPacking, { params: { id } }));
};
let serial = 0;
const beep = (id: number, code: string) =>
  supplier.call(api.checkout.beep, { params: { id }, body: { code, clientId: `follow-lines-${++serial}` } });

describe('before picking the reservation follows the lines in the same transaction', () => {
  test.each([
    ['raised', 1, 3],
    ['lowered', 3, 1],
  ])('a quantity that is %s', async (_, before, after) => {
    const { shelf, sold } = await goods(10);
    const order = remoteOrder(sold, { lines: [lineOf(sold, before)] });
    const { id } = await applyRemote(app, account, order);
    expect(await stockOf(shelf.stockId)).toMatchObject({ reserved: before });
    const row = await applyRemote(app, account, later(order, lineOf(sold, after)));
    expect(row.status).toBe('pending');
    expect(await stockOf(shelf.stockId)).toMatchObject({ reserved: after });
    expect(await linesOf(id)).toEqual([[sold.sku, after, after]]);
    const { events } = await seller.call(api.orders.detail, { params: { id } });
    const reported = events.find(({ kind }) => kind === 'lines-changed');
    expect(reported?.detail.lines).toMatchObject([{ kind: 'quantity', before, after, variation: 'Azul' }]);
  });

  test('before picking the reservation follows added and removed lines, in any order and however often they are reported', async () => {
    const { shelf, sold } = await goods(10);
    const other = await goods(10, shelf);
    const order = remoteOrder(sold, { lines: [lineOf(sold, 1)] });
    const { id } = await applyRemote(app, account, order);
    const added = later(order, lineOf(sold, 1), lineOf(other.sold, 2));
    const removed = later(order, lineOf(other.sold, 2));
    await applyRemote(app, account, added);
    expect(await stockOf(other.shelf.stockId)).toMatchObject({ reserved: 2 });
    await applyRemote(app, account, removed);
    // The older report arrives late, and the newer one again.
    await applyRemote(app, account, added);
    await applyRemote(app, account, removed);
    expect(await linesOf(id)).toEqual([[other.sold.sku, 2, 2]]);
    expect(await stockOf(shelf.stockId)).toMatchObject({ reserved: 0 });
    expect(await stockOf(other.shelf.stockId)).toMatchObject({ reserved: 2 });
    const { events, items } = await seller.call(api.orders.detail, { params: { id } });
    expect(events.filter(({ kind }) => kind === 'lines-changed')).toHaveLength(2);
    expect(items).toBe('2 × Caneca (Azul)');
  });

  test('a numbered line whose variation changed takes the other product', async () => {
    const { shelf, sold } = await goods(10);
    const other = await goods(10, shelf);
    const order = remoteOrder(sold, { lines: [lineOf(sold, 1, { lineId: '11' })] });
    const { id } = await applyRemote(app, account, order);
    await applyRemote(
      app,
      account,
      later(order, lineOf(other.sold, 1, { lineId: '11', variation: 'Preta' })),
    );
    expect(await stockOf(shelf.stockId)).toMatchObject({ reserved: 0 });
    expect(await stockOf(other.shelf.stockId)).toMatchObject({ reserved: 1 });
    const { events } = await seller.call(api.orders.detail, { params: { id } });
    expect(events.find(({ kind }) => kind === 'lines-changed')?.detail.lines).toMatchObject([
      { kind: 'variation', was: 'Azul', variation: 'Preta' },
    ]);
  });

  test('a sale without remaining lines has nothing to send until a line returns', async () => {
    const { shelf, sold } = await goods(10);
    const order = remoteOrder(sold, { lines: [lineOf(sold, 2)] });
    const { id } = await applyRemote(app, account, order);
    for (const nothing of [later(order), later(order, lineOf(sold, 0))]) {
      expect((await applyRemote(app, account, nothing)).status).toBe('waiting_separation');
      expect(await stockOf(shelf.stockId)).toMatchObject({ reserved: 0 });
      const params = { params: { id } };
      expect((await supplier.refused(api.checkout.startPicking, params)).status).toBeGreaterThan(400);
    }
    expect((await applyRemote(app, account, later(order, lineOf(sold, 3)))).status).toBe('pending');
    expect(await stockOf(shelf.stockId)).toMatchObject({ reserved: 3 });
    expect(await linesOf(id)).toEqual([[sold.sku, 3, 3]]);
  });

  test('two lines exchange their products, several times', async () => {
    const one = await goods(10);
    const two = await goods(10, one.shelf);
    const as = (first: Sold, second: Sold) => [
      lineOf(first, 1, { lineId: '1' }),
      lineOf(second, 2, { lineId: '2' }),
    ];
    const order = remoteOrder(one.sold, { lines: as(one.sold, two.sold) });
    const { id } = await applyRemote(app, account, order);
    for (let n = 0; n < 2; n++) {
      await applyRemote(app, account, later(order, ...as(two.sold, one.sold)));
      await applyRemote(app, account, later(order, ...as(one.sold, two.sold)));
    }
    await applyRemote(app, account, later(order, ...as(two.sold, one.sold)));
    expect(await linesOf(id)).toEqual([
      [two.sold.sku, 1, 1],
      [one.sold.sku, 2, 2],
    ]);
    expect(await stockOf(one.shelf.stockId)).toMatchObject({ reserved: 2 });
    expect(await stockOf(two.shelf.stockId)).toMatchObject({ reserved: 1 });
  });

  test('a quantity above the stock waits for approval and reserves nothing', async () => {
    const { shelf, sold } = await goods(2);
    const order = remoteOrder(sold, { lines: [lineOf(sold, 1)] });
    await applyRemote(app, account, order);
    const row = await applyRemote(app, account, later(order, lineOf(sold, 3)));
    expect(row).toMatchObject({ status: 'waiting_approval', approval_reason: 'stock-short' });
    expect(await stockOf(shelf.stockId)).toMatchObject({ reserved: 0 });
  });

  test('a line of an unlinked ad leaves the sale unlinked and releases its stock', async () => {
    const { shelf, sold } = await goods(5);
    const order = remoteOrder(sold, { lines: [lineOf(sold, 1)] });
    await applyRemote(app, account, order);
    const unknown = lineOf({ ...sold, itemId: 'MLB999', variationId: '9', sku: 'UNKNOWN' }, 1);
    const row = await applyRemote(app, account, later(order, lineOf(sold, 1), unknown));
    expect(row).toMatchObject({ status: 'waiting_separation', linked: false, reserve: 'none' });
    expect(await stockOf(shelf.stockId)).toMatchObject({ reserved: 0 });
    const back = await applyRemote(app, account, later(order, lineOf(sold, 1)));
    expect(back).toMatchObject({ status: 'pending', linked: true });
    expect(await stockOf(shelf.stockId)).toMatchObject({ reserved: 1 });
  });
});

describe('during picking the bench stops', () => {
  async function picked(quantity: number) {
    const { shelf, sold } = await goods(10);
    const order = remoteOrder(sold, { lines: [lineOf(sold, quantity)] });
    const { id } = await applyRemote(app, account, order);
    await start(id);
    return { shelf, sold, order, id };
  }

  test('after a change during picking, the bench refuses scans and the confirmation until the change is acknowledged and the units are in their volume', async () => {
    const { shelf, sold, order, id } = await picked(3);
    await applyRemote(app, account, later(order, lineOf(sold, 1)));
    await expect(beep(id, shelf.sku)).rejects.toMatchObject({ problem: { code: 'order_changed' } });
    await expect(confirm(id)).rejects.toMatchObject({ problem: { code: 'order_changed' } });
    const { change } = await bench(id);
    expect(change?.lines).toMatchObject([{ kind: 'quantity', before: 3, after: 1 }]);
    expect(change?.putBack).toMatchObject([{ sku: shelf.sku, quantity: 2 }]);
    const acknowledge = (putBack: { variationId: number; volumeCode: string }[]) =>
      supplier.call(api.checkout.acknowledgeChange, { params: { id }, body: { putBack } });
    await expect(acknowledge([])).rejects.toMatchObject({ problem: { code: 'units_to_put_back' } });
    const variationId = change?.putBack[0]?.variation.id ?? 0;
    const foreign = (await goods(1, shelf)).shelf.code;
    await expect(acknowledge([{ variationId, volumeCode: foreign }])).rejects.toMatchObject({
      problem: { code: 'volume_unfit' },
    });
    const after = await acknowledge([{ variationId, volumeCode: shelf.code }]);
    expect(after).toMatchObject({ status: 'pending', change: null, unitCount: 1 });
    expect(await stockOf(shelf.stockId)).toMatchObject({ reserved: 1, on_hand: 10 });
    await start(id);
    await beep(id, shelf.sku);
    const packed = await confirm(id);
    expect(packed.status).toBe('waiting_collect');
    expect(await stockOf(shelf.stockId)).toMatchObject({ reserved: 0, on_hand: 9, packed: 1 });
  });

  test('a sale without remaining lines leaves the bench once it is acknowledged', async () => {
    const { shelf, order, id } = await picked(2);
    await beep(id, shelf.sku);
    await applyRemote(app, account, later(order));
    const { change } = await bench(id);
    const variationId = change?.putBack[0]?.variation.id ?? 0;
    const body = { putBack: [{ variationId, volumeCode: shelf.code }] };
    const after = await supplier.call(api.checkout.acknowledgeChange, { params: { id }, body });
    expect(after.status).toBe('waiting_separation');
    expect(await stockOf(shelf.stockId)).toEqual({ on_hand: 10, reserved: 0, packed: 0 });
  });

  test('a change that is reversed leaves nothing to acknowledge', async () => {
    const { shelf, sold, order, id } = await picked(1);
    await applyRemote(app, account, later(order, lineOf(sold, 2)));
    await applyRemote(app, account, later(order, lineOf(sold, 1)));
    expect((await bench(id)).change).toBeNull();
    await beep(id, shelf.sku);
  });
});

test('refuses to hand over a changed packed sale until it is packed again; a sent one shows the difference', async () => {
  const { shelf, sold } = await goods(10);
  const order = remoteOrder(sold, { lines: [lineOf(sold, 1)] });
  const { id } = await applyRemote(app, account, order);
  await start(id);
  await beep(id, shelf.sku);
  await confirm(id);
  const changed = later(order, lineOf(sold, 2));
  await applyRemote(app, account, changed);
  const byHand = supplier.call(api.checkout.collectByHand, {
    params: { id },
    body: { reason: 'sem etiqueta' },
  });
  await expect(byHand).rejects.toMatchObject({ problem: { code: 'order_changed' } });
  const list = await supplier.call(api.checkout.list, { query: { query: 'changed:yes' } });
  expect(list.items.map((row) => row.id)).toEqual([id]);
  await supplier.call(api.checkout.reset, { params: { id }, body: { reason: 'o pedido mudou' } });
  await supplier.call(api.checkout.acknowledgeChange, { params: { id }, body: { putBack: [] } });
  await start(id);
  await beep(id, shelf.sku);
  await beep(id, shelf.sku);
  await confirm(id);
  await supplier.call(api.checkout.collectByHand, { params: { id }, body: { reason: 'sem etiqueta' } });
  await applyRemote(app, account, later(order, lineOf(sold, 1)));
  const sale = await seller.call(api.orders.detail, { params: { id } });
  expect(sale).toMatchObject({ status: 'collected', changed: true });
  expect(sale.change?.lines).toMatchObject([{ kind: 'quantity', before: 2, after: 1 }]);
  expect(await linesOf(id)).toEqual([[sold.sku, 2, 2]]);
});

test('a changed parcel is counted at the bench and in its pile, and every packer may open it', async () => {
  const { shelf, sold } = await goods(10);
  const order = remoteOrder(sold, { lines: [lineOf(sold, 3)] });
  const { id } = await applyRemote(app, account, order);
  await start(id);
  for (let unit = 0; unit < 3; unit++) await beep(id, shelf.sku);
  await confirm(id);
  const toOpen = async () => {
    const { changed } = await supplier.call(api.checkout.counts, {});
    const { piles } = await supplier.call(api.checkout.piles, {});
    return [changed, piles.reduce((sum, pile) => sum + pile.changed, 0)];
  };
  const packer = await app.hire(supplier.businessId, ['packer']);
  const reopen = { params: { id }, body: { reason: 'o pedido mudou' } };
  const before = await toOpen();
  expect(await packer.refused(api.checkout.reset, reopen)).toMatchObject({ code: 'cannot_reset' });
  await applyRemote(app, account, later(order, lineOf(sold, 1)));
  expect(await toOpen()).toEqual(before.map((number) => number + 1));
  const refused = await supplier.refused(api.checkout.handOver, { body: { code: `VENDA-${id}` } });
  expect(refused).toMatchObject({ code: 'order_changed', facts: { sale: id } });
  const opened = await packer.call(api.checkout.reset, reopen);
  expect(opened).toMatchObject({ status: 'picking', pickingBy: { id: packer.userId } });
  expect(opened.change?.putBack).toMatchObject([{ sku: shelf.sku, quantity: 2 }]);
  expect(await toOpen()).toEqual(before);
});

test('none of this breaks an invariant of sales and stock', async () => {
  expect(await checkInvariants(app.databaseUrl)).toEqual([]);
});

test('a change during a picking list stops the walk until it is acknowledged, and its units are put back', async () => {
  const { shelf, sold } = await goods(10);
  const order = remoteOrder(sold, { lines: [lineOf(sold, 3)] });
  const { id } = await applyRemote(app, account, order);
  const kept = await applyRemote(app, account, remoteOrder(sold, { lines: [lineOf(sold, 1)] }));
  const list = await unasked(id, () => unasked(kept.id, () => beginList(supplier, [id, kept.id])));
  const params = { id: list.id };
  const take = () => supplier.call(api.picking.beep, listScan(list.id, shelf.sku, shelf.code));
  await take();
  await take();
  await applyRemote(app, account, later(order, lineOf(sold, 1)));
  const stopped = await supplier.call(api.picking.detail, { params });
  expect(stopped.sales.find((sale) => sale.id === id)).toMatchObject({ changed: true, picked: 2 });
  const [stop] = stopped.stops;
  const short = { volumeId: stop?.volume.id ?? 0, variationId: stop?.variation.id ?? 0, reason: 'quebrada' };
  const refusals = [
    await supplier.refused(api.picking.beep, listScan(list.id, shelf.sku, shelf.code)),
    await supplier.refused(api.picking.declareShort, { params, body: short }),
    await supplier.refused(api.picking.finish, { params }),
  ];
  expect(refusals.map(({ code }) => code)).toEqual(['order_changed', 'order_changed', 'order_changed']);
  expect(await checkInvariants(app.databaseUrl)).toEqual([]);

  const acknowledged = await supplier.call(api.checkout.acknowledgeChange, {
    params: { id },
    body: { putBack: [] },
  });
  expect(acknowledged).toMatchObject({ status: 'pending', change: null, unitCount: 1 });
  const walk = await supplier.call(api.picking.detail, { params });
  expect(walk.sales.filter((sale) => sale.leftReason === null).map((sale) => sale.id)).toEqual([kept.id]);
  expect(walk.putBack).toMatchObject([{ sku: shelf.sku, quantity: 2, place: { volume: shelf.code } }]);
  expect(await stockOf(shelf.stockId)).toMatchObject({ on_hand: 10, reserved: 2 });
  const back = { code: shelf.sku, volumeCode: shelf.code, quantity: 2 };
  expect((await supplier.call(api.picking.putBack, { params, body: back })).putBack).toEqual([]);
  await take();
  expect((await supplier.call(api.picking.finish, { params })).state).toBe('finished');
  expect(await checkInvariants(app.databaseUrl)).toEqual([]);
});
