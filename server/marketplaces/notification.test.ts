import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { testApp } from '#server/test/app.ts';
import { notificationSecret } from '#server/test/sandbox.ts';
import { waitingJobs } from './test/factory.ts';

const app = await testApp({
  MERCADO_LIVRE_CLIENT_ID: '1000',
  MERCADO_LIVRE_NOTIFICATION_SECRET: notificationSecret,
});
const { receive } = api.notifications;
const params = { marketplace: 'mercado-livre', secret: notificationSecret };
const notice = {
  _id: 'f-1',
  resource: '/orders/2000003508897196',
  user_id: 777,
  topic: 'orders_v2',
  application_id: 1000,
  attempts: 1,
};

const stored = () =>
  app.database.transact({}, (tx) => tx.db.selectFrom('notifications').selectAll().orderBy('id').execute());

test('any body that comes with the secret is stored unchanged and answered', async () => {
  expect(await app.anonymous.call(receive, { params, body: notice })).toEqual({ stored: true });
  await app.anonymous.call(receive, { params, body: { topic: 'of-tomorrow', user_id: '9' } });
  await app.anonymous.call(receive, {
    params,
    body: { resource: [1], topic: { a: 1 }, text: 'a\u0000b\ud800' },
  });
  const rows = await stored();
  expect(rows).toMatchObject([
    { marketplace: 'mercado-livre', remote_user_id: '777', topic: 'orders_v2', body: notice },
    { topic: 'of-tomorrow', remote_user_id: '9' },
    { topic: '', resource: '', remote_user_id: '' },
  ]);
});

test('nothing is stored without the secret, or if the body is too large', async () => {
  const before = (await stored()).length;
  expect(
    await app.anonymous.refused(receive, {
      params: { marketplace: 'mercado-livre', secret: 'guess' },
      body: notice,
    }),
  ).toMatchObject({
    status: 404,
  });
  expect(
    await app.anonymous.refused(receive, {
      params,
      body: { ...notice, filler: 'x'.repeat(70_000) },
    }),
  ).toMatchObject({ status: 413 });
  expect((await stored()).length).toBe(before);
});

test('waiting repeats of one resource are processed as one', async () => {
  await app.drain();
  for (let n = 0; n < 5; n++) await app.anonymous.call(receive, { params, body: notice });
  const { rows } = await app.database.pool.query<{ total: number }>(
    'select count(*)::int as total from notifications where topic = $1',
    ['orders_v2'],
  );
  expect(rows[0]?.total).toBe(6);
  expect(await waitingJobs(app, 'notification.process')).toBe(1);
  await app.drain();
  expect(await waitingJobs(app, 'notification.process')).toBe(0);
});

test('a notification for another application is stored without a job', async () => {
  await app.drain();
  const before = (await stored()).length;
  await app.anonymous.call(receive, { params, body: { ...notice, application_id: 2000 } });
  expect((await stored()).length).toBe(before + 1);
  expect(await waitingJobs(app, 'notification.process')).toBe(0);
});

test('simultaneous notifications are stored in one batch, each with its own job', async () => {
  await app.drain();
  const reported = Array.from({ length: 60 }, (_, n) => ({
    ...notice,
    resource: `/orders/${3_000_000 + n}`,
  }));
  await Promise.all(
    reported
      .map((body) => app.anonymous.call(receive, { params, body }))
      .concat(
        app.anonymous.call(receive, {
          params,
          body: { topic: 'items', user_id: 'x'.repeat(500), application_id: 1000 },
        }),
      ),
  );
  const { rows } = await app.database.pool.query<{ total: number; statements: number }>(
    `select count(*)::int as total, count(distinct xmin::text)::int as statements from notifications
     where resource like '/orders/30000%' or length(remote_user_id) = 40`,
  );
  expect(rows[0]?.total).toBe(61);
  expect(rows[0]?.statements).toBeLessThan(20);
  expect(await waitingJobs(app, 'notification.process')).toBe(61);
  await app.drain();
});
