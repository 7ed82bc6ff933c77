import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { WaveRuleBody } from '#contract/orders/wave-rule.ts';
import { makeShelf, makeVolume, makeWarehouse, type Shelf } from '#server/inventory/test/factory.ts';
import { drain } from '#server/marketplaces/test/factory.ts';
import { jobOf, makeBenchSeller } from '#server/orders/test/factory.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';
import { checkInvariants } from '#server/test/check-invariants.ts';
import { releaseWavesOfTask, releaseWavesTask } from './release-wave.ts';

let app: TestApp;
let supplier: Person;
let seller: Person;
let shelf: Shelf;
let sell: (quantity: number) => Promise<number>;

beforeAll(async () => {
  app = await testApp();
});

beforeEach(async () => {
  supplier = await app.join('supply');
  seller = await app.join('sales');
  shelf = await makeShelf(app, supplier, 40);
  sell = await makeBenchSeller(app, { supplier, seller, shelf });
});

const at = (id: number) => ({ params: { id } });
const plain: WaveRuleBody = {
  ...{ name: 'Onda', on: true, logisticTypes: [], zones: [], singles: false, cutoffHour: null },
  ...{ places: 2, minSales: null, minutesBefore: null },
};
const makeRule = (change: Partial<WaveRuleBody>, warehouseId = shelf.warehouseId) =>
  supplier.call(api.waves.create, { body: { ...plain, ...change, warehouseId } });
const sellAt = async (limit: Date | null, quantity = 1) => {
  const id = await sell(quantity);
  await app.database.transact({ businessId: seller.businessId }, (tx) =>
    tx.db.updateTable('orders').set({ dispatch_limit: limit }).where('id', '=', id).execute(),
  );
  return id;
};
const inMinutes = (minutes: number) => new Date(app.clock.now().getTime() + minutes * 60_000);
async function minute() {
  await releaseWavesTask(jobOf(app), {});
  await drain(app);
}
const lists = async () => (await supplier.call(api.picking.list, { query: { sort: 'id' } })).items;
const salesOf = async () => {
  const found = [];
  for (const { id } of await lists())
    found.push((await supplier.call(api.picking.detail, at(id))).sales.map((sale) => sale.id));
  return found;
};
const waitingOf = async () => (await supplier.call(api.waves.list, {})).items.map(({ waiting }) => waiting);

test('enough sales make open lists of the size of a cart, with the name of their rule and without a person', async () => {
  const rule = await makeRule({ minSales: 3 });
  const sales = [await sell(1), await sell(1)];
  await minute();
  expect(await lists()).toEqual([]);
  sales.push(await sell(1));
  expect(await waitingOf()).toEqual([3]);
  await minute();
  expect(await salesOf()).toEqual([sales.slice(0, 2), sales.slice(2)]);
  expect((await lists())[0]).toMatchObject({
    ...{ state: 'open', assignee: null, createdBy: null, rule: 'Onda', saleCount: 2 },
    createdAt: app.clock.now().toISOString(),
  });
  const [after] = (await supplier.call(api.waves.list, {})).items;
  expect(after).toMatchObject({ waiting: 0, nextRelease: null, releasedAt: app.clock.now().toISOString() });
  const found = await supplier.call(api.picking.list, { query: { query: `rule:${rule.id}` } });
  expect(found.items).toHaveLength(2);
  // The first picker who starts it picks it; the name stays when the rule goes.
  const packer = await app.hire(supplier.businessId, ['packer']);
  await supplier.call(api.waves.remove, at(rule.id));
  const [first] = await lists();
  const begun = await packer.call(api.picking.start, at(first?.id ?? 0));
  expect(begun).toMatchObject({ assignee: { id: packer.userId }, rule: 'Onda' });
  expect(await checkInvariants(app.databaseUrl)).toEqual([]);
});

test('two workers at the same moment release a rule once', async () => {
  await makeRule({ minSales: 4, places: 12 });
  await makeRule({ name: 'Depois', minSales: 1, places: 12 });
  const sales = [await sell(1), await sell(1), await sell(1), await sell(1)];
  const job = jobOf(app);
  const { businessId } = supplier;
  await Promise.all([1, 2, 3].map(() => releaseWavesOfTask(job, { businessId })));
  expect(await salesOf()).toEqual([sales]);
  await minute();
  expect(await salesOf()).toEqual([sales]);
});

test('a clock and a person at the same moment put each sale on one list', async () => {
  const { id } = await makeRule({ minSales: 2 });
  const sales = [await sell(1), await sell(1)];
  const results = await Promise.allSettled([
    releaseWavesOfTask(jobOf(app), { businessId: supplier.businessId }),
    supplier.call(api.waves.release, at(id)),
    supplier.call(api.picking.create, { body: { ids: sales } }),
  ]);
  expect(results[0]?.status).toBe('fulfilled');
  expect((await salesOf()).flat().toSorted()).toEqual(sales.toSorted());
});

test('before a dispatch limit the due sales leave, and the next ones fill the cart', async () => {
  await makeRule({ minutesBefore: 60 });
  const later = await sellAt(inMinutes(300));
  await sellAt(inMinutes(310));
  await sellAt(null);
  const first = await sellAt(inMinutes(90));
  const [rule] = (await supplier.call(api.waves.list, {})).items;
  expect(rule).toMatchObject({ waiting: 4, nextRelease: inMinutes(30).toISOString() });
  app.clock.advance(29);
  await minute();
  expect(await lists()).toEqual([]);
  app.clock.advance(1);
  await minute();
  expect(await salesOf()).toEqual([[first, later]]);
});

test('a cut-off after midnight counts for the evening before, in São Paulo', async () => {
  // 23:30 in São Paulo, already tomorrow in UTC.
  const day = app.clock.now().toISOString().slice(0, 10);
  const late = new Date(`${day}T02:30:00.000Z`).getTime() + 24 * 60 * 60_000;
  app.clock.advance((late - app.clock.now().getTime()) / 60_000);
  await makeRule({ cutoffHour: 1, minutesBefore: 120, places: 12 });
  const now = app.clock.now().getTime();
  const [half, one, two] = [60, 90, 91].map((minutes) => new Date(now + minutes * 60_000));
  const due = [await sellAt(half ?? null), await sellAt(one ?? null)];
  await sellAt(two ?? null);
  await sellAt(null);
  expect(await waitingOf()).toEqual([2]);
  await minute();
  expect(await salesOf()).toEqual([due]);
});

test('a zone takes sales whose parts all have a volume in it, and A is not AB', async () => {
  const { items } = await supplier.call(api.inventoryLocations.create, {
    body: { warehouseId: shelf.warehouseId, prefix: 'AB', initialIndex: 1, finalIndex: 1 },
  });
  const place = { ...shelf, positionId: items[0]?.id ?? 0 };
  const far = await makeShelf(app, supplier, 5, Promise.resolve({ ...place, otherPositionId: 0 }));
  const near = await sell(1);
  const other = await (await makeBenchSeller(app, { supplier, seller, shelf: far }))(1);
  const waiting = async (zones: string[]) => {
    const rule = await makeRule({ name: zones.join('+') || 'tudo', zones });
    return rule.waiting;
  };
  expect(await waiting([])).toBe(2);
  expect(await waiting(['a'])).toBe(1);
  expect(await waiting(['AB'])).toBe(1);
  expect(await waiting(['A', 'AB'])).toBe(2);
  expect(await waiting(['A0'])).toBe(0);
  expect(await waiting(['A01'])).toBe(1);
  expect(await waiting(['B'])).toBe(0);
  const { id } = await makeRule({ name: 'zona', zones: ['A'] });
  await supplier.call(api.waves.release, at(id));
  expect(await salesOf()).toEqual([[near]]);
  // With a second volume there, the zone has it as well.
  await makeVolume(supplier, { ...shelf }, [{ variationId: far.variationId, quantity: 1 }]);
  await supplier.call(api.waves.release, at(id));
  expect((await salesOf()).at(-1)).toEqual([other]);
});

test('a rule takes only sales of one unit and of its shipping methods; the upper rule chooses first', async () => {
  const [single, double] = [await sell(1), await sell(2)];
  const rest = await makeRule({ name: 'Resto', minSales: 1 });
  const first = await makeRule({ name: 'Avulsas', singles: true, minSales: 1 });
  await makeRule({ name: 'Outra', logisticTypes: ['nenhuma'], minSales: 1 });
  expect(await waitingOf()).toEqual([2, 1, 0]);
  await supplier.call(api.waves.move, { ...at(first.id), body: { to: 'before' } });
  // The first one stays first.
  await supplier.call(api.waves.move, { ...at(first.id), body: { to: 'before' } });
  expect((await supplier.call(api.waves.list, {})).items.map(({ name }) => name)).toEqual([
    'Avulsas',
    'Resto',
    'Outra',
  ]);
  await minute();
  expect(await salesOf()).toEqual([[single], [double]]);
  expect((await lists()).map(({ rule }) => rule)).toEqual(['Avulsas', 'Resto']);
  expect(rest.on).toBe(true);
});

test('a person sees what a release takes and releases it, also if the rule is off', async () => {
  const { id } = await makeRule({ on: false, minSales: 1 });
  const sales = [await sell(1), await sell(2), await sell(1)];
  await minute();
  expect(await lists()).toEqual([]);
  expect(await supplier.call(api.waves.preview, at(id))).toMatchObject({ sales: 3, units: 4, lists: 2 });
  const made = await supplier.call(api.waves.release, at(id));
  expect(made).toMatchObject({ sales: 3, listIds: [expect.any(Number), expect.any(Number)] });
  expect((await salesOf()).flat().toSorted()).toEqual(sales.toSorted());
  expect((await lists())[0]).toMatchObject({ createdBy: { id: supplier.userId }, rule: 'Onda' });
  expect((await supplier.refused(api.waves.release, at(id))).code).toBe('no_sale_selected');
  await supplier.call(api.waves.turn, { ...at(id), body: { on: true } });
  await sell(1);
  await minute();
  expect(await lists()).toHaveLength(3);
});

test('a business without rules that release by themselves costs nothing', async () => {
  await makeRule({ name: 'à mão' });
  await makeRule({ name: 'desligada', on: false, minSales: 1 });
  await sell(1);
  const named = await jobOf(app).unscoped((tx) =>
    sql<{ id: number }>`select businesses_with_wave_rules() as id`.execute(tx.db),
  );
  expect(named.rows.map(({ id }) => id)).not.toContain(supplier.businessId);
});

test('rules belong to the people who manage the floor, each within their warehouses', async () => {
  const rule = await makeRule({ minSales: 5 });
  const elsewhere = await makeWarehouse(supplier);
  const packer = await app.hire(supplier.businessId, ['packer']);
  expect((await packer.refused(api.waves.list, {})).code).toBe('forbidden');
  const stockist = await app.hire(supplier.businessId, ['stockist'], [elsewhere.warehouseId]);
  expect((await stockist.call(api.waves.list, {})).items).toEqual([]);
  expect((await stockist.refused(api.waves.release, at(rule.id))).code).toBe('not_found');
  const body = { ...plain, warehouseId: shelf.warehouseId };
  expect(await stockist.refused(api.waves.create, { body })).toMatchObject({
    errors: { warehouseId: [{ code: 'not_found' }] },
  });
  expect(await supplier.refused(api.waves.create, { body })).toMatchObject({
    errors: { name: [{ code: 'duplicate' }] },
  });
  const changed = await supplier.call(api.waves.update, {
    ...at(rule.id),
    body: { ...plain, name: 'Coleta', zones: ['a', 'A'], cutoffHour: 17 },
  });
  expect(changed).toMatchObject({ name: 'Coleta', zones: ['A'], cutoffHour: 17, minSales: null });
  const stale = { ...at(rule.id), body: plain, version: rule.version };
  expect((await supplier.refused(api.waves.update, stale)).code).toBe('stale_version');
});
