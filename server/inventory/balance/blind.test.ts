import { expect, it } from 'vitest';
import { api } from '#contract/index.ts';
import { makeOffer, makeShelf, makeVolume } from '#server/inventory/test/factory.ts';
import { brokenInvariants } from '#server/inventory/test/shelf-model.ts';
import { makeBenchSale } from '#server/orders/test/factory.ts';
import { beginList } from '#server/orders/test/picking-factory.ts';
import { type Person, testApp } from '#server/test/app.ts';

const app = await testApp();
const owner = await app.join('supply');
const stockist = await app.hire(owner.businessId, ['stockist']);
const packer = await app.hire(owner.businessId, ['packer']);
const seller = await app.join('sales');
const at = (id: number) => ({ params: { id } });

it('who counts blind reads no quantity of the volume in its history, its label or the stock', async () => {
  const shelf = await makeShelf(app, owner, 7);
  const beside = await makeVolume(owner, shelf, [{ variationId: shelf.variationId, quantity: 5 }]);
  await stockist.call(api.balances.start, { body: { volumeId: shelf.volumeId } });
  for (const counter of [stockist, packer]) {
    const { items } = await counter.call(api.volumes.events, at(shelf.volumeId));
    expect(items.map(({ detail }) => detail.units ?? null)).toEqual([null, null, null, null]);
    const label = await counter.call(api.volumesTags.detail, at(shelf.volumeId));
    expect(label).toMatchObject({ units: null, lines: [{ sku: shelf.sku, quantity: null }] });
    const zpl = (await counter.download(api.volumesTags.zpl, at(shelf.volumeId))).bytes.toString();
    expect(zpl).toContain(shelf.sku);
    expect(zpl).not.toContain('7 x');
    const why = await counter.call(api.stock.detail, at(shelf.stockId));
    expect(why).toMatchObject({ onHand: null, hold: null, sellable: null, reserved: 0 });
    expect(why.volumes.map(({ id, quantity }) => [id, quantity])).toEqual([
      [shelf.volumeId, null],
      [beside.id, 5],
    ]);
    const row = await counter.call(api.stock.list, { query: { query: `variation:${shelf.variationId}` } });
    expect(row.items[0]).toMatchObject({ onHand: null, sellable: null });
    const entries = (await counter.call(api.stock.entries, at(shelf.stockId))).items;
    expect(entries.map(({ onHand }) => onHand)).toEqual([5, null]);
  }
  const told = await owner.call(api.stock.detail, at(shelf.stockId));
  expect(told).toMatchObject({ onHand: 12, hold: 0, sellable: 12 });
  expect(await owner.call(api.volumesTags.detail, at(shelf.volumeId))).toMatchObject({ units: 7 });
  const { items } = await stockist.call(api.balances.list, { query: { query: `place:${shelf.code}` } });
  const lines = [{ variationId: shelf.variationId, quantity: 7 }];
  await stockist.call(api.balances.count, { ...at(items[0]?.id ?? 0), body: { lines } });
  expect(await stockist.call(api.stock.detail, at(shelf.stockId))).toMatchObject({ onHand: 12 });
});

it('nor in lots, in what expires, or in offers, by value, filter or order', async () => {
  const shelf = await makeShelf(app, owner, 9);
  const offer = await makeOffer(owner, shelf);
  const dated = { code: 'L-9', expiresOn: '2026-12-01' };
  const line = { variationId: shelf.variationId, quantity: 5, lot: dated };
  await makeVolume(owner, shelf, [line]);
  const [held] = (await owner.call(api.batches.list)).items;
  const lot = async (reader: Person) => reader.call(api.batches.detail, at(held?.id ?? 0));
  const due = async (reader: Person) =>
    (await reader.call(api.batches.expiring)).windows.map(({ units }) => units);
  const told = { units: 5, held: 0, volumes: 1 };
  expect([await lot(stockist), await due(stockist)]).toMatchObject([told, [0, 5, 5, 5]]);
  const { items: volumes } = await owner.call(api.volumes.list, { query: { query: `batch:${held?.id}` } });
  await stockist.call(api.balances.start, { body: { volumeId: volumes[0]?.id ?? 0 } });
  for (const counter of [stockist, packer]) {
    expect(await lot(counter)).toMatchObject({ units: null, held: null, volumes: 1 });
    expect((await counter.call(api.batches.list)).items[0]).toMatchObject({ units: null, held: null });
    expect(await due(counter)).toEqual([0, null, null, null]);
  }
  expect([await lot(owner), await due(owner)]).toMatchObject([told, [0, 5, 5, 5]]);
  expect(await stockist.call(api.dropshipItems.detail, at(offer.id))).toMatchObject({
    sellable: null,
    available: null,
  });
  const { items } = await stockist.call(api.dropshipItems.list);
  expect(items[0]).toMatchObject({ id: offer.id, sellable: null, available: null, quantityCap: 1000 });
  const searched = await owner.call(api.dropshipItems.list, { query: { query: shelf.sku } });
  expect(searched.items[0]).toMatchObject({ sellable: 14, available: 14 });
  for (const query of [{ query: 'available:>3' }, { sort: 'available' }]) {
    expect((await stockist.refused(api.dropshipItems.list, { query })).status).toBe(422);
    expect((await owner.call(api.dropshipItems.list, { query })).items[0]).toMatchObject({ available: 14 });
  }
});

it('nor in sums of warehouses, in products, in what is to be bought, by value, filter or order', async () => {
  const shelf = await makeShelf(app, owner, 9);
  const product = at(shelf.productId);
  const units = async (reader: Person) => [
    (await reader.call(api.warehouses.detail, at(shelf.warehouseId))).units,
    (await reader.call(api.products.detail, product)).variations[0]?.available,
    (await reader.call(api.productsVariations.list, { query: { query: `product:${shelf.productId}` } }))
      .items[0]?.available,
    (await reader.call(api.products.list, { query: { query: `id:${shelf.productId}` } })).items[0]?.available,
    (await reader.call(api.warehouses.list, {})).items.find(({ id }) => id === shelf.warehouseId)?.units,
  ];
  expect(await units(stockist)).toEqual([9, 9, 9, 9, 9]);
  await stockist.call(api.balances.start, { body: { volumeId: shelf.volumeId } });
  for (const counter of [stockist, packer]) {
    expect(await units(counter)).toEqual([null, null, null, null, null]);
    for (const [list, field] of [
      [api.products.list, 'available'],
      [api.productsVariations.list, 'available'],
      [api.stock.list, 'sellable'],
    ] as const) {
      expect((await counter.refused(list, { query: { query: `${field}:>3` } })).status).toBe(422);
      expect((await counter.refused(list, { query: { sort: field } })).status).toBe(422);
    }
    expect((await counter.refused(api.stock.list, { query: { sort: 'on-hand' } })).status).toBe(422);
  }
  expect(await units(owner)).toEqual([9, 9, 9, 9, 9]);
  const { items } = await owner.call(api.stock.list, { query: { query: 'sellable:9', sort: 'on-hand' } });
  expect(items.map(({ id }) => id)).toContain(shelf.stockId);
});

it('a product that is missing in a volume of a routine count makes the count a suspect one', async () => {
  const shelf = await makeShelf(app, owner, 4);
  const sale = await makeBenchSale(app, { supplier: owner, seller, shelf }, 1);
  const list = await beginList(packer, [sale]);
  await makeVolume(owner, shelf, [{ variationId: shelf.variationId, quantity: 1 }]);
  await stockist.call(api.balances.start, { body: { volumeId: shelf.volumeId } });
  const short = { volumeId: shelf.volumeId, variationId: shelf.variationId, reason: 'caixa vazia' };
  await packer.call(api.picking.declareShort, { ...at(list.id), body: short });
  const { items } = await stockist.call(api.balances.list, { query: { query: `place:${shelf.code}` } });
  expect(items[0]).toMatchObject({ kind: 'suspect', state: 'open' });
  expect(await owner.call(api.stock.detail, at(shelf.stockId))).toMatchObject({ onHand: 5, hold: 4 });
  expect((await owner.refused(api.balances.cancel, at(items[0]?.id ?? 0))).code).toBe('balance_suspect');
  const twice = await packer.refused(api.picking.declareShort, { ...at(list.id), body: short });
  expect(twice.code).toBe('product_not_wanted');
  expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
  const lines = [{ variationId: shelf.variationId, quantity: 4 }];
  await stockist.call(api.balances.count, { ...at(items[0]?.id ?? 0), body: { lines } });
  expect(await owner.call(api.stock.detail, at(shelf.stockId))).toMatchObject({ onHand: 5, hold: 0 });
  expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
});
