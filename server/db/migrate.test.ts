import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { testDatabase } from '../test/database.ts';
import { migrate } from './migrate.ts';

// Beside the product's own tables, in a database that already has them: another list of migrations.
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

function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'easy-migrations-'));
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(folder, name), sql);
  return folder;
}

const one = { '0001_apple.sql': 'create table apple (id int);' };

test('applies what is missing, once, also when called from several processes at once', async () => {
  const url = await emptyDatabase();
  const folder = folderOf({ ...one, '0002_pear.sql': 'insert into apple values (1);' });
  await Promise.all([migrate(url, folder), migrate(url, folder), migrate(url, folder)]);
  expect(await run(url, 'select id from apple')).toEqual([{ id: 1 }]);
});

test('refuses a database whose migrations were changed or are unknown here', async () => {
  const url = await emptyDatabase();
  await migrate(url, folderOf(one));
  await expect(migrate(url, folderOf({ '0001_apple.sql': 'create table plum (id int);' }))).rejects.toThrow(
    'was changed after it was applied',
  );
  await expect(migrate(url, folderOf({}))).rejects.toThrow('does not know');
});

test('leaves nothing of a migration that fails, and says where it failed', async () => {
  const url = await emptyDatabase();
  const folder = folderOf({
    '0001_apple.sql': 'create table apple (id int);\ncreate table apple (id int);\nnonsense;',
  });
  await expect(migrate(url, folder)).rejects.toThrow('Migration 0001_apple.sql failed');
  expect(await run(url, "select to_regclass('apple') as apple")).toEqual([{ apple: null }]);
});

test('refuses a gap in the numbers', async () => {
  const url = await emptyDatabase();
  await expect(migrate(url, folderOf({ '0002_pear.sql': 'select 1;' }))).rejects.toThrow('not number 1');
});
