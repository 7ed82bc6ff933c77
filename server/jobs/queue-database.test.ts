import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { jobsChannel } from '#server/db/notify.ts';
import { testDatabases } from '#server/test/database.ts';
import { openQueueDatabase } from './queue-database.ts';

async function open(by = (url: string): Promise<string> => Promise.resolve(url), answerMs = 10_000) {
  const { url, loginUrl } = await testDatabases();
  const errors: unknown[] = [];
  const waits = { answerMs, checkMs: answerMs };
  const db = openQueueDatabase(await by(loginUrl), 'jobs', (error) => void errors.push(error), waits);
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  onTestFinished(() => Promise.all([db.close(), owner.end()]).then(() => undefined));
  return { db, owner, errors };
}

test('a statement that met a deadlock runs again; another error is thrown', async () => {
  const { db, owner } = await open();
  await owner.query(`create sequence tries; grant all on sequence tries to easy_queue; create function fail_twice(code text) returns bigint language plpgsql as $$
    begin if nextval('tries') < 3 then raise exception using errcode = code; end if; return currval('tries'); end $$`);
  expect((await db.executeSql('select fail_twice($1) as n', ['40P01'])).rows).toEqual([{ n: '3' }]);
  await owner.query('select setval($1, 1, false)', ['tries']);
  await expect(db.executeSql('select fail_twice($1)', ['22012'])).rejects.toMatchObject({ code: '22012' });
});

test('a process is woken on its own channel, also after its connection was lost', async () => {
  const { db, owner } = await open();
  const woken: string[] = [];
  let connected = 0;
  const handle = await db.listen?.(
    'not ours',
    (name) => void woken.push(name),
    () => void connected++,
  );
  await owner.query(`notify ${jobsChannel}`);
  await expect.poll(() => woken).toEqual(['jobs']);
  await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'easy worker wake-up'`);
  await expect.poll(() => connected).toBe(2);
  await owner.query(`notify ${jobsChannel}`);
  await expect.poll(() => woken).toEqual(['jobs', 'jobs']);
  await handle?.close();
});

/**
 * A route to the database that swallows every answer, on existing connections or once a connection starts to listen.
 */
async function startMutedWay() {
  const quiet = new Set<Socket>();
  const ways = new Set<Socket>();
  const muted = { listening: false };
  const server = createServer();
  onTestFinished(() => {
    for (const socket of ways) socket.destroy();
    server.close();
  });
  async function open(databaseUrl: string): Promise<string> {
    const target = new URL(databaseUrl);
    server.on('connection', (client) => {
      const upstream = connect(Number(target.port || 5432), target.hostname);
      for (const socket of [client, upstream]) ways.add(socket.on('error', () => undefined));
      client.on('data', (bytes) => {
        if (muted.listening && bytes.includes('listen ')) quiet.add(client);
      });
      client.pipe(upstream);
      upstream.on('data', (bytes) => quiet.has(client) || client.write(bytes));
      upstream.on('close', () => quiet.has(client) || client.destroy());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(port) }).href;
  }
  const muteAll = () => {
    for (const socket of ways) quiet.add(socket);
  };
  return { open, muteAll, muted };
}

test('a connection that no longer answers is abandoned, and so is one that never answered', async () => {
  const way = await startMutedWay();
  const { db, owner, errors } = await open(way.open, 1000);
  let woken = 0;
  let connected = 0;
  const handle = await db.listen?.(
    'not ours',
    () => void woken++,
    () => void connected++,
  );
  way.muteAll();
  await expect.poll(() => connected).toBe(2);
  way.muted.listening = true;
  const before = errors.length;
  way.muteAll();
  // The abandoned connection, and the next one, which is not answered.
  await expect.poll(() => errors.length - before).toBeGreaterThan(1);
  way.muted.listening = false;
  await expect.poll(() => connected).toBe(3);
  await owner.query(`notify ${jobsChannel}`);
  await expect.poll(() => woken).toBe(1);
  await handle?.close();
});
