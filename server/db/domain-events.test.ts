import { afterAll, expect, test } from 'vitest';
import { fail } from '#server/fault.ts';
import { subscribers } from '#server/subscribers.ts';
import { testApp } from '#server/test/app.ts';
import { createDatabase, type Subscribers } from './transaction.ts';

const app = await testApp();
const owner = await app.join('supply');
const calls: string[] = [];
const databaseOf = (freed: Subscribers['stock.freed']) => {
  const database = createDatabase({
    url: app.loginUrl,
    poolSize: 1,
    clock: app.clock,
    secretKey: app.env.secretKey,
    subscribers: { ...subscribers, 'stock.freed': freed },
  });
  opened.push(database);
  return database;
};
const opened: { close(): Promise<void> }[] = [];
afterAll(() => Promise.all(opened.map((database) => database.close())));

const scope = { businessId: owner.businessId };
const descriptions = async () =>
  (await app.rows(owner.businessId, 'select description from categories order by id')).map(
    (row) => row.description,
  );

test('subscribers run in their order, in the transaction of the publisher and for its business', async () => {
  const database = databaseOf([
    async (tx, { stockIds }) => {
      await tx.db
        .insertInto('categories')
        .values({ business_id: owner.businessId, description: `Canecas ${stockIds.join(' ')}` })
        .execute();
      calls.push(`first for ${tx.scope.businessId}`);
    },
    (_tx, { stockIds }) => void calls.push(`second ${stockIds.length}`),
  ]);
  await database.transact(scope, (tx) => tx.publish('stock.freed', { stockIds: [7, 9] }));
  expect(calls).toEqual([`first for ${owner.businessId}`, 'second 2']);
  expect(await descriptions()).toEqual(['Canecas 7 9']);
});

test('a failing subscriber rolls back the publisher', async () => {
  const database = databaseOf([() => fail('state_conflict')]);
  const before = await descriptions();
  const act = database.transact(scope, async (tx) => {
    await tx.db
      .insertInto('categories')
      .values({ business_id: owner.businessId, description: 'Pratos' })
      .execute();
    await tx.publish('stock.freed', { stockIds: [1] });
  });
  await expect(act).rejects.toMatchObject({ code: 'state_conflict' });
  expect(await descriptions()).toEqual(before);
});

test('refuses an event in a transaction that only reads', async () => {
  const database = databaseOf([() => undefined]);
  const act = database.read(scope, (tx) => tx.publish('stock.freed', { stockIds: [1] }));
  await expect(act).rejects.toThrow('what may only read has no effect');
});
