import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { jobsChannel } from '#server/db/notify.ts';
import { testDatabase } from '#server/test/database.ts';
import { openQueueDatabase } from './queue-database.ts';

async function open() {
  const url = await testDatabase();
  const errors: unknown[] = [];
  const db = openQueueDatabase(url, 'jobs', (error) => void errors.push(error));
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  onTestFinished(() => Promise.all([db.close(), owner.end()]).then(() => undefined));
  return { db, owner, errors };
}

test('a statement that met a deadlock runs again, another error is told', async () => {
  const { db, owner } = await open();
  await owner.query(`create sequence tries; create function fail_twice(code text) returns bigint language plpgsql as $$
    begin if nextval('tries') < 3 then raise exception using errcode = code; end if; return currval('tries'); end $$`);
  expect((await db.executeSql('select fail_twice($1) as n', ['40P01'])).rows).toEqual([{ n: '3' }]);
  await owner.query('select setval($1, 1, false)', ['tries']);
  await expect(db.executeSql('select fail_twice($1)', ['22012'])).rejects.toMatchObject({ code: '22012' });
});

test('a process is woken on its own channel, also after the connection was lost', async () => {
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
