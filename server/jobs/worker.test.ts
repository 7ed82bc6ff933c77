import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createPresence } from '#server/db/presence.ts';
import { testApp } from '#server/test/app.ts';
import { startWorker } from './worker.ts';

const app = await testApp({ PORT: '0' });
const idle = await testApp();
const owner = new pg.Pool({ connectionString: app.databaseUrl, max: 1 });
afterAll(() => owner.end());

const rename = (from: string, to: string) =>
  owner.query(`alter table graphile_worker.${from} rename to ${to}`);
const found = async (statement: string) => (await owner.query(statement)).rowCount;

test('a queue whose first look for a job failed is replaced by one that finds it', async () => {
  await owner.query(`select graphile_worker.add_job('notification.process', '{"notificationId": 1}')`);
  await rename('_private_tasks', 'away');
  await app.listen();
  await expect
    .poll(() =>
      found(`select from pg_stat_activity where datname = current_database() and state like 'idle%'
        and application_name = 'easy worker' and query like 'insert into%_private_tasks%'`),
    )
    .toBeGreaterThan(0);
  await rename('away', '_private_tasks');
  await expect
    .poll(() => found(`select from graphile_worker.jobs where task_identifier = 'notification.process'`))
    .toBe(0);
});

test('a queue that stops gives back what it has in its hand, and ends what it has begun', async () => {
  const [watching, locking] = [1, 2].map(() => new pg.Client({ connectionString: idle.databaseUrl }));
  if (!watching || !locking) throw new Error('two connections');
  await Promise.all([watching.connect(), locking.connect()]);
  const jobs = async () => {
    const { rows } = await watching.query<{ held: number; tried: number; failed: number; all: number }>(
      `select count(*)::int as all, count(*) filter (where locked_by is not null)::int as held,
        count(*) filter (where attempts > 0)::int as tried, count(*) filter (where last_error is not null)::int as failed
       from graphile_worker._private_jobs`,
    );
    return rows[0];
  };
  await locking.query('begin');
  await locking.query('lock table notifications');
  await watching.query(
    `select graphile_worker.add_job('notification.process', json_build_object('notificationId', n))
     from generate_series(1, 60) n`,
  );
  const errors: string[] = [];
  const presence = createPresence(idle.databaseUrl, () => undefined);
  const log = { error: (_: object, text: string) => void errors.push(text), warn: () => undefined };
  const worker = await startWorker({ ...idle, url: idle.databaseUrl, presence, log });
  // Forty at work, ten in the hand.
  await expect.poll(async () => (await jobs())?.held).toBe(50);
  const stopped = worker.stop();
  await expect.poll(async () => (await jobs())?.held).toBe(40);
  await locking.query('commit');
  await stopped;
  expect(errors).toEqual([]);
  expect(await jobs()).toEqual({ all: 20, held: 0, tried: 0, failed: 0 });
  await Promise.all([watching.end(), locking.end(), presence.close()]);
});
