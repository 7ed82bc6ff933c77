import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { maxBulk } from '#contract/bulk.ts';
import { api } from '#contract/index.ts';
import { makeProduct } from '#server/products/test/factory.ts';
import { allOf } from '#server/test/all-of.ts';
import { type Person, testApp } from '#server/test/app.ts';

const app = await testApp();

const trail = async (person: Person, query?: string) =>
  (await person.call(api.audit.list, { query: { ...(query && { query }), size: '100' } })).items;

test('the audit trail lists actor, act, record and address, newest first, and filters by person, kind, act, record and day', async () => {
  const owner = await app.join('supply');
  const other = await app.hire(owner.businessId, ['administrator']);
  const { id } = await owner.call(api.categories.create, { body: { description: 'Copos' } });
  app.clock.advance(24 * 60);
  await other.call(api.categories.update, { params: { id }, body: { description: 'Copos e taças' } });
  await other.refused(api.plans.choose, { body: { plan: 'pro' } });
  const [refused, changed, made] = await trail(owner);
  expect(made).toMatchObject({ kind: 'categories', act: 'create', record: String(id), address: '127.0.0.1' });
  expect(changed).toMatchObject({ act: 'update', person: { id: other.userId }, record: String(id) });
  expect(refused).toMatchObject({ kind: 'security', act: 'permission_refused', record: 'plans.choose' });
  const acts = async (query: string) => (await trail(owner, query)).map(({ act }) => act);
  expect(await acts(`person:${owner.userId}`)).toEqual(['create']);
  expect(await acts('kind:security')).toEqual(['permission_refused']);
  expect(await acts('kind:categories act:update')).toEqual(['update']);
  expect(await acts('act:permission_refused')).toEqual(['permission_refused']);
  expect(await acts(`kind:categories record:${id}`)).toEqual(['update', 'create']);
  expect(await acts('at:21/11/2026')).toEqual(['create']);
  expect((await owner.refused(api.audit.list, { query: { query: 'act:nothing' } })).status).toBe(422);
  expect((await owner.call(api.audit.people)).items.map((person) => person.id).toSorted()).toEqual(
    [owner.userId, other.userId].toSorted(),
  );
});

test('a caller from an IPv4 address over IPv6 is listed with the IPv4 address', async () => {
  const owner = await app.join('supply');
  const payload = { description: 'Copos' };
  const { statusCode } = await app.http.inject({
    method: 'POST',
    url: '/api/categories',
    headers: { authorization: `Bearer ${owner.token}` },
    payload,
    remoteAddress: '::ffff:203.0.113.9',
  });
  expect(statusCode).toBe(201);
  expect(await trail(owner)).toMatchObject([{ act: 'create', address: '203.0.113.9' }]);
});

test('a bulk act is in the history of each of its records', async () => {
  const owner = await app.join('supply');
  const [one, two] = [await makeProduct(owner), await makeProduct(owner)];
  await owner.call(api.products.bulkUpdate, {
    body: { ids: [one.id, two.id], change: { brand: 'Aurora' } },
  });
  for (const { id } of [one, two])
    expect((await trail(owner, `kind:products record:${id}`)).map(({ act }) => act)).toEqual([
      'bulkUpdate',
      'create',
    ]);
});

test('a bulk act of maximum size succeeds, and is in the history of its last record', async () => {
  const owner = await app.join('supply');
  await app.database.transact({ businessId: owner.businessId }, (tx) =>
    sql`insert into products (business_id, name, created_at, updated_at)
      select app_business(), 'Copo ' || n, ${tx.now()}, ${tx.now()} from generate_series(1, ${maxBulk}::int) n`.execute(
      tx.db,
    ),
  );
  const { done } = await owner.call(api.products.bulkUpdate, {
    body: { ...allOf('', await owner.call(api.products.list)), change: { brand: 'Aurora' } },
  });
  expect(done).toHaveLength(maxBulk);
  const found = await trail(owner, `kind:products record:${done.at(-1)}`);
  expect(found.map(({ act }) => act)).toEqual(['bulkUpdate']);
});

test('audit entries have the values before and after a change, and none for equal values', async () => {
  const owner = await app.join('supply');
  const packer = await app.hire(owner.businessId, ['packer']);
  const { items } = await owner.call(api.staff.list);
  const id = items.find(({ email }) => email === packer.email)?.id ?? 0;
  await owner.call(api.staff.update, { params: { id }, body: { roles: ['stockist'] } });
  await owner.call(api.staff.update, { params: { id }, body: { roles: ['stockist'] } });
  await owner.call(api.plans.choose, { body: { plan: 'pro' } });
  expect((await trail(owner)).map(({ changes }) => changes)).toEqual([
    { nextPlan: [null, 'pro'] },
    null,
    { roles: [['packer'], ['stockist']] },
  ]);
});

test('the audit trail names people who left, and is closed to other businesses', async () => {
  const owner = await app.join('supply');
  const gone = await app.hire(owner.businessId, ['owner']);
  await gone.call(api.categories.create, { body: { description: 'Pratos' } });
  const { items } = await owner.call(api.staff.list);
  await owner.call(api.staff.remove, { params: { id: items.find(({ self }) => !self)?.id ?? 0 } });
  const name = items.find(({ self }) => !self)?.name;
  expect((await trail(owner, 'kind:categories'))[0]?.person).toEqual({ id: gone.userId, name });
  const stranger = await app.join('supply');
  expect(await trail(stranger)).toEqual([]);
  expect((await stranger.call(api.audit.people)).items).toEqual([]);
});

test('owners and administrators read the audit trail, only owners export it', async () => {
  const owner = await app.join('supply');
  await owner.call(api.categories.create, { body: { description: '=1+1' } });
  const administrator = await app.hire(owner.businessId, ['administrator']);
  expect(await trail(administrator)).toHaveLength(1);
  expect((await administrator.refused(api.audit.export)).code).toBe('forbidden');
  const supplier = await app.hire(owner.businessId, ['supplier']);
  expect((await supplier.refused(api.audit.list)).code).toBe('forbidden');
  const { bytes } = await owner.download(api.audit.export, { query: { format: 'csv' } });
  expect(bytes.toString()).toMatch(
    /Quando;Quem;Chave da API;O quê;Ação;Registro;Origem;O que mudou\r\n.*;Categoria;Criação;/s,
  );
});
