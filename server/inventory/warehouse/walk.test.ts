import { describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { Arrangement } from '#contract/inventory/walk.ts';
import { makeWarehouse } from '#server/inventory/test/factory.ts';
import { testApp } from '#server/test/app.ts';
import { checkInvariants } from '#server/test/check-invariants.ts';

const app = await testApp();
const owner = await app.join('supply');
let serial = 0;

async function makeRange(warehouseId: number, prefix: string, finalIndex: number, parentId?: number) {
  const { items } = await owner.call(api.inventoryLocations.create, {
    body: { warehouseId, prefix, initialIndex: 1, finalIndex, parentId: parentId ?? null },
  });
  return items.map((item) => item.id);
}

const emptyWarehouse = async () =>
  (await owner.call(api.warehouses.create, { body: { name: `Walked ${++serial}` } })).id;

const walkOf = async (warehouseId: number) => {
  const { items } = await owner.call(api.inventoryLocations.list, {
    query: { query: `warehouse:${warehouseId}`, sort: 'walk', size: '100' },
  });
  return items.map((item) => item.code);
};

const arrange = (id: number, body: Partial<Arrangement>, version?: number) =>
  owner.call(api.warehouses.arrange, {
    params: { id },
    body: { parentId: null, positionIds: [], serpentine: false, ...body },
    ...(version !== undefined && { version }),
  });

const expectSound = async () => expect(await checkInvariants(app.databaseUrl)).toEqual([]);

describe('the walk of a warehouse', () => {
  test('the walk follows the natural order of the codes after positions are created, renamed or removed', async () => {
    const warehouseId = await emptyWarehouse();
    const [b = 0] = await makeRange(warehouseId, 'B', 1);
    await owner.call(api.inventoryLocations.create, {
      body: { warehouseId, prefix: 'A', initialIndex: 100, finalIndex: 100 },
    });
    const [, second = 0] = await makeRange(warehouseId, 'A', 2);
    expect(await walkOf(warehouseId)).toEqual(['A01', 'A02', 'A100', 'B01']);
    await owner.call(api.inventoryLocations.update, { params: { id: second }, body: { prefix: 'C' } });
    expect(await walkOf(warehouseId)).toEqual(['A01', 'A100', 'B01', 'C02']);
    await owner.call(api.inventoryLocations.remove, { params: { id: b } });
    const { items } = await owner.call(api.inventoryLocations.list, {
      query: { query: `warehouse:${warehouseId}`, sort: 'walk' },
    });
    expect(items.map(({ code, walk }) => [code, walk])).toEqual([
      ['A01', 1],
      ['A100', 2],
      ['C02', 3],
    ]);
    await expectSound();
  });

  test('the walk follows the arranged order, and new positions come last until the order is reset', async () => {
    const warehouseId = await emptyWarehouse();
    const [one = 0, two = 0, three = 0] = await makeRange(warehouseId, 'A', 3);
    const arranged = await arrange(warehouseId, { positionIds: [three, one, two] });
    expect(arranged.positions.map(({ code }) => code)).toEqual(['A03', 'A01', 'A02']);
    const [b = 0] = await makeRange(warehouseId, 'AA', 1);
    expect(await walkOf(warehouseId)).toEqual(['A03', 'A01', 'A02', 'AA01']);
    await arrange(warehouseId, { positionIds: [one, two, three, b] });
    await owner.call(api.inventoryLocations.create, {
      body: { warehouseId, prefix: 'A', initialIndex: 4, finalIndex: 4 },
    });
    expect(await walkOf(warehouseId)).toEqual(['A01', 'A02', 'A03', 'A04', 'AA01']);
    await expectSound();
  });

  test('arranging a position moves everything inside it, and an inner level is arranged separately', async () => {
    const warehouseId = await emptyWarehouse();
    const [first = 0, second = 0] = await makeRange(warehouseId, 'R', 2);
    const [left = 0, right = 0] = await makeRange(warehouseId, 'P', 2, first);
    await makeRange(warehouseId, 'P', 1, second);
    await arrange(warehouseId, { positionIds: [second, first] });
    const inside = await arrange(warehouseId, { parentId: first, positionIds: [right, left] });
    expect(inside).toMatchObject({ parent: { code: 'R01', parentId: null }, more: false });
    expect(await walkOf(warehouseId)).toEqual(['R02', 'R02-P01', 'R01', 'R01-P02', 'R01-P01']);
    const top = await owner.call(api.warehouses.walk, { params: { id: warehouseId }, query: {} });
    expect(top.positions).toMatchObject([
      { code: 'R02', children: 1 },
      { code: 'R01', children: 2 },
    ]);
    await expectSound();
  });

  test('a serpentine walk runs back in every second row, by parent position and by prefix', async () => {
    const nested = await emptyWarehouse();
    for (const row of await makeRange(nested, 'R', 3)) {
      const [shelf] = await makeRange(nested, 'P', 2, row);
      await makeRange(nested, 'N', 2, shelf);
    }
    await arrange(nested, { serpentine: true });
    const leaves = (await walkOf(nested)).filter((code) => /N|P02/.test(code));
    expect(leaves).toEqual([
      'R01-P01-N01',
      'R01-P01-N02',
      'R01-P02',
      'R02-P02',
      'R02-P01-N01',
      'R02-P01-N02',
      'R03-P01-N01',
      'R03-P01-N02',
      'R03-P02',
    ]);
    const flat = await emptyWarehouse();
    for (const prefix of ['A', 'B', 'C']) await makeRange(flat, prefix, 2);
    await arrange(flat, { serpentine: true });
    expect(await walkOf(flat)).toEqual(['A01', 'A02', 'B02', 'B01', 'C01', 'C02']);
    await expectSound();
  });

  test('an arrangement refuses positions of another level, repeated ones and a concurrent change', async () => {
    const { warehouseId, positionId, otherPositionId } = await makeWarehouse(owner);
    const elsewhere = await makeWarehouse(owner);
    const refused = (body: Partial<Arrangement>, version?: number) =>
      owner.refused(api.warehouses.arrange, {
        params: { id: warehouseId },
        body: { parentId: null, positionIds: [], serpentine: false, ...body },
        ...(version !== undefined && { version }),
      });
    expect((await refused({ positionIds: [elsewhere.positionId] })).errors).toHaveProperty('positionIds');
    expect((await refused({ positionIds: [positionId, positionId] })).errors).toHaveProperty('positionIds');
    expect((await refused({ parentId: elsewhere.positionId })).errors).toHaveProperty('parentId');
    const { version } = await arrange(warehouseId, { positionIds: [otherPositionId, positionId] });
    expect((await refused({ positionIds: [] }, version - 1)).code).toBe('stale_version');
    expect(await walkOf(warehouseId)).toEqual(['A02', 'A01']);
  });

  test('the walk is consistent after several people create positions at once', async () => {
    const warehouseId = await emptyWarehouse();
    await Promise.all(['C', 'A', 'B', 'D'].map((prefix) => makeRange(warehouseId, prefix, 3)));
    expect((await walkOf(warehouseId)).length).toBe(12);
    await expectSound();
  });
});
