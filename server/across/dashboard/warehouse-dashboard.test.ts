import { beforeAll, describe, expect, test } from 'vitest';
import { addMinutes } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { accuracyDays, type Lane, paceNeeded } from '#contract/inventory/warehouse-dashboard.ts';
import { makeShelf, makeVolume, type Shelf } from '#server/inventory/test/factory.ts';
import { makeBenchSeller, packSale } from '#server/orders/test/factory.ts';
import { orderGoods } from '#server/supply/test/factory.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';

let app: TestApp;
let supplier: Person;
let seller: Person;

beforeAll(async () => {
  app = await testApp();
  supplier = await app.join('supply');
  seller = await app.join('sales');
});

const figuresOf = async (shelf: Shelf, by = supplier) => {
  const { warehouses } = await by.call(api.warehouseCenterDashboard.detail, {});
  return warehouses.find(({ warehouse }) => warehouse.id === shelf.warehouseId);
};

const due = (id: number, minutes: number | null) =>
  app.database.transact({ businessId: seller.businessId }, (tx) =>
    tx.db
      .updateTable('orders')
      .set({ dispatch_limit: minutes === null ? null : addMinutes(tx.now(), minutes) })
      .where('id', '=', id)
      .execute(),
  );

const found = async (query: string) =>
  (await supplier.call(api.checkout.list, { query: { query } })).items.map(({ id }) => id).toSorted();

describe('lanes', () => {
  test('late sales are one lane, each dispatch limit is one, and each number equals that of its list', async () => {
    const shelf = await makeShelf(app, supplier, 20);
    const sell = await makeBenchSeller(app, { supplier, seller, shelf });
    const sales: number[] = [];
    for (const minutes of [-90, -10, 60, 60, 120, null]) {
      const id = await sell(1);
      await due(id, minutes);
      sales.push(id);
    }
    const [late = 0, later = 0, soon = 0, packed = 0, evening = 0, unnamed = 0] = sales;
    await packSale(supplier, packed, shelf.sku, 1);
    // What is being picked is still to be packed.
    await supplier.call(api.checkout.startPicking, { params: { id: soon } });
    const seen = await figuresOf(shelf);
    expect(seen).toMatchObject({ toPack: 5, packed: 1, packedLastHour: 1, packedByMe: 1 });
    const counts = seen?.lanes.map((lane) => [lane.late, lane.toPack, lane.packed]);
    expect(counts).toEqual([
      [true, 2, 0],
      [false, 1, 1],
      [false, 1, 0],
      [false, 1, 0],
    ]);
    expect(seen?.lanes.at(-1)?.dispatchLimit).toBeNull();
    const at = `warehouse:${shelf.warehouseId}`;
    expect(await found(`status:pending,picking ${at} due:late`)).toEqual([late, later].toSorted());
    expect(await found(`status:pending,picking ${at} due:"${seen?.lanes[1]?.dispatchLimit}"`)).toEqual([
      soon,
    ]);
    expect(await found(`status:waiting_collect ${at} due:"${seen?.lanes[1]?.dispatchLimit}"`)).toEqual([
      packed,
    ]);
    expect(await found(`status:pending,picking ${at} due:"${seen?.lanes[2]?.dispatchLimit}"`)).toEqual([
      evening,
    ]);
    expect(await found(`status:pending,picking ${at} due:none`)).toEqual([unnamed]);
    expect(await found(`status:pending,picking ${at} due:never`)).toEqual([]);
  });

  test('a lane needs the pace of everything that is due before it', () => {
    const now = new Date('2026-11-23T12:00:00.000Z').getTime();
    const lane = (minutes: number | null, toPack: number, late = false): Lane => ({
      dispatchLimit: minutes === null ? null : new Date(now + minutes * 60_000).toISOString(),
      late,
      toPack,
      packed: 0,
    });
    const lanes = [lane(-30, 4, true), lane(30, 6), lane(120, 10), lane(null, 5)];
    expect(lanes.map((_, nth) => paceNeeded(lanes, nth, now))).toEqual([null, 20, 10, null]);
  });
});

describe('shelves', () => {
  test('the warehouse dashboard shows volumes by open work, positions by code prefix, and counts', async () => {
    const shelf = await makeShelf(app, supplier, 20);
    const place = Promise.resolve(shelf);
    const counted = await makeShelf(app, supplier, 5, place);
    const wrong = await makeShelf(app, supplier, 5, place);
    const blocked = await makeShelf(app, supplier, 5, place);
    await makeShelf(app, supplier, 5, place);
    const at = { params: { id: blocked.volumeId } };
    await supplier.call(api.volumes.block, { ...at, body: { cause: 'damaged', reason: 'molhado' } });
    for (const [goods, quantity] of [
      [counted, 5],
      [wrong, 4],
    ] as const) {
      const { started } = await supplier.call(api.balances.start, { body: { volumeId: goods.volumeId } });
      await supplier.call(api.balances.count, {
        params: { id: started[0]?.id ?? 0 },
        body: { lines: [{ variationId: goods.variationId, quantity }] },
      });
    }
    const lines = [{ variationId: shelf.variationId, quantity: 3 }];
    const registered = { body: { warehouseId: shelf.warehouseId, reason: 'sobra', lines } };
    await supplier.call(api.volumes.create, registered);
    const { id, code } = await supplier.call(api.volumes.create, registered);
    await supplier.call(api.volumes.tag, { params: { id }, body: { code } });
    const open = await makeShelf(app, supplier, 5, place);
    await supplier.call(api.balances.start, { body: { volumeId: open.volumeId } });

    const seen = (await figuresOf(shelf))?.shelf;
    expect(seen).toMatchObject({ receiving: 0, toStore: 2, inBalance: 1, blocked: 1, counted: 2, right: 1 });
    expect(seen?.oldest.map(({ code }) => code)).toContain(shelf.code);
    const query = `warehouse:${shelf.warehouseId} empty:yes`;
    const empty = await supplier.call(api.inventoryLocations.list, { query: { query } });
    const areas = seen?.areas ?? [];
    expect(areas.reduce((sum, area) => sum + area.empty, 0)).toBe(empty.total);
    expect(empty.total).toBeGreaterThan(0);
    for (const { area, positions } of areas) {
      const inArea = await supplier.call(api.inventoryLocations.list, {
        query: { query: `warehouse:${shelf.warehouseId} area:"${area}"` },
      });
      expect(inArea.total).toBeGreaterThanOrEqual(positions);
    }
  });

  test('the floor sees its own warehouses, packers see lanes only, and both see no amounts', async () => {
    const [here, there] = [await makeShelf(app, supplier, 5), await makeShelf(app, supplier, 5)];
    const stockist = await app.hire(supplier.businessId, ['stockist'], [here.warehouseId]);
    const packer = await app.hire(supplier.businessId, ['packer'], [here.warehouseId]);
    const stranger = await app.join('supply');
    expect(await figuresOf(there, stockist)).toBeUndefined();
    expect((await figuresOf(here, stockist))?.shelf?.oldest).toHaveLength(1);
    expect(await figuresOf(there, packer)).toBeUndefined();
    expect((await figuresOf(here, packer))?.shelf).toBeUndefined();
    expect(await figuresOf(here, stranger)).toBeUndefined();
    const all = JSON.stringify(await supplier.call(api.warehouseCenterDashboard.detail, {}));
    expect(all.toLowerCase()).not.toContain('centavos');
    const clerk = await app.hire(supplier.businessId, ['seller']);
    expect((await clerk.refused(api.warehouseCenterDashboard.detail, {})).code).toBe('forbidden');
  });
});

// It moves the clock, so it is the last test.
test('counts what others packed, received volumes, counted ones, and the volumes without movement the longest', async () => {
  const shelf = await makeShelf(app, supplier, 20);
  const packer = await app.hire(supplier.businessId, ['packer']);
  const sell = await makeBenchSeller(app, { supplier, seller, shelf });
  const [mine, theirs] = [await sell(1), await sell(1)];
  await packSale(supplier, mine, shelf.sku, 1);
  await packSale(packer, theirs, shelf.sku, 1);
  expect(await figuresOf(shelf)).toMatchObject({ packed: 2, packedLastHour: 2, packedByMe: 1, toPack: 0 });
  const line = { variationId: shelf.variationId, quantity: 2 };
  const { id } = await orderGoods(supplier, shelf.warehouseId, [line]);
  expect((await figuresOf(shelf))?.shelf?.receiving).toBe(0);
  const arrived = { params: { id }, body: { from: 'in_transport' as const } };
  await supplier.call(api.supplyRequests.advance, arrived);
  expect((await figuresOf(shelf))?.shelf?.receiving).toBe(1);
  const { started } = await supplier.call(api.balances.start, { body: { volumeId: shelf.volumeId } });
  await supplier.call(api.balances.count, {
    params: { id: started[0]?.id ?? 0 },
    body: { lines: [{ variationId: shelf.variationId, quantity: 18 }] },
  });
  expect((await figuresOf(shelf))?.shelf).toMatchObject({ counted: 1, right: 1, inBalance: 0 });
  app.clock.advance(61);
  expect(await figuresOf(shelf)).toMatchObject({ packed: 2, packedLastHour: 0, packedByMe: 0 });
  const codes = [shelf.code];
  for (let n = 0; n < 5; n++) {
    codes.push((await makeVolume(supplier, shelf, [line])).code);
    app.clock.advance(1);
  }
  expect((await figuresOf(shelf))?.shelf?.oldest.map(({ code }) => code)).toEqual(codes.slice(0, 5));
  app.clock.advance((accuracyDays + 1) * 24 * 60);
  expect((await figuresOf(shelf))?.shelf).toMatchObject({ counted: 0, right: 0 });
});
