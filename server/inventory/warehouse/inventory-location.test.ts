import { expect, it } from 'vitest';
import { api } from '#contract/index.ts';
import { makeShelf, makeWarehouse } from '#server/inventory/test/factory.ts';
import { allOf } from '#server/test/all-of.ts';
import { testApp } from '#server/test/app.ts';

const app = await testApp();
const owner = await app.join('supply');

async function makeRange(warehouseId: number, prefix: string, finalIndex: number, parentId?: number) {
  const { items } = await owner.call(api.inventoryLocations.create, {
    body: { warehouseId, prefix, initialIndex: 1, finalIndex, parentId: parentId ?? null },
  });
  return items;
}

it('creates a range of positions inside a position, with codes padded to one width', async () => {
  const { warehouseId } = await makeWarehouse(owner);
  const [street] = await makeRange(warehouseId, 'R', 1);
  const shelves = await makeRange(warehouseId, 'p', 100, street?.id);
  expect(shelves).toHaveLength(100);
  expect(shelves[0]).toMatchObject({ code: 'R01-P001', prefix: 'P', index: 1, parent: { name: 'R01' } });
  const again = await owner.refused(api.inventoryLocations.create, {
    body: { warehouseId, prefix: 'P', initialIndex: 100, finalIndex: 101, parentId: street?.id },
  });
  expect(again.errors).toMatchObject({ prefix: [{ code: 'duplicate' }] });
  const children = await owner.call(api.inventoryLocations.children, {
    params: { id: street?.id ?? 0 },
    query: { size: '5' },
  });
  expect(children).toMatchObject({ total: 100, items: [{ code: 'R01-P001' }, {}, {}, {}, {}] });
});

it('duplicates a position with everything inside it, and refuses to do so twice', async () => {
  const { warehouseId } = await makeWarehouse(owner);
  const [street] = await makeRange(warehouseId, 'R', 1);
  const [shelf] = await makeRange(warehouseId, 'P', 2, street?.id);
  await makeRange(warehouseId, 'N', 3, shelf?.id);
  const copy = await owner.call(api.inventoryLocations.duplicate, {
    params: { id: street?.id ?? 0 },
    body: { prefix: 'S' },
  });
  expect(copy).toMatchObject({ code: 'S01', children: 2 });
  const inside = await owner.call(api.inventoryLocations.list, {
    query: { query: `warehouse:${warehouseId} S01`, size: '50' },
  });
  expect(inside.items.map((item) => item.code)).toEqual([
    'S01',
    'S01-P01',
    'S01-P01-N01',
    'S01-P01-N02',
    'S01-P01-N03',
    'S01-P02',
  ]);
  const twice = await owner.refused(api.inventoryLocations.duplicate, {
    params: { id: street?.id ?? 0 },
    body: { prefix: 'S' },
  });
  expect(twice.errors).toMatchObject({ prefix: [{ code: 'duplicate' }] });
});

it('renames a position with the codes inside it, and sets turnover', async () => {
  const { warehouseId } = await makeWarehouse(owner);
  const [street] = await makeRange(warehouseId, 'R', 1);
  const [shelf] = await makeRange(warehouseId, 'P', 1, street?.id);
  const renamed = await owner.call(api.inventoryLocations.update, {
    params: { id: street?.id ?? 0 },
    version: 1,
    body: { prefix: 'RUA', turnover: true },
  });
  expect(renamed).toMatchObject({ code: 'RUA01', turnover: true, version: 2 });
  const inner = await owner.call(api.inventoryLocations.detail, { params: { id: shelf?.id ?? 0 } });
  expect(inner.code).toBe('RUA01-P01');
});

it('removes an unused position and refuses one that contains a volume or a position', async () => {
  const shelf = await makeShelf(app, owner);
  const held = await owner.refused(api.inventoryLocations.remove, { params: { id: shelf.positionId } });
  expect(held.code).toBe('position_in_use');
  await owner.call(api.inventoryLocations.remove, { params: { id: shelf.otherPositionId } });
  const [street] = await makeRange(shelf.warehouseId, 'R', 1);
  await makeRange(shelf.warehouseId, 'P', 1, street?.id);
  const parent = await owner.refused(api.inventoryLocations.remove, { params: { id: street?.id ?? 0 } });
  expect(parent.code).toBe('position_in_use');
});

it('refuses a parent of another warehouse, too large a range and invalid prefixes', async () => {
  const here = await makeWarehouse(owner);
  const there = await makeWarehouse(owner);
  const make = (body: object) =>
    owner.refused(api.inventoryLocations.create, {
      body: { warehouseId: here.warehouseId, prefix: 'X', initialIndex: 1, finalIndex: 1, ...body },
    });
  expect((await make({ parentId: there.positionId })).errors).toHaveProperty('parentId');
  expect((await make({ finalIndex: 501 })).errors).toHaveProperty('finalIndex');
  expect((await make({ finalIndex: 0 })).errors).toHaveProperty('finalIndex');
  expect((await make({ prefix: "'; drop" })).errors).toHaveProperty('prefix');
});

it('sets the turnover flag of many positions, of the caller’s business only', async () => {
  const { warehouseId } = await makeWarehouse(owner);
  const places = await makeRange(warehouseId, 'G', 3);
  const ids = places.map(({ id }) => id);
  const change = { turnover: true };
  const named = await owner.call(api.inventoryLocations.bulkUpdate, {
    body: { ids: ids.slice(0, 2), change },
  });
  expect(named).toEqual({ done: ids.slice(0, 2), failed: [] });
  const query = `warehouse:${warehouseId} turnover:no prefix:G`;
  const found = await owner.call(api.inventoryLocations.bulkUpdate, {
    body: { ...allOf(query, await owner.call(api.inventoryLocations.list, { query: { query } })), change },
  });
  expect(found).toEqual({ done: [ids[2]], failed: [] });
  const stranger = await (await app.join('supply')).call(api.inventoryLocations.bulkUpdate, {
    body: { ids, change: { turnover: false } },
  });
  expect(stranger.done).toEqual([]);
  expect(stranger.failed).toEqual(ids.map((id) => ({ id, code: 'not_found' })));
  const flags = await owner.call(api.inventoryLocations.list, {
    query: { query: `warehouse:${warehouseId} turnover:yes` },
  });
  expect(flags.total).toBe(3);
});
