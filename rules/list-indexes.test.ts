import pg from 'pg';
import { expect, test } from 'vitest';
import { productFields, sortedFieldNames } from '#contract/products/product-fields.ts';
import { testDatabase } from '#server/test/database.ts';
import { sources } from './files.ts';
import { sortedInMemory } from './list-indexes.ts';

/** `x as a` of Kysely, and `from x a` or `join x a` of SQL: the tables of a file by their alias. */
function tablesOf(text: string): Map<string, string[]> {
  const named = [
    ...text.matchAll(/\b(\w+) as (\w{1,2})\b/g),
    ...text.matchAll(/\b(?:from|join) (\w+) (\w{1,2})\b/g),
  ];
  const groups = Map.groupBy(named, ([, , alias = '']) => alias);
  return new Map([...groups].map(([alias, found]) => [alias, found.map(([, table = '']) => table)]));
}

/** The sorts of each `listSpec` that are a plain column, as `path sort`. */
const sorts = sources(/^server\/(?!db\/).*\.ts$/).flatMap(({ path, text }) => {
  const tables = tablesOf(text);
  return [...text.matchAll(/\bsorts: \{(.*?)\},?\n/gs)].flatMap(([, body = '']) =>
    [...body.matchAll(/([\w-]+)'?: sql`(\w+)\.(\w+)`/g)].map(([, sort = '', alias = '', column = '']) => ({
      at: `${path
        .split('/')
        .at(-1)
        ?.replace(/(\.queries)?\.ts$/, '')} ${sort}`,
      columns: (tables.get(alias) ?? []).map((table) => `${table}.${column}`),
    })),
  );
});
for (const name of sortedFieldNames)
  sorts.push({ at: `product ${name}`, columns: [`products.${productFields[name].column}`] });

test('each sort of a list has an index that begins with the business and its column, or a reason', async () => {
  const client = new pg.Client({ connectionString: await testDatabase() });
  await client.connect();
  const { rows } = await client.query<{ first: string }>(`
    select distinct i.indrelid::regclass || '.' || split_part(pg_get_indexdef(i.indexrelid, 2, true), ' ', 1) as first
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace and i.indnkeyatts > 1
      and pg_get_indexdef(i.indexrelid, 1, true) in ('business_id', 'seller_id', 'supplier_id', 'fulfiller_id')`);
  await client.end();
  const indexed = new Set(rows.map(({ first }) => first));
  const slow = sorts.filter(({ columns }) => !columns.some((column) => indexed.has(column)));
  const excused = Object.values(sortedInMemory).flat();
  expect(sorts.length).toBeGreaterThan(80);
  expect(slow.map(({ at }) => at).filter((at) => !excused.includes(at))).toEqual([]);
  expect(excused.filter((at) => !slow.some((sort) => sort.at === at))).toEqual([]);
});
