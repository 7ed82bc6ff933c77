import { beforeEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makeShelf, makeVolume, type Shelf } from '#server/inventory/test/factory.ts';
import { brokenInvariants } from '#server/inventory/test/shelf-model.ts';
import { makeBenchSale, makeBenchSeller } from '#server/orders/test/factory.ts';
import { beginList, listScan } from '#server/orders/test/picking-factory.ts';
import { type Person, testApp } from '#server/test/app.ts';

const app = await testApp();
let owner: Person;
let shelf: Shelf;

beforeEach(async () => {
  owner = await app.join('supply');
  shelf = await makeShelf(app, owner, 100);
});

const at = (id: number) => ({ params: { id } });
const hire = (role: 'administrator' | 'stockist' | 'packer') => app.hire(owner.businessId, [role]);
const start = async (person: Person) => {
  const { started } = await person.call(api.balances.start, { body: { volumeId: shelf.volumeId } });
  return started[0]?.id ?? 0;
};
const body = (quantity: number) => ({ lines: [{ variationId: shelf.variationId, quantity }] });
const count = (person: Person, id: number, quantity: number) =>
  person.call(api.balances.count, { ...at(id), body: body(quantity) });
const approval = (id: number) => ({ ...at(id), body: { cause: 'lost' as const } });
const approve = (person: Person, id: number) => person.call(api.balances.approve, approval(id));
const refused = async (person: Person, id: number) =>
  (await person.refused(api.balances.approve, approval(id))).code;

describe('people who counted never approve', () => {
  test('neither the first counter, in any role, nor the second who agreed can approve a count', async () => {
    const [administrator, second, stockist] = [
      await hire('administrator'),
      await hire('administrator'),
      await hire('stockist'),
    ];
    const id = await start(stockist);
    await count(administrator, id, 90);
    expect((await count(second, id, 90)).state).toBe('waiting_approval');
    expect(await refused(administrator, id)).toBe('counted_by_you');
    expect(await refused(second, id)).toBe('counted_by_you');
    expect((await administrator.call(api.balances.detail, at(id))).approvedByOthers).toBe(true);
    expect((await approve(owner, id)).state).toBe('corrected');
  });

  test('people who counted before a rejection or before the volume changed cannot approve the count', async () => {
    const [administrator, first, second, third] = [
      await hire('administrator'),
      await hire('stockist'),
      await hire('stockist'),
      await hire('stockist'),
    ];
    const id = await start(first);
    await count(administrator, id, 90);
    await count(first, id, 90);
    await owner.call(api.balances.recount, at(id));
    // The series starts again: the last counter may not count now, everybody else may.
    expect((await first.refused(api.balances.count, { ...at(id), body: body(80) })).code).toBe(
      'counted_by_you',
    );
    await count(second, id, 80);
    expect((await count(third, id, 80)).state).toBe('waiting_approval');
    expect(await refused(administrator, id)).toBe('counted_by_you');
    expect((await approve(owner, id)).difference).toBe(-20);
    expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
  });

  test('the only person who could approve is not assigned to count, and is refused when their count differs', async () => {
    const stockist = await hire('stockist');
    const id = await start(stockist);
    const only = await owner.refused(api.balances.count, { ...at(id), body: body(60) });
    expect(only.code).toBe('only_approver');
    // After the stockist's count only the owner is left, who approves instead of counting again.
    expect((await count(stockist, id, 60)).state).toBe('waiting_approval');
    expect((await approve(owner, id)).state).toBe('corrected');
  });

  test('in a business with one person the counter approves the count', async () => {
    const id = await start(owner);
    expect((await count(owner, id, 60)).state).toBe('waiting_approval');
    expect((await approve(owner, id)).state).toBe('corrected');
  });
});

describe('a second count', () => {
  test('a second count that agrees with neither the first nor the ledger requires a third by another person', async () => {
    const people = [await hire('stockist'), await hire('stockist'), await hire('stockist')] as const;
    const [first, second, third] = people;
    const id = await start(first);
    expect((await count(first, id, 80)).state).toBe('recount');
    expect((await count(second, id, 70)).state).toBe('recount');
    for (const former of [first, second])
      expect((await former.refused(api.balances.count, { ...at(id), body: body(80) })).code).toBe(
        'counted_by_you',
      );
    expect((await count(third, id, 80)).state).toBe('waiting_approval');
    expect((await approve(owner, id)).difference).toBe(-20);
    expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
  });

  test('a second count within the tolerance that differs from the first requires a third', async () => {
    const [first, second] = [await hire('stockist'), await hire('stockist')];
    await hire('stockist');
    const id = await start(first);
    await count(first, id, 80);
    expect((await count(second, id, 99)).state).toBe('recount');
  });

  test('a second count that equals the ledger ends the count, for any first result', async () => {
    const [first, second] = [await hire('stockist'), await hire('stockist')];
    const id = await start(first);
    await count(first, id, 80);
    expect((await count(second, id, 100)).state).toBe('checked');
  });
});

describe('a pick during a routine count', () => {
  test('a pick makes the routine count outdated at once, and the counter starts again', async () => {
    const [stockist, packer] = [await hire('stockist'), await hire('packer')];
    const seller = await app.join('sales');
    const id = await start(stockist);
    const begun = await stockist.call(api.balances.detail, at(id));
    expect(begun.isOutdated).toBe(false);
    // The only volume of the product is being counted and picked from.
    const sale = await makeBenchSale(app, { supplier: owner, seller, shelf }, 2);
    const list = await beginList(packer, [sale]);
    expect(list.stops).toMatchObject([{ volume: { name: shelf.code }, quantity: 2 }]);
    await packer.call(api.picking.beep, listScan(list.id, shelf.sku, shelf.code));
    expect((await stockist.call(api.balances.detail, at(id))).isOutdated).toBe(true);
    const seen = begun.volumeVersion;
    const late = await stockist.call(api.balances.count, { ...at(id), body: { ...body(100), seen } });
    expect(late).toMatchObject({ state: 'open', rounds: [{ outcome: 'outdated' }] });
    expect((await count(stockist, id, 99)).state).toBe('checked');
    expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
  });

  test('a pick does not outdate a count that starts after it', async () => {
    const [stockist, packer] = [await hire('stockist'), await hire('packer')];
    const seller = await app.join('sales');
    const id = await start(stockist);
    const list = await beginList(packer, [await makeBenchSale(app, { supplier: owner, seller, shelf }, 1)]);
    await packer.call(api.picking.beep, listScan(list.id, shelf.sku, shelf.code));
    const { volumeVersion: seen } = await stockist.call(api.balances.detail, at(id));
    const done = await stockist.call(api.balances.count, { ...at(id), body: { ...body(99), seen } });
    expect(done).toMatchObject({ state: 'checked', counts: 1 });
  });

  test('picking prefers volumes that are not being counted', async () => {
    const packer = await hire('packer');
    const seller = await app.join('sales');
    const id = await start(await hire('stockist'));
    const beside = await makeVolume(owner, shelf, [{ variationId: shelf.variationId, quantity: 1 }]);
    const sale = await makeBenchSale(app, { supplier: owner, seller, shelf }, 2);
    const { stops } = await beginList(packer, [sale]);
    expect(new Map(stops.map((stop) => [stop.volume.name, stop.quantity]))).toEqual(
      new Map([
        [beside.code, 1],
        [shelf.code, 1],
      ]),
    );
    expect((await owner.call(api.balances.detail, at(id))).state).toBe('open');
  });

  test('picking the last unit during a count asks for no confirmation', async () => {
    const packer = await hire('packer');
    const seller = await app.join('sales');
    shelf = await makeShelf(app, owner, 1);
    const stockist = await hire('stockist');
    const id = await start(stockist);
    const list = await beginList(packer, [await makeBenchSale(app, { supplier: owner, seller, shelf }, 1)]);
    const { emptied } = await packer.call(api.picking.beep, listScan(list.id, shelf.sku, shelf.code));
    expect(emptied).toEqual([]);
    const { volumeVersion: seen } = await stockist.call(api.balances.detail, at(id));
    await stockist.call(api.balances.count, { ...at(id), body: { lines: [], seen } });
    expect((await owner.call(api.volumes.detail, at(shelf.volumeId))).state).toBe('empty');
    expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
  });
});

test('a pick of goods in a suspect volume is refused and says where and by whom they are counted', async () => {
  const [packer, stockist] = [await hire('packer'), await hire('stockist')];
  const seller = await app.join('sales');
  const sell = await makeBenchSeller(app, { supplier: owner, seller, shelf });
  const [first, second, third] = [await sell(1), await sell(1), await sell(1)];
  const list = await beginList(packer, [first]);
  const short = { volumeId: shelf.volumeId, variationId: shelf.variationId, reason: 'vazio' };
  await packer.call(api.picking.declareShort, { ...at(list.id), body: short });
  const where = { volume: shelf.code, position: 'A01' };
  const asked = await packer.refused(api.checkout.startPicking, at(second));
  expect(asked).toMatchObject({ code: 'goods_being_counted', facts: where });
  expect(asked.detail).toContain(shelf.code);
  const alone = await packer.call(api.picking.create, { body: { ids: [third] } });
  expect(await packer.refused(api.picking.start, at(alone.id))).toMatchObject({
    code: 'goods_being_counted',
    facts: where,
  });
  const accepted = await owner.refused(api.checkout.accept, at(first));
  expect(accepted).toMatchObject({ code: 'goods_being_counted', facts: where });
  const { items } = await stockist.call(api.balances.list, { query: { query: `place:${shelf.code}` } });
  expect(items[0]?.kind).toBe('suspect');
});
