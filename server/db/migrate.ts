import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { EnvironmentError } from '#server/environment-error.ts';
import {
  type AppliedMigration,
  type Baseline,
  baselineNumber,
  digest,
  digestOf,
  isFormer,
  readBaseline,
  type SqlFile,
  takeOver,
} from './baseline.ts';
import { prepareConnection, UnsafeDatabaseError } from './connection.ts';

/** The schema of a release: its baseline, and the folder of the migrations that follow it. */
export type Release = Readonly<{ baseline: Baseline; migrations: string }>;

type Step = Readonly<{ name: string; sha256: string; files: readonly SqlFile[] }>;

const landed = join(import.meta.dirname, 'migrations');
const thisRelease = (): Release => ({ baseline: readBaseline(), migrations: landed });

/** An arbitrary number that nothing else in this database locks. */
const LOCK = 7_239_004_115;

/**
 * Brings the database to the state of this release; any number of processes may call it at once. A new database gets
 * the baseline, one from before the baseline is taken over, and then each gets the migrations it lacks. Forward only:
 * throws if an applied migration differs from the file.
 */
export async function migrate(ownerUrl: string, release: Release = thisRelease()): Promise<void> {
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
    const steps = readSteps(release);
    if (isFormer(await readApplied(client)))
      await apply(client, steps[0], () => takeOver(client, release.baseline));
    for (const step of findMissing(steps, await readApplied(client))) await apply(client, step);
  } finally {
    await client.end();
  }
}

async function readApplied(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    'select name, sha256 from schema_migrations order by name',
  );
  return rows;
}

/** Whether the database has every migration of this release; it may have later ones. */
export async function isMigrated(client: pg.ClientBase | pg.Pool): Promise<boolean> {
  const { rowCount } = await client.query('select from schema_migrations where name = $1', [lastMigration()]);
  return rowCount === 1;
}

let last: string | undefined;
const lastMigration = () => {
  last ??= namesIn(landed).at(-1) ?? readBaseline().name;
  return last;
};

/** For a process that cannot connect as the owner: throws if migrations are missing. */
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
 * Grants `easy_app` and `easy_queue` to the login of the application. Refuses the owner itself, which earlier releases
 * used as the login.
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

/** The tables of pg-boss, in the schema `pgboss`; pg-boss migrates them itself. */
async function installQueue(connectionString: string): Promise<void> {
  const boss = new PgBoss({ connectionString, max: 2, supervise: false, schedule: false });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.stop({ graceful: false });
}

/** A release without migrations has no folder for them, because Git stores no empty folder. */
const namesIn = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.sql'))
        .sort()
    : [];

/** The baseline and the migrations after it. */
function readSteps({ baseline, migrations }: Release): [Step, ...Step[]] {
  const steps = namesIn(migrations).map((name, index) => {
    const number = baselineNumber + 1 + index;
    if (!name.startsWith(`${String(number).padStart(4, '0')}_`)) {
      throw new Error(`Migration ${name} is not number ${number}: one is missing or numbered twice.`);
    }
    const sql = readFileSync(join(migrations, name), 'utf8');
    return { name, sha256: digest(sql), files: [{ name: `Migration ${name}`, sql }] };
  });
  return [{ name: baseline.name, sha256: digestOf(baseline), files: baseline.files }, ...steps];
}

function findMissing(steps: readonly Step[], applied: readonly AppliedMigration[]): readonly Step[] {
  for (const [index, { name, sha256 }] of applied.entries()) {
    const here = steps[index];
    if (here?.name !== name) {
      throw new Error(
        `The database has migration ${name}, which this release does not know: it is of another release.`,
      );
    }
    if (here.sha256 !== sha256) {
      throw new Error(`Migration ${name} was changed after it was applied. Put it back and write a new one.`);
    }
  }
  return steps.slice(applied.length);
}

/** Runs in one transaction: `how` makes the change, by default by executing the files of the step. */
async function apply(
  client: pg.Client,
  step: Step,
  how = (files: readonly SqlFile[]) => runFiles(client, files),
): Promise<void> {
  await client.query('begin');
  try {
    await how(step.files);
    await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [
      step.name,
      step.sha256,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function runFiles(client: pg.Client, files: readonly SqlFile[]): Promise<void> {
  for (const { name, sql } of files)
    await client.query(sql).catch((error) => {
      throw new Error(`${name} failed: ${explain(error, sql)}`, { cause: error });
    });
}

function explain(error: unknown, sql: string): string {
  if (!(error instanceof pg.DatabaseError)) return String(error);
  const line = error.position ? sql.slice(0, Number(error.position)).split('\n').length : undefined;
  return `${error.message}${line ? ` (line ${line})` : ''}${error.hint ? ` — ${error.hint}` : ''}`;
}
