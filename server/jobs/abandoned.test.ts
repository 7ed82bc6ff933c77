import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPresence, type Presence } from '#server/db/presence.ts';
import { cloneDatabase } from '#server/test/database.ts';
import { freeAbandonedJobs } from './abandoned.ts';

let pool: pg.Pool;
let presence: Presence;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await cloneDatabase();
  drop = database.drop;
  pool = new pg.Pool({ connectionString: database.url });
  presence = createPresence(database.url, () => undefined);
});
afterAll(async () => {
  await presence.close();
  await pool.end();
  await drop();
});

/** A job of a queue, in its third try in the hands of `holder`. */
beforeEach(async () => {
  await pool.query('delete from graphile_worker._private_jobs');
  await pool.query(`select graphile_worker.add_job('mail.send', queue_name => 'q', max_attempts => 8)`);
});
const hold = async (holder: string) => {
  await pool.query(
    'update graphile_worker._private_jobs set locked_by = $1, locked_at = now(), attempts = attempts + 1',
    [holder],
  );
  await pool.query('update graphile_worker._private_job_queues set locked_by = $1, locked_at = now()', [
    holder,
  ]);
};
const job = async () => {
  const { rows } = await pool.query<{ holder: string | null; queue: string | null; attempts: number }>(
    `select j.locked_by as holder, q.locked_by as queue, j.attempts, j.last_error, j.run_at <= now() as due
     from graphile_worker._private_jobs j join graphile_worker._private_job_queues q on q.id = j.job_queue_id`,
  );
  return rows[0];
};

test('what a dead process held is free at once, due, and has its try back', async () => {
  await hold('pool-dead');
  expect(await freeAbandonedJobs(pool)).toBe(1);
  expect(await job()).toMatchObject({ holder: null, queue: null, attempts: 0, due: true });
});

test('what a living one holds stays with it, until it lets go', async () => {
  await presence.hold('pool-alive');
  await hold('pool-alive');
  expect(await freeAbandonedJobs(pool)).toBe(0);
  expect(await job()).toMatchObject({ holder: 'pool-alive', queue: 'pool-alive', attempts: 1 });
  await presence.release('pool-alive');
  expect(await freeAbandonedJobs(pool)).toBe(1);
});

test('a lost connection is made again, under the same names', async () => {
  await presence.hold('pool-cut');
  await hold('pool-cut');
  const holders = async () => {
    const { rows } = await pool.query<{ pid: number }>(
      `select pid from pg_locks join pg_stat_activity using (pid)
       where locktype = 'advisory' and application_name = 'easy presence' and datname = current_database()`,
    );
    return rows.map(({ pid }) => pid);
  };
  const [before] = await holders();
  await pool.query('select pg_terminate_backend($1)', [before]);
  await expect.poll(async () => (await holders()).filter((pid) => pid !== before)).toHaveLength(1);
  expect(await freeAbandonedJobs(pool)).toBe(0);
  await presence.release('pool-cut');
});

test('a job that ends every process it runs in lets the others go first, and uses up its tries in the end', async () => {
  for (let n = 0; n < 30; n++) {
    await hold('pool-dead');
    expect(await freeAbandonedJobs(pool)).toBe(1);
  }
  expect(await job()).toMatchObject({ attempts: 0, due: false });
  for (let n = 30; n < 108; n++) {
    await hold('pool-dead');
    await freeAbandonedJobs(pool);
  }
  expect(await job()).toMatchObject({ attempts: 8, last_error: 'cut off 108 times: its process died' });
});

test('with nothing held there is nothing to do', async () => {
  expect(await freeAbandonedJobs(pool)).toBe(0);
});
