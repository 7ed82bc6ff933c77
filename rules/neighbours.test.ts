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

/** What a supplier offers, sellers see: the catalogue and the names in it grow with every supplier, as they should. */
const ofEverybody = [
  'dropshipping.list',
  'dropshipping.export',
  'dropshipping.suppliers',
  'dropshipping.detail',
];
/** Time passes while a zip is made. */
const volatile = (text: string) => text.replace(/"requestId":"[^"]*"/g, '');

const reads = endpoints.filter(
  ({ name, endpoint }) =>
    endpoint.method === 'GET' &&
    endpoint.binary !== 'events' &&
    !endpoint.path.includes(':zip') &&
    !ofEverybody.includes(name),
);

/** Every answer that a reading endpoint gives to the two owners, lists also in their searches and as files. */
async function readAll(): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const { name, endpoint } of reads)
    for (const person of world.businesses) {
      const queries: Record<string, string>[] = name.endsWith('.export')
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

/** A thousand more of everything in the strangers' businesses: each row again, with what has to be its own changed. */
async function multiply(times: number): Promise<number> {
  const owner = await openOwner(world.app.databaseUrl);
  const businesses = world.bystanders.map(({ businessId }) => businessId).join(',');
  let added = 0;
  const copies: [string, string, string][] = [
    ['warehouses', 'name', `t.name || ' ' || n`],
    ['categories', 'description', `t.description || ' ' || n`],
    ['products', 'name', `t.name || ' ' || n`],
    ['images', 'name', `t.name || ' ' || n`],
    ['volumes', 'code', `t.code || '-' || n`],
    ['inventory_locations', 'code', `t.code || '-' || n`],
    ['audit_entries', 'endpoint', 't.endpoint'],
    ['orders', 'buyer_name', `'Vizinho ' || n`],
    ['marketplace_accounts', 'remote_user_id', `t.remote_user_id || n`],
    ['advertisements', 'product', `t.product || ' ' || n`],
    ['staff_invitations', 'email', `n || t.email`],
  ];
  for (const [table, own, value] of copies) {
    const { rows } = await owner.query<{ columns: string }>(
      `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
        where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''
          and attname not in ('id', $2, 'token_hash')`,
      [table, own],
    );
    const columns = rows[0]?.columns ?? '';
    const hash =
      table === 'staff_invitations' ? ['token_hash, ', 'sha256((n || t.email)::bytea), '] : ['', ''];
    const result = await owner.query(
      `insert into ${table} (${hash[0]}${own}, ${columns})
        select ${hash[1]}${value}, ${columns.replace(/(^|, )/g, '$1t.')} from (
          select * from ${table} where business_id in (${businesses}) order by id limit 1) t, generate_series(1, ${times}) n
        on conflict do nothing`,
    );
    added += result.rowCount ?? 0;
  }
  await owner.end();
  return added;
}

test('INV-30: what others have changes no byte of what one reads', { timeout: 120_000 }, async () => {
  const before = await readAll();
  expect(await multiply(1000)).toBeGreaterThan(5000);
  const [stranger] = world.bystanders;
  expect((await stranger?.call(api.products.list, {}))?.total ?? 0).toBeGreaterThan(100);
  const after = await readAll();
  const changed = Object.keys(before).filter((name) => before[name] !== after[name]);
  expect(changed).toEqual([]);
});
