import { expect, it } from 'vitest';
import { api } from '#contract/index.ts';
import { makeShelf, makeWarehouse } from '#server/inventory/test/factory.ts';
import { testApp } from '#server/test/app.ts';

const app = await testApp();
const owner = await app.join('supply');

it('stores a warehouse with its address and refuses a second one with the same name', async () => {
  const made = await owner.call(api.warehouses.create, {
    body: { name: 'Galpão Barra Funda', zip: '01140-030', state: 'sp', city: 'São Paulo', street: 'Rua X' },
  });
  expect(made).toMatchObject({ zip: '01140030', state: 'SP', version: 1, units: 0 });
  const twice = await owner.refused(api.warehouses.create, { body: { name: 'Galpão Barra Funda' } });
  expect(twice).toMatchObject({ code: 'invalid', errors: { name: [{ code: 'duplicate' }] } });
  const found = await owner.call(api.warehouses.list, { query: { query: 'galpao state:SP' } });
  expect(found.items.map((item) => item.id)).toEqual([made.id]);
});

it('refuses an edit of an older version', async () => {
  const made = await owner.call(api.warehouses.create, { body: { name: 'Versions' } });
  const changed = await owner.call(api.warehouses.update, {
    params: { id: made.id },
    version: 1,
    body: { notes: 'Doca 3' },
  });
  expect(changed).toMatchObject({ notes: 'Doca 3', version: 2 });
  const late = await owner.refused(api.warehouses.update, {
    params: { id: made.id },
    version: 1,
    body: { notes: 'Doca 4' },
  });
  expect(late).toMatchObject({ status: 412, facts: { version: 2 } });
});

it('removes an unused warehouse and refuses to remove one in use', async () => {
  const empty = await owner.call(api.warehouses.create, { body: { name: 'Empty' } });
  await owner.call(api.warehouses.remove, { params: { id: empty.id } });
  const shelf = await makeShelf(app, owner);
  const refused = await owner.refused(api.warehouses.remove, { params: { id: shelf.warehouseId } });
  expect(refused.code).toBe('warehouse_in_use');
});

it('shows floor roles their own warehouses only', async () => {
  const here = await makeShelf(app, owner);
  const there = await makeShelf(app, owner);
  const stockist = await app.hire(owner.businessId, ['stockist'], [here.warehouseId]);
  const seen = await stockist.call(api.warehouses.list);
  expect(seen.items.map((item) => item.id)).toEqual([here.warehouseId]);
  for (const refused of [
    await stockist.refused(api.warehouses.detail, { params: { id: there.warehouseId } }),
    await stockist.refused(api.volumes.detail, { params: { id: there.volumeId } }),
    await stockist.refused(api.volumes.move, {
      params: { id: there.volumeId },
      body: { positionId: there.positionId },
    }),
    await stockist.refused(api.volumes.move, {
      params: { id: here.volumeId },
      body: { positionId: there.positionId },
    }),
    await stockist.refused(api.stock.detail, { params: { id: there.stockId } }),
    await stockist.refused(api.inventoryLocations.detail, { params: { id: there.positionId } }),
  ])
    expect(refused).toMatchObject({ status: 404, code: 'not_found' });
  const wrongPlace = await stockist.refused(api.inventoryLocations.create, {
    body: { warehouseId: there.warehouseId, prefix: 'Z', initialIndex: 1, finalIndex: 1 },
  });
  expect(wrongPlace.code).toBe('invalid');
  const register = (warehouseId: number) => ({
    body: { warehouseId, reason: 'Chegou', lines: [{ variationId: here.variationId, quantity: 1 }] },
  });
  const mine = { body: { warehouseId: here.warehouseId, prefix: 'Z', initialIndex: 1, finalIndex: 1 } };
  await stockist.call(api.inventoryLocations.create, mine);
  const moved = { params: { id: here.volumeId }, body: { positionId: here.otherPositionId } };
  expect((await stockist.call(api.volumes.move, moved)).position?.id).toBe(here.otherPositionId);
  expect((await stockist.call(api.volumes.create, register(here.warehouseId))).state).toBe('registered');
  expect(await stockist.refused(api.volumes.create, register(there.warehouseId))).toMatchObject({
    code: 'invalid',
    errors: { warehouseId: [{ code: 'not_found' }] },
  });
  expect((await stockist.call(api.stock.list)).items.map((item) => item.id)).toEqual([here.stockId]);
});

it('answers a foreign id as it answers a random one', async () => {
  const place = await makeWarehouse(owner);
  const stranger = await app.join('supply');
  const foreign = await stranger.refused(api.warehouses.detail, { params: { id: place.warehouseId } });
  const random = await stranger.refused(api.warehouses.detail, { params: { id: 999_999 } });
  const same = ({ requestId: _, ...rest }: typeof foreign) => JSON.stringify(rest);
  expect(same(foreign)).toBe(same(random));
});
