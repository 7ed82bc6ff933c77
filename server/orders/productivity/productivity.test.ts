import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays, dayOf, startOfDay } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { leastSeconds, type ProductivityGroup, pauseSeconds } from '#contract/orders/productivity.ts';
import { makeShelf, type Shelf } from '#server/inventory/test/factory.ts';
import { confirmParcel, jobOf, makeBenchSeller, packSale } from '#server/orders/test/factory.ts';
import { beginList, listScan, walkList } from '#server/orders/test/picking-factory.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';
import { closeWorkDaysOf } from './close-days.ts';

let app: TestApp;
let owner: Person;
let picker: Person;
let packer: Person;
let seller: Person;
let shelf: Shelf;
let sell: (quantity: number) => Promise<number>;

beforeAll(async () => {
  app = await testApp();
  // Scans of days that are over are written directly.
  for (const table of ['order_scans', 'work_days', 'work_closings'])
    await app.owner.query(`alter table ${table} no force row level security`);
});

beforeEach(async () => {
  app.clock.set('2026-11-21T15:00:00.000Z');
  owner = await app.join('supply');
  picker = await app.hire(owner.businessId, ['packer']);
  packer = await app.hire(owner.businessId, ['packer']);
  seller = await app.join('sales');
  shelf = await makeShelf(app, owner, 100);
  // The goods were put there by a spreadsheet on another day.
  app.clock.advance(24 * 60);
  sell = await makeBenchSeller(app, { supplier: owner, seller, shelf });
});

const at = (id: number) => ({ params: { id } });
const list = async (by: Person, query = '') =>
  (await by.call(api.productivity.list, { query: { query, size: '100' } })).items;
const sums = (by: Person, query = '') => by.call(api.productivity.sums, { query: { query } });
const close = () => closeWorkDaysOf(jobOf(app), { businessId: owner.businessId });
const of = async (person: Person, query = '') => {
  const [row] = await list(owner, `by:kind person:${person.userId} ${query}`.trim());
  return row;
};

/** Picks the list of these sales and packs each, a scan a minute. */
async function workThrough(sales: readonly number[]): Promise<void> {
  const { id } = await beginList(picker, sales);
  const { stops } = await picker.call(api.picking.detail, at(id));
  for (const stop of stops)
    for (let unit = 0; unit < stop.quantity; unit++) {
      app.clock.advance(1);
      await picker.call(api.picking.beep, listScan(id, stop.sku, stop.volume.name));
    }
  await picker.call(api.picking.finish, at(id));
}

describe('the work of a person', () => {
  test('picked units count as units, a product of a volume as a line, and the minutes between scans as time', async () => {
    await workThrough([await sell(2), await sell(1)]);
    expect(await list(owner, `by:kind person:${picker.userId}`)).toMatchObject([
      { id: 3, name: 'picking', lines: 1, units: 3, parcels: 0, seconds: 180, unitsPerHour: 60, errors: 0 },
    ]);
    const [day] = await list(owner, `by:day person:${picker.userId}`);
    expect(day).toMatchObject({ name: '2026-11-22', id: 20261122, units: 3 });
  });

  test('packed parcels count for the person who packed them last on a day; what was scanned again counts once', async () => {
    const id = await sell(2);
    await packSale(packer, id, shelf.sku, 2);
    expect(await of(packer)).toMatchObject({ name: 'packing', lines: 1, units: 2, parcels: 1 });
    await packer.call(api.checkout.reset, { ...at(id), body: { reason: '' } });
    expect(await of(packer)).toMatchObject({ lines: 0, units: 0, parcels: 0, unitsPerHour: null });
    for (const clientId of ['again-1-client', 'again-2-client'])
      await packer.call(api.checkout.beep, { ...at(id), body: { code: shelf.sku, clientId } });
    await confirmParcel(packer, id);
    expect(await of(packer)).toMatchObject({ lines: 1, units: 2, parcels: 1 });
  });

  test('a pause longer than ten minutes is not time at work, one of ten minutes is', async () => {
    const { id } = await beginList(picker, [await sell(3)]);
    const take = () => picker.call(api.picking.beep, listScan(id, shelf.sku, shelf.code));
    await take();
    app.clock.advance(10);
    await take();
    app.clock.advance(11);
    await take();
    expect(await of(picker)).toMatchObject({ units: 3, seconds: 60 + 600 + 60 });
  });

  test('handed over parcels, counts and returned goods count as their own kinds of work', async () => {
    const stockist = await app.hire(owner.businessId, ['stockist']);
    const id = await sell(2);
    await packSale(packer, id, shelf.sku, 2);
    await owner.call(api.checkout.collectByHand, { ...at(id), body: { reason: 'Leitor quebrado' } });
    expect(await of(owner, 'kind:hand_over')).toMatchObject({ parcels: 1, lines: 0, units: 0 });
    const { started } = await owner.call(api.balances.start, { body: { volumeId: shelf.volumeId } });
    const lines = [{ variationId: shelf.variationId, quantity: 98 }];
    await stockist.call(api.balances.count, { ...at(started[0]?.id ?? 0), body: { lines } });
    expect(await of(stockist)).toMatchObject({ name: 'counting', lines: 1, units: 98, parcels: 0 });
    // Who counts without seeing quantities reads none in sums of their own work either.
    const own = { name: 'counting', lines: 1, units: 0, unitsPerHour: null };
    expect(await list(stockist, 'by:kind')).toMatchObject([own]);
    await close();
    app.clock.advance(24 * 60);
    await close();
    expect(await list(stockist, 'by:kind')).toMatchObject([own]);
  });
});

describe('errors', () => {
  test('a corrected product of a volume is an error of the person who took units out last, on the day of that work', async () => {
    await workThrough([await sell(1)]);
    app.clock.advance(24 * 60);
    const { started } = await owner.call(api.balances.start, { body: { volumeId: shelf.volumeId } });
    const body = { lines: [{ variationId: shelf.variationId, quantity: 97 }] };
    const count = { ...at(started[0]?.id ?? 0), body };
    const first = await app.hire(owner.businessId, ['stockist']);
    const second = await app.hire(owner.businessId, ['stockist']);
    await first.call(api.balances.count, count);
    await second.call(api.balances.count, count);
    await owner.call(api.balances.approve, { ...at(started[0]?.id ?? 0), body: { cause: 'lost' } });
    expect(await of(picker)).toMatchObject({ name: 'picking', units: 1, errors: 1 });
    expect(await list(owner, `by:day person:${picker.userId}`)).toMatchObject([
      { name: '2026-11-22', units: 1, errors: 1 },
    ]);
    expect(await of(first)).toMatchObject({ name: 'counting', errors: 0 });
  });

  test('a count that the next one contradicts is an error of its counter', async () => {
    const { started } = await owner.call(api.balances.start, { body: { volumeId: shelf.volumeId } });
    const count = (by: Person, quantity: number) =>
      by.call(api.balances.count, {
        ...at(started[0]?.id ?? 0),
        body: { lines: [{ variationId: shelf.variationId, quantity }] },
      });
    const wrong = await app.hire(owner.businessId, ['stockist']);
    const right = await app.hire(owner.businessId, ['stockist']);
    await count(wrong, 10);
    await count(right, 100);
    expect(await of(wrong)).toMatchObject({ name: 'counting', lines: 1, errors: 1 });
    expect(await of(right)).toMatchObject({ name: 'counting', lines: 1, errors: 0 });
  });
});

describe('who sees what', () => {
  test('each person sees their own work by days, owner and administrator that of all', async () => {
    const id = await sell(1);
    await workThrough([id]);
    await packer.call(api.checkout.beep, { ...at(id), body: { code: shelf.sku, clientId: 'own-1-client' } });
    const administrator = await app.hire(owner.businessId, ['administrator']);
    for (const person of [owner, administrator])
      expect((await list(person)).map((row) => row.id).toSorted()).toEqual(
        [owner.userId, picker.userId, packer.userId].toSorted(),
      );
    expect(await list(picker)).toMatchObject([{ name: '2026-11-22', units: 1 }]);
    expect(await list(picker, 'by:person')).toMatchObject([{ id: picker.userId, units: 1 }]);
    expect(await list(picker, `person:${packer.userId}`)).toEqual([]);
    expect(await sums(picker)).toMatchObject({ units: 1, drawn: [{ name: '2026-11-22' }] });
    const file = await picker.download(api.productivity.export, { query: { format: 'csv' } });
    expect(file.bytes.toString('utf8').trim().split('\n')).toHaveLength(2);
  });

  test('the seller of the goods and another business see nothing of the people who packed them', async () => {
    await packSale(packer, await sell(1), shelf.sku, 1);
    expect(await list(seller, 'by:person')).toEqual([]);
    expect(await list(seller, `by:day person:${packer.userId}`)).toEqual([]);
    expect(await sums(await app.join('supply'))).toMatchObject({ units: 0, parcels: 0, drawn: [] });
    const clerk = await app.hire(seller.businessId, ['seller']);
    expect((await clerk.refused(api.productivity.list)).code).toBe('forbidden');
  });

  test('no figure is an amount of money', async () => {
    await packSale(packer, await sell(1), shelf.sku, 1);
    expect(JSON.stringify(await list(packer)).toLowerCase()).not.toContain('centavos');
  });
});

describe('any scans of any people', () => {
  type Act = { who: number; minute: number; voidedAfter: number | null };
  const first = '2026-11-17';
  const act = fc.record({
    who: fc.integer({ min: 0, max: 2 }),
    // Five days, many of them close to each other and around midnight in São Paulo.
    minute: fc.oneof(fc.integer({ min: 0, max: 5 * 1440 - 1 }), fc.integer({ min: 1430, max: 1460 })),
    voidedAfter: fc.option(fc.integer({ min: 1, max: 2000 }), { freq: 4 }),
  });
  const instant = (minute: number) => new Date(startOfDay(first).getTime() + minute * 60_000);

  /** What the definitions say, computed one act after the other. */
  function expected(acts: readonly Act[], people: readonly number[]) {
    const days = new Map<string, { units: number; seconds: number; last: number }>();
    for (const { who, minute, voidedAfter } of acts.toSorted((one, other) => one.minute - other.minute)) {
      const day = dayOf(instant(minute));
      const key = `${people[who]} ${day}`;
      const known = days.get(key) ?? { units: 0, seconds: 0, last: -1 };
      const gap = (minute - known.last) * 60;
      const isGone = voidedAfter !== null && dayOf(instant(minute + voidedAfter)) === day;
      days.set(key, {
        units: known.units + (isGone ? 0 : 1),
        seconds: known.seconds + (known.last >= 0 && gap <= pauseSeconds ? gap : leastSeconds),
        last: minute,
      });
    }
    return days;
  }

  test('the sums of people and days are those of the scans, before and after their days are added up', async () => {
    app.clock.set('2026-11-22T15:00:00.000Z');
    const id = await sell(1);
    const [part] = await app.rows(owner.businessId, `select id from order_parts where order_id = ${id}`);
    const { userId } = await app.hire(owner.businessId, ['stockist']);
    const people = [picker.userId, packer.userId, userId];
    const all = async () => {
      const found: Record<string, object> = {};
      for (const person of people)
        for (const row of await list(owner, `by:day person:${person} worked:${first}..2026-11-22`))
          found[`${person} ${row.name}`] = { units: row.units, seconds: row.seconds };
      return found;
    };
    const total = async (by: ProductivityGroup) => {
      const rows = await list(owner, `by:${by} kind:packing worked:${first}..2026-11-22`);
      return [rows.reduce((sum, row) => sum + row.units, 0), rows.reduce((sum, row) => sum + row.seconds, 0)];
    };
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 60 }), async (acts) => {
        for (const table of ['order_scans', 'work_days', 'work_closings'])
          await app.owner.query(`delete from ${table} where business_id = $1`, [owner.businessId]);
        await app.owner.query(
          `insert into order_scans (business_id, order_id, part_id, client_id, code, attempt, user_id, at, voided_at)
           select $1, $2, $3, 'scan-' || n, 'X', 1, who, at, voided
           from unnest($4::bigint[], $5::timestamptz[], $6::timestamptz[]) with ordinality as a (who, at, voided, n)`,
          [
            owner.businessId,
            id,
            part?.id,
            acts.map(({ who }) => people[who]),
            acts.map(({ minute }) => instant(minute)),
            acts.map(({ minute, voidedAfter }) =>
              voidedAfter === null ? null : instant(minute + voidedAfter),
            ),
          ],
        );
        const days = expected(acts, people);
        const wanted = Object.fromEntries(
          [...days].map(([key, { units, seconds }]) => [key, { units, seconds }]),
        );
        const recorded = await all();
        expect(recorded).toEqual(wanted);
        const sum = [...days.values()].reduce(
          ([units = 0, seconds = 0], day) => [units + day.units, seconds + day.seconds],
          [0, 0],
        );
        for (const by of ['person', 'day', 'kind'] as const) expect(await total(by)).toEqual(sum);
        await close();
        expect(await all()).toEqual(wanted);
        for (const by of ['person', 'day', 'kind'] as const) expect(await total(by)).toEqual(sum);
      }),
      { numRuns: 15 },
    );
  });

  test('a day is added up once, although the task runs again and scans are taken back later', async () => {
    const id = await sell(2);
    await packSale(packer, id, shelf.sku, 2);
    const before = await of(packer);
    app.clock.advance(24 * 60);
    await Promise.all([close(), close()]);
    await close();
    expect(await of(packer)).toEqual(before);
    await owner.call(api.checkout.reset, { ...at(id), body: { reason: 'Etiqueta errada' } });
    expect(await of(packer)).toEqual(before);
    const kept = await app.rows(owner.businessId, 'select kind, units, day::text from work_days');
    expect(kept).toContainEqual({ kind: 'packing', units: 2, day: '2026-11-22' });
    expect(kept).toHaveLength(2);
    // The work of today is there before it is added up.
    await walkList(picker, (await beginList(picker, [await sell(3)])).id);
    expect(await of(picker)).toMatchObject({ units: 3 });
  });

  test('the figures of a person are deleted after a year', async () => {
    await packSale(packer, await sell(1), shelf.sku, 1);
    app.clock.advance(24 * 60);
    await close();
    const kept = async () =>
      (await app.rows(owner.businessId, 'select count(*)::int as n from work_days'))[0]?.n;
    const forget = async () => {
      await app.database.transact(null, async (tx) =>
        tx.enqueue({ task: 'jobs.forget-passed', payload: {} }),
      );
      await app.drain();
    };
    app.clock.advance(360 * 24 * 60);
    await forget();
    expect(await kept()).toBe(2);
    app.clock.advance(7 * 24 * 60);
    await forget();
    expect(await kept()).toBe(0);
  });

  test('days outside the period are not counted', async () => {
    await packSale(packer, await sell(1), shelf.sku, 1);
    const today = dayOf(app.clock.now());
    expect(await list(owner, `worked:<=${addDays(today, -1)} kind:packing`)).toEqual([]);
    expect(await list(owner, `worked:${today}`)).toHaveLength(1);
    expect(await list(owner, `kind:packing worked:${addDays(today, -40)}..${today}`)).toHaveLength(1);
  });
});
