import { expect, test } from 'vitest';
import { systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { connectSeller, marketApp } from '#server/marketplaces/test/factory.ts';
import { jobOf } from '#server/orders/test/factory.ts';
import {
  MarketplaceError,
  type MarketplaceErrorKind,
} from '#server/outside/marketplaces/marketplace-error.ts';
import { jobAccountContext, withAccount } from './account-access.ts';

const { app } = await marketApp();
app.clock.set(systemClock.now().toISOString());
const seller = await app.join('sales');

/** A call that gets these errors in turn; a renewal is sent to the marketplace. */
async function callAnswered(accountId: number, ...kinds: MarketplaceErrorKind[]) {
  const real = app.outside.marketplaces['mercado-livre'];
  const tokens: string[] = [];
  const call: typeof real.call = async (_path, { accessToken }) => {
    const kind = kinds[tokens.length] ?? 'unavailable';
    tokens.push(accessToken);
    throw new MarketplaceError(kind, kind, 'as the test says');
  };
  const marketplaces = { ...app.outside.marketplaces, 'mercado-livre': { ...real, call } };
  const context = jobAccountContext(
    { ...jobOf(app), outside: { ...app.outside, marketplaces } },
    seller.businessId,
  );
  const refused = await withAccount(context, accountId, (session) => session.call('/users/me')).catch(
    (error: unknown) => error,
  );
  const { state } = await seller.call(api.marketplaceAccounts.detail, { params: { id: accountId } });
  return { tokens, refused, state };
}

test.each(['ended_grant', 'unauthorized'] as const)(
  'a consent that is refused as %s once its token was renewed ends the account',
  async (last) => {
    const account = await connectSeller(seller);
    const { tokens, refused, state } = await callAnswered(account.id, 'unauthorized', last);
    expect(new Set(tokens).size).toBe(2);
    expect(refused).toMatchObject({ code: 'account_disconnected', cause: { kind: last } });
    expect(state).toBe('disconnected');
  },
);

test('an account whose first token is refused is disconnected without a renewal', async () => {
  const account = await connectSeller(seller);
  const { tokens, refused, state } = await callAnswered(account.id, 'ended_grant');
  expect([tokens.length, state]).toEqual([1, 'disconnected']);
  expect(refused).toMatchObject({ code: 'account_disconnected' });
});

test('an outage after the renewal disconnects nothing', async () => {
  const account = await connectSeller(seller);
  const { refused, state } = await callAnswered(account.id, 'unauthorized', 'unavailable');
  expect(refused).toMatchObject({ kind: 'unavailable' });
  expect(state).toBe('connected');
});
