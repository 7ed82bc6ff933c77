import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { testDatabase } from '../test/database.ts';
import { readBaseline } from './baseline.ts';
import { migrate, type Release } from './migrate.ts';

/** A database that has the tables of the product and no list of migrations. */
async function emptyDatabase(): Promise<string> {
  const url = await testDatabase();
  await run(url, 'drop table schema_migrations');
  return url;
}

async function run(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A release with an empty baseline and these migrations. */
function releaseOf(files: Record<string, string>): Release {
  const migrations = mkdtempSync(join(tmpdir(), 'easy-migrations-'));
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(migrations, name), sql);
  return { baseline: { name: '0137_baseline', files: [] }, migrations };
}

const one = { '0138_apple.sql': 'create table apple (id int);' };

test('applies missing migrations once when several processes migrate at once', async () => {
  const url = await emptyDatabase();
  const release = releaseOf({ ...one, '0139_pear.sql': 'insert into apple values (1);' });
  await Promise.all([migrate(url, release), migrate(url, release), migrate(url, release)]);
  expect(await run(url, 'select id from apple')).toEqual([{ id: 1 }]);
});

test('refuses a database whose migrations were changed or are unknown to the release', async () => {
  const url = await emptyDatabase();
  await migrate(url, releaseOf(one));
  await expect(migrate(url, releaseOf({ '0138_apple.sql': 'create table plum (id int);' }))).rejects.toThrow(
    'was changed after it was applied',
  );
  await expect(migrate(url, releaseOf({}))).rejects.toThrow('does not know');
});

test('rolls back a failing migration and names it', async () => {
  const url = await emptyDatabase();
  const release = releaseOf({
    '0138_apple.sql': 'create table apple (id int);\ncreate table apple (id int);\nnonsense;',
  });
  await expect(migrate(url, release)).rejects.toThrow('Migration 0138_apple.sql failed');
  expect(await run(url, "select to_regclass('apple') as apple")).toEqual([{ apple: null }]);
});

test('refuses a gap in the numbers', async () => {
  const url = await emptyDatabase();
  await expect(migrate(url, releaseOf({ '0139_pear.sql': 'select 1;' }))).rejects.toThrow('not number 138');
});

test('refuses a baseline that was changed after it was applied', async () => {
  const url = await emptyDatabase();
  const release = releaseOf({});
  await migrate(url, release);
  const changed = { name: '0137_baseline', files: [{ name: 'fruit', sql: 'create table fig (id int);' }] };
  await expect(migrate(url, { ...release, baseline: changed })).rejects.toThrow('was changed');
});

/** The list of migrations of a database from before the baseline. */
const formerRows = readFileSync(join(import.meta.dirname, 'take-over', 'former-migrations.txt'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(' '));

async function listFormer(url: string, rows: readonly string[][]): Promise<void> {
  await run(url, "delete from schema_migrations where name = '0137_baseline'");
  const values = rows.map(([name, sha256]) => `('${name}', '${sha256}')`);
  await run(url, `insert into schema_migrations (name, sha256) values ${values.join(', ')}`);
}

const firstApplied = 'select name from schema_migrations order by name limit 1';
const commentOf = "select obj_description('orders'::regclass) as text";

test('takes over a database that has all migrations from before the baseline', async () => {
  const url = await testDatabase();
  const [comment] = await run(url, commentOf);
  await listFormer(url, formerRows);
  await run(url, 'comment on table orders is null');
  await migrate(url);
  expect(await run(url, firstApplied)).toEqual([{ name: '0137_baseline' }]);
  expect(await run(url, commentOf)).toEqual([comment]);
  await migrate(url);
});

test('refuses a database that lacks migrations from before the baseline and changes nothing', async () => {
  const url = await testDatabase();
  await listFormer(url, formerRows.slice(0, 100));
  await expect(migrate(url)).rejects.toThrow(`lacks migration ${formerRows[100]?.[0]}`);
  expect(await run(url, firstApplied)).toEqual([{ name: formerRows[0]?.[0] }]);
});

test('compiles every function of the schema against the complete schema', async () => {
  const url = await testDatabase();
  const functions = (language: string) => `from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = 'public'::regnamespace and l.lanname = '${language}'
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;
  await run(url, `select fmgr_sql_validator(p.oid) ${functions('sql')}`);
  await run(url, `select plpgsql_validator(p.oid) ${functions('plpgsql')}`);
});

test('the baseline describes every table in a comment', () => {
  const sql = readBaseline()
    .files.map((file) => file.sql)
    .join('');
  const namesOf = (pattern: RegExp) => [...sql.matchAll(pattern)].map(([, name]) => name).toSorted();
  const tables = namesOf(/^create table (\w+)/gm);
  expect(tables.length).toBeGreaterThan(100);
  expect(namesOf(/^comment on table (\w+) is\n {2}'\w/gm)).toEqual(tables);
});
