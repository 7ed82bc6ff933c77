import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { maintenanceUrl } from './cluster.ts';

export type TestDatabase = Readonly<{ url: string; drop: () => Promise<void> }>;

/** A migrated, empty database of its own, about 50 ms; the caller drops it. */
export async function cloneDatabase(): Promise<TestDatabase> {
  const template = inject('templateUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await runAside(template, `create database ${name} template easy`);
  return {
    url: Object.assign(new URL(template), { pathname: `/${name}` }).href,
    drop: () => runAside(template, `drop database if exists ${name} with (force)`),
  };
}

/** `cloneDatabase` for one test: dropped when the test that calls it is over. Returns the owner's URL. */
export async function testDatabase(): Promise<string> {
  const { url, drop } = await cloneDatabase();
  onTestFinished(drop);
  return url;
}

async function runAside(template: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: maintenanceUrl(template) });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
