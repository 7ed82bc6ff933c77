import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { PgBoss } from 'pg-boss';

type Migration = Readonly<{ name: string; before: string; sql: string; sha256: string }>;

const landed = join(import.meta.dirname, 'migrations');

/** Any number that nothing else in this database locks. */
const LOCK = 7_239_004_115;

/**
 * Brings the database to this release's state; any number of processes may call it at once.
 * Forward only: throws when what was applied differs from what is here.
 */
export async function migrate(ownerUrl: string, folder: string = landed): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await installQueue(ownerUrl);
    await client.query(`create table if not exists schema_migrations (
      name text primary key,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`);
    const { rows } = await client.query<{ name: string; sha256: string }>(
      'select name, sha256 from schema_migrations order by name',
    );
    for (const migration of findMissing(readMigrations(folder), rows)) await apply(client, migration);
  } finally {
    await client.end();
  }
}

/** The tables of pg-boss, in the schema `pgboss`; it keeps the version of them itself. */
async function installQueue(connectionString: string): Promise<void> {
  const boss = new PgBoss({ connectionString, max: 2, supervise: false, schedule: false });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.stop({ graceful: false });
}

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  return names.map((name, index) => {
    if (!name.startsWith(`${String(index + 1).padStart(4, '0')}_`)) {
      throw new Error(`Migration ${name} is not number ${index + 1}: one is missing or numbered twice.`);
    }
    const sql = readFileSync(join(folder, name), 'utf8');
    // What it takes for granted and no release brings any more.
    const before = join(folder, '..', 'before', name);
    return {
      name,
      before: existsSync(before) ? readFileSync(before, 'utf8') : '',
      sql,
      sha256: createHash('sha256').update(sql).digest('hex'),
    };
  });
}

function findMissing(
  migrations: readonly Migration[],
  applied: readonly { name: string; sha256: string }[],
): readonly Migration[] {
  for (const [index, { name, sha256 }] of applied.entries()) {
    const here = migrations[index];
    if (here?.name !== name) {
      throw new Error(
        `The database has migration ${name}, which this release does not know: it is of another release.`,
      );
    }
    if (here.sha256 !== sha256) {
      throw new Error(`Migration ${name} was changed after it was applied. Put it back and write a new one.`);
    }
  }
  return migrations.slice(applied.length);
}

async function apply(client: pg.Client, { name, before, sql, sha256 }: Migration): Promise<void> {
  await client.query('begin');
  try {
    if (before) await client.query(before);
    await client.query(sql);
    await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw new Error(`Migration ${name} failed: ${explain(error, sql)}`, { cause: error });
  }
}

function explain(error: unknown, sql: string): string {
  if (!(error instanceof pg.DatabaseError)) return String(error);
  const line = error.position ? sql.slice(0, Number(error.position)).split('\n').length : undefined;
  return `${error.message}${line ? ` (line ${line})` : ''}${error.hint ? ` — ${error.hint}` : ''}`;
}
