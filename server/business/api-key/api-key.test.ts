import { beforeEach, describe, expect, test } from 'vitest';
import { keyPrefix } from '#contract/business/api-key.ts';
import { api } from '#contract/index.ts';
import { makeKey } from '#server/business/test/key-factory.ts';
import { makeShelf } from '#server/inventory/test/factory.ts';
import { type Person, requestOf, testApp } from '#server/test/app.ts';

const app = await testApp();
let owner: Person;

beforeEach(async () => {
  owner = await app.join('supply');
});

const program = async (role: Parameters<typeof makeKey>[1], maker = owner) => {
  const { id, token } = await makeKey(maker, role);
  return { id, ...app.withToken(token), token };
};
const listed = async (id: number) => (await owner.call(api.apiKeys.list)).items.find((key) => key.id === id);

test('an API key is shown once, has a recognizable prefix, is stored as a hash, and names the person it acts for', async () => {
  const { id, token, call } = await program('seller');
  expect(token).toMatch(new RegExp(`^${keyPrefix}[\\w-]{43}$`));
  expect(JSON.stringify(await owner.call(api.apiKeys.list))).not.toContain(token);
  expect(await listed(id)).toMatchObject({ state: 'active', role: 'seller', hint: token.slice(0, 13) });
  const [row] = await app.rows(owner.businessId, `select * from api_keys where id = ${id}`);
  expect(JSON.stringify(row)).not.toContain(token.slice(13));
  expect(await call(api.apiKeys.current)).toMatchObject({
    id,
    role: 'seller',
    business: { id: owner.businessId, type: 'supply' },
  });
  expect((await owner.refused(api.apiKeys.current)).code).toBe('not_found');
});

test('an expired API key stays expired when the clock is set back', async () => {
  const [seen, unseen] = [await program('seller'), await program('packer')];
  const years = 3 * 365 * 24 * 60;
  app.clock.advance(years);
  expect((await seen.refused(api.apiKeys.current)).code).toBe('unauthenticated');
  app.clock.advance(-years);
  expect((await seen.refused(api.apiKeys.current)).code).toBe('unauthenticated');
  expect(await unseen.call(api.apiKeys.current)).toMatchObject({ id: unseen.id });
});

test('an API key has the permissions of its role in its business, except those reserved for people', async () => {
  const packer = await program('packer');
  const shelf = await makeShelf(app, owner, 5);
  const { items } = await packer.call(api.products.list, { query: {} });
  expect(JSON.stringify(items)).not.toMatch(/entavos/);
  expect((await packer.refused(api.suppliers.list)).code).toBe('forbidden');
  const mighty = await program('owner');
  await mighty.call(api.products.detail, { params: { id: shelf.productId } });
  const stranger = await app.join('supply');
  const theirs = await makeShelf(app, stranger, 5);
  expect((await mighty.refused(api.products.detail, { params: { id: theirs.productId } })).code).toBe(
    'not_found',
  );
  for (const endpoint of [
    api.staff.list,
    api.apiKeys.list,
    api.audit.list,
    api.bankAccount.detail,
    api.user.detail,
    api.user.sessions,
    api.auth.session,
    api.passkeys.list,
    api.stations.list,
  ])
    expect([endpoint.path, (await mighty.refused(endpoint)).code]).toEqual([endpoint.path, 'forbidden']);
  const body = { name: 'X', role: 'owner', expiresOn: '2027-01-01' } as const;
  expect((await mighty.refused(api.apiKeys.create, { body })).code).toBe('forbidden');
  expect((await mighty.refused(api.auth.confirmPassword, { body: { password: 'any password' } })).code).toBe(
    'forbidden',
  );
  const events = await app.http.inject({
    url: '/api/events',
    headers: { authorization: `Bearer ${mighty.token}` },
  });
  expect(events.statusCode).toBe(403);
});

test('creating an API key requires an owner, a fresh password, an unused name and an expiry within a year', async () => {
  const administrator = await app.hire(owner.businessId, ['administrator']);
  const body = { name: 'ERP', role: 'packer', expiresOn: '2026-12-31' } as const;
  expect((await administrator.refused(api.apiKeys.create, { body })).code).toBe('forbidden');
  expect((await administrator.refused(api.apiKeys.list)).code).toBe('forbidden');
  const { id } = await owner.call(api.apiKeys.create, { body });
  expect((await owner.refused(api.apiKeys.create, { body: { ...body, name: 'erp' } })).code).toBe(
    'key_exists',
  );
  await owner.call(api.apiKeys.revoke, { params: { id } });
  await owner.call(api.apiKeys.create, { body });
  for (const [expiresOn, code] of [
    ['2026-11-20', 'date_past'],
    ['2027-11-23', 'date_invalid'],
  ] as const)
    expect(
      (await owner.refused(api.apiKeys.create, { body: { ...body, name: expiresOn, expiresOn } })).errors,
    ).toMatchObject({
      expiresOn: [{ code }],
    });
  await app.rows(owner.businessId, `select set_config('app.user_id', '${owner.userId}', true)`);
  await app.database.transact(owner, (tx) =>
    tx.db.updateTable('sessions').set({ fresh_until: null }).where('user_id', '=', owner.userId).execute(),
  );
  expect((await owner.refused(api.apiKeys.create, { body: { ...body, name: 'Stale' } })).code).toBe(
    'fresh_authentication_required',
  );
});

describe('the end of a key', () => {
  test('a revoked or expired API key is refused from that moment on', async () => {
    const revoked = await program('seller');
    await revoked.call(api.products.list);
    await owner.call(api.apiKeys.revoke, { params: { id: revoked.id } });
    expect((await revoked.refused(api.products.list)).code).toBe('unauthenticated');
    expect((await owner.refused(api.apiKeys.revoke, { params: { id: revoked.id } })).code).toBe(
      'state_conflict',
    );
    const { id, token } = await makeKey(owner, 'seller', '2026-11-21');
    const today = app.withToken(token);
    await today.call(api.products.list);
    app.clock.set('2026-11-22T02:59:59.000Z');
    await today.call(api.products.list);
    app.clock.set('2026-11-22T03:00:00.000Z');
    expect((await today.refused(api.products.list)).code).toBe('unauthenticated');
    expect((await listed(id))?.state).toBe('expired');
    app.clock.set('2026-11-21T15:00:00.000Z');
  });

  test('an API key ends when its creator leaves or is no longer an owner', async () => {
    const makers = [await app.hire(owner.businessId, ['owner']), await app.hire(owner.businessId, ['owner'])];
    const keys = await Promise.all(makers.map((maker) => program('seller', maker)));
    const { items } = await owner.call(api.staff.list, { query: { size: '100' } });
    const idOf = (person?: Person) => items.find(({ email }) => email === person?.email)?.id ?? 0;
    await owner.call(api.staff.remove, { params: { id: idOf(makers[0]) } });
    await owner.call(api.staff.update, {
      params: { id: idOf(makers[1]) },
      body: { roles: ['administrator'] },
    });
    for (const key of keys) {
      expect((await key.refused(api.products.list)).code).toBe('unauthenticated');
      expect((await listed(key.id))?.state).toBe('orphaned');
    }
  });

  test('refuses an API key in a cookie, shortened or lengthened', async () => {
    const { token } = await program('owner');
    const asCookie = await app.http.inject({
      url: '/api/products',
      cookies: { '__Host-easy-access': token, 'easy-access': token },
    });
    expect(asCookie.statusCode).toBe(401);
    for (const wrong of [token.slice(0, -1), `${token}a`, keyPrefix, token.slice(keyPrefix.length)])
      expect((await app.withToken(wrong).refused(api.products.list)).code).toBe('unauthenticated');
  });
});

test('audit entries name the API key and its creator, also for refusals, and its last use is recorded', async () => {
  const key = await program('supplier');
  expect((await listed(key.id))?.lastUsedAt).toBeNull();
  const { id } = await key.call(api.productsTags.create, { body: { name: 'ERP', colour: 'red' } });
  await key.refused(api.staff.list);
  const trail = await owner.call(api.audit.list, { query: { size: '100' } });
  const made = trail.items.find(({ kind }) => kind === 'productsTags');
  expect(made).toMatchObject({ person: { id: owner.userId }, key: { id: key.id }, record: String(id) });
  const refused = trail.items.find(({ act }) => act === 'permission_refused');
  expect(refused).toMatchObject({ key: { id: key.id }, record: 'staff.list' });
  expect(trail.items.find(({ kind }) => kind === 'apiKeys')).toMatchObject({ key: null });
  // The use is noted when the request is answered already.
  await expect
    .poll(() => listed(key.id))
    .toMatchObject({ lastUsedAt: app.clock.now().toISOString(), lastAddress: '127.0.0.1' });
});

test("an idempotency key of one API key does not collide with another one's, or with its creator's", async () => {
  const [one, other] = [await program('supplier'), await program('supplier')];
  const create = (person: Pick<Person, 'call'>, name: string) =>
    person.call(api.productsTags.create, { body: { name }, key: '1' });
  const first = await create(one, 'A');
  expect(await create(one, 'A')).toEqual(first);
  const ids = [first.id, (await create(other, 'B')).id, (await create(owner, 'C')).id];
  expect(new Set(ids).size).toBe(3);
});

test('an API key has its own rate limit, regardless of its creator and address', async () => {
  const narrow = await testApp({ REQUESTS_PER_MINUTE: '5' });
  const maker = await narrow.join('supply');
  const [one, other] = [(await makeKey(maker, 'seller')).token, (await makeKey(maker, 'seller')).token];
  const ask = async (token: string, address: string) =>
    (await narrow.http.inject({ ...requestOf(api.apiKeys.current, {}, token), remoteAddress: address }))
      .statusCode;
  // The first request is counted by address, because the business of the key was not known yet.
  await ask(one, '203.0.113.1');
  await ask(other, '203.0.113.1');
  const answers: number[] = [];
  for (let n = 0; n < 6; n++) answers.push(await ask(one, `203.0.113.${n + 2}`));
  expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await ask(other, '203.0.113.9')).toBe(200);
});
