import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRunning, startEmbedded } from '#server/db/embedded.ts';
import { admitLogin, migrate } from '#server/db/migrate.ts';
import { type Plan, planOf, type SeedOptions } from './seed/plan.ts';
import { seedBench } from './seed.ts';

/** A database with the bench's rows, as durable as the product's own. */
export type Place = Readonly<{
  dataDir: string;
  /** The application's login. */
  loginUrl: string;
  /** Of the owner of the tables. */
  ownerUrl: string;
  /** The superuser's, who bypasses every policy: for the limit and for judging. */
  adminUrl: string;
  /** First process of the database. */
  pid: () => number;
  plan: Plan;
  stop(): Promise<void>;
}>;

/**
 * Started and seeded. With `keep`, in a folder that later runs with the same options reuse, with everything that a run
 * wrote.
 */
export async function openPlace(options: Omit<SeedOptions, 'url'>, keep?: string): Promise<Place> {
  const plan = planOf({ url: '', ...options });
  const name = `${plan.rows}-${plan.allOrders}-${plan.pairs * 2}-${plan.users}-${plan.seed}`;
  const dataDir = keep ? join(keep, name) : mkdtempSync(join(tmpdir(), 'easy-bench-'));
  const seeded = join(dataDir, 'seeded.json');
  const fingerprint = JSON.stringify({ plan, source: digestOfSource() });
  if (existsSync(seeded) && readFileSync(seeded, 'utf8') !== fingerprint)
    rmSync(dataDir, { recursive: true });
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const database = await startEmbedded({ dataDir, log: () => undefined });
  // If the process is stopped meanwhile, the embedded database is stopped by its own listener and then its folder is
  // removed.
  const abandon = () => {
    if (keep) return;
    const script = 'sleep 10; rm -rf "$1"';
    spawn('/bin/sh', ['-c', script, 'sh', dataDir], { detached: true, stdio: 'ignore' }).unref();
  };
  process.once('exit', abandon);
  const stop = async () => {
    await database.stop();
    process.off('exit', abandon);
    if (!keep) rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await migrate(database.ownerUrl);
    await admitLogin(database.ownerUrl, database.loginUrl);
    if (!existsSync(seeded)) {
      const started = performance.now();
      await seedBench({ url: database.ownerUrl, ...options });
      writeFileSync(seeded, fingerprint);
      console.error(`Seeded ${name} in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
    }
    const adminUrl = findRunning(dataDir)?.adminUrl;
    if (!adminUrl) throw new Error('the database that was started does not run');
    const { loginUrl, ownerUrl } = database;
    return { dataDir, loginUrl, ownerUrl, adminUrl, pid: () => database.pid() ?? 0, plan, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Identifies how a kept folder was made: another schema, migration or seed makes it again. */
function digestOfSource(): string {
  const hash = createHash('sha256');
  for (const folder of ['../server/db/schema', '../server/db/migrations', 'seed'].map((path) =>
    join(import.meta.dirname, path),
  )) {
    // A release without migrations after the baseline has no folder for them.
    if (!existsSync(folder)) continue;
    for (const name of readdirSync(folder).sort()) hash.update(readFileSync(join(folder, name)));
  }
  return hash.digest('hex');
}

/** A command that is stopped stops the processes it started, through the listeners of `exit`. */
export function endOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  process.once('disconnect', () => process.exit(1));
}
