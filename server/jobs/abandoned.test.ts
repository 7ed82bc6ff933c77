import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cloneDatabase } from '#server/test/database.ts';
import { freeAbandonedJobs, workerName } from './abandoned.ts';

let pool: pg.Pool;
let url: string;
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ url, drop } = await cloneDatabase());
  pool = new pg.Pool({ connectionString: url, application_name: workerName('one') });
});
afterAll(async () => {
  await pool.end();
  await drop();
});

/** A job and its queue in the hands of a worker, for some minutes. */
beforeEach(async () => {
  await pool.query('delete from graphile_worker._private_jobs');
  await pool.query(`select graphile_worker.add_job('mail.send', queue_name => 'q')`);
});
const hold = async (minutes: number) => {
  for (const table of ['_private_jobs', '_private_job_queues'])
    await pool.query(
      `update graphile_worker.${table} set locked_by = 'worker-gone', locked_at = now() - make_interval(mins => $1)`,
      [minutes],
    );
};
const held = async () => {
  const { rows } = await pool.query<{ total: number }>(
    `select (select count(*) from graphile_worker._private_jobs where locked_by is not null)::int
      + (select count(*) from graphile_worker._private_job_queues where locked_by is not null)::int as total`,
  );
  return rows[0]?.total;
};

test('alone, it takes back at once what a killed process held', async () => {
  await hold(0);
  await freeAbandonedJobs(pool, 'one');
  expect(await held()).toBe(0);
});

test('beside another process it waits for the lease to end', async () => {
  const other = new pg.Client({ connectionString: url, application_name: workerName('two') });
  await other.connect();
  await hold(1);
  await freeAbandonedJobs(pool, 'one');
  expect(await held()).toBe(2);
  await hold(6);
  await freeAbandonedJobs(pool, 'one');
  expect(await held()).toBe(0);
  await other.end();
});

test('with nothing held there is nothing to do', async () => {
  await freeAbandonedJobs(pool, 'one');
  expect(await held()).toBe(0);
});
