import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { EnvironmentError } from '#server/environment-error.ts';
import { prepareConnection, UnsafeDatabaseError } from './connection.ts';

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

/** Whether the database has every migration of this release; it may have those of a later one. */
export async function isMigrated(client: pg.ClientBase | pg.Pool): Promise<boolean> {
  const { rowCount } = await client.query('select from schema_migrations where name = $1', [lastMigration()]);
  return rowCount === 1;
}

let last: string | undefined;
const lastMigration = () => {
  last ??= readdirSync(landed)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .at(-1);
  return last;
};

/** For a process that does not know the owner: throws where somebody else has to migrate first. */
export async function requireMigrated(loginUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: loginUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await prepareConnection(client, 'easy_app');
    if (await isMigrated(client)) return;
    throw new EnvironmentError(
      'The database lacks migrations of this release: run `npm run db:migrate` with DATABASE_OWNER_URL, or start with it.',
    );
  } finally {
    await client.end();
  }
}

/**
 * Lets the login of the application act as `easy_app` and `easy_queue`. Refuses the owner itself, as which releases
 * before this one connected.
 */
export async function admitLogin(ownerUrl: string, loginUrl: string): Promise<void> {
  const [owner, login] = await Promise.all([ownerUrl, loginUrl].map(nameOfLogin));
  if (owner === login)
    throw new UnsafeDatabaseError(
      `DATABASE_URL and DATABASE_OWNER_URL both sign in as ${owner}. The application needs a login of its own: ` +
        'docs/operations.md, "Another PostgreSQL", says how to make it.',
    );
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    for (const role of ['easy_app', 'easy_queue']) {
      const { rowCount } = await client.query("select where pg_has_role($1, $2, 'member')", [login, role]);
      if (rowCount === 0) await client.query(`grant ${role} to ${pg.escapeIdentifier(login ?? '')}`);
    }
    await client.query('commit');
  } finally {
    await client.end();
  }
}

async function nameOfLogin(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ login: string }>('select session_user as login');
    return rows[0]?.login ?? '';
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
