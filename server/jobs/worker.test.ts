import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { testApp } from '#server/test/app.ts';

const app = await testApp({ PORT: '0' });
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
