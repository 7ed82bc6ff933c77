import { expect, inject, onTestFinished, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { requireSessionPooling, UnsafeDatabaseError } from '#server/db/connection.ts';
import { testApp } from '#server/test/app.ts';
import { startPgBouncer } from './pgbouncer.ts';

const app = await testApp();

test('refuses to start behind a pooler in transaction mode', async () => {
  const pooler = await startPgBouncer({ mode: 'transaction', ignoresOptions: true });
  onTestFinished(pooler.stop);
  const behind = await createApp({ env: app.env, databaseUrl: pooler.route(app.loginUrl), clock: app.clock });
  await expect(behind.listen()).rejects.toThrow(/session pooling/);
  await behind.close();
  // Also if its connections are busy, and others were used last.
  await expect(
    Promise.allSettled([1, 2, 3, 4].map(() => requireSessionPooling(pooler.route(app.loginUrl)))),
  ).resolves.toEqual(Array(4).fill(expect.objectContaining({ status: 'rejected' })));
});

test('refuses to start behind a pooler that signs in as the owner for every client, before anything is read', async () => {
  const serverUrl = inject('templateUrl');
  const pooler = await startPgBouncer({ mode: 'session', ignoresOptions: true, serverUrl });
  onTestFinished(pooler.stop);
  const told: unknown[] = [];
  const behind = await createApp({
    env: app.env,
    databaseUrl: pooler.route(app.loginUrl),
    clock: app.clock,
    onUnsafe: (error) => void told.push(error),
  });
  await expect(behind.database.transact(null, async () => 'served')).rejects.toThrow(UnsafeDatabaseError);
  expect((await behind.http.inject('/readyz')).statusCode).toBe(503);
  expect(told[0]).toBeInstanceOf(UnsafeDatabaseError);
  await behind.close();
});
