import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { maintenanceUrl } from './cluster.ts';

/** `url`: the owner's; `loginUrl`: the application's. */
export type TestDatabase = Readonly<{ url: string; loginUrl: string; drop: () => Promise<void> }>;

let through = (loginUrl: string): string => loginUrl;

/** From here on the application of every test in this file connects by another way. */
export function routeLogins(way: (loginUrl: string) => string): void {
  through = way;
}

/**
 * A migrated, empty database of its own, about 40 ms; the caller drops it. Its files are copied: by the log, as
 * PostgreSQL does of itself, making and dropping one takes half as much again of the processor.
 */
export async function cloneDatabase(): Promise<TestDatabase> {
  const template = inject('templateUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await runAside(template, `create database ${name} template easy strategy file_copy`);
  const at = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  return {
    url: at(template),
    loginUrl: through(at(inject('templateLoginUrl'))),
    drop: () => dropDatabase(template, name),
  };
}

/** `cloneDatabase` for one test: dropped when the test that calls it is over. */
export async function testDatabases(): Promise<Pick<TestDatabase, 'url' | 'loginUrl'>> {
  const { drop, ...urls } = await cloneDatabase();
  onTestFinished(drop);
  return urls;
}

/** The owner's URL of one. */
export const testDatabase = async (): Promise<string> => (await testDatabases()).url;

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
