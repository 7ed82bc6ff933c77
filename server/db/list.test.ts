import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { testApp } from '#server/test/app.ts';
import { listPage, listSpec } from './list.ts';
import type { Tx } from './transaction.ts';

const app = await testApp();
const owner = await app.join('supply');

const spec = listSpec({
  fields: {
    name: { kind: 'text' },
    amount: { kind: 'number' },
    price: { kind: 'money' },
    made: { kind: 'day' },
    id: { kind: 'id' },
    big: { kind: 'flag' },
  },
  sql: {
    name: sql`t.name`,
    amount: sql`t.amount`,
    price: sql`t.price`,
    made: sql`t.made`,
    id: sql`t.id`,
    big: { where: ([yes]) => sql`(t.amount > 5) = ${yes}` },
  },
  search: sql`fold(t.name)`,
  sortedBy: ['id', 'amount', 'made', 'name'],
  sorts: { id: sql`t.id`, amount: sql`t.amount`, made: sql`t.made`, name: sql`t.name` },
  required: ['made', 'name'],
  defaultSort: 'id',
  id: sql`t.id`,
});

type Row = { id: number; name: string; amount: number | null; price: number; made: string };
const rows: Row[] = Array.from({ length: 47 }, (_, n) => ({
  id: n + 1,
  name: ['Caneca', 'Porta-copos', 'Açúcar 100%', 'Sal_fino'][n % 4] ?? '',
  amount: n % 5 === 0 ? null : n % 7,
  price: n * 1000 + 90,
  made: `2026-11-${String((n % 28) + 1).padStart(2, '0')}T02:30:00.123456Z`,
}));

const rowsOf = (tx: Tx, json: RawBuilder<unknown>) =>
  tx.db
    .selectFrom(
      sql<Row>`(select * from jsonb_to_recordset(${json}::jsonb)
        as r (id integer, name text, amount integer, price bigint, made timestamptz))`.as('t'),
    )
    .select(['t.id', 't.name', 't.amount']);
/** The same for every request, so that its queries are compiled once. */
const sameRows = (tx: Tx) => rowsOf(tx, sql.lit(JSON.stringify(rows)));

const list = (query: Parameters<typeof listPage>[3], isCompiledOnce = false) =>
  app.database.transact({ businessId: owner.businessId }, (tx: Tx) =>
    listPage(tx, isCompiledOnce ? sameRows : rowsOf(tx, sql`${JSON.stringify(rows)}`), spec, query),
  );
const ids = async (query: string) => (await list({ query, size: 100 })).items.map((row) => row.id);
const expected = (keep: (row: Row) => boolean) => rows.filter(keep).map((row) => row.id);

test('property: pages by key return every row once, in order, for every sort, nulls last', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('id', '-id', 'amount', '-amount', 'made', '-made', 'name', '-name'),
      fc.integer({ min: 1, max: 20 }),
      fc.boolean(),
      async (sort, size, isCompiledOnce) => {
        const whole = (await list({ sort, size: 100 })).items.map((row) => row.id);
        const seen: number[] = [];
        for (let after: string | undefined, n = 0; n < 60; n++) {
          const page = await list({ sort, size, ...(after && { after }) }, isCompiledOnce);
          seen.push(...page.items.map((row) => row.id));
          after = page.next;
          if (!after) break;
        }
        expect(seen).toEqual(whole);
        expect(new Set(whole).size).toBe(rows.length);
      },
    ),
    { numRuns: 30 },
  );
  const amounts = (await list({ sort: '-amount', size: 100 })).items.map((row) => row.amount);
  expect(amounts.slice(-10).every((amount) => amount === null)).toBe(true);
});

test('counts pages by number, with their total', async () => {
  const page = await list({ page: 3, size: 20 });
  expect(page).toMatchObject({ page: 3, pages: 3, total: 47 });
  expect(page.items.map((row) => row.id)).toEqual([41, 42, 43, 44, 45, 46, 47]);
  expect(page).not.toHaveProperty('next');
  expect((await list({ page: 9, size: 20 })).items).toEqual([]);
  expect(await list({ query: 'amount:>100' })).toMatchObject({ items: [], page: 1, pages: 1, total: 0 });
});

test('finds words regardless of case and accents, and takes the wildcards of LIKE literally', async () => {
  expect(await ids('acucar 100%')).toEqual(expected((row) => row.name === 'Açúcar 100%'));
  expect(await ids('SAL_')).toEqual(expected((row) => row.name === 'Sal_fino'));
  expect(await ids('sal%fino')).toEqual([]);
  expect(await ids('\\')).toEqual([]);
  expect(await ids('name:"porta-copos",CANECA')).toEqual(
    expected((row) => ['Porta-copos', 'Caneca'].includes(row.name)),
  );
});

test('filters by ranges, choices, flags and money; a negated field keeps rows without a value', async () => {
  expect(await ids('amount:2..3')).toEqual(expected((row) => row.amount === 2 || row.amount === 3));
  expect(await ids('amount:>5')).toEqual(expected((row) => (row.amount ?? 0) > 5));
  expect(await ids('-amount:1,2')).toEqual(expected((row) => row.amount !== 1 && row.amount !== 2));
  expect(await ids('-amount:1..3')).toEqual(
    expected((row) => row.amount === null || row.amount < 1 || row.amount > 3),
  );
  expect(await ids('big:yes')).toEqual(expected((row) => (row.amount ?? 0) > 5));
  expect(await ids('-big:yes')).toEqual(expected((row) => (row.amount ?? 0) <= 5));
  expect(await ids('price:10,90..20,90')).toEqual([2, 3]);
  expect(await ids('price:10,90')).toEqual([2]);
});

test('takes a day as that of Sao Paulo: 02:30 UTC belongs to the day before', async () => {
  expect(await ids('made:09/11/2026')).toEqual(expected((row) => row.made.startsWith('2026-11-10')));
  expect(await ids('made:>=2026-11-27')).toEqual(expected((row) => row.made.startsWith('2026-11-28')));
});

test('compares numbers that the column cannot hold instead of failing', async () => {
  expect(await ids('amount:1.5')).toEqual([]);
  expect(await ids('amount:>1,5')).toEqual(expected((row) => (row.amount ?? 0) >= 2));
  expect(await ids('amount:999999999999')).toEqual([]);
  expect(await ids('id:999999999999999')).toEqual([]);
  expect(await ids('price:>=10.000.000.000,00')).toEqual([]);
});

const key = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

test('names the allowed fields in a refusal, and refuses an invented key as invalid', async () => {
  const field = await owner.refused(api.categories.list, { query: { query: 'colour:red' } });
  expect(field).toMatchObject({
    status: 422,
    errors: { query: [{ code: 'filter_unknown_field' }] },
    facts: { field: 'colour', allowed: ['description', 'father', 'top', 'id'] },
  });
  const sort = await owner.refused(api.categories.list, { query: { sort: 'constructor' } });
  expect(sort).toMatchObject({ errors: { sort: [{ code: 'sort_unknown_field' }] } });
  for (const after of [
    'x',
    key(1),
    key(['a']),
    key([1, 2]),
    key(['a', 'b']),
    key(['a\0', 1]),
    key(['abc', 1.5]),
  ]) {
    const refused = await owner.refused(api.categories.list, { query: { after, sort: 'id' } });
    expect(refused).toMatchObject({ status: 422, errors: { after: [{ code: 'invalid' }] } });
  }
});

test('property: answers every filter without an internal error', async () => {
  const piece = fc.constantFrom(
    'description:',
    'top:',
    'id:',
    '"',
    ',',
    '-',
    ' ',
    '..',
    '>=',
    'yes',
    '1',
    '%',
    "'",
  );
  const text = fc
    .array(fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 5 })), { maxLength: 8 })
    .map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(text, async (query) => {
      const answer = await owner.call(api.categories.list, { query: { query } }).catch((error) => error);
      if (answer instanceof Error)
        expect('problem' in answer && answer.problem).toMatchObject({ status: 422 });
    }),
    { numRuns: 60 },
  );
});
