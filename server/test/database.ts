import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { maintenanceUrl } from './cluster.ts';

export type TestDatabase = Readonly<{ url: string; drop: () => Promise<void> }>;

/**
 * A migrated, empty database of its own, about 40 ms; the caller drops it. Its files are copied: by the log, as
 * PostgreSQL does of itself, making and dropping one takes half as much again of the processor.
 */
export async function cloneDatabase(): Promise<TestDatabase> {
  const template = inject('templateUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await runAside(template, `create database ${name} template easy strategy file_copy`);
  return {
    url: Object.assign(new URL(template), { pathname: `/${name}` }).href,
    drop: () => dropDatabase(template, name),
  };
}

/** `cloneDatabase` for one test: dropped when the test that calls it is over. Returns the owner's URL. */
export async function testDatabase(): Promise<string> {
  const { url, drop } = await cloneDatabase();
  onTestFinished(drop);
  return url;
}

/** A pool says that it has ended while its connections still close: one cut then is an error that nobody hears. */
async function dropDatabase(template: string, name: string): Promise<void> {
  const connected = `select from pg_stat_activity where datname = '${name}'`;
  for (let tries = 0; tries < 40 && (await runAside(template, connected)) > 0; tries++) await delay(25);
  await runAside(template, `drop database if exists ${name} with (force)`);
}

/** Kept for all files of a worker. */
let aside: pg.Pool | undefined;

/** Answers the number of rows. */
async function runAside(template: string, statement: string): Promise<number> {
  if (!aside) {
    aside = new pg.Pool({ connectionString: maintenanceUrl(template), max: 2, allowExitOnIdle: true });
    // The cluster is stopped with the connection open.
    aside.on('error', () => undefined);
  }
  return (await aside.query(statement)).rowCount ?? 0;
}
