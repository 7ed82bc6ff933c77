import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';

/**
 * The files of `schema/` in the order in which they are applied. A file refers to its own tables and to those of the
 * files before it; foreign keys and policies that point the other way are in `across`.
 */
export const schemaFiles = [
  'foundation',
  'queue',
  'account',
  'business',
  'products',
  'inventory',
  'supply',
  'marketplaces',
  'dropshipping',
  'advertisements',
  'orders',
  'billing',
  'across',
] as const;

export type SqlFile = Readonly<{ name: string; sql: string }>;

/** `name` is the row of the baseline in `schema_migrations`; the migrations after it continue its numbering. */
export type Baseline = Readonly<{ name: string; files: readonly SqlFile[] }>;

export const baselineNumber = 137;

const folder = join(import.meta.dirname, 'schema');

export function readBaseline(): Baseline {
  const files = schemaFiles.map((area) => ({
    name: `schema/${area}.sql`,
    sql: readFileSync(join(folder, `${area}.sql`), 'utf8'),
  }));
  return { name: `${String(baselineNumber).padStart(4, '0')}_baseline`, files };
}

export const digestOf = ({ files }: Baseline) => digest(files.map(({ sql }) => sql).join(''));

export const digest = (text: string) => createHash('sha256').update(text).digest('hex');

export type AppliedMigration = Readonly<{ name: string; sha256: string }>;

const readHere = (name: string) => readFileSync(join(import.meta.dirname, 'take-over', name), 'utf8');

/** The 137 migrations from before the baseline, as their databases list them. */
const readFormer = (): AppliedMigration[] =>
  readHere('former-migrations.txt')
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', sha256 = ''] = line.split(' ');
      return { name, sha256 };
    });

/** Whether the database was made by the migrations from before the baseline; throws where it lacks some of them. */
export function isFormer(applied: readonly AppliedMigration[]): boolean {
  const former = readFormer();
  if (applied[0]?.name !== former[0]?.name) return false;
  const differing = former.find(
    ({ name, sha256 }, index) => applied[index]?.name !== name || applied[index]?.sha256 !== sha256,
  );
  if (!differing) return true;
  throw new Error(
    `The database is from before the baseline of the schema and lacks migration ${differing.name}: ` +
      'docs/operations.md, "A database from before the baseline", says how to take it over.',
  );
}

/**
 * Brings a database that has all 137 former migrations to the baseline, within the transaction of the caller: what the
 * baseline dropped and joined, the comments on its tables, and its row in place of the former ones.
 */
export async function takeOver(client: pg.ClientBase, baseline: Baseline): Promise<void> {
  await client.query(readHere('take-over.sql'));
  for (const { sql } of baseline.files)
    for (const [comment] of sql.matchAll(/^comment on table .*?';$/gms)) await client.query(comment);
  const names = readFormer().map(({ name }) => name);
  await client.query('delete from schema_migrations where name = any($1)', [names]);
}
