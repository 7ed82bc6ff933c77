import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { testApp } from '#server/test/app.ts';
import type { Tx } from './transaction.ts';

const app = await testApp();
const long = await app.join('supply');
const short = await app.join('supply');

const fill = (person: typeof long, name: string, count: number) =>
  app.database.transact({ businessId: person.businessId }, (tx: Tx) =>
    sql`insert into products (business_id, name, created_at, updated_at)
      select ${person.businessId}, ${name} || ' ' || n, now(), now() from generate_series(1, ${count}::int) n`.execute(
      tx.db,
    ),
  );
await fill(long, 'Caneca', 3100);
await fill(short, 'Caneca', 21);

const list = (person: typeof long, query = '') => person.call(api.products.list, { query: { query } });

test('reports a total beyond 1,000 as capped and counts the same list of another business for itself', async () => {
  for (let n = 0; n < 3; n++) {
    expect(await list(long)).toMatchObject({ total: 1000, totalCapped: true });
    const counted = await list(short);
    expect(counted.total).toBe(21);
    expect(counted).not.toHaveProperty('totalCapped');
  }
});

test('looks a word up in another business although it is common in one', async () => {
  for (let n = 0; n < 3; n++) {
    expect((await list(long, 'caneca')).items).toHaveLength(20);
    expect(await list(short, 'caneca')).toMatchObject({ total: 21 });
  }
  expect((await list(long, 'caneca 3099')).items.map((row) => row.name)).toEqual(['Caneca 3099']);
  expect((await list(short, '3099')).items).toEqual([]);
});

test('counts a list again after a minute, once it has become shorter', async () => {
  await app.database.transact({ businessId: long.businessId }, (tx: Tx) =>
    sql`delete from products where name > 'Caneca 11'`.execute(tx.db),
  );
  const left = await app.rows(
    long.businessId,
    `select 1 from products where business_id = ${long.businessId} limit 1500`,
  );
  app.clock.advance(2);
  expect(left.length).toBeLessThan(200);
  expect((await list(long)).total).toBe(left.length);
});
