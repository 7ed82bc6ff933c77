import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { testDatabase } from '#server/test/database.ts';
import { root, sources } from './files.ts';

/** Columns that code writes and only people read. */
const readByPeople: Readonly<Record<string, string>> = {
  'audit_entries.request_id': 'leads an operator from an entry to the lines of the log',
};

/** A text without comments and without what only writes a column: lists of inserts, `set column =`, `column:`. */
function readingParts(text: string): string {
  return text
    .replace(/^\s*(\/\/|\*|\/\*\*|--).*$/gm, '')
    .replace(/\s+/g, ' ')
    .replace(/\b(set|,) (\w+) = /g, '$1 ')
    .replace(/insert into (\w+)(?: as \w+)? ?\([^)]*\)/gi, '$1');
}

const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Columns by table, from the generated types. */
function columnsByTable(): [table: string, columns: string[]][] {
  const types = read('server/db/types.ts');
  const bodyOf = (name: string) =>
    new RegExp(`export interface ${name} \\{\\n(.*?)\\n\\}`, 's').exec(types)?.[1] ?? '';
  return [...bodyOf('DB').matchAll(/^ {2}(\w+): (\w+);/gm)].map(([, table = '', type = '']) => [
    table,
    [...bodyOf(type).matchAll(/^ {2}(\w+): /gm)].map(([, column = '']) => column),
  ]);
}

test('every column is read by code in a folder that names its table, or by the database', () => {
  const files = sources(/^(server|tools)\/.*\.ts$/)
    .filter(({ path }) => !/\.test\.ts$|\/test\/|\/seed\/|db\/types\.ts$/.test(path))
    .map(({ path, text }) => ({ folder: dirname(path), text: readingParts(text) }));
  const objects = read('server/db/schema.sql')
    .replace(/^create table .*?^\);$/gms, '')
    .split('\n\n')
    .filter((text) => !/^\s*(grant|comment|create policy)/.test(text))
    .map(readingParts);
  const tables = columnsByTable();
  const unread = tables.flatMap(([table, columns]) => {
    const named = new RegExp(`\\b${table}\\b`);
    const folders = new Set(files.filter(({ text }) => named.test(text)).map(({ folder }) => folder));
    const near = [
      ...files.filter(({ folder }) => folders.has(folder)).map(({ text }) => text),
      ...objects.filter((text) => named.test(text)),
    ];
    return columns
      .filter((column) => !/^(id|business_id|seller_id|supplier_id|fulfiller_id)$/.test(column))
      .filter((column) => {
        const reading = new RegExp(`\\b${column}\\b(?!\\s*:)|\\{[^{}]*\\b${column}: \\w+[^{}]*\\} =`);
        return !near.some((text) => reading.test(text));
      })
      .map((column) => `${table}.${column}`);
  });
  expect(tables.length).toBeGreaterThan(100);
  expect(unread).toEqual(Object.keys(readByPeople));
});

test('no index has the columns with which another index begins', async () => {
  const client = new pg.Client({ connectionString: await testDatabase() });
  await client.connect();
  const { rows } = await client.query<{ index: string }>(`
    with indexes as (
      select i.indrelid, i.indexrelid, c.relam, coalesce(pg_get_expr(i.indpred, i.indrelid), '') as condition,
        i.indisunique or exists (select from pg_constraint k where k.conindid = i.indexrelid) as is_key,
        array(select replace(pg_get_indexdef(i.indexrelid, n, true), ' DESC', '') from generate_series(1, i.indnkeyatts) n) as columns
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relnamespace = 'public'::regnamespace and c.relam = (select oid from pg_am where amname = 'btree'))
    select a.indexrelid::regclass::text as index from indexes a join indexes b on b.indrelid = a.indrelid
      and b.indexrelid <> a.indexrelid and b.condition = a.condition and b.columns[1:cardinality(a.columns)] = a.columns
    where not a.is_key order by 1`);
  await client.end();
  expect(rows.map(({ index }) => index)).toEqual([]);
});

test('a trigram index serves a function, because a policy keeps a list from using it', () => {
  const schema = read('server/db/schema.sql');
  const indexed = [...schema.matchAll(/^CREATE INDEX \w+ ON public\.(\w+) USING gin \(.*gin_trgm_ops/gm)].map(
    ([, table = '']) => table,
  );
  const searching = schema
    .split('\n\n')
    .filter((text) => /security definer/i.test(text) && /like |similarity\(| % /.test(text));
  expect(indexed.length).toBeGreaterThan(5);
  expect(
    indexed.filter((table) => !searching.some((text) => new RegExp(`\\b${table}\\b`).test(text))),
  ).toEqual([]);
});
