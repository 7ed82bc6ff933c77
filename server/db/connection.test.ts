import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { openQueueDatabase } from '#server/jobs/queue-database.ts';
import { subscribers } from '#server/subscribers.ts';
import { testApp } from '#server/test/app.ts';
import { prepareConnection, requireSessionPooling, UnsafeDatabaseError } from './connection.ts';
import { createLivenessLock } from './liveness-lock.ts';
import { admitLogin } from './migrate.ts';
import { createDatabase } from './transaction.ts';

const app = await testApp();
const made: string[] = [];
afterAll(async () => {
  for (const name of made)
    await app.owner.query(`do $$ declare role text; begin
      for role in select rolname from pg_roles where rolname like '${name}%' loop
        execute format('grant %1$I to easy_owner; drop owned by %1$I; drop role %1$I', role);
      end loop; end $$`);
});

/** A login of this test with the grants it is given; roles belong to the whole cluster. */
async function makeLogin(grants: string, options = ''): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  made.push(name);
  await app.owner.query(`create role ${name} login password 'test' ${options}`);
  if (grants) await app.owner.query(grants.replaceAll('$login', name));
  return Object.assign(new URL(app.loginUrl), { username: name, password: 'test' }).href;
}

const databaseAt = (url: string, errors: unknown[] = []) =>
  createDatabase({
    url,
    poolSize: 2,
    clock: app.clock,
    secretKey: app.env.secretKey,
    subscribers,
    onError: (error) => void errors.push(error),
  });

describe('refuses a login that can bypass row-level security before its first statement', () => {
  test.each<[string, string, RegExp]>([
    ['owns the tables', '', /easy_owner is easy_owner/],
    [
      'is a member of an owner of tables, whose rights it does not inherit',
      `grant easy_app to $login; create role $login_owner; grant $login_owner to easy_owner;
        grant create on schema public to $login_owner; create table of_$login (n int);
        alter table of_$login owner to $login_owner; grant $login_owner to $login with inherit false`,
      /may act as test_\w+_owner/,
    ],
    ['is a member of easy_system', 'grant easy_app, easy_system to $login', /may act as easy_system/],
    [
      'is a member of easy_system that neither inherits nor sets the role',
      'grant easy_app to $login; grant easy_system to $login with inherit false, set false',
      /may act as easy_system/,
    ],
    ['may make roles', 'grant easy_app to $login; alter role $login createrole', /test_\w+ is test_/],
    ['is not let in as easy_app', '', /permission denied to set role "easy_app"/],
    [
      'owns a table',
      `grant easy_app to $login; grant $login to easy_owner; grant create on schema public to $login;
        create table of_$login (n int); alter table of_$login owner to $login`,
      /test_\w+ is test_/,
    ],
  ])('%s', async (name, grants, message) => {
    const url = name === 'owns the tables' ? app.databaseUrl : await makeLogin(grants);
    const errors: unknown[] = [];
    const database = databaseAt(url, errors);
    const reading = database.pool.query('select 1');
    await expect(reading).rejects.toThrow(UnsafeDatabaseError);
    await expect(database.pool.query('select 1')).rejects.toThrow(message);
    expect(errors[0]).toBeInstanceOf(UnsafeDatabaseError);
    await database.close();
    const queue = openQueueDatabase(url, 'jobs', () => undefined);
    await expect(queue.executeSql('select 1')).rejects.toThrow(UnsafeDatabaseError);
    const listening = queue.listen?.(
      'jobs',
      () => undefined,
      () => undefined,
    );
    await expect(listening).rejects.toThrow(UnsafeDatabaseError);
    await queue.close();
    const troubles: unknown[] = [];
    const lock = createLivenessLock(url, (error) => void troubles.push(error));
    void lock.hold('somebody');
    await expect.poll(() => troubles[0]).toBeInstanceOf(UnsafeDatabaseError);
    await lock.close();
  });
});

test('finds a login that is granted easy_system while it is in use at the next check', async () => {
  const url = await makeLogin('grant easy_app, easy_queue to $login');
  const database = databaseAt(url);
  await database.check();
  await app.owner.query(`grant easy_system to ${new URL(url).username}`);
  await expect(database.check()).rejects.toThrow(UnsafeDatabaseError);
  await database.close();
});

test('sets role and limits on every kind of connection', async () => {
  const asked = `select current_user as role, current_setting('statement_timeout') as statement,
    current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle`;
  const limits = { statement: '30s', lock: '10s', idle: '30s' };
  expect((await app.database.pool.query(asked)).rows).toEqual([{ role: 'easy_app', ...limits }]);
  const queue = openQueueDatabase(app.loginUrl, 'jobs', () => undefined);
  expect((await queue.executeSql(asked)).rows).toEqual([{ role: 'easy_queue', ...limits }]);
  const { rows } = await queue.executeSql(`select current_setting('synchronous_commit') as waits`);
  expect(rows).toEqual([{ waits: 'off' }]);
  await queue.close();
});

test('refuses a connection that does not keep its settings', async () => {
  const client = new pg.Client({ connectionString: app.loginUrl });
  await client.connect();
  await expect(prepareConnection(client, 'easy_app', { work_mem: '1024kB' })).rejects.toThrow(
    'work_mem is 1MB and not 1024kB',
  );
  await client.end();
});

test("lets the queue's role read jobs but no business, and the application's role no job", async () => {
  const queue = openQueueDatabase(app.loginUrl, 'jobs', () => undefined);
  await expect(queue.executeSql('select * from public.orders')).rejects.toThrow('permission denied');
  await queue.close();
  await expect(app.database.pool.query('select * from pgboss.job')).rejects.toThrow('permission denied');
});

test('admits the login of the application once, and refuses the owner as that login', async () => {
  const url = await makeLogin('');
  await Promise.all([admitLogin(app.databaseUrl, url), admitLogin(app.databaseUrl, url)]);
  const database = databaseAt(url);
  await database.pool.query('select 1');
  await database.close();
  await expect(admitLogin(app.databaseUrl, app.databaseUrl)).rejects.toThrow('both sign in as easy_owner');
});

test('recognizes two separate connections', async () => {
  await requireSessionPooling(app.loginUrl);
});
