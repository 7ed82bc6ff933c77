import { beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makeShelf, makeVolume, makeWarehouse } from '#server/inventory/test/factory.ts';
import { makeBenchSeller } from '#server/orders/test/factory.ts';
import { beginList, listScan } from '#server/orders/test/picking-factory.ts';
import { type Person, testApp } from '#server/test/app.ts';

const app = await testApp();
let supplier: Person;
let packer: Person;
let seller: Person;

beforeAll(async () => {
  supplier = await app.join('supply');
  packer = await app.hire(supplier.businessId, ['packer']);
  seller = await app.join('sales');
});

const at = (id: number) => ({ params: { id } });
const cancel = (id: number) => seller.call(api.orders.cancel, { ...at(id), body: { reason: 'desistiu' } });
const stopsOf = async (id: number) =>
  (await packer.call(api.picking.detail, at(id))).sales.filter((sale) => sale.stops).map((sale) => sale.id);

test('a sale canceled during the walk stops the walk until somebody acknowledges it', async () => {
  const shelf = await makeShelf(app, supplier, 9);
  const sell = await makeBenchSeller(app, { supplier, seller, shelf });
  const [gone, kept] = [await sell(2), await sell(1)];
  const list = await beginList(packer, [gone, kept]);
  await packer.call(api.picking.beep, listScan(list.id, shelf.sku, shelf.code));
  expect(await stopsOf(list.id)).toEqual([]);
  await cancel(gone);
  const stopped = await packer.call(api.picking.detail, at(list.id));
  expect(stopped.sales.find((sale) => sale.id === gone)).toMatchObject({
    stops: true,
    leftReason: 'canceled',
    picked: 1,
  });
  expect(stopped.putBack).toMatchObject([{ sku: shelf.sku, quantity: 1, place: { volume: shelf.code } }]);
  const understood = { ...at(list.id), body: { orderId: gone } };
  await packer.call(api.picking.acknowledge, understood);
  await packer.call(api.picking.acknowledge, understood);
  expect(await stopsOf(list.id)).toEqual([]);
  const other = { ...at(list.id), body: { orderId: kept } };
  expect((await packer.refused(api.picking.acknowledge, other)).code).toBe('not_found');
});

test('a sale canceled before the walk began stops nobody', async () => {
  const shelf = await makeShelf(app, supplier, 9);
  const sell = await makeBenchSeller(app, { supplier, seller, shelf });
  const [gone, kept] = [await sell(1), await sell(1)];
  const { id } = await packer.call(api.picking.create, { body: { ids: [gone, kept] } });
  await cancel(gone);
  await packer.call(api.picking.start, at(id));
  expect(await stopsOf(id)).toEqual([]);
});

test('after a shortage the walk continues from its place, and places behind it come last', async () => {
  const where = await makeWarehouse(supplier);
  const { items } = await supplier.call(api.inventoryLocations.create, {
    body: { warehouseId: where.warehouseId, prefix: 'W', initialIndex: 1, finalIndex: 4 },
  });
  const place = (index: number) => Promise.resolve({ ...where, positionId: items[index]?.id ?? 0 });
  const [missing, ahead] = [
    await makeShelf(app, supplier, 3, place(1)),
    await makeShelf(app, supplier, 3, place(3)),
  ];
  const sales = [missing, ahead].map(async (shelf) =>
    (await makeBenchSeller(app, { supplier, seller, shelf }))(1),
  );
  const list = await beginList(packer, await Promise.all(sales));
  expect(list.stops.map((stop) => stop.position)).toEqual(['W02', 'W04']);
  // Another volume contains the product, in a place that the picker has passed already.
  await makeVolume(supplier, { ...where, positionId: items[0]?.id ?? 0 }, [
    { variationId: missing.variationId, quantity: 3 },
  ]);
  const short = { volumeId: missing.volumeId, variationId: missing.variationId, reason: 'vazio' };
  const after = await packer.call(api.picking.declareShort, { ...at(list.id), body: short });
  expect(after.stops.map((stop) => stop.position)).toEqual(['W04', 'W01']);
});
