import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { findFreePort } from '#server/db/embedded-process.ts';
import { requireProgram } from '../debian-packages.ts';

export type Pooler = Readonly<{
  /** The same database behind the pooler. */
  route: (url: string) => string;
  stop: () => Promise<void>;
}>;

type Options = Readonly<{
  mode: 'session' | 'transaction';
  /** `ignore_startup_parameters = options`: without it, a client that sends options is turned away. */
  ignoresOptions: boolean;
  /** The URL with which the pooler signs in, and the login that clients may use. */
  serverUrl?: string;
}>;

/** PgBouncer in front of the tests' cluster, configured as its documentation says. */
export async function startPgBouncer({ mode, ignoresOptions, serverUrl }: Options): Promise<Pooler> {
  const program = requireProgram('pgbouncer');
  const login = new URL(inject('templateLoginUrl'));
  const server = new URL(serverUrl ?? login);
  const folder = mkdtempSync(join(tmpdir(), 'easy-pooler-'));
  const port = await findFreePort();
  const users = new Map([login, server].map(({ username, password }) => [username, password]));
  writeFileSync(
    join(folder, 'users.txt'),
    [...users].map(([name, password]) => `"${name}" "${password}"\n`).join(''),
  );
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${server.hostname} port=${server.port}${serverUrl ? ` user=${server.username} password=${server.password}` : ''}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users.txt')}
pool_mode = ${mode}
default_pool_size = 60
max_client_conn = 400
${ignoresOptions ? 'ignore_startup_parameters = options' : ''}
`,
  );
  chmodSync(folder, 0o755);
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(program, ['-q', ...user, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' });
  const route = (url: string) =>
    Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href;
  while (!(await answers(route(inject('templateLoginUrl'))))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with code ${child.exitCode}`);
    await delay(50);
  }
  return {
    route,
    async stop() {
      await end(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PgBouncer answers this itself, for any database. */
async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    // The template accepts no connections, so that answer came from the cluster.
    return error instanceof pg.DatabaseError && /not currently accepting connections/.test(error.message);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
