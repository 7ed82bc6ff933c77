import { expect, it } from 'vitest';
import { api } from '#contract/index.ts';
import { makeShelf, makeWarehouse } from '#server/inventory/test/factory.ts';
import { allOf } from '#server/test/all-of.ts';
import { testApp } from '#server/test/app.ts';
import { checkInvariants } from '#server/test/check-invariants.ts';

const app = await testApp();

it('a bulk change applies to volumes before launch, gives the reason for each refused one, and reaches no other warehouse', async () => {
  const owner = await app.join('supply');
  const shelf = await makeShelf(app, owner);
  const stockist = await app.hire(owner.businessId, ['stockist'], [shelf.warehouseId]);
  const away = await app.hire(owner.businessId, ['stockist'], [(await makeWarehouse(owner)).warehouseId]);
  const lines = [{ variationId: shelf.variationId, quantity: 1 }];
  const body = { warehouseId: shelf.warehouseId, reason: 'x', lines };
  const waiting = (await owner.call(api.volumes.create, { body })).id;
  const change = { name: 'Lote de março', tested: true };
  const query = `warehouse:${shelf.warehouseId}`;
  const listed = await stockist.call(api.volumes.list, { query: { query } });
  const everything = { body: { ...allOf(query, listed), change } };
  expect(await stockist.call(api.volumes.bulkUpdate, everything)).toEqual({
    done: [waiting],
    failed: [{ id: shelf.volumeId, code: 'state_conflict' }],
  });
  const after = await owner.call(api.volumes.detail, { params: { id: waiting } });
  expect(after).toMatchObject({ name: 'Lote de março', tested: true, version: 2 });
  const named = { body: { ids: [waiting], change } };
  expect(await away.call(api.volumes.bulkUpdate, named)).toEqual({
    done: [],
    failed: [{ id: waiting, code: 'not_found' }],
  });
  expect(await checkInvariants(app.databaseUrl)).toEqual([]);
});
