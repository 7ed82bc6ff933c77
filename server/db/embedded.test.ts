import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts';
import { isAlive } from './embedded-process.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'easy-embedded-'));
const log = () => undefined;
const start = () => startEmbedded({ dataDir, log });

// The first start creates the cluster, which takes far longer than the later ones.
beforeAll(async () => (await start()).stop());
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

async function query(database: EmbeddedDatabase, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Another process that owns the database, and prints the process id of its server. */
async function startElsewhere(): Promise<{ app: ChildProcess; postgres: number }> {
  const file = JSON.stringify(join(import.meta.dirname, 'embedded.ts'));
  const script = `import(${file}).then(async ({ startEmbedded }) => {
    const database = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log: () => undefined });
    console.log(database.pid());
    setInterval(() => undefined, 1000);
  })`;
  const app = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => {
    app.kill('SIGKILL');
  });
  const [text] = await once(app.stdout, 'data');
  return { app, postgres: Number(text) };
}

async function kill(app: ChildProcess): Promise<void> {
  const ended = once(app, 'exit');
  app.kill('SIGKILL');
  await ended;
}

test('gives the database an owner without superuser rights and secrets for one account, and leaves no process when it stops', async () => {
  const database = await start();
  const [owner] = await query(database, 'select * from pg_roles where rolname = current_user');
  expect(owner).toMatchObject({ rolname: 'easy_owner', rolsuper: false, rolbypassrls: false });
  expect(await query(database, 'show fsync')).toEqual([{ fsync: 'on' }]);
  expect(statSync(join(dataDir, 'postgres.json')).mode & 0o077).toBe(0);
  const pid = database.pid() ?? 0;
  await database.stop();
  expect(isAlive(pid)).toBe(false);
});

test('refuses a second start on the folder without disturbing the first', async () => {
  const { app, postgres } = await startElsewhere();
  await expect(start()).rejects.toThrow('already running on the data folder');
  expect(isAlive(postgres)).toBe(true);
  await kill(app);
});

test('stops the left-over server after a kill -9 of the application and keeps its data', async () => {
  const before = await start();
  await query(before, 'create table kept as select 7 as value');
  await before.stop();
  const { app, postgres } = await startElsewhere();
  await kill(app);
  expect(isAlive(postgres)).toBe(true);
  const after = await start();
  onTestFinished(after.stop);
  expect(isAlive(postgres)).toBe(false);
  expect(await query(after, 'select value from kept')).toEqual([{ value: 7 }]);
});

test('restarts a server that dies under the application on the same address', async () => {
  const database = await start();
  onTestFinished(database.stop);
  const killed = database.pid() ?? 0;
  process.kill(killed, 'SIGKILL');
  await expect.poll(database.pid, { timeout: 20_000 }).not.toBe(killed);
  expect(await query(database, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('restarts although a process of the killed server hangs', async () => {
  const database = await start();
  onTestFinished(database.stop);
  const first = database.pid() ?? 0;
  const client = new pg.Client({ connectionString: database.ownerUrl });
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const backend = rows[0]?.pid ?? 0;
  process.kill(backend, 'SIGSTOP');
  process.kill(first, 'SIGKILL');
  await expect.poll(() => query(database, 'select 1 as back').catch(() => [])).toEqual([{ back: 1 }]);
  expect(isAlive(backend)).toBe(false);
});
