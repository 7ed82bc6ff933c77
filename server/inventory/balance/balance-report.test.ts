import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, dayOf } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { reportFrom } from '#contract/inventory/balance-report.ts';
import { makeShelf, type Shelf } from '#server/inventory/test/factory.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';

let app: TestApp;
let owner: Person;
let stockist: Person;
let other: Person;
let here: Shelf;
let today: string;

beforeAll(async () => {
  app = await testApp();
  owner = await app.join('supply');
  stockist = await app.hire(owner.businessId, ['stockist']);
  other = await app.hire(owner.businessId, ['stockist']);
  here = await makeShelf(app, owner, 100);
  today = dayOf(app.clock.now());
  // Equal at the first count.
  await count(here, await start(here), stockist, 100);
  // Far off; a second person finds another number, and the owner approves it.
  const lost = await makeShelf(app, owner, 100, Promise.resolve(here));
  const open = await start(lost);
  await count(lost, open, stockist, 10);
  await count(lost, open, other, 90);
  await owner.call(api.balances.approve, { params: { id: open }, body: { cause: 'lost' } });
  // Still being counted, and so not in the report.
  await start(await makeShelf(app, owner, 5, Promise.resolve(here)));
  const away = await makeShelf(app, owner, 7);
  await count(away, await start(away), stockist, 7);
});

async function start(shelf: Shelf): Promise<number> {
  const { started } = await owner.call(api.balances.start, { body: { volumeId: shelf.volumeId } });
  return started[0]?.id ?? 0;
}

const count = (shelf: Shelf, id: number, by: Person, quantity: number) =>
  by.call(api.balances.count, {
    params: { id },
    body: { lines: [{ variationId: shelf.variationId, quantity }] },
  });

const report = (by = owner, from = reportFrom(today, 30), to = today) =>
  by.call(api.balances.report, { query: { from, to } });

describe('a report of counts', () => {
  test('the count report shows the accuracy by position, product and person, and corrections by cause', async () => {
    const seen = await report();
    expect(seen.total).toMatchObject({ counted: 3, right: 2, corrections: 1, found: 0, lost: 10 });
    expect(seen.causes).toMatchObject([{ cause: 'lost', corrections: 1, found: 0, lost: 10 }]);
    expect(seen.causes[0]?.centavos).toBe(seen.total.centavos);
    expect(seen.positions.reduce((sum, { counted }) => sum + counted, 0)).toBe(3);
    expect(seen.positions.reduce((sum, { right }) => sum + right, 0)).toBe(2);
    expect(seen.products.map(({ right }) => right)).toEqual([0, 1, 1]);
    const people = seen.people.map(({ counted, right }) => [counted, right]);
    expect(people).toEqual([
      [3, 2],
      [1, 1],
    ]);
  });

  test('the count report contains only the given days, warehouses and business', async () => {
    expect((await report(owner, addDays(today, -9), addDays(today, -1))).total.counted).toBe(0);
    const near = await app.hire(owner.businessId, ['stockist'], [here.warehouseId]);
    expect((await report(near)).total).toMatchObject({ counted: 2, right: 1 });
    expect((await report(await app.join('supply'))).total.counted).toBe(0);
  });

  test('the count report shows money only with the permission to read prices', async () => {
    expect((await report()).total.centavos).toBeLessThanOrEqual(0);
    expect(JSON.stringify(await report(stockist)).toLowerCase()).not.toContain('centavos');
    const words = async (by: Person) =>
      (await by.download(api.balances.export, { query: { format: 'csv' } })).bytes.toString('utf8');
    expect(await words(owner)).toContain('Valor da diferença');
    expect(await words(stockist)).not.toContain('Valor da diferença');
  });

  test('the count report is refused to packers and for invalid days', async () => {
    const packer = await app.hire(owner.businessId, ['packer']);
    const query = { from: today, to: today };
    expect((await packer.refused(api.balances.report, { query })).code).toBe('forbidden');
    for (const wrong of [
      { from: today, to: addDays(today, -1) },
      { from: addDays(today, -400), to: today },
      { from: '2026-02-31', to: today },
    ])
      expect((await owner.refused(api.balances.report, { query: wrong })).code).toBe('invalid');
  });
});
