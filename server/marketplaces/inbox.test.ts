import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { type TestApp, testApp } from '#server/test/app.ts';
import { maintenanceUrl } from '#server/test/cluster.ts';
import { notificationSecret } from '#server/test/sandbox.ts';
import { enqueueNotification } from './inbox.ts';

let app: TestApp;
/** Past the application: statements in the test's database, and calls to the stand-in. */
let owner: pg.Client;
let keeper: pg.Client;
let name: string;
let serial = 0;

beforeAll(async () => {
  app = await testApp({ MERCADO_LIVRE_NOTIFICATION_SECRET: notificationSecret, LOG_LEVEL: 'silent' });
  name = new URL(app.databaseUrl).pathname.slice(1);
  keeper = new pg.Client({ connectionString: maintenanceUrl(app.databaseUrl) });
  await keeper.connect();
  owner = new pg.Client({ connectionString: app.databaseUrl });
  // The database and its connections are closed below.
  owner.on('error', () => undefined);
  await owner.connect();
});
afterAll(() => keeper.end());

const tell = (resource = `/orders/${++serial}`) =>
  app.http.inject({
    method: 'POST',
    url: `/api${api.notifications.receive.path.replace(':marketplace', 'mercado-livre').replace(':secret', notificationSecret)}`,
    payload: { topic: 'orders_v2', user_id: 777, resource },
  });

async function stored(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ resource: string }>('select resource from notifications order by id');
  return rows.map(({ resource }) => resource);
}

test.each([
  [
    'mercado-livre',
    '{"topic":"orders_v2","user_id":9007199254740993,"resource":"/orders/1","id":9007199254740995}',
  ],
])('keeps ids of a body that a double cannot hold, digit by digit (%s)', async (marketplace, payload) => {
  const answer = await app.http.inject({
    ...{ method: 'POST', payload, headers: { 'content-type': 'application/json' } },
    url: `/api${api.notifications.receive.path.replace(':marketplace', marketplace).replace(':secret', notificationSecret)}`,
  });
  expect(answer.statusCode).toBe(200);
  const { rows } = await owner.query<{ remote_user_id: string; body: { id: string } }>(
    `delete from notifications where remote_user_id = '9007199254740993' returning remote_user_id, body`,
  );
  expect([rows[0]?.remote_user_id, rows[0]?.body.id]).toEqual(['9007199254740993', '9007199254740995']);
});

test('notifications of several marketplaces stored in one batch each get their job', async () => {
  const topics = { 'one-market': 'orders', 'other-market': 'orders_v2' };
  const said = (['one-market', 'other-market'] as const).flatMap((marketplace) =>
    Array.from({ length: 5 }, (_, n) => ({ marketplace, topic: topics[marketplace], resource: `${n}` })),
  );
  const tellAll = [...said, { ...said[0], topic: 'unnotified' }].map((one) => ({
    ...{ marketplace: 'one-market', topic: '', resource: '', remote_user_id: '778', body: {} },
    ...one,
    due: one.topic !== 'unnotified',
  }));
  await Promise.all(tellAll.map((one) => enqueueNotification(app.database, one)));
  const { rows } = await owner.query<{ marketplace: string; jobs: string }>(
    `select n.marketplace, count(j.id) as jobs from notifications n
      left join queued_jobs j on j.task = 'notification.process' and (j.payload->>'notificationId')::bigint = n.id
      where n.remote_user_id = '778' group by 1 order by 1`,
  );
  expect(rows).toEqual([
    { marketplace: 'one-market', jobs: '5' },
    { marketplace: 'other-market', jobs: '5' },
  ]);
  await owner.query(`delete from notifications where remote_user_id = '778'`);
});

describe('INV-46', () => {
  test('a notification is answered after it is stored, not before', async () => {
    await owner.query('begin');
    await owner.query('lock table notifications in access exclusive mode');
    let answered = 0;
    const asked = Array.from({ length: 5 }, () => tell().finally(() => answered++));
    await expect
      .poll(async () => {
        const { rows } = await keeper.query(
          `select from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'`,
          [name],
        );
        return rows.length;
      })
      .toBeGreaterThan(0);
    expect(answered).toBe(0);
    await owner.query('commit');
    for (const { statusCode } of await Promise.all(asked)) expect(statusCode).toBe(200);
    expect(await stored(owner)).toHaveLength(5);
  });

  test('a notification is refused if it cannot be stored, so that the marketplace sends it again', async () => {
    const before = await stored(owner);
    await keeper.query(`alter database ${name} connection limit 0`);
    await keeper.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    const lost = await Promise.all(Array.from({ length: 20 }, () => tell()));
    expect([...new Set(lost.map(({ statusCode }) => statusCode))]).toEqual([503]);
    expect(lost[0]?.headers['retry-after']).toBeDefined();
    await keeper.query(`alter database ${name} connection limit -1`);
    await expect.poll(async () => (await tell('/orders/back')).statusCode).toBe(200);
    const after = new pg.Client({ connectionString: app.databaseUrl });
    await after.connect();
    expect(await stored(after)).toEqual([...before, '/orders/back']);
    await after.end();
  });
});
