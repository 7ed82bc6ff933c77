import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Owner connection of the migrated template; nobody stays connected to it. */
    templateUrl: string;
  }
}

/** One cluster for the whole run; what a test writes need not survive a power cut. */
const fast = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '400' };

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'easy-test-'));
  const cluster = await startEmbedded({ dataDir, log: console.log, settings: fast });
  const teardown = async () => {
    await cluster.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await migrate(cluster.url);
    await closeTemplate(cluster.url);
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('templateUrl', cluster.url);
  return teardown;
}

/** A template that somebody is connected to cannot be cloned: from here on nobody can. */
async function closeTemplate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: maintenanceUrl(url) });
  await client.connect();
  await client.query('alter database easy with allow_connections false');
  await client.end();
}

export function maintenanceUrl(url: string): string {
  return Object.assign(new URL(url), { pathname: '/postgres' }).href;
}
