import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { taskTable } from '#server/tasks.ts';
import { testApp } from '#server/test/app.ts';
import { startWorker } from './worker.ts';

const app = await testApp();
const owner = new pg.Pool({ connectionString: app.databaseUrl, max: 3 });
afterAll(() => owner.end());

const errors: object[] = [];
const log = { error: (details: object) => void errors.push(details), warn: () => undefined };
const onError = (err: unknown) => void errors.push({ err });
const start = () => startWorker({ ...app, table: taskTable, url: app.loginUrl, log, onError });

/** Notifications that do not exist: their jobs look them up and have nothing to do. */
const add = (count: number, more = '{}') =>
  owner.query(
    `select enqueue_jobs(jsonb_agg(jsonb_build_object('task', 'notification.process',
      'payload', jsonb_build_object('notificationId', 1000000 + n)) || $2::jsonb)) from generate_series(1, $1) n`,
    [count, more],
  );

async function states(): Promise<Record<string, number>> {
  const { rows } = await owner.query<{ state: string; total: number }>(
    'select state, count(*)::int as total from queued_jobs group by 1',
  );
  return Object.fromEntries(rows.map(({ state, total }) => [state, total]));
}

test('a worker that stops finishes its running jobs and leaves the others', async () => {
  const locking = await owner.connect();
  await locking.query('begin; lock table notifications');
  await add(60);
  const worker = await start();
  await expect.poll(states).toEqual({ active: 40, created: 20 });
  const stopped = worker.stop();
  await locking.query('commit');
  locking.release();
  await stopped;
  expect(await states()).toEqual({ created: 20 });
  expect(errors).toEqual([]);
  await app.drain();
});

test('jobs of one queue run one after another, also if several workers fetch at the same moment', async () => {
  const letters = 24;
  await owner.query(
    `select enqueue_jobs(jsonb_agg(jsonb_build_object('task', 'mail.send', 'queue', 'letters', 'payload',
      '{"to": "a@b.c", "locale": "pt", "template": "account.activation", "values": {}}'::jsonb))) from generate_series(1, $1)`,
    [letters],
  );
  let sending = 0;
  let most = 0;
  let sent = 0;
  const send = async () => {
    sending++;
    most = Math.max(most, sending);
    // Long enough for another one to be fetched.
    for (let n = 0; n < 20; n++) await owner.query('select');
    sending--;
    sent++;
  };
  const outside = { ...app.outside, mail: { ...app.outside.mail, send } };
  const running = await Promise.all(
    [1, 2].map(() => startWorker({ ...app, table: taskTable, outside, url: app.loginUrl, log, onError })),
  );
  await expect.poll(states, { timeout: 60_000 }).toEqual({});
  await Promise.all(running.map((worker) => worker.stop()));
  expect({ sent, most }).toEqual({ sent: letters, most: 1 });
}, 90_000);

test('a failing job is retried later each time, and parked after eight attempts', async () => {
  await owner.query(`select enqueue_jobs('[{"task": "mail.send", "payload": {"to": 1}, "key": "bad"}]')`);
  const read = async () =>
    (
      await owner.query(
        'select state, parked, attempts, max_attempts, run_at > now() as later from queued_jobs',
      )
    ).rows;
  for (let attempts = 1; attempts < 8; attempts++) {
    await app.drain();
    expect(await read()).toEqual([{ state: 'retry', parked: false, attempts, max_attempts: 8, later: true }]);
    await owner.query(`update pgboss.job set start_after = now() where state = 'retry'`);
  }
  await app.drain();
  expect(await read()).toMatchObject([{ parked: true, attempts: 8 }]);
  await app.drain();
  expect(await read()).toHaveLength(1);
  await owner.query(`delete from pgboss.job`);
});

test('a job of a dead process runs again at once without losing an attempt, unless it may be what kills its process', async () => {
  await owner.query(
    `select enqueue_jobs('[{"task": "mail.send", "payload": {"to": 1}, "key": "unlucky", "attempts": 2, "maxAttempts": 8}]')`,
  );
  // The state in which pg-boss leaves a job that failed once in each life, was started again and lost its heartbeat.
  const lose = async () => {
    await owner.query(
      `update pgboss.job set state = 'retry', started_on = now(), start_after = now() + interval '2 minutes',
        data = data || '{"attempts": 1}', retry_count = 1, retry_limit = 6, output = '{"value": {"message": "job heartbeat timeout"}}' where name = 'jobs'`,
    );
    await owner.query('select resume_lost_jobs()');
    const { rows } = await owner.query(
      'select key, state, attempts, max_attempts, run_at > now() as later from queued_jobs',
    );
    return rows;
  };
  const resumed = { key: 'unlucky', state: 'created', attempts: 2, max_attempts: 8, later: false };
  for (let n = 0; n < 200; n++) expect(await lose()).toEqual([resumed]);
  expect(await lose()).toEqual([{ ...resumed, state: 'retry', attempts: 3, later: true }]);
  await owner.query('delete from pgboss.job');
});

test('a living worker restarts the jobs of a dead one, not only a worker that starts', async () => {
  await add(1, '{"inMs": 3600000}');
  const worker = await start();
  // The state in which pg-boss leaves a job without a heartbeat: its next attempt is in two minutes.
  await owner.query(
    `update pgboss.job set state = 'retry', started_on = now(), retry_count = 1, start_after = now() + interval '2 minutes',
      output = '{"value": {"message": "job heartbeat timeout"}}' where name = 'jobs'`,
  );
  await expect.poll(states).toEqual({});
  await worker.stop();
});

test('a starting worker first looks for jobs of dead processes, because it may die as early as they did', async () => {
  await add(1, '{"inMs": 3600000}');
  await owner.query(
    `update pgboss.job set state = 'active', started_on = now() - interval '1 minute', heartbeat_on = now() - interval '1 minute',
      heartbeat_seconds = 10 where name = 'jobs'`,
  );
  // The last look was a while ago: two looks within two seconds count as one.
  await owner.query(`update pgboss.queue set monitor_claim_on = now() - interval '1 minute'`);
  const worker = await start();
  const { rows } = await owner.query(
    `select from pgboss.job where state = 'active' and heartbeat_on < now() - interval '30 seconds'`,
  );
  expect(rows).toEqual([]);
  await expect.poll(states).toEqual({});
  await worker.stop();
});

test('deadlocks: workers settle jobs while the same keys are enqueued again in any order', async () => {
  const worker = await start();
  const keys = Array.from({ length: 40 }, (_, n) => n);
  const enqueue = async (order: number[]) => {
    await app.database.transact(null, async (tx) => {
      for (const n of order)
        tx.enqueue({
          task: 'notification.process',
          payload: { notificationId: 2_000_000 + n },
          key: `k${n}`,
        });
    });
  };
  for (let round = 0; round < 15; round++)
    await Promise.all(
      [0, 7, 19, 33].map((at) => enqueue([...keys.slice(at), ...keys.slice(0, at)].reverse())),
    );
  await expect.poll(states).toEqual({});
  await worker.stop();
  await owner.query('select pg_stat_force_next_flush()');
  const { rows } = await owner.query(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  expect(rows).toEqual([{ deadlocks: 0 }]);
});

test('schedules are stored once, and a schedule that no longer exists is removed', async () => {
  await owner.query(
    `insert into pgboss.schedule (name, key, cron) values ('jobs', 'orders.forgotten', '* * * * *')`,
  );
  await (await start()).stop();
  const { rows } = await owner.query<{ key: string }>('select key from pgboss.schedule order by key');
  expect(rows.map(({ key }) => key)).toEqual(taskTable.schedules.map(({ task }) => task).sort());
});

test('a job does not wait for a slower one beside it: each is settled as it ends, and the next of its group runs', async () => {
  const release = Promise.withResolvers<void>();
  const ran: string[] = [];
  const tasks = {
    slow: () => release.promise,
    short: async (_: unknown, payload: unknown) => void ran.push(String(payload)),
    fail: async () => {
      throw new Error('not at first');
    },
  };
  const jobs = [
    { task: 'slow', payload: 0, key: 'slow' },
    { task: 'fail', payload: 0, key: 'failing' },
    { task: 'short', payload: 'first', queue: 'letters' },
    { task: 'short', payload: 'second', queue: 'letters' },
    { task: 'short', payload: 'third', queue: 'letters' },
  ];
  await owner.query('select enqueue_jobs($1)', [JSON.stringify(jobs)]);
  const table = { tasks, repeatable: new Set<string>(), schedules: [] };
  const worker = await startWorker({ ...app, table, url: app.loginUrl, log, onError });
  await expect.poll(states).toEqual({ active: 1, retry: 1 });
  expect(ran.toSorted()).toEqual(['first', 'second', 'third']);
  release.resolve();
  await expect.poll(states).toEqual({ retry: 1 });
  await worker.stop();
  await owner.query('delete from pgboss.job');
});

test('the result of a job whose settling failed is settled with the next attempt, beside a job that still runs', async () => {
  await owner.query(`create sequence settlings; create function refuse_first() returns trigger language plpgsql as $$
    begin if nextval('settlings') = 1 then raise exception 'refused'; end if; return new; end $$;
    grant all on sequence settlings to easy_queue;
    create trigger refuse_first before update on pgboss.job_common for each row
      when (new.state in ('completed', 'retry')) execute function refuse_first()`);
  const release = Promise.withResolvers<void>();
  const tasks = { slow: () => release.promise, short: async () => undefined };
  await owner.query('select enqueue_jobs($1)', [
    JSON.stringify([
      { task: 'slow', key: 'slow' },
      { task: 'short', key: 'short' },
    ]),
  ]);
  const table = { tasks, repeatable: new Set<string>(), schedules: [] };
  const worker = await startWorker({ ...app, table, url: app.loginUrl, log, onError });
  const refused = async () => (await owner.query('select is_called from settlings')).rows[0]?.is_called;
  await expect.poll(refused).toBe(true);
  // Sooner than a lost heartbeat would be noticed.
  await expect.poll(states, { timeout: 10_000 }).toEqual({ active: 1 });
  release.resolve();
  await expect.poll(states).toEqual({});
  await worker.stop();
  await owner.query('drop trigger refuse_first on pgboss.job_common');
  await owner.query('delete from pgboss.job');
});
