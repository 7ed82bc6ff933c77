import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Account } from './embedded-place.ts';

export type Installation = Readonly<{ binaries: string; cluster: string; account: Account; logFile: string }>;

/** Starts the server and resolves when it answers; rejects with the end of its log if it fails. */
export async function spawnServer(
  place: Installation,
  port: number,
  settings: Readonly<Record<string, string>>,
  adminUrl: string,
): Promise<ChildProcess> {
  const log = openSync(place.logFile, 'a', 0o600);
  const options = Object.entries({ ...settings, port: String(port) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  // Its own session: Ctrl-C in a terminal must reach only the application, which stops the database last.
  const server = spawn(join(place.binaries, 'bin', 'postgres'), ['-D', place.cluster, ...options], {
    ...place.account,
    cwd: place.cluster,
    detached: process.platform !== 'win32',
    stdio: ['ignore', log, log],
    windowsHide: true,
    ...plainLocale,
  });
  closeSync(log);
  let failure: Error | undefined;
  server.once('error', (error) => {
    failure = error;
  });
  while (!(await answers(adminUrl))) {
    if (failure) throw failure;
    if (hasEnded(server)) throw new Error(`The database did not start:\n${readLogEnd(place.logFile)}`);
    await delay(20);
  }
  return server;
}

/** Windows needs the whole environment; elsewhere no setting of the caller may leak in. */
export const plainLocale = process.platform === 'win32' ? {} : { env: { LC_ALL: 'C', TZ: 'UTC' } };

export function hasEnded(server: ChildProcess): boolean {
  return server.exitCode !== null || server.signalCode !== null;
}

/** Ends the sessions and flushes the data; kills a server that does not stop. */
export async function stopServer(place: Installation, pid: number): Promise<void> {
  for (const [signal, mode, seconds] of [
    ['SIGINT', 'fast', 15],
    ['SIGQUIT', 'immediate', 5],
    ['SIGKILL', 'immediate', 5],
  ] as const) {
    if (process.platform === 'win32') pgCtl(place, ['stop', '-m', mode]);
    else signalProcess(pid, signal);
    for (let waited = 0; waited < seconds * 50; waited++) {
      if (!isAlive(pid)) return;
      await delay(20);
    }
  }
  throw new Error(`The database process ${pid} cannot be stopped.`);
}

/**
 * After a kill -9 of the application, its database still runs, or its pid file names an unrelated process. The caller
 * holds the lock of the folder, so that any server on it is left over.
 */
export async function stopLeftOver(place: Installation, log: (line: string) => void): Promise<void> {
  const pidFile = join(place.cluster, 'postmaster.pid');
  if (existsSync(pidFile)) {
    const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10);
    if (pid > 0 && isAlive(pid) && isServerOf(place, pid)) {
      log(`Stopping the database that an earlier run left behind (process ${pid}).`);
      await stopServer(place, pid);
    }
    rmSync(pidFile, { force: true });
  }
  await endOrphans(place);
}

const orphanMs = 2000;

/**
 * Processes of a server whose first process has died, and which keep its shared memory. Most of them exit by
 * themselves; one that waits for a lock in that memory, held by another killed process, never does. None of their
 * transactions was committed.
 */
async function endOrphans({ cluster }: Installation): Promise<void> {
  if (process.platform !== 'linux') return;
  const own = realpathSync(cluster);
  for (let waited = 0; ; waited += 20) {
    const orphans = readdirSync('/proc').filter(
      (name) => /^\d+$/.test(name) && folderOf(Number(name)) === own,
    );
    if (orphans.length === 0) return;
    for (const pid of orphans) signalProcess(Number(pid), waited < orphanMs ? 'SIGQUIT' : 'SIGKILL');
    await delay(20);
  }
}

/**
 * A port on which nothing listens, below the ephemeral range of the operating system: a restarted server finds it free,
 * and clients that still connect reach no other program.
 */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const port = randomInt(20_000, 30_000);
    const probe = createServer();
    const free = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    await new Promise((resolve) => probe.close(resolve));
    if (free) return port;
  }
  throw new Error('No free port.');
}

function readLogEnd(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').slice(-15).join('\n') : '';
}

async function answers(adminUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '28P01') throw error;
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function isServerOf(place: Installation, pid: number): boolean {
  if (process.platform === 'linux') return folderOf(pid) === realpathSync(place.cluster);
  if (process.platform === 'win32') return pgCtl(place, ['status']) === 0;
  return spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes(
    place.cluster,
  );
}

/** The working directory of a process, on Linux; undefined if it has ended or belongs to another user. */
function folderOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

function pgCtl(place: Installation, args: readonly string[]): number | null {
  return spawnSync(join(place.binaries, 'bin', 'pg_ctl'), [...args, '-D', place.cluster], { stdio: 'ignore' })
    .status;
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has already ended.
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** An orphan that has ended keeps its number until an ancestor waits for it. */
function isZombie(pid: number): boolean {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
