import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createDatabase, type Tx } from '#server/db/transaction.ts';
import { storeTokens } from '#server/marketplaces/account-tokens.queries.ts';
import { subscribers } from '#server/subscribers.ts';
import { testApp } from '#server/test/app.ts';

const app = await testApp();
const owner = new pg.Client({ connectionString: app.databaseUrl });
await owner.connect();
// The cluster of the tests does not wait for the disk.
await owner.query(
  `do $$ begin execute format('alter database %I set synchronous_commit = on', current_database()); end $$`,
);
const database = createDatabase({
  url: app.loginUrl,
  poolSize: 1,
  clock: app.clock,
  secretKey: app.env.secretKey,
  subscribers,
});
afterAll(() => Promise.all([owner.end(), database.close()]));

async function waitsForDisk(tx: Tx): Promise<string | undefined> {
  const { rows } = await sql<{
    waits: string;
  }>`select current_setting('synchronous_commit') as waits`.execute(tx.db);
  return rows[0]?.waits;
}

test('waits for the disk at commit, except for work that may be repeated', async () => {
  expect(await database.transact(null, waitsForDisk, 'soon on disk')).toBe('off');
  expect(await database.transact(null, waitsForDisk)).toBe('on');
});

test('waits for the disk before it hands out a token', async () => {
  const tokens = { accessToken: 'a', refreshToken: 'r', expiresAt: app.clock.now() };
  const storing = async (tx: Tx) => {
    await storeTokens(tx, 0, tokens);
    return waitsForDisk(tx);
  };
  expect(await database.transact({ businessId: 1 }, storing, 'soon on disk')).toBe('on');
});

test('notifies nobody at the commit of jobs; one notification follows for several commits', async () => {
  const told: (string | undefined)[] = [];
  owner.on('notification', ({ payload }) => told.push(payload));
  await owner.query('listen easy_jobs');
  const say = (word: string) => owner.query(`select pg_notify('easy_jobs', $1)`, [word]);
  await owner.query(`select enqueue_jobs('[{"task": "mail.send", "payload": {}}]')`);
  await say('after');
  expect(told).toEqual(['after']);
  const add = (tx: Tx) => Promise.resolve(tx.enqueue({ task: 'mail.send', payload: {} }));
  await app.database.transact(null, add);
  await expect.poll(() => told).toEqual(['after', '']);
  for (let n = 0; n < 3; n++) app.database.wake();
  await expect.poll(() => told.length).toBe(3);
  await say('later');
  expect(told).toEqual(['after', '', '', 'later']);
});
