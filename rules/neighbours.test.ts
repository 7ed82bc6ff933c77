import { beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { requestOf } from '#server/test/app.ts';
import { openOwner } from '../faults/planted/stage.ts';
import { makeWorld, type World } from '../fuzz/world.ts';
import { endpoints } from './endpoints.ts';
import { paramsOf } from './requests.ts';

let world: World;

beforeAll(async () => {
  world = await makeWorld();
});

/** Sellers see what suppliers offer: the catalogue and the names in it grow with every supplier, as intended. */
const ofEverybody = [
  'dropshipping.list',
  'dropshipping.export',
  'dropshipping.products',
  'dropshipping.suppliers',
  'dropshipping.detail',
];
/** Differences between two requests: the request id, and the audit lines of these reads. */
const volatile = (text: string) =>
  text
    .replace(/"requestId":"[^"]*"/g, '')
    .replace(/\{[^{}]*"act": "(buyers\.exported|orders\.fiscalData|permission\.refused)"[^{}]*\},?\s*/g, '');

/** The trail contains these very reads: reads of the trail are compared separately. */
const tellsOfReads = (name: string) => name.startsWith('audit.');

const reads = endpoints.filter(
  ({ name, endpoint }) =>
    endpoint.method === 'GET' &&
    endpoint.binary !== 'events' &&
    !endpoint.path.includes(':zip') &&
    !ofEverybody.includes(name) &&
    !tellsOfReads(name),
);

/** Every answer that a reading endpoint gives to the two owners, lists also in their searches and as files. */
async function readAll(): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const { name, endpoint } of reads)
    for (const person of world.businesses) {
      const queries: Record<string, string>[] =
        endpoint.query && Object.hasOwn(endpoint.query.shape, 'format')
          ? [{ format: 'csv' }]
          : endpoint.query && Object.hasOwn(endpoint.query.shape, 'query')
            ? [{}, { query: 'a' }, { size: '100', query: '-x' }]
            : [{}];
      for (const query of queries) {
        const params = paramsOf(endpoint, 'own', world);
        const answer = await world.app.http.inject(requestOf(endpoint, { params, query }, person.token));
        answers[`${name} ${JSON.stringify(query)} of ${person.businessId}`] =
          `${answer.statusCode} ${volatile(answer.rawPayload.toString('latin1'))}`;
      }
    }
  return answers;
}

/**
 * A thousand more of everything in the other businesses: each row again, with its unique columns changed. Rows that
 * they lack are copied from another business and assigned to them.
 */
async function multiply(times: number): Promise<number> {
  const owner = await openOwner(world.app.databaseUrl);
  const businesses = world.bystanders.map(({ businessId }) => businessId);
  const seller = String(businesses[1]);
  const copies: [table: string, own: Record<string, string>][] = [
    ['warehouses', { name: `t.name || ' ' || n` }],
    ['categories', { description: `t.description || ' ' || n` }],
    ['products', { name: `t.name || ' ' || n` }],
    ['images', { name: `t.name || ' ' || n` }],
    ['volumes', { code: `t.code || '-' || n` }],
    ['inventory_locations', { code: `t.code || '-' || n` }],
    ['audit_entries', {}],
    [
      'orders',
      { buyer_name: `'Vizinho ' || n`, business_id: seller, account_id: 'null', fulfiller_id: seller },
    ],
    ['marketplace_accounts', { remote_user_id: `t.remote_user_id || n`, business_id: seller }],
    ['advertisements', { product: `t.product || ' ' || n`, business_id: seller }],
    ['staff_invitations', { email: `n || t.email`, token_hash: 'sha256((n || t.email)::bytea)' }],
  ];
  let added = 0;
  for (const [table, own] of copies) {
    const { rows } = await owner.query<{ columns: string[] }>(
      `select array_agg(quote_ident(attname)::text) as columns from pg_attribute
        where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''
          and attname <> all ($2)`,
      [table, ['id', ...Object.keys(own)]],
    );
    const columns = rows[0]?.columns ?? [];
    const values = [...Object.values(own), ...columns.map((column) => `t.${column}`)];
    const result = await owner.query(
      `insert into ${table} (${[...Object.keys(own), ...columns].join(', ')}) select ${values.join(', ')}
        from (select * from ${table} order by business_id = any ($1) desc, id limit 1) t, generate_series(1, ${times}) n
        on conflict do nothing`,
      [businesses],
    );
    expect({ table, added: (result.rowCount ?? 0) > 0 }).toEqual({ table, added: true });
    added += result.rowCount ?? 0;
  }
  await owner.end();
  return added;
}

test('INV-30: data of other businesses changes no byte of what one business reads', {
  timeout: 120_000,
}, async () => {
  const before = await readAll();
  expect(await multiply(1000)).toBeGreaterThan(10_000);
  const [stranger] = world.bystanders;
  expect((await stranger?.call(api.products.list, {}))?.total ?? 0).toBeGreaterThan(100);
  const after = await readAll();
  const changed = Object.keys(before).filter((name) => before[name] !== after[name]);
  expect(changed).toEqual([]);
});
