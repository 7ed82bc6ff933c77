import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { subscribers } from '#server/subscribers.ts';
import { testApp } from '#server/test/app.ts';
import { createStatementNames } from './statement-names.ts';
import { createDatabase, type Tx } from './transaction.ts';

const app = await testApp();
const owner = await app.join('supply');
const other = await app.join('supply');

const databaseOf = (poolSize: number) =>
  createDatabase({
    url: app.loginUrl,
    poolSize,
    clock: app.clock,
    secretKey: app.env.secretKey,
    subscribers,
  });

test('answers each business its own rows by one prepared statement', async () => {
  const database = databaseOf(1);
  await owner.call(api.categories.create, { body: { description: 'Canecas' } });
  await other.call(api.categories.create, { body: { description: 'Pratos' } });
  const namesOf = ({ businessId }: typeof owner) =>
    database.read({ businessId }, async (tx: Tx) =>
      (await tx.db.selectFrom('categories').select('description').execute()).map((row) => row.description),
    );
  for (let n = 0; n < 8; n++) {
    expect(await namesOf(owner)).toEqual(['Canecas']);
    expect(await namesOf(other)).toEqual(['Pratos']);
  }
  const kept = await database.pool.query<{ uses: number }>(
    `select generic_plans::int as uses from pg_prepared_statements where statement like '%categories%'`,
  );
  expect(kept.rows[0]?.uses).toBeGreaterThan(4);
  await database.close();
});

test('reads a table whose columns changed after its statement was prepared', async () => {
  const database = databaseOf(3);
  const read = () =>
    database.transact({ businessId: owner.businessId }, (tx: Tx) =>
      tx.db.selectFrom('categories').selectAll().execute(),
    );
  // On each of the three connections.
  for (let n = 0; n < 4; n++) await Promise.all([read(), read(), read()]);
  await app.owner.query('alter table categories add column colour text');
  const after = await Promise.all([read(), read(), read()]);
  expect(after.map((rows) => Object.hasOwn(rows[0] ?? {}, 'colour'))).toEqual([true, true, true]);
  await database.close();
});

test('fails with a terminated connection if the server has just closed it', async () => {
  const database = databaseOf(1);
  let held: pg.PoolClient | undefined;
  database.pool.on('acquire', (client) => {
    held = client;
  });
  const sent = database.transact({ businessId: owner.businessId }, async (tx: Tx) => {
    await sql`select 1`.execute(tx.db);
    if (held instanceof pg.Client) held.connection.stream.end();
    await sql`select 2`.execute(tx.db);
  });
  await expect(sent).rejects.toThrow(/^Connection terminated/);
  await database.close();
});

test('gives a name to a text that is asked for the third time, to 300 of them', () => {
  const names = createStatementNames();
  expect([names.of('a'), names.of('a'), names.of('a'), names.of('a')]).toEqual([
    undefined,
    undefined,
    'easy_1_1',
    'easy_1_1',
  ]);
  for (let n = 0; n < 500; n++) for (let times = 0; times < 3; times++) names.of(`statement ${n}`);
  expect(names.of('statement 10')).toBeDefined();
  expect(names.of('statement 400')).toBeUndefined();
  expect(names.of('a')).toBe('easy_1_1');
  names.renew();
  for (let times = 0; times < 2; times++) names.of('a');
  expect(names.of('a')).toBe('easy_2_1');
});

test('refuses a statement of a transaction that is over, since its connection acts for somebody else', async () => {
  const database = databaseOf(1);
  for (const open of [database.read, database.transact]) {
    const late = await open({ businessId: owner.businessId }, async (tx: Tx) => {
      await sql`select 1`.execute(tx.db);
      return tx;
    });
    await expect(sql`select 2`.execute(late.db)).rejects.toThrow('the transaction is over');
  }
  await database.close();
});

test('acts for no business on a connection that has just acted for one, also after an error', async () => {
  const database = databaseOf(1);
  const businessOf = (scope: { businessId: number } | null, open: typeof database.read) =>
    open(scope, async (tx: Tx) => {
      const { rows } = await sql<{
        id: string;
      }>`select current_setting('app.business_id', true) as id`.execute(tx.db);
      return rows[0]?.id;
    });
  for (const open of [database.read, database.transact])
    for (const work of ['select 1', 'select 1 / 0']) {
      const acting = open({ businessId: owner.businessId }, (tx: Tx) => sql.raw(work).execute(tx.db));
      await acting.catch(() => undefined);
      expect(await businessOf(null, database.read)).toBe('');
      expect(await businessOf(null, database.transact)).toBe('');
      expect(await businessOf(other, database.read)).toBe(String(other.businessId));
    }
  await database.close();
});

test('sends statements that are asked for together before the first is answered', async () => {
  const database = databaseOf(1);
  const events: string[] = [];
  database.pool.on('acquire', (client) => {
    const { query } = client;
    client.query = ((asked: string | { text: string }) => {
      const text = typeof asked === 'string' ? asked : asked.text;
      events.push(`sent ${text}`);
      const answer = Reflect.apply(query, client, [asked]) as Promise<unknown>;
      return answer.finally(() => events.push(`answered ${text}`));
    }) as typeof query;
  });
  await database.transact(null, (tx: Tx) =>
    Promise.all([sql`select 1`.execute(tx.db), sql`select 2`.execute(tx.db)]),
  );
  expect(events).toEqual([
    ...['sent begin read write', 'sent select 1', 'sent select 2'],
    ...['answered begin read write', 'answered select 1', 'answered select 2'],
    ...['sent commit', 'answered commit'],
  ]);
  await database.close();
});

test('takes no connection if nothing is read', async () => {
  const database = databaseOf(1);
  expect(await database.read(null, () => Promise.resolve('nothing'))).toBe('nothing');
  expect(database.pool.totalCount).toBe(0);
  await database.close();
});

test('refuses to write in a transaction that may only read', async () => {
  const writing = app.database.read({ businessId: owner.businessId }, (tx: Tx) =>
    sql`update categories set description = 'x'`.execute(tx.db),
  );
  await expect(writing).rejects.toThrow(/read-only transaction/);
});

test('fails only the statement whose value cannot be sent or whose answer cannot be read', async () => {
  const database = databaseOf(1);
  const circle: Record<string, unknown> = {};
  circle.circle = circle;
  const ask = (value: unknown) =>
    database.read({ businessId: owner.businessId }, async (tx: Tx) => {
      const { rows } = await sql<{ said: unknown }>`select ${value}::text as said`.execute(tx.db);
      return rows[0]?.said;
    });
  // As often as it takes for the statement to be prepared by name.
  for (let n = 0; n < 4; n++) {
    await expect(ask(circle)).rejects.toThrow(/circular/i);
    expect(await ask(`text ${n}`)).toBe(`text ${n}`);
  }
  const beyond = (text: string) =>
    database.transact({ businessId: owner.businessId }, (tx: Tx) =>
      sql<{ n: number }>`select ${text}::bigint as n`.execute(tx.db).then(({ rows }) => rows[0]?.n),
    );
  for (let n = 0; n < 4; n++) {
    await expect(beyond('9007199254740993')).rejects.toThrow('integer out of range');
    expect(await beyond('42')).toBe(42);
  }
  await database.close();
});

test('reports the first error of a transaction, also if a later statement of the same moment is caught sooner', async () => {
  const database = databaseOf(1);
  for (const open of [database.read, database.transact]) {
    const together = open({ businessId: owner.businessId }, (tx: Tx) => {
      const failing = sql`select 1 / 0`.execute(tx.db);
      const refused = sql`select 1`.execute(tx.db);
      return Promise.all([Promise.allSettled([failing, refused]).then(() => failing), refused]);
    });
    await expect(together).rejects.toThrow('division by zero');
  }
  await database.close();
});

test('answers nothing if its transaction did not begin', async () => {
  const database = databaseOf(1);
  database.pool.on('acquire', (client) => {
    const { query } = client;
    client.query = ((asked: string | { text: string }) =>
      Reflect.apply(query, client, [
        typeof asked === 'string' && asked.startsWith('begin') ? 'select 1 / 0' : asked,
      ])) as typeof query;
  });
  for (const open of [database.read, database.transact]) {
    const reading = open({ businessId: owner.businessId }, (tx: Tx) =>
      tx.db.selectFrom('categories').select('id').execute(),
    );
    await expect(reading).rejects.toThrow('division by zero');
  }
  await database.close();
});
