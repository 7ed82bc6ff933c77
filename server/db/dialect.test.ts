import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { testApp } from '#server/test/app.ts';
import { createNames } from './dialect.ts';
import { createDatabase, type Tx } from './transaction.ts';

const app = await testApp();
const owner = await app.join('supply');
const other = await app.join('supply');

const databaseOf = (poolSize: number) =>
  createDatabase({ url: app.loginUrl, poolSize, clock: app.clock, secretKey: app.env.secretKey });

test('a kept plan serves each business its own rows', async () => {
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

test('a table that changes below a kept plan is read on with a new one', async () => {
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

test('what is sent where the other side has just hung up fails as the database being away', async () => {
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

test('names are for what comes again, and there is an end to them', () => {
  const names = createNames();
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

test('a read cannot write', async () => {
  const writing = app.database.read({ businessId: owner.businessId }, (tx: Tx) =>
    sql`update categories set description = 'x'`.execute(tx.db),
  );
  await expect(writing).rejects.toThrow(/read-only transaction/);
});

test('a value that cannot be written, or an answer that cannot be read, fails its statement and nothing after it', async () => {
  const database = databaseOf(1);
  const circle: Record<string, unknown> = {};
  circle.circle = circle;
  const ask = (value: unknown) =>
    database.read({ businessId: owner.businessId }, async (tx: Tx) => {
      const { rows } = await sql<{ said: unknown }>`select ${value}::text as said`.execute(tx.db);
      return rows[0]?.said;
    });
  // As often as it takes to be kept by name.
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
