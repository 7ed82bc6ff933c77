import { createHash } from 'node:crypto';
import pg from 'pg';
import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { testApp } from '#server/test/app.ts';
import { checkInvariants } from '#server/test/check-invariants.ts';
import { testDatabase } from '#server/test/database.ts';
import { tokenOf } from './seed/plan.ts';
import { seedBench } from './seed.ts';

const small = { rows: 60, orders: 200, businesses: 4, small: { products: 20, orders: 40 }, users: 8 };

/** The owner of the test's own database, whom the check has allowed to read everything. */
async function digestOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const hash = createHash('sha256');
  for (const table of ['orders', 'stock', 'ledger_entries', 'products', 'dropinvoices', 'sessions']) {
    const { rows } = await client.query(`select t::text as row from ${table} t order by id`);
    expect(rows.length, table).toBeGreaterThan(0);
    hash.update(JSON.stringify(rows));
  }
  await client.end();
  return hash.digest('hex');
}

/** The seed writes the codes that a trigger keeps otherwise. */
async function wrongCodes(url: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    'select id, codes from advertisements where codes <> codes_of_advertisement(id)',
  );
  await client.end();
  return rows;
}

test('the seed satisfies every invariant and is the same wherever it is sown', async () => {
  const [first, second] = [await testDatabase(), await testDatabase()];
  await seedBench({ url: first, ...small });
  await seedBench({ url: second, ...small });
  expect(await checkInvariants(first)).toEqual([]);
  expect(await checkInvariants(second)).toEqual([]);
  expect(await digestOf(first)).toBe(await digestOf(second));
  expect(await wrongCodes(first)).toEqual([]);
});

test('seeded people are signed in and see only their own records', async () => {
  const app = await testApp();
  await seedBench({ url: app.databaseUrl, ...small });
  const [supplier, seller, other] = [1, 2, 3].map((user) => app.withToken(tokenOf(1, user)));
  if (!supplier || !seller || !other) throw new Error('three tokens');
  expect(await supplier.call(api.products.list, {})).toMatchObject({ total: 60 });
  expect(await other.call(api.products.list, {})).toMatchObject({ total: 20 });
  expect(await supplier.call(api.dropshipItems.list, {})).toMatchObject({ total: 60 });
  expect(await seller.call(api.advertisements.list, {})).toMatchObject({ total: 60 });
  expect(await seller.call(api.orders.list, {})).toMatchObject({ total: 200 });
  const bench = await supplier.call(api.checkout.list, { query: { query: 'status:pending' } });
  const id = bench.items[0]?.id ?? 0;
  expect(await supplier.call(api.checkout.detail, { params: { id } })).toMatchObject({ status: 'pending' });
  expect(await seller.call(api.orders.detail, { params: { id } })).toMatchObject({ id });
  expect(await seller.call(api.publications.detail, { params: { id: 1 } })).toMatchObject({ id: 1 });
  // Ids after the seed do not collide with its ids.
  const made = await supplier.call(api.categories.create, { body: { description: 'Nova' } });
  expect(made.id).toBeGreaterThan(40);
});
