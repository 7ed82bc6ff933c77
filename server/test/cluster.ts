import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../db/embedded.ts';
import { admitLogin, migrate } from '../db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Owner connection of the migrated template; nobody stays connected to it. */
    templateUrl: string;
    /** The login of the application to the same. */
    templateLoginUrl: string;
  }
}

/**
 * One cluster for the whole run; what a test writes need not survive a power cut. No autovacuum: its workers are the
 * superuser's, and a database in which one is at work cannot be dropped by force. A statement is planned once and not, as
 * otherwise, for each of its first five times: a test runs few of them more often.
 */
const fast = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '400',
  autovacuum: 'off',
  plan_cache_mode: 'force_generic_plan',
};

/** Projects are set up one after the other by one process: the first starts the cluster, the others find it here. */
const shared = 'TEST_TEMPLATE_URLS';
const { env } = process;

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const running = env[shared];
  const provide = (urls: string) => {
    const [ownerUrl = '', loginUrl = ''] = urls.split(' ');
    project.provide('templateUrl', ownerUrl);
    project.provide('templateLoginUrl', loginUrl);
  };
  if (running) return void provide(running);
  const dataDir = mkdtempSync(join(tmpdir(), 'easy-test-'));
  const cluster = await startEmbedded({ dataDir, log: console.log, settings: fast });
  const guard = stopWhenAbandoned(cluster.pid(), dataDir);
  const teardown = async () => {
    delete env[shared];
    await cluster.stop();
    guard.kill();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await migrate(cluster.ownerUrl);
    await admitLogin(cluster.ownerUrl, cluster.loginUrl);
    await closeTemplate(cluster.ownerUrl);
  } catch (error) {
    await teardown();
    throw error;
  }
  env[shared] = `${cluster.ownerUrl} ${cluster.loginUrl}`;
  provide(env[shared]);
  return teardown;
}

/** A test run that is killed tears nothing down; the pipe to this shell closes however the run ends. */
function stopWhenAbandoned(pid: number | undefined, dataDir: string): ChildProcess {
  const script = 'cat; kill -QUIT "$1"; sleep 1; rm -rf "$2"';
  const guard = spawn('/bin/sh', ['-c', script, 'sh', String(pid), dataDir], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.on('error', () => undefined);
  guard.unref();
  return guard;
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
