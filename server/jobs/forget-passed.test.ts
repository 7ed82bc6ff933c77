import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { testApp } from '#server/test/app.ts';

const app = await testApp();

const days = (count: number) => app.clock.advance(count * 24 * 60);
const count = async (table: string) => {
  const { rows } = await app.owner.query(`select count(*)::int as n from ${table}`);
  return rows[0].n;
};
const forget = async () => {
  await app.database.transact(null, async (tx) => tx.enqueue({ task: 'jobs.forget-passed', payload: {} }));
  await app.drain();
};

test('an idempotency key answers for seven days; older keys are deleted in batches, a newer one stays', async () => {
  const person = await app.join('supply');
  await app.owner.query('alter table idempotency_keys no force row level security');
  const create = (description: string) =>
    person.call(api.categories.create, { body: { description }, key: 'first' });
  const { id } = await create('Canecas');
  await app.owner.query(
    `insert into idempotency_keys (business_id, user_id, endpoint, key, body_hash, created_at)
      select 0, 0, 'test', n::text, '', $1 from generate_series(1, 5200) n`,
    [app.clock.now()],
  );
  days(6);
  await forget();
  expect((await create('Canecas')).id).toBe(id);
  expect(await count('idempotency_keys')).toBe(5201);
  days(2);
  await person
    .call(api.categories.create, { body: { description: 'Pratos' }, key: 'second' })
    .catch(() => undefined);
  await forget();
  expect(await count('idempotency_keys')).toBeLessThanOrEqual(1);
});

test('notifications are deleted after ninety days', async () => {
  const add = () =>
    app.owner.query(
      `insert into notifications (marketplace, remote_user_id, topic, resource, body, received_at)
        values ('mercado-livre', '1', 'orders', '/orders/1', '{}', $1)`,
      [app.clock.now()],
    );
  await add();
  days(89);
  await add();
  await forget();
  expect(await count('notifications')).toBe(2);
  days(2);
  await forget();
  expect(await count('notifications')).toBe(1);
});

test('a session is deleted half a year after its end, not earlier', async () => {
  const person = await app.join('supply');
  await app.owner.query('alter table sessions no force row level security');
  const sessions = `sessions where user_id = ${person.userId}`;
  await app.owner.query(`update sessions set expires_at = $1 where user_id = $2`, [
    app.clock.now(),
    person.userId,
  ]);
  expect(await count(sessions)).toBe(1);
  days(170);
  await forget();
  expect(await count(sessions)).toBe(1);
  days(11);
  await forget();
  expect(await count(sessions)).toBe(0);
});
