import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { api } from '#contract/index.ts';
import { databaseCode, type Tx } from '#server/db/transaction.ts';
import { Fault } from '#server/fault.ts';
import { testApp } from '#server/test/app.ts';
import { postEntries } from './ledger.ts';
import { release, reserve } from './reservations.ts';
import { makeOffer, makeShelf, makeWarehouse } from './test/factory.ts';
import { brokenInvariants, makeSale, packSale, pickSale, type Sale, unpackSale } from './test/shelf-model.ts';

const app = await testApp();
const supplier = await app.join('supply');
const sellers = [await app.join('sales'), await app.join('sales'), await app.join('sales')];
const sellerOf = (index: number) => sellers[index % sellers.length] ?? supplier;

async function makePart(quantity: number, place = makeWarehouse(supplier)) {
  const shelf = await makeShelf(app, supplier, quantity, place);
  const offer = await makeOffer(supplier, shelf);
  return { ...shelf, offerId: offer.id };
}
type Part = Awaited<ReturnType<typeof makePart>>;

const act = (sale: Sale, kind: 'soft' | 'firm') =>
  app.database.transact({ businessId: sale.sellerId }, async (tx) => {
    const { supplierId, orderId, demands } = sale;
    return (await reserve(tx, supplierId, [{ orderId, kind, demands }])).has(orderId);
  });
const shelfOf = (part: Part) => supplier.call(api.stock.detail, { params: { id: part.stockId } });

it('the last unit is reserved for exactly one of 60 simultaneous sales of three sellers, including kits', async () => {
  const place = makeWarehouse(supplier);
  const last = await makePart(1, place);
  const plenty = await makePart(100, place);
  const sales = await Promise.all(
    Array.from({ length: 60 }, (_, index) => {
      const kit = [
        { ...plenty, quantity: 2 },
        { ...last, quantity: 1 },
      ];
      return makeSale(
        app,
        sellerOf(index).businessId,
        supplier.businessId,
        index % 3 === 0 ? kit : [{ ...last, quantity: 1 }],
      );
    }),
  );
  const accepted = await Promise.all(sales.map((sale) => act(sale, 'firm')));
  expect(accepted.filter(Boolean)).toHaveLength(1);
  expect(await shelfOf(last)).toMatchObject({ onHand: 1, reserved: 1, sellable: 0 });
  const winner = accepted.indexOf(true);
  expect((await shelfOf(plenty)).reserved).toBe(winner % 3 === 0 ? 2 : 0);
  expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
});

it('sales that reserve the same parts in any order never deadlock', async () => {
  const place = makeWarehouse(supplier);
  const parts = [await makePart(200, place), await makePart(200, place), await makePart(200, place)];
  const sales = await Promise.all(
    Array.from({ length: 40 }, (_, index) => {
      const turned = [...parts.slice(index % 3), ...parts.slice(0, index % 3)];
      const ordered = index % 2 === 0 ? turned : turned.toReversed();
      return makeSale(
        app,
        sellerOf(index).businessId,
        supplier.businessId,
        ordered.map((part) => ({ ...part, quantity: 2 })),
      );
    }),
  );
  const accepted = await Promise.all(sales.map((sale) => act(sale, 'firm')));
  expect(accepted.every(Boolean)).toBe(true);
  for (const part of parts) expect((await shelfOf(part)).reserved).toBe(80);
  expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
});

it('a repeated reservation reserves once, and a firm one never becomes soft', async () => {
  const part = await makePart(5);
  const sale = await makeSale(app, sellerOf(0).businessId, supplier.businessId, [{ ...part, quantity: 3 }]);
  expect(await act(sale, 'soft')).toBe(true);
  expect(await shelfOf(part)).toMatchObject({ soft: 3, reserved: 0, sellable: 2 });
  await Promise.all(Array.from({ length: 8 }, () => act(sale, 'firm')));
  expect(await shelfOf(part)).toMatchObject({ soft: 0, reserved: 3, sellable: 2 });
  await act(sale, 'soft');
  expect(await shelfOf(part)).toMatchObject({ soft: 0, reserved: 3 });
  const free = () =>
    app.database.transact({ businessId: sale.sellerId }, (tx) =>
      release(tx, supplier.businessId, sale.orderId),
    );
  await Promise.all([free(), free(), free()]);
  expect(await shelfOf(part)).toMatchObject({ soft: 0, reserved: 0, sellable: 5 });
});

it('ledger entries that make a bucket negative or reserve more than is on hand are refused', async () => {
  const part = await makePart(2);
  const sale = await makeSale(app, sellerOf(0).businessId, supplier.businessId, [{ ...part, quantity: 2 }]);
  await act(sale, 'firm');
  const post = (entry: object) =>
    app.database
      .transact({ businessId: supplier.businessId }, (tx) =>
        postEntries(tx, null, [
          {
            stockId: part.stockId,
            kind: 'move',
            source: 'test',
            sourceId: JSON.stringify(entry),
            volumeId: part.volumeId,
            ...entry,
          },
        ]),
      )
      .catch((error: unknown) => (error instanceof Fault ? error.code : error));
  for (const entry of [
    { onHand: -1 },
    { reserved: 1 },
    { reserved: -3 },
    { soft: -1 },
    { packed: -1 },
    { hold: -1 },
  ])
    expect(await post(entry)).toBe('insufficient_stock');
  expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
});

it('reversing a packing attempt returns the units to the current position and state of their volume', async () => {
  for (const meanwhile of ['moved', 'blocked'] as const) {
    const part = await makePart(3);
    const sale = await makeSale(app, sellerOf(0).businessId, supplier.businessId, [{ ...part, quantity: 2 }]);
    await act(sale, 'firm');
    const state = { picked: false, packed: false, attempt: 0 };
    const inSale = (work: (tx: Tx) => Promise<void>) =>
      app.database.transact({ businessId: sale.sellerId }, work);
    await inSale((tx) => pickSale(tx, sale, state, part.warehouseId));
    const pinned = await supplier.refused(api.volumes.moveProducts, {
      params: { id: part.volumeId },
      body: { lines: [{ lineId: part.lineId, quantity: 2 }], create: { positionId: part.positionId } },
    });
    expect(pinned.code).toBe('volume_pinned');
    await inSale((tx) => packSale(tx, supplier.userId, sale, state));
    expect(await shelfOf(part)).toMatchObject({ onHand: 1, reserved: 0, packed: 2 });
    const params = { id: part.volumeId };
    if (meanwhile === 'moved')
      await supplier.call(api.volumes.move, { params, body: { positionId: part.otherPositionId } });
    else await supplier.call(api.volumes.block, { params, body: { reason: 'x' } });
    await inSale((tx) => unpackSale(tx, supplier.userId, sale, state));
    expect(await shelfOf(part)).toMatchObject({ onHand: 3, reserved: 2, packed: 0 });
    expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
  }
});

it('a seller changes a supplier’s stock only by reservations', async () => {
  const part = await makePart(3);
  const seller = sellerOf(1);
  const asSeller = (statement: string) =>
    app.database
      .transact({ businessId: seller.businessId }, async (tx) => {
        const done = await sql.raw(statement).execute(tx.db);
        return Number(done.numAffectedRows ?? 0);
      })
      .catch((error: unknown) => databaseCode(error));
  const row = `id = ${part.stockId}`;
  expect(await asSeller(`update stock set on_hand = 99 where ${row}`)).toBe(0);
  expect(await asSeller(`update dropship_items set price_centavos = 1 where id = ${part.offerId}`)).toBe(0);
  expect(await asSeller(`update volume_lines set quantity = 99 where volume_id = ${part.volumeId}`)).toBe(0);
  expect(
    await asSeller(
      `insert into ledger_entries (business_id, stock_id, kind, source, source_id, at) values (${supplier.businessId}, ${part.stockId}, 'hold', 'x', 'x', now())`,
    ),
  ).toBe('42501');
  expect(await asSeller(`delete from dropship_items where id = ${part.offerId}`)).toBe(0);
  for (const entity of [api.stock.detail, api.stock.entries, api.volumes.detail, api.warehouses.detail])
    expect((await seller.refused(entity, { params: { id: part.stockId } })).status).toBe(404);
});
