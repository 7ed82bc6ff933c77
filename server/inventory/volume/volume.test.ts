import { expect, it } from 'vitest';
import { api } from '#contract/index.ts';
import {
  makeOffer,
  makeShelf,
  makeVariation,
  makeVolume,
  makeWarehouse,
} from '#server/inventory/test/factory.ts';
import { type Person, testApp } from '#server/test/app.ts';

const app = await testApp();
const owner = await app.join('supply');

const sellable = async (who: Person, stockId: number) =>
  (await who.call(api.stock.detail, { params: { id: stockId } })).sellable;

it('a volume is registered, labeled and launched, and its contents are stock only then', async () => {
  const place = await makeWarehouse(owner);
  const { variationId, sku } = await makeVariation(app, owner.businessId);
  const body = {
    warehouseId: place.warehouseId,
    reason: 'Estoque inicial',
    lines: [{ variationId, quantity: 5, price: 1000 }],
  };
  const made = await owner.call(api.volumes.create, { body });
  expect(made).toMatchObject({ state: 'registered', units: 5, lines: [{ sku, quantity: 5, price: 1000 }] });
  expect(made.code).toMatch(/^V\d{6,}$/);
  expect((await owner.call(api.stock.list)).total).toBe(0);
  const early = await owner.refused(api.volumes.launch, {
    params: { id: made.id },
    body: { positionId: place.positionId },
  });
  expect(early).toMatchObject({ status: 409, code: 'state_conflict' });
  const wrong = await owner.refused(api.volumes.tag, { params: { id: made.id }, body: { code: 'V1' } });
  expect(wrong.errors).toMatchObject({ code: [{ code: 'invalid' }] });
  await owner.call(api.volumes.tag, { params: { id: made.id }, body: { code: made.code.toLowerCase() } });
  const launched = await owner.call(api.volumes.launch, {
    params: { id: made.id },
    body: { positionId: place.positionId },
  });
  expect(launched).toMatchObject({ state: 'active', position: { id: place.positionId, code: 'A01' } });
  const [row] = (await owner.call(api.stock.list)).items;
  expect(row).toMatchObject({ onHand: 5, reserved: 0, sellable: 5 });
  const twice = await owner.refused(api.volumes.launch, {
    params: { id: made.id },
    body: { positionId: place.positionId },
  });
  expect(twice.code).toBe('state_conflict');
  const history = await owner.call(api.volumes.events, { params: { id: made.id } });
  expect(history.items.map((event) => event.kind)).toEqual(['launched', 'tagged', 'created']);
  expect(history.items[0]).toMatchObject({ detail: { position: 'A01', units: 5 } });
  expect(history.items[0]?.author).toContain('Person');
});

it('a volume can be replicated only before launch, and each copy has its own code and history', async () => {
  const place = await makeWarehouse(owner);
  const { variationId } = await makeVariation(app, owner.businessId);
  const made = await owner.call(api.volumes.create, {
    body: { warehouseId: place.warehouseId, reason: 'x', lines: [{ variationId, quantity: 3 }] },
  });
  const { items } = await owner.call(api.volumes.replicate, {
    params: { id: made.id },
    body: { copies: 20 },
  });
  expect(new Set([made.code, ...items.map((item) => item.name)]).size).toBe(21);
  const copy = await owner.call(api.volumes.detail, { params: { id: items[0]?.id ?? 0 } });
  expect(copy).toMatchObject({ state: 'registered', units: 3 });
  const shelf = await makeShelf(app, owner);
  const late = await owner.refused(api.volumes.replicate, {
    params: { id: shelf.volumeId },
    body: { copies: 1 },
  });
  expect(late.code).toBe('state_conflict');
});

it('the contents of a volume change before launch as one change set, all or nothing', async () => {
  const place = await makeWarehouse(owner);
  const first = await makeVariation(app, owner.businessId);
  const second = await makeVariation(app, owner.businessId);
  const made = await owner.call(api.volumes.create, {
    body: { warehouseId: place.warehouseId, reason: 'x', lines: [{ ...pick(first), quantity: 3 }] },
  });
  const line = made.lines[0]?.id ?? 0;
  const changed = await owner.call(api.volumes.update, {
    params: { id: made.id },
    version: made.version,
    body: {
      name: 'Caixa 1',
      lines: { create: [{ ...pick(second), quantity: 2 }], update: { [line]: { quantity: 4 } } },
    },
  });
  expect(changed).toMatchObject({ name: 'Caixa 1', units: 6, version: made.version + 1 });
  const refused = await owner.refused(api.volumes.update, {
    params: { id: made.id },
    body: { lines: { update: { [line]: { quantity: 9 } }, create: [{ ...pick(second), quantity: 1 }] } },
  });
  expect(refused.errors).toMatchObject({
    lines: { create: { 0: { variationId: [{ code: 'duplicate' }] } } },
  });
  expect((await owner.call(api.volumes.detail, { params: { id: made.id } })).units).toBe(6);
});

const pick = ({ variationId }: { variationId: number }) => ({ variationId });

it('moving a volume within its warehouse keeps the stock sums, and the ledger records the position', async () => {
  const shelf = await makeShelf(app, owner, 7);
  const moved = await owner.call(api.volumes.move, {
    params: { id: shelf.volumeId },
    body: { positionId: shelf.otherPositionId },
  });
  expect(moved.position?.code).toBe('A02');
  const { items } = await owner.call(api.stock.entries, { params: { id: shelf.stockId } });
  expect(items.map(({ kind, onHand, position }) => ({ kind, onHand, position }))).toEqual([
    { kind: 'move', onHand: 7, position: 'A02' },
    { kind: 'move', onHand: -7, position: 'A01' },
    { kind: 'receipt', onHand: 7, position: 'A01' },
  ]);
  const elsewhere = await makeWarehouse(owner);
  const refused = await owner.refused(api.volumes.move, {
    params: { id: shelf.volumeId },
    body: { positionId: elsewhere.positionId },
  });
  expect(refused.code).toBe('position_of_other_warehouse');
});

it('products move to another or a new volume, and an emptied volume asks for a confirmation', async () => {
  const shelf = await makeShelf(app, owner, 6);
  const target = await makeVolume(owner, shelf, [{ variationId: shelf.variationId, quantity: 1 }]);
  const move = (body: object) =>
    owner.call(api.volumes.moveProducts, {
      params: { id: shelf.volumeId },
      body: { lines: [{ lineId: shelf.lineId, quantity: 2 }], ...body },
    });
  await move({ targetId: target.id });
  await move({ create: { positionId: shelf.otherPositionId, name: 'Pulmão' } });
  const last = await move({ targetId: target.id });
  expect(last).toMatchObject({ state: 'active', units: 0, zeroCheck: true });
  const answer = { params: { id: shelf.volumeId }, body: { empty: true } };
  expect(await owner.call(api.volumes.zeroCheck, answer)).toMatchObject({ state: 'empty', zeroCheck: false });
  expect(await sellable(owner, shelf.stockId)).toBe(7);
  expect((await owner.call(api.volumes.detail, { params: { id: target.id } })).units).toBe(5);
  const why = await owner.call(api.stock.detail, { params: { id: shelf.stockId } });
  expect(why.volumes.map((place) => [place.position, place.quantity])).toEqual([
    ['A01', 5],
    ['A02', 2],
  ]);
  const history = await owner.call(api.volumes.events, { params: { id: target.id } });
  expect(history.items.map((event) => event.kind).slice(0, 2)).toEqual(['products-in', 'products-in']);
  const tooMany = await owner.refused(api.volumes.moveProducts, {
    params: { id: target.id },
    body: { lines: [{ lineId: target.lines[0]?.id ?? 0, quantity: 6 }], targetId: shelf.volumeId },
  });
  expect(tooMany.errors).toMatchObject({ lines: { 0: { quantity: [{ code: 'too_big' }] } } });
});

it('simultaneous moves between two volumes in both directions all succeed', async () => {
  const shelf = await makeShelf(app, owner, 40);
  const other = await makeVolume(owner, shelf, [{ variationId: shelf.variationId, quantity: 40 }]);
  const swap = (from: number, lineId: number, targetId: number) =>
    owner.call(api.volumes.moveProducts, {
      params: { id: from },
      body: { lines: [{ lineId, quantity: 1 }], targetId },
    });
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0
        ? swap(shelf.volumeId, shelf.lineId, other.id)
        : swap(other.id, other.lines[0]?.id ?? 0, shelf.volumeId),
    ),
  );
  expect(await sellable(owner, shelf.stockId)).toBe(80);
  expect((await owner.call(api.volumes.detail, { params: { id: other.id } })).units).toBe(40);
});

it('a launch is undone only if nothing has happened since, and leaves no stock', async () => {
  const shelf = await makeShelf(app, owner, 4);
  const undone = await owner.call(api.volumes.unlaunch, {
    params: { id: shelf.volumeId },
    body: { reason: 'Volume errado' },
  });
  expect(undone).toMatchObject({ state: 'tagged', position: null, launchedAt: null });
  expect(await sellable(owner, shelf.stockId)).toBe(0);
  const touched = await makeShelf(app, owner, 4);
  await owner.call(api.volumes.move, {
    params: { id: touched.volumeId },
    body: { positionId: touched.otherPositionId },
  });
  const refused = await owner.refused(api.volumes.unlaunch, {
    params: { id: touched.volumeId },
    body: { reason: 'x' },
  });
  expect(refused.code).toBe('state_conflict');
});

it('a correction of a quantity requires a reason and updates the publications', async () => {
  const shelf = await makeShelf(app, owner, 4);
  await makeOffer(owner, shelf);
  const adjust = (quantity: number) =>
    owner.call(api.volumes.adjust, {
      params: { id: shelf.volumeId },
      body: { variationId: shelf.variationId, quantity, reason: 'Contagem' },
    });
  await adjust(9);
  const why = await owner.call(api.stock.detail, { params: { id: shelf.stockId } });
  expect(why).toMatchObject({ onHand: 9, sellable: 9, offered: 9 });
  expect(await adjust(0)).toMatchObject({ state: 'active', units: 0, zeroCheck: true });
  const [entry] = (await owner.call(api.stock.entries, { params: { id: shelf.stockId } })).items;
  expect(entry).toMatchObject({ kind: 'adjustment', onHand: -9, reason: 'Contagem' });
  const stockist = await app.hire(owner.businessId, ['stockist']);
  const refused = await stockist.refused(api.volumes.adjust, {
    params: { id: shelf.volumeId },
    body: { variationId: shelf.variationId, quantity: 5, reason: 'x' },
  });
  expect(refused.code).toBe('forbidden');
});

it('units of a blocked volume are on hold until it is released', async () => {
  const shelf = await makeShelf(app, owner, 4);
  await owner.call(api.volumes.block, { params: { id: shelf.volumeId }, body: { reason: 'Avaria' } });
  const why = await owner.call(api.stock.detail, { params: { id: shelf.stockId } });
  expect(why).toMatchObject({ onHand: 4, hold: 4, sellable: 0 });
  const refused = await owner.refused(api.volumes.moveProducts, {
    params: { id: shelf.volumeId },
    body: { lines: [{ lineId: shelf.lineId, quantity: 1 }], create: { positionId: shelf.positionId } },
  });
  expect(refused.code).toBe('state_conflict');
  await owner.call(api.volumes.unblock, { params: { id: shelf.volumeId }, body: {} });
  expect(await sellable(owner, shelf.stockId)).toBe(4);
});

it('products, positions and volumes of another business are refused in a volume', async () => {
  const shelf = await makeShelf(app, owner, 4);
  await makeOffer(owner, shelf);
  const seller = await app.join('sales');
  const own = await makeWarehouse(seller);
  const foreign = await seller.refused(api.volumes.create, {
    body: {
      warehouseId: own.warehouseId,
      reason: 'x',
      lines: [{ variationId: shelf.variationId, quantity: 1 }],
    },
  });
  expect(foreign.errors).toMatchObject({ lines: { 0: { variationId: [{ code: 'not_found' }] } } });
  const place = await seller.refused(api.volumes.create, {
    body: { warehouseId: shelf.warehouseId, reason: 'x', lines: [{ variationId: 1, quantity: 1 }] },
  });
  expect(place.errors).toHaveProperty('warehouseId');
  const mine = await makeShelf(app, seller, 4, Promise.resolve(own));
  const target = await seller.refused(api.volumes.moveProducts, {
    params: { id: mine.volumeId },
    body: { lines: [{ lineId: mine.lineId, quantity: 1 }], targetId: shelf.volumeId },
  });
  expect(target.errors).toHaveProperty('targetId');
  const position = await seller.refused(api.volumes.move, {
    params: { id: mine.volumeId },
    body: { positionId: shelf.positionId },
  });
  expect(position.status).toBe(404);
  const adjusted = await seller.refused(api.volumes.adjust, {
    params: { id: mine.volumeId },
    body: { variationId: shelf.variationId, quantity: 5, reason: 'x' },
  });
  expect(adjusted.errors).toHaveProperty('variationId');
  expect((await seller.call(api.stock.list)).items.map((row) => row.id)).toEqual([mine.stockId]);
  expect((await seller.call(api.volumes.list)).total).toBe(1);
});

it('floor roles see no prices of volumes, and find them by code, product and state', async () => {
  const shelf = await makeShelf(app, owner, 4);
  const packer = await app.hire(owner.businessId, ['packer']);
  const seen = await packer.call(api.volumes.detail, { params: { id: shelf.volumeId } });
  expect(seen.lines[0]).not.toHaveProperty('price');
  const by = async (query: string) => (await packer.call(api.volumes.list, { query: { query } })).items;
  expect(await by(`code:${seen.code}`)).toHaveLength(1);
  expect(await by(seen.code.toLowerCase())).toHaveLength(1);
  expect(await by(`product:${shelf.sku} state:active`)).toHaveLength(1);
  expect(await by(`product:${shelf.sku} state:blocked`)).toHaveLength(0);
  const unknown = await packer.refused(api.volumes.list, { query: { query: 'cost:1' } });
  expect(unknown).toMatchObject({ status: 422, facts: { field: 'cost' } });
});

it('a volume voided before launch is hidden from the list, and its code stays used', async () => {
  const place = await makeWarehouse(owner);
  const { variationId } = await makeVariation(app, owner.businessId);
  const made = await owner.call(api.volumes.create, {
    body: { warehouseId: place.warehouseId, reason: 'x', lines: [{ variationId, quantity: 1 }] },
  });
  await owner.call(api.volumes.remove, { params: { id: made.id } });
  const found = await owner.call(api.volumes.list, { query: { query: `warehouse:${place.warehouseId}` } });
  expect(found.total).toBe(0);
  const voided = await owner.call(api.volumes.list, { query: { query: `code:${made.code}` } });
  expect(voided.items[0]?.state).toBe('voided');
});
