import { beforeAll, describe, expect, it } from 'vitest';
import { canAct } from '#contract/acts.ts';
import { api } from '#contract/index.ts';
import { type BalanceAct, balanceActs, balanceStates } from '#contract/inventory/balance-states.ts';
import { makeShelf, makeVariation, makeVolume, type Shelf } from '#server/inventory/test/factory.ts';
import { brokenInvariants } from '#server/inventory/test/shelf-model.ts';
import { makeBenchSale, makeBenchSeller, packSale } from '#server/orders/test/factory.ts';
import { beginList } from '#server/orders/test/picking-factory.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';

let app: TestApp;
let owner: Person;
let administrator: Person;
let stockist: Person;
let other: Person;
let packer: Person;
let seller: Person;

beforeAll(async () => {
  app = await testApp();
  owner = await app.join('supply');
  administrator = await app.hire(owner.businessId, ['administrator']);
  stockist = await app.hire(owner.businessId, ['stockist']);
  other = await app.hire(owner.businessId, ['stockist']);
  packer = await app.hire(owner.businessId, ['packer']);
  seller = await app.join('sales');
});

const at = (id: number) => ({ params: { id } });
const volumeOf = (shelf: Shelf) => owner.call(api.volumes.detail, at(shelf.volumeId));
const stockOf = (shelf: Shelf) => owner.call(api.stock.detail, at(shelf.stockId));

async function start(shelf: Shelf): Promise<number> {
  const { started } = await stockist.call(api.balances.start, { body: { volumeId: shelf.volumeId } });
  return started[0]?.id ?? 0;
}
const found = (shelf: Shelf, quantity: number) => ({
  lines: [{ variationId: shelf.variationId, quantity }],
});
const count = (person: Person, id: number, shelf: Shelf, quantity: number) =>
  person.call(api.balances.count, { ...at(id), body: found(shelf, quantity) });

describe('a count', () => {
  it('a count that equals the ledger marks the volume as checked and moves nothing', async () => {
    const shelf = await makeShelf(app, owner, 30);
    const id = await start(shelf);
    expect(await volumeOf(shelf)).toMatchObject({ state: 'in_balance' });
    expect(await stockOf(shelf)).toMatchObject({ hold: 0, sellable: 30 });
    const { total } = await owner.call(api.stock.entries, at(shelf.stockId));
    expect(await count(stockist, id, shelf, 30)).toMatchObject({
      state: 'checked',
      difference: 0,
      cause: null,
    });
    const checked = await volumeOf(shelf);
    expect(checked).toMatchObject({ state: 'active', checked: true });
    expect(checked.lastCheckAt).not.toBeNull();
    expect((await owner.call(api.stock.entries, at(shelf.stockId))).total).toBe(total);
  });

  it('a count hides quantities from the counter until it ends', async () => {
    const shelf = await makeShelf(app, owner, 30);
    const id = await start(shelf);
    await count(stockist, id, shelf, 20);
    const blind = await other.call(api.balances.detail, at(id));
    expect(blind.goods).toMatchObject([{ sku: shelf.sku, expected: null }]);
    expect(blind.rounds).toMatchObject([{ outcome: 'differs', lines: [] }]);
    expect(blind).toMatchObject({ difference: null });
    expect(blind).not.toHaveProperty('differenceCentavos');
    const volume = { units: null, lines: [] };
    expect(await other.call(api.volumes.detail, at(shelf.volumeId))).toMatchObject(volume);
    expect(await volumeOf(shelf)).toMatchObject({ units: 30 });
    const told = await owner.call(api.balances.detail, at(id));
    expect(told.goods[0]?.expected).toBe(30);
    expect(told).toMatchObject({ difference: -10, differenceCentavos: -15_000 });
  });

  it('a count within the tolerance corrects the stock at once with a ledger entry', async () => {
    const shelf = await makeShelf(app, owner, 30);
    const id = await start(shelf);
    expect(await count(stockist, id, shelf, 29)).toMatchObject({
      state: 'corrected',
      difference: -1,
      cause: 'lost',
    });
    expect(await stockOf(shelf)).toMatchObject({ onHand: 29 });
    const { items } = await owner.call(api.stock.entries, at(shelf.stockId));
    expect(items[0]).toMatchObject({ kind: 'adjustment', onHand: -1, reason: 'lost' });
    expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
  });

  it('a count beyond the tolerance is repeated by another person and approved by one who did not count', async () => {
    const shelf = await makeShelf(app, owner, 30);
    const id = await start(shelf);
    expect((await count(stockist, id, shelf, 20)).state).toBe('recount');
    const again = { ...at(id), body: found(shelf, 20) };
    expect((await stockist.refused(api.balances.count, again)).code).toBe('counted_by_you');
    expect((await count(administrator, id, shelf, 20)).state).toBe('waiting_approval');
    const approval = { ...at(id), body: { cause: 'damaged' as const } };
    expect((await stockist.refused(api.balances.approve, approval)).code).toBe('forbidden');
    expect((await administrator.refused(api.balances.approve, approval)).code).toBe('counted_by_you');
    expect((await owner.call(api.balances.recount, at(id))).state).toBe('recount');
    expect((await count(other, id, shelf, 21)).state).toBe('recount');
    expect((await count(stockist, id, shelf, 21)).state).toBe('waiting_approval');
    const done = await owner.call(api.balances.approve, approval);
    expect(done).toMatchObject({ state: 'corrected', cause: 'damaged', counts: 4, difference: -9 });
    expect(await stockOf(shelf)).toMatchObject({ onHand: 21, sellable: 21 });
    expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
  });

  it("a difference worth more than the owner's limit is counted again, for any number of units", async () => {
    const rules = await owner.call(api.balances.settings);
    await owner.call(api.balances.updateSettings, { body: { limitCentavos: 1000 }, version: rules.version });
    const shelf = await makeShelf(app, owner, 30);
    expect((await count(stockist, await start(shelf), shelf, 29)).state).toBe('recount');
    await owner.call(api.balances.updateSettings, { body: { limitCentavos: null } });
    const stale = { body: { toleranceUnits: 3 }, version: rules.version };
    expect((await owner.refused(api.balances.updateSettings, stale)).code).toBe('stale_version');
  });

  it('a count is outdated when its volume changes meanwhile', async () => {
    const shelf = await makeShelf(app, owner, 30);
    const sale = await makeBenchSale(app, { supplier: owner, seller, shelf }, 2);
    await packSale(packer, sale, shelf.sku, 2);
    const id = await start(shelf);
    await owner.call(api.checkout.reset, { ...at(sale), body: { reason: 'caixa errada' } });
    expect(await count(stockist, id, shelf, 28)).toMatchObject({ state: 'open', counts: 1 });
    expect(await volumeOf(shelf)).toMatchObject({ state: 'in_balance', units: 30 });
    expect((await count(stockist, id, shelf, 30)).state).toBe('checked');
    expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
  });

  it('a count requires a number for each product and accepts products that the ledger does not have there', async () => {
    const shelf = await makeShelf(app, owner, 3);
    const stranger = await makeVariation(app, owner.businessId);
    const id = await start(shelf);
    const none = await stockist.refused(api.balances.count, { ...at(id), body: { lines: [] } });
    expect(none.code).toBe('balance_incomplete');
    const lines = [...found(shelf, 3).lines, { variationId: stranger.variationId, quantity: 1 }];
    await stockist.call(api.balances.count, { ...at(id), body: { lines } });
    const volume = await volumeOf(shelf);
    expect(volume.lines.map((line) => line.quantity).toSorted()).toEqual([1, 3]);
    expect(volume).toMatchObject({ state: 'active', units: 4 });
    expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
  });

  it('a count of zero units leaves the volume empty', async () => {
    const shelf = await makeShelf(app, owner, 1);
    expect((await count(stockist, await start(shelf), shelf, 0)).state).toBe('corrected');
    expect(await volumeOf(shelf)).toMatchObject({ state: 'empty', units: 0 });
  });

  it('a count below the reserved units sends the newest unpicked sales to approval and raises an alarm', async () => {
    const shelf = await makeShelf(app, owner, 3);
    const sales: number[] = [];
    const sell = await makeBenchSeller(app, { supplier: owner, seller, shelf });
    for (let n = 0; n < 3; n++) sales.push(await sell(1));
    const id = await start(shelf);
    await count(stockist, id, shelf, 1);
    await count(other, id, shelf, 1);
    await owner.call(api.balances.approve, { ...at(id), body: { cause: 'lost' } });
    const statuses = await Promise.all(
      sales.map(async (sale) => (await seller.call(api.orders.detail, at(sale))).status),
    );
    expect(statuses).toEqual(['pending', 'waiting_approval', 'waiting_approval']);
    expect((await stockist.call(api.balances.alarms)).shortfalls).toMatchObject([
      { id: shelf.stockId, sales: 2 },
    ]);
    expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
  });

  it('a count submitted by two people at once ends once', async () => {
    const shelf = await makeShelf(app, owner, 5);
    const id = await start(shelf);
    const both = await Promise.allSettled([count(stockist, id, shelf, 4), count(other, id, shelf, 4)]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await stockOf(shelf)).toMatchObject({ onHand: 4 });
    expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
  });

  it('a count in a business with one person is approved by that person', async () => {
    const alone = await app.join('supply');
    const shelf = await makeShelf(app, alone, 30);
    const { started } = await alone.call(api.balances.start, { body: { volumeId: shelf.volumeId } });
    const id = started[0]?.id ?? 0;
    expect((await count(alone, id, shelf, 10)).state).toBe('waiting_approval');
    const done = await alone.call(api.balances.approve, { ...at(id), body: { cause: 'miscounted' } });
    expect(done.state).toBe('corrected');
  });
});

describe('a start', () => {
  it('a scan starts a count of a volume or of all volumes of a position, and opens an existing one', async () => {
    const shelf = await makeShelf(app, owner, 3);
    const scan = (code: string) => stockist.call(api.balances.start, { body: { code } });
    const [first] = (await scan(shelf.code.toLowerCase())).started;
    expect((await scan(shelf.code)).started).toEqual([first]);
    const beside = await makeVolume(owner, shelf, [{ variationId: shelf.variationId, quantity: 2 }]);
    const position = beside.position?.code ?? '';
    const place = { body: { positionId: shelf.positionId } };
    const { started } = await stockist.call(api.balances.start, place);
    expect(started.map(({ name }) => name)).toEqual([beside.code]);
    expect(position).not.toBe('');
    expect((await stockist.refused(api.balances.start, { body: { code: 'X-9' } })).code).toBe('code_unknown');
    expect((await stockist.refused(api.balances.start, place)).code).toBe('no_volume_selected');
  });

  it('a scan of a position with several volumes starts nothing until their number is confirmed', async () => {
    const shelf = await makeShelf(app, owner, 3);
    const add = () => makeVolume(owner, shelf, [{ variationId: shelf.variationId, quantity: 2 }]);
    const [beside] = [await add(), await add()];
    const code = beside.position?.code ?? '';
    const open = { query: { query: `place:"${code}" state:open` } };
    const before = (await stockist.call(api.balances.list, open)).total;
    const { code: refusal, facts } = await stockist.refused(api.balances.start, { body: { code } });
    const volumes = Number(facts?.volumes);
    expect([refusal, volumes > 1]).toEqual(['volumes_unconfirmed', true]);
    const stale = { body: { code, volumes: volumes + 1 } };
    expect((await stockist.refused(api.balances.start, stale)).code).toBe('volumes_unconfirmed');
    expect((await stockist.call(api.balances.list, open)).total).toBe(before);
    const { started, refused } = await stockist.call(api.balances.start, { body: { code, volumes } });
    expect(started.length + refused.length).toBe(volumes);
  });

  it('a count by product counts only that product and reveals nothing about others', async () => {
    const shelf = await makeShelf(app, owner, 3);
    const beside = await makeVariation(app, owner.businessId);
    await owner.call(api.volumes.adjust, {
      ...at(shelf.volumeId),
      body: { variationId: beside.variationId, quantity: 7, reason: 'achado' },
    });
    const { started } = await stockist.call(api.balances.start, { body: { variationId: shelf.variationId } });
    const id = started[0]?.id ?? 0;
    expect((await stockist.call(api.balances.detail, at(id))).goods.map(({ sku }) => sku)).toEqual([
      shelf.sku,
    ]);
    expect((await count(stockist, id, shelf, 3)).state).toBe('checked');
    expect(await volumeOf(shelf)).toMatchObject({ state: 'active', units: 10, checked: false });
  });

  it('a planned count starts with the volumes not counted for the longest time', async () => {
    const old = await makeShelf(app, owner, 3);
    app.clock.advance(60 * 24 * 10);
    await makeVolume(owner, old, [{ variationId: old.variationId, quantity: 1 }]);
    const plan = { body: { warehouseId: old.warehouseId, volumes: 1 } };
    const { started } = await stockist.call(api.balances.start, plan);
    expect(started.map(({ name }) => name)).toEqual([old.code]);
    app.clock.advance(60 * 25);
    expect((await stockist.call(api.balances.alarms)).overdue).toBeGreaterThan(0);
  });

  it('starting a count moves pick allocations to another volume, or is refused if none has the units', async () => {
    const shelf = await makeShelf(app, owner, 2);
    const sale = await makeBenchSale(app, { supplier: owner, seller, shelf }, 1);
    await beginList(packer, [sale]);
    const body = { volumeId: shelf.volumeId };
    expect((await stockist.refused(api.balances.start, { body })).code).toBe('volume_pinned');
    const beside = await makeVolume(owner, shelf, [{ variationId: shelf.variationId, quantity: 1 }]);
    await stockist.call(api.balances.start, { body });
    const pinned = (await owner.call(api.volumes.detail, at(beside.id))).lines[0]?.pinned;
    expect(pinned).toBe(1);
    expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
  });
});

it('counting a volume that was short at a pick makes it available again', async () => {
  const shelf = await makeShelf(app, owner, 2);
  const sale = await makeBenchSale(app, { supplier: owner, seller, shelf }, 1);
  const list = await beginList(packer, [sale]);
  const missing = { volumeId: shelf.volumeId, variationId: shelf.variationId, reason: 'vazio' };
  await packer.call(api.picking.declareShort, { ...at(list.id), body: missing });
  expect(await stockOf(shelf)).toMatchObject({ hold: 2, sellable: 0 });
  const { items } = await stockist.call(api.balances.list, { query: { query: `place:${shelf.code}` } });
  const id = items[0]?.id ?? 0;
  expect(items[0]).toMatchObject({ kind: 'suspect', origin: 'short' });
  expect((await owner.refused(api.balances.cancel, at(id))).code).toBe('balance_suspect');
  expect((await packer.refused(api.balances.count, { ...at(id), body: found(shelf, 2) })).code).toBe(
    'forbidden',
  );
  expect((await count(stockist, id, shelf, 2)).state).toBe('checked');
  expect(await stockOf(shelf)).toMatchObject({ hold: 0 });
  expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
});

it('canceling a count changes no stock', async () => {
  const shelf = await makeShelf(app, owner, 2);
  const id = await start(shelf);
  expect((await stockist.call(api.balances.cancel, at(id))).state).toBe('canceled');
  expect(await volumeOf(shelf)).toMatchObject({ state: 'active', units: 2 });
  expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
});

it('a count refuses every act that its state table does not allow', async () => {
  const shelf = await makeShelf(app, owner, 2);
  const id = await start(shelf);
  const verbs: Record<BalanceAct, () => Promise<{ code: string }>> = {
    count: () => owner.refused(api.balances.count, { ...at(id), body: found(shelf, 2) }),
    approve: () => owner.refused(api.balances.approve, { ...at(id), body: { cause: 'lost' } }),
    recount: () => owner.refused(api.balances.recount, at(id)),
    cancel: () => owner.refused(api.balances.cancel, at(id)),
  };
  for (const state of balanceStates) {
    const isOpen = ['open', 'recount', 'waiting_approval'].includes(state);
    await app.database.transact({ businessId: owner.businessId }, (tx) =>
      tx.db
        .updateTable('balances')
        .set({ state, ended_at: isOpen ? null : tx.now() })
        .where('id', '=', id)
        .execute(),
    );
    for (const verb of Object.keys(balanceActs) as BalanceAct[])
      if (!canAct(balanceActs, verb, state))
        expect({ state, verb, ...(await verbs[verb]()) }).toMatchObject({ code: 'state_conflict' });
  }
});

it('people of another warehouse get 404 for counts of this one', async () => {
  const shelf = await makeShelf(app, owner, 2);
  const id = await start(shelf);
  const elsewhere = await makeShelf(app, owner, 1);
  const clerk = await app.hire(owner.businessId, ['stockist'], [elsewhere.warehouseId]);
  expect((await clerk.refused(api.balances.detail, at(id))).code).toBe('not_found');
  expect((await clerk.refused(api.balances.count, { ...at(id), body: found(shelf, 2) })).code).toBe(
    'not_found',
  );
  const body = { volumeId: shelf.volumeId };
  expect((await clerk.refused(api.balances.start, { body })).code).toBe('not_found');
  const { items } = await clerk.call(api.balances.list, { query: { query: `place:${shelf.code}` } });
  expect(items).toEqual([]);
});
