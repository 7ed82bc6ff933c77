import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makeShelf, makeWarehouse } from '#server/inventory/test/factory.ts';
import { makeBenchSeller } from '#server/orders/test/factory.ts';
import { beginList, listScan } from '#server/orders/test/picking-factory.ts';
import { testApp } from '#server/test/app.ts';

const app = await testApp();
const supplier = await app.join('supply');
const seller = await app.join('sales');

test('lists, counts and put-backs follow the arranged walk', async () => {
  const place = await makeWarehouse(supplier);
  const { warehouseId, positionId, otherPositionId } = place;
  const first = await makeShelf(app, supplier, 5, Promise.resolve(place));
  const last = await makeShelf(
    app,
    supplier,
    5,
    Promise.resolve({ warehouseId, positionId: otherPositionId, otherPositionId: positionId }),
  );
  const sales = [];
  for (const shelf of [first, last])
    sales.push(await (await makeBenchSeller(app, { supplier, seller, shelf }))(1));
  const list = await beginList(supplier, sales);
  const stops = async () =>
    (await supplier.call(api.picking.detail, { params: { id: list.id } })).stops.map((stop) => stop.position);
  expect(await stops()).toEqual(['A01', 'A02']);
  await supplier.call(api.warehouses.arrange, {
    params: { id: warehouseId },
    body: { parentId: null, positionIds: [otherPositionId, positionId], serpentine: false },
  });
  expect(await stops()).toEqual(['A02', 'A01']);

  for (const { code, sku } of [first, last])
    await supplier.call(api.picking.beep, listScan(list.id, sku, code));
  await supplier.call(api.picking.cancel, { params: { id: list.id } });
  const { lines } = await supplier.call(api.returns.putBacks, {});
  expect(lines.map((line) => line.place?.position)).toEqual(['A02', 'A01']);

  for (const { volumeId } of [first, last]) await supplier.call(api.balances.start, { body: { volumeId } });
  const { items } = await supplier.call(api.balances.list, { query: { sort: 'walk' } });
  expect(items.map((item) => item.position)).toEqual(['A02', 'A01']);
});
