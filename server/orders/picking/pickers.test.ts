import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makeShelf, makeWarehouse } from '#server/inventory/test/factory.ts';
import { makeBenchSeller } from '#server/orders/test/factory.ts';
import { testApp } from '#server/test/app.ts';

const app = await testApp();

test('offers a list to pickers who reach its warehouse, and to nobody else', async () => {
  const supplier = await app.join('supply');
  const seller = await app.join('sales');
  const shelf = await makeShelf(app, supplier, 10);
  const sell = await makeBenchSeller(app, { supplier, seller, shelf });
  const stockist = await app.hire(supplier.businessId, ['stockist']);
  const packer = await app.hire(supplier.businessId, ['packer'], [shelf.warehouseId]);
  const far = await makeWarehouse(supplier);
  const outsider = await app.hire(supplier.businessId, ['packer'], [far.warehouseId]);
  await app.hire(supplier.businessId, ['distributor']);
  const { id } = await stockist.call(api.picking.create, { body: { ids: [await sell(1)] } });
  const { people } = await stockist.call(api.picking.people, { params: { id } });
  expect(people.map((person) => person.id).toSorted()).toEqual([supplier.userId, packer.userId].toSorted());
  const elsewhere = await app.hire(supplier.businessId, ['stockist'], [far.warehouseId]);
  expect((await elsewhere.refused(api.picking.people, { params: { id } })).code).toBe('not_found');
  const assign = (assigneeId: number) =>
    stockist.refused(api.picking.assign, { params: { id }, body: { assigneeId } });
  expect((await assign(outsider.userId)).errors).toMatchObject({ assigneeId: expect.anything() });
  expect((await assign(stockist.userId)).errors).toMatchObject({ assigneeId: expect.anything() });
});
