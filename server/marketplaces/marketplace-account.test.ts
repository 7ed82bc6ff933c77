import { afterEach, describe, expect, test } from 'vitest';
import { systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { createApp } from '#server/app.ts';
import type { Actor } from '#server/http/session.ts';
import { RemoteFailure } from '#server/outside/http.ts';
import type { Person } from '#server/test/app.ts';
import { type AccountContext, withAccount } from './account-access.ts';
import { authorizeAccount } from './marketplace-account.ts';
import { connectSeller, consent, marketApp, misbehave, remoteSellers } from './test/factory.ts';

const { app, sandbox } = await marketApp({ APP_URL: 'http://localhost:3000' });
const { marketplaceAccounts } = api;

afterEach(() => sandbox.control('DELETE', '/faults'));

const authorize = async (person: Person) =>
  (await person.call(marketplaceAccounts.authorize, { body: { marketplace: 'mercado-livre' } })).url;

function contextOf(businessId: number, other = app): AccountContext {
  return {
    transact: (work) => other.database.transact({ businessId }, work),
    outside: other.outside,
    env: app.env,
    clock: app.clock,
  };
}

async function stored(businessId: number, accountId: number) {
  return app.database.transact({ businessId }, (tx) =>
    tx.db
      .selectFrom('marketplace_accounts')
      .selectAll()
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow(),
  );
}

describe('connecting an account', () => {
  test('connecting an account refuses a marketplace that is not configured, and begins nothing', async () => {
    const { businessId, userId } = await app.join('sales');
    const env = { ...app.env, offeredMarketplaces: ['mercado-livre'] as const };
    const begin = app.database.transact({ businessId, userId }, (tx) =>
      authorizeAccount(tx, { businessId, userId } as Actor, 'nuvemshop', { env, outside: app.outside }),
    );
    await expect(begin).rejects.toMatchObject({ code: 'marketplace_not_offered' });
  });

  test('stores the account of the person who consented, with sealed tokens', async () => {
    const seller = await app.join('sales');
    const account = await connectSeller(seller, remoteSellers.userProduct);
    expect(account).toMatchObject({
      name: 'OUTLETDOLARBR',
      email: 'vendas@outletdolar.example',
      state: 'connected',
      stateReason: null,
      pricePerVariation: true,
    });
    const row = await stored(seller.businessId, account.id);
    expect(row.access_token).not.toMatch(/APP_USR|TG-/);
    expect(row.refresh_token).not.toMatch(/APP_USR|TG-/);
    expect((await seller.call(marketplaceAccounts.list)).items).toEqual([account]);
    const outsider = await app.join('sales');
    expect(await outsider.refused(marketplaceAccounts.detail, { params: { id: account.id } })).toMatchObject({
      code: 'not_found',
    });
    const other = await connectOf(outsider, remoteSellers.userProduct);
    expect(other).toMatchObject({ code: 'account_of_other_business' });
  });

  const connectOf = async (person: Person, remoteUserId: number, decision: 'approve' | 'deny' = 'approve') =>
    person.refused(marketplaceAccounts.connect, {
      body: await consent(await authorize(person), remoteUserId, decision),
    });

  test('the consent link carries a challenge and a state that are never stored in plain form', async () => {
    const seller = await app.join('sales');
    const url = new URL(await authorize(seller));
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    expect(url.searchParams.get('state')?.length).toBeGreaterThanOrEqual(43);
    const request = await app.database.transact({ businessId: seller.businessId }, (tx) =>
      tx.db.selectFrom('authorization_requests').selectAll().executeTakeFirstOrThrow(),
    );
    expect(JSON.stringify(request)).not.toContain(url.searchParams.get('state'));
  });

  test("denial, an operator's account, a used, foreign or expired request each have their own error", async () => {
    const seller = await app.join('sales');
    expect(await connectOf(seller, remoteSellers.third, 'deny')).toMatchObject({
      code: 'authorization_denied',
    });
    expect(await connectOf(seller, remoteSellers.operator)).toMatchObject({ code: 'account_operator' });

    const body = await consent(await authorize(seller), remoteSellers.third);
    const colleague = await app.hire(seller.businessId, ['seller']);
    expect(await colleague.refused(marketplaceAccounts.connect, { body })).toMatchObject({
      code: 'authorization_expired',
    });
    const account = await seller.call(marketplaceAccounts.connect, { body });
    expect(await seller.refused(marketplaceAccounts.connect, { body })).toMatchObject({
      code: 'authorization_expired',
    });

    await seller.call(marketplaceAccounts.remove, { params: { id: account.id } });

    const late = await consent(await authorize(seller), remoteSellers.third);
    app.clock.advance(11);
    expect(await seller.refused(marketplaceAccounts.connect, { body: late })).toMatchObject({
      code: 'authorization_expired',
    });
  });

  test('an outage of the marketplace costs the attempt and not the account', async () => {
    const seller = await app.join('sales');
    await misbehave(sandbox, { kind: 'error-500', path: '/oauth/token', times: 1 });
    expect(await connectOf(seller, remoteSellers.legacy)).toMatchObject({ code: 'marketplace_unavailable' });
    const account = await connectSeller(seller, remoteSellers.legacy);
    await seller.call(marketplaceAccounts.remove, { params: { id: account.id } });
    expect((await seller.call(marketplaceAccounts.list)).items).toEqual([]);
    const again = await connectSeller(seller, remoteSellers.legacy);
    expect(again.id).toBe(account.id);
    await seller.call(marketplaceAccounts.remove, { params: { id: account.id } });
  });

  test('a seller may only connect an existing account again; only an owner who confirmed their password removes one', async () => {
    const owner = await app.join('sales');
    const clerk = await app.hire(owner.businessId, ['seller']);
    expect(await connectOf(clerk, remoteSellers.legacy)).toMatchObject({ code: 'forbidden' });
    const account = await connectSeller(owner, remoteSellers.legacy);
    expect((await connectSeller(clerk, remoteSellers.legacy)).id).toBe(account.id);
    expect(await clerk.refused(marketplaceAccounts.remove, { params: { id: account.id } })).toMatchObject({
      code: 'forbidden',
    });
    await owner.call(marketplaceAccounts.remove, { params: { id: account.id } });
    expect(await stored(owner.businessId, account.id)).toMatchObject({
      state: 'disconnected',
      state_reason: 'removed',
      access_token: null,
      refresh_token: null,
    });
    expect(await connectOf(clerk, remoteSellers.legacy)).toMatchObject({ code: 'forbidden' });
  });
});

describe('tokens', () => {
  test.each([
    ['mercado-livre', remoteSellers.legacy, '/faults', '/oauth/token'],
    ['shopee', 55_667_788, '/shopee/faults', '/auth/access_token/get'],
  ] as const)('%s: twenty callers in two processes with an expired token renew it once', async (...of) => {
    const [marketplace, remoteUserId, faults, path] = of;
    // Signed calls carry a time, which the marketplace compares with its own clock.
    app.clock.set(systemClock.now().toISOString());
    const seller = await app.join('sales');
    const account = await connectSeller(seller, remoteUserId, marketplace);
    const before = await stored(seller.businessId, account.id);
    const second = await createApp({ env: app.env, databaseUrl: app.loginUrl, clock: app.clock });
    // A renewal invalidates the previous pair: a second renewal with the old token would disconnect the account.
    await sandbox.control('POST', faults, { kind: 'slow', delayMs: 300, path, times: 1 });
    await app.database.transact({ businessId: seller.businessId }, (tx) =>
      tx.db
        .updateTable('marketplace_accounts')
        .set({ token_expires_at: tx.now() })
        .where('id', '=', account.id)
        .execute(),
    );
    const calls = Array.from({ length: 20 }, (_, index) =>
      withAccount(
        contextOf(seller.businessId, index % 2 === 0 ? app : { ...app, ...second }),
        account.id,
        async (session) => (await session.marketplace.catalogue.roots(session)).length,
      ),
    );
    const answers = await Promise.all(calls);
    await second.close();
    expect(answers).toHaveLength(20);
    expect(Math.min(...answers)).toBeGreaterThan(0);
    const after = await stored(seller.businessId, account.id);
    expect(after).toMatchObject({ state: 'connected', renewing_until: null });
    expect(after.refresh_token).not.toBe(before.refresh_token);
    await sandbox.control('DELETE', faults);
    await seller.call(marketplaceAccounts.remove, { params: { id: account.id } });
  });

  test('a rejected token is renewed once; a rejected grant disconnects with its reason and is not tried again', async () => {
    const seller = await app.join('sales');
    const account = await connectSeller(seller, remoteSellers.legacy);
    const call = () =>
      withAccount(contextOf(seller.businessId), account.id, (session) => session.call('/users/me'));
    await sandbox.control('POST', '/tokens', { expire: remoteSellers.legacy });
    expect((await call()).status).toBe(200);

    await sandbox.control('POST', '/tokens', { revoke: remoteSellers.legacy });
    await expect(call()).rejects.toMatchObject({ code: 'account_disconnected' });
    expect(await stored(seller.businessId, account.id)).toMatchObject({
      state: 'disconnected',
      state_reason: 'invalid_grant',
      refresh_token: null,
    });
    await misbehave(sandbox, { kind: 'error-500', path: '/oauth/token' });
    await expect(call()).rejects.toMatchObject({ code: 'account_disconnected' });
    await sandbox.control('DELETE', '/faults');
    const again = await connectSeller(seller, remoteSellers.legacy);
    expect(again).toMatchObject({ id: account.id, state: 'connected', stateReason: null });
    expect((await call()).status).toBe(200);
  });

  test('a renewal that fails on the way leaves the account connected, and the next one may try', async () => {
    const seller = await app.join('sales');
    const account = await connectSeller(seller, remoteSellers.third);
    app.clock.advance(6 * 60);
    await misbehave(sandbox, { kind: 'error-500', path: '/oauth/token', times: 1 });
    const call = () =>
      withAccount(contextOf(seller.businessId), account.id, (session) => session.call('/users/me'));
    await expect(call()).rejects.toThrow(RemoteFailure);
    expect((await call()).status).toBe(200);
    await seller.call(marketplaceAccounts.remove, { params: { id: account.id } });
  });

  test.each([
    [{ retryAfter: 40 }, 40],
    [{}, 10],
  ])(
    'renewal refused as too many (%o): asked once, all wait together, and the person is told when',
    async (fault, seconds) => {
      const seller = await app.join('sales');
      const account = await connectSeller(seller, remoteSellers.third);
      app.clock.advance(6 * 60);
      await misbehave(sandbox, { kind: 'rate-limit-json', path: '/oauth/token', times: 1, ...fault });
      const context = contextOf(seller.businessId);
      const call = () => withAccount(context, account.id, (session) => session.call('/users/me'));
      const until = new Date(app.clock.now().getTime() + seconds * 1000);
      const all = await Promise.allSettled(Array.from({ length: 6 }, call));
      // A second call would have succeeded: the fault applies once.
      for (const one of all)
        expect(one).toMatchObject({ status: 'rejected', reason: { name: 'RemoteFailure', until } });
      const category = { account: account.id, id: `MLB${seconds}` };
      expect(await seller.refused(api.marketplacesCategories.children, { params: category })).toMatchObject({
        status: 503,
        code: 'marketplace_unavailable',
        facts: { retryAt: until.toISOString() },
      });
      app.clock.advance(1);
      expect((await call()).status).toBe(200);
      await seller.call(marketplaceAccounts.remove, { params: { id: account.id } });
    },
  );
});
