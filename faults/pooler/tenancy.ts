import { afterAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { createLivenessLock } from '#server/db/liveness-lock.ts';
import { startWorker } from '#server/jobs/worker.ts';
import { makeProduct } from '#server/products/test/factory.ts';
import { testApp } from '#server/test/app.ts';
import { routeLogins } from '#server/test/database.ts';
import { startPgBouncer } from './pgbouncer.ts';

/** Requirements of the product behind a pooler in session mode. */
export async function tenancyThrough(ignoresOptions: boolean): Promise<void> {
  const pooler = await startPgBouncer({ mode: 'session', ignoresOptions });
  routeLogins(pooler.route);
  const app = await testApp();
  const [stranger, person] = [await app.join('supply'), await app.join('supply')];
  afterAll(() => pooler.stop());

  test('every connection goes through the pooler', () => {
    expect(new URL(app.loginUrl).port).not.toBe(new URL(app.databaseUrl).port);
  });

  test('a stranger’s product is a 404, and no list has it', async () => {
    const { id } = await makeProduct(stranger);
    await stranger.call(api.products.detail, { params: { id } });
    expect(await person.refused(api.products.detail, { params: { id } })).toMatchObject({ status: 404 });
    expect((await person.call(api.products.list)).items).toEqual([]);
    const { rows } = await app.database.pool.query('select current_user as role');
    expect(rows).toEqual([{ role: 'easy_app' }]);
    await expect(app.database.pool.query('select * from products')).rejects.toThrow(
      /app\.business_id|invalid input syntax for type bigint/,
    );
  });

  test('statements end at their limit, also on a connection that another client had before', async () => {
    const settings = `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle`;
    const expected = [{ statement: '30s', lock: '10s', idle: '30s' }];
    const all = await Promise.all([1, 2, 3, 4].map(() => app.database.pool.query(settings)));
    expect(all.map(({ rows }) => rows)).toEqual([expected, expected, expected, expected]);
  });

  test('is ready, runs jobs, and an owner of a lock counts as alive', async () => {
    expect((await app.http.inject('/readyz')).json()).toMatchObject({ status: 'ready', database: 'ready' });
    const ran: unknown[] = [];
    const tasks = { note: async (_: unknown, payload: unknown) => void ran.push(payload) };
    const table = { tasks, repeatable: new Set<string>(), schedules: [] };
    const onError = (error: unknown) => void ran.push(error);
    const worker = await startWorker({ ...app, table, url: app.loginUrl, onError });
    await app.database.transact(null, async (tx) => tx.enqueue({ task: 'note', payload: 7 }));
    await expect.poll(() => ran).toEqual([7]);
    await worker.stop();
    const lock = createLivenessLock(app.loginUrl, (error) => void ran.push(error));
    await lock.hold('somebody');
    await lock.close();
    expect(ran).toEqual([7]);
  });

  // Every endpoint with ids of strangers in paths and bodies.
  await import('../../rules/foreign.test.ts');
}
