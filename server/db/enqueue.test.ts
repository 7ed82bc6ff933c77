import pg from 'pg';
import { expect, test } from 'vitest';
import type { Tx } from '#server/db/transaction.ts';
import { testApp } from '#server/test/app.ts';

const app = await testApp();
const { businessId } = await app.join('sales');
const transact = <T>(work: (tx: Tx) => Promise<T>) => app.database.transact({ businessId }, work);

const addWarehouse = (tx: Tx, name: string) =>
  tx.db.insertInto('warehouses').values({ business_id: businessId, name, created_at: tx.now() }).execute();
const warehouses = async () =>
  (await app.rows(businessId, 'select name from warehouses order by id')).map(({ name }) => name);

/** Only its owner may read the queue. */
async function queued(): Promise<{ key: string | null; payload: unknown; priority: number }[]> {
  const { rows } = await app.owner.query(
    `select key, payload, priority from queued_jobs where state = 'created' order by payload`,
  );
  return rows;
}

test('undoes the transaction if a job cannot be added, and reports why', async () => {
  const before = await warehouses();
  const unqueued = transact(async (tx) => {
    await addWarehouse(tx, 'Fourth');
    tx.enqueue({ task: 'mail.send', payload: {}, key: 'nul\0' });
  });
  await expect(unqueued).rejects.toThrow(/unicode/i);
  expect(await warehouses()).toEqual(before);
});

test('keeps the last of several jobs with one key in a transaction', async () => {
  await transact(async (tx) => {
    for (const n of [1, 2, 3]) tx.enqueue({ task: 'mail.send', payload: { n }, key: 'test-key' });
    tx.enqueue({ task: 'mail.send', payload: { n: 4 } });
  });
  expect(await queued()).toEqual([
    { key: 'test-key', payload: { n: 3 }, priority: 0 },
    { key: expect.any(String), payload: { n: 4 }, priority: 0 },
  ]);
});

test('runs jobs that nobody waits for after all others', async () => {
  await transact(async (tx) => {
    tx.enqueue({ task: 'mail.send', payload: { n: 1 }, key: 'patient', priority: 10 });
    tx.enqueue({ task: 'mail.send', payload: { n: 2 }, key: 'usual' });
  });
  const priorities = new Map((await queued()).map(({ key, priority }) => [key, priority]));
  expect([priorities.get('patient'), priorities.get('usual')]).toEqual([10, 0]);
});

test('enqueues a job again if it is taken at that moment, since that run may have read too early', async () => {
  const ask = () =>
    transact(async (tx) => tx.enqueue({ task: 'mail.send', payload: { n: 1 }, key: 'taken-now' }));
  await ask();
  const worker = new pg.Client({ connectionString: app.databaseUrl });
  await worker.connect();
  await worker.query('begin');
  await worker.query(
    `update pgboss.job set state = 'active', heartbeat_on = now() where singleton_key = 'taken-now'`,
  );
  const asked = ask();
  await expect
    .poll(async () => {
      const { rows } = await worker.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length;
    })
    .toBe(1);
  await worker.query('commit');
  await worker.end();
  await asked;
  expect((await queued()).filter(({ key }) => key === 'taken-now')).toHaveLength(1);
});

test('executes statements that are asked together in the order in which they were sent', async () => {
  const counted = (tx: Tx) =>
    tx.db
      .selectFrom('warehouses')
      .select((select) => select.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
  await transact(async (tx) => {
    const [before, , between, , after] = await Promise.all([
      counted(tx),
      addWarehouse(tx, 'Sixth'),
      counted(tx),
      addWarehouse(tx, 'Seventh'),
      counted(tx),
    ]);
    expect([between.n - before.n, after.n - before.n]).toEqual([1, 2]);
  });
});
