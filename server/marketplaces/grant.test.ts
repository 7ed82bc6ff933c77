import { expect, test } from 'vitest';
import { systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { connectSeller, marketApp } from '#server/marketplaces/test/factory.ts';
import { jobOf } from '#server/orders/test/factory.ts';
import { readGrants } from './grant.ts';

const shopId = 55_667_788;
const { app, sandbox } = await marketApp({ APP_URL: 'http://localhost:3000' });
app.clock.set(systemClock.now().toISOString());

test('a consent that ends within a week is told at home, by the doctor and beside the account, until it is renewed', async () => {
  const seller = await app.join('sales');
  const account = await connectSeller(seller, shopId, 'shopee');
  const other = await connectSeller(seller);
  const told = async () => ({
    ends: (await seller.call(api.marketplaceAccounts.detail, { params: { id: account.id } }))
      .authorizationEndsAt,
    home: (await seller.call(api.dashboard.detail, {})).todo.find(
      ({ kind }) => kind === 'authorizationsEnding',
    )?.count,
    listed: (await seller.call(api.marketplaceAccounts.list, { query: { query: 'ending:true' } })).items.map(
      ({ id }) => id,
    ),
    finding: (await seller.call(api.accountDoctors.detail, { params: { id: account.id } })).findings.find(
      ({ kind }) => kind === 'authorization_ends',
    )?.mend,
  });
  const nothing = { ends: null, home: undefined, listed: [], finding: undefined };
  expect(await told()).toEqual(nothing);

  await sandbox.control('POST', `/shopee/grants/${shopId}`, { endsInDays: 6 });
  await readGrants(jobOf(app));
  await app.drain();
  const warned = await told();
  expect(warned).toEqual({ ends: expect.any(String), home: 1, listed: [account.id], finding: 'reconnect' });
  const days = (Date.parse(warned.ends ?? '') - app.clock.now().getTime()) / 86_400_000;
  expect(days).toBeGreaterThan(5.9);
  expect(days).toBeLessThan(6.1);

  await connectSeller(seller, shopId, 'shopee');
  expect(await told()).toEqual(nothing);
  const { items } = await seller.call(api.marketplaceAccounts.list, { query: { query: 'ending:false' } });
  expect(items.map(({ id }) => id).toSorted()).toEqual([account.id, other.id].toSorted());
});
