import { describe, expect, it } from 'vitest';
import { api } from '#contract/index.ts';
import type { LotFields } from '#contract/inventory/batch.ts';
import { ensureStock } from '#server/inventory/ledger.ts';
import { makeVariation, makeWarehouse } from '#server/inventory/test/factory.ts';
import { jobOf, makeBenchSale, packSale } from '#server/orders/test/factory.ts';
import { type Person, testApp } from '#server/test/app.ts';
import { checkInvariants } from '#server/test/check-invariants.ts';
import { holdExpiredOfTask, holdExpiredTask } from './expiry.ts';

const app = await testApp();
const owner = await app.join('supply');
const place = await makeWarehouse(owner);
const stockist = await app.hire(owner.businessId, ['stockist'], [place.warehouseId]);
const elsewhere = await app.hire(owner.businessId, ['stockist'], [(await makeWarehouse(owner)).warehouseId]);

/** The clock shows 21/11/2026 in this file until a test advances it. */
const soon: LotFields = { code: 'L-1', expiresOn: '2026-12-10' };
const later: LotFields = { code: 'L-2', expiresOn: '2027-03-01' };

/** A product that requires lots. */
async function makeGoods() {
  const goods = await makeVariation(app, owner.businessId);
  await owner.call(api.products.update, { params: { id: goods.productId }, body: { asksLots: true } });
  const stockId = await app.database.transact({ businessId: owner.businessId }, (tx) =>
    ensureStock(tx, owner.businessId, goods.variationId, place.warehouseId),
  );
  return { ...goods, ...place, stockId };
}
type Goods = Awaited<ReturnType<typeof makeGoods>>;

const register = (goods: Goods, quantity: number, lot?: LotFields, who: Person = stockist) =>
  who.call(api.volumes.create, {
    body: {
      warehouseId: place.warehouseId,
      reason: 'estoque inicial',
      lines: [{ variationId: goods.variationId, quantity, lot }],
    },
  });
async function launch({ id, code }: { id: number; code: string }) {
  await stockist.call(api.volumes.tag, { params: { id }, body: { code } });
  return stockist.call(api.volumes.launch, { params: { id }, body: { positionId: place.positionId } });
}
const store = async (goods: Goods, quantity: number, lot: LotFields) =>
  launch(await register(goods, quantity, lot));
const stockOf = async (goods: Goods) => {
  const { items } = await owner.call(api.stock.list, { query: { query: `variation:${goods.variationId}` } });
  return { onHand: items[0]?.onHand, hold: items[0]?.hold, sellable: items[0]?.sellable };
};
/** Runs what the schedule enqueues every hour. */
async function passMidnight() {
  await holdExpiredTask(jobOf(app), {});
  await holdExpiredOfTask(jobOf(app), { businessId: owner.businessId });
}
const broken = () => checkInvariants(app.databaseUrl);

describe('a lot', () => {
  it('a lot is required if the product requires lots, and has one code and one expiry day', async () => {
    const goods = await makeGoods();
    const body = { warehouseId: place.warehouseId, reason: 'estoque inicial' };
    const without = { ...body, lines: [{ variationId: goods.variationId, quantity: 2 }] };
    const refused = await stockist.refused(api.volumes.create, { body: without });
    expect(refused.errors).toMatchObject({ lines: { 0: { lot: [{ code: 'required' }] } } });
    const one = await register(goods, 2, soon);
    const two = await register(goods, 3, soon);
    expect(one.lines[0]?.lot).toMatchObject({ ...soon, expired: false });
    expect(two.lines[0]?.lot?.id).toBe(one.lines[0]?.lot?.id);
    const misread = { ...body, lines: [{ ...without.lines[0], lot: { ...soon, expiresOn: '2027-12-10' } }] };
    expect((await stockist.refused(api.volumes.create, { body: misread as never })).code).toBe('lot_differs');
  });

  it('lot codes are equal ignoring case and outer spaces, and another expiry of a lot is refused', async () => {
    const goods = await makeGoods();
    const one = await register(goods, 2, { code: 'L26A', expiresOn: '2026-12-10' });
    const two = await register(goods, 3, { code: ' l26a ', expiresOn: '2026-12-10' });
    expect(two.lines[0]?.lot).toMatchObject({ id: one.lines[0]?.lot?.id, code: 'L26A' });
    const body = { warehouseId: place.warehouseId, reason: 'estoque inicial' };
    const lot = { code: 'l26A', expiresOn: '2027-01-10' };
    const differs = { ...body, lines: [{ variationId: goods.variationId, quantity: 1, lot }] };
    expect((await stockist.refused(api.volumes.create, { body: differs })).code).toBe('lot_differs');
    const twin = { variationId: goods.variationId, code: 'l26a', expiresOn: '2026-12-10' };
    expect((await stockist.refused(api.batches.create, { body: twin })).code).toBe('lot_exists');
  });

  it('a lot can be created before its goods arrive, and removed while no volume has it', async () => {
    const goods = await makeGoods();
    const body = { variationId: goods.variationId, ...soon };
    const made = await stockist.call(api.batches.create, { body });
    expect(await stockist.call(api.batches.detail, { params: { id: made.id } })).toMatchObject({
      ...soon,
      daysLeft: 19,
      units: 0,
    });
    expect((await stockist.refused(api.batches.create, { body })).code).toBe('lot_exists');
    expect((await stockist.refused(api.batches.remove, { params: { id: made.id } })).code).toBe('forbidden');
    await owner.call(api.batches.remove, { params: { id: made.id } });
    expect((await owner.refused(api.batches.detail, { params: { id: made.id } })).code).toBe('not_found');
  });

  it('the lot that expires first is picked first, regardless of the launch date', async () => {
    const goods = await makeGoods();
    await store(goods, 5, later);
    const first = await store(goods, 2, soon);
    const seller = await app.join('sales');
    const id = await makeBenchSale(
      app,
      { supplier: owner, seller, shelf: { ...goods, volumeId: 0, code: '', lineId: 0 } },
      3,
    );
    const { parts } = await owner.call(api.checkout.detail, { params: { id } });
    expect(parts[0]?.places.map(({ volume, quantity }) => [volume === first.code, quantity])).toEqual([
      [true, 2],
      [false, 1],
    ]);
    await packSale(owner, id, goods.sku, 3);
    expect((await owner.call(api.volumes.detail, { params: { id: first.id } })).units).toBe(0);
    expect(await broken()).toEqual([]);
  });

  it('two lots of a product cannot be in one volume', async () => {
    const goods = await makeGoods();
    const from = await store(goods, 5, later);
    const to = await store(goods, 2, soon);
    const lines = [{ lineId: from.lines[0]?.id ?? 0, quantity: 1 }];
    const move = { params: { id: from.id }, body: { lines, targetId: to.id } };
    expect((await stockist.refused(api.volumes.moveProducts, move)).code).toBe('lots_mixed');
    const own = { params: { id: from.id }, body: { lines, create: { positionId: place.positionId } } };
    await stockist.call(api.volumes.moveProducts, own);
    const { items } = await stockist.call(api.batches.list, {
      query: { query: `variation:${goods.variationId}` },
    });
    expect(items.map(({ code, units, volumes }) => [code, units, volumes])).toEqual([
      ['L-1', 2, 1],
      ['L-2', 5, 2],
    ]);
    expect(await broken()).toEqual([]);
  });
});

describe('expiry', () => {
  it('a lot is sold through its expiry day and held from the next, and a corrected day takes effect at once', async () => {
    const goods = await makeGoods();
    const volume = await store(goods, 4, soon);
    await store(goods, 3, later);
    app.clock.set('2026-12-11T02:59:00.000Z');
    await passMidnight();
    expect(await stockOf(goods)).toEqual({ onHand: 7, hold: 0, sellable: 7 });
    app.clock.set('2026-12-11T03:01:00.000Z');
    await passMidnight();
    await passMidnight();
    expect(await stockOf(goods)).toEqual({ onHand: 7, hold: 4, sellable: 3 });
    expect(await broken()).toEqual([]);
    const lot = volume.lines[0]?.lot;
    const fix = { params: { id: lot?.id ?? 0 }, body: { expiresOn: '2027-12-10' }, version: 1 };
    expect((await elsewhere.refused(api.batches.update, fix)).code).toBe('not_found');
    expect(await stockist.call(api.batches.update, fix)).toMatchObject({ held: 0, version: 2 });
    expect((await stockist.refused(api.batches.update, fix)).code).toBe('stale_version');
    expect(await stockOf(goods)).toEqual({ onHand: 7, hold: 0, sellable: 7 });
    await stockist.call(api.batches.update, { ...fix, body: { expiresOn: '2026-12-10' }, version: 2 });
    expect(await stockOf(goods)).toEqual({ onHand: 7, hold: 4, sellable: 3 });
    expect(await broken()).toEqual([]);
  });

  it('the hold of an expired lot is separate from a block, survives a move and ends when the day is corrected', async () => {
    const goods = await makeGoods();
    const past: LotFields = { code: 'L-0', expiresOn: '2026-12-01' };
    const volume = await store(goods, 4, past);
    expect(await stockOf(goods)).toEqual({ onHand: 4, hold: 4, sellable: 0 });
    const at = { params: { id: volume.id } };
    await stockist.call(api.volumes.block, { ...at, body: { reason: 'avaria' } });
    expect(await stockOf(goods)).toMatchObject({ hold: 4 });
    await stockist.call(api.volumes.unblock, { ...at, body: {} });
    expect(await stockOf(goods)).toMatchObject({ hold: 4, sellable: 0 });
    const lines = [{ lineId: volume.lines[0]?.id ?? 0, quantity: 1 }];
    await stockist.call(api.volumes.moveProducts, {
      ...at,
      body: { lines, create: { positionId: place.positionId } },
    });
    const adjust = { variationId: goods.variationId, quantity: 0, reason: 'descartado: venceu' };
    await owner.call(api.volumes.adjust, { ...at, body: adjust });
    expect(await stockOf(goods)).toEqual({ onHand: 1, hold: 1, sellable: 0 });
    expect(await broken()).toEqual([]);
  });

  it('units of an expired lot cannot be picked, and units reversed to the bench stay expired', async () => {
    const goods = await makeGoods();
    app.clock.set('2026-12-11T15:00:00.000Z');
    await store(goods, 2, { code: 'L-3', expiresOn: '2026-12-11' });
    const seller = await app.join('sales');
    const shelf = { ...goods, volumeId: 0, code: '', lineId: 0 };
    const id = await makeBenchSale(app, { supplier: owner, seller, shelf }, 2);
    await packSale(owner, id, goods.sku, 2);
    app.clock.set('2026-12-12T15:00:00.000Z');
    await passMidnight();
    await owner.call(api.checkout.reset, { params: { id }, body: { reason: 'caixa errada' } });
    expect(await stockOf(goods)).toMatchObject({ onHand: 2, hold: 2 });
    await owner.call(api.checkout.cancel, { params: { id } });
    const refused = await owner.refused(api.checkout.startPicking, { params: { id } });
    expect(refused.code).toBe('insufficient_stock');
    expect(await broken()).toEqual([]);
  });

  it('returned units of an expired lot are held, even if their volume was counted to zero meanwhile', async () => {
    const goods = await makeGoods();
    app.clock.set('2026-12-14T15:00:00.000Z');
    const volume = await store(goods, 2, { code: 'L-4', expiresOn: '2026-12-31' });
    const seller = await app.join('sales');
    const shelf = { ...goods, volumeId: 0, code: '', lineId: 0 };
    const id = await makeBenchSale(app, { supplier: owner, seller, shelf }, 2);
    await packSale(owner, id, goods.sku, 2);
    const adjust = (quantity: number, lot?: LotFields) =>
      owner.call(api.volumes.adjust, {
        params: { id: volume.id },
        body: { variationId: goods.variationId, quantity, reason: 'contagem', ...(lot && { lot }) },
      });
    const reset = { params: { id }, body: { reason: 'caixa errada' } };
    await adjust(3, later);
    expect((await owner.refused(api.checkout.reset, reset)).code).toBe('lots_mixed');
    await adjust(0);
    await owner.call(api.checkout.reset, reset);
    const { lines } = await owner.call(api.volumes.detail, { params: { id: volume.id } });
    expect(lines).toMatchObject([{ quantity: 2, lot: { code: 'L-4', expiresOn: '2026-12-31' } }]);
    expect(await broken()).toEqual([]);
  });

  it('lists units expired and expiring in 30, 60 and 90 days, in the warehouses in reach', async () => {
    app.clock.set('2027-05-01T15:00:00.000Z');
    const goods = await makeGoods();
    const before = await stockist.call(api.batches.expiring);
    const unitsOf = (answer: typeof before) => answer.windows.map(({ units }) => units);
    await store(goods, 1, { code: 'A', expiresOn: '2027-04-30' });
    await store(goods, 2, { code: 'B', expiresOn: '2027-05-31' });
    await store(goods, 4, { code: 'C', expiresOn: '2027-06-30' });
    await store(goods, 8, { code: 'D', expiresOn: '2027-07-30' });
    await store(goods, 16, { code: 'E', expiresOn: '2027-07-31' });
    const after = unitsOf(await stockist.call(api.batches.expiring));
    expect(after.map((units, index) => (units ?? 0) - (unitsOf(before)[index] ?? 0))).toEqual([1, 2, 6, 14]);
    expect(unitsOf(await elsewhere.call(api.batches.expiring))).toEqual([0, 0, 0, 0]);
    const ofGoods = `variation:${goods.variationId}`;
    const list = async (who: Person, query: string) =>
      (await who.call(api.batches.list, { query: { query: `${ofGoods} ${query}` } })).items.map(
        ({ code }) => code,
      );
    expect(await list(stockist, 'due:60')).toEqual(['B', 'C']);
    expect(await list(stockist, 'due:expired')).toEqual(['A']);
    expect(await list(elsewhere, '')).toEqual([]);
    const { items } = await owner.call(api.batches.list, { query: { query: ofGoods } });
    expect((await owner.refused(api.batches.remove, { params: { id: items[0]?.id ?? 0 } })).code).toBe(
      'lot_in_use',
    );
  });
});
