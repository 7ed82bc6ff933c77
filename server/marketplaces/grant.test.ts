import { expect, test } from 'vitest';
import { systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { startInbox } from '#server/account/test/inbox.ts';
import { connectSeller, marketApp } from '#server/marketplaces/test/factory.ts';
import { jobOf } from '#server/orders/test/factory.ts';
import { disconnectAccount } from './account-tokens.queries.ts';
import { readGrants } from './grant.ts';

const shopId = 55_667_788;
const secondShop = 66_020_145;
const thirdShop = 71_330_902;
const inbox = await startInbox();
const { app, sandbox } = await marketApp({ APP_URL: 'http://localhost:3000', SMTP_URL: inbox.url });
app.clock.set(systemClock.now().toISOString());

test('a consent that ends within a week is shown on the home page, by the doctor and with the account, until it is renewed', async () => {
  const seller = await app.join('sales');
  const account = await connectSeller(seller, shopId, 'shopee');
  const other = await connectSeller(seller);
  const reported = async () => ({
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
  expect(await reported()).toEqual(nothing);

  await sandbox.control('POST', `/shopee/grants/${shopId}`, { endsInDays: 6 });
  await readGrants(jobOf(app));
  await app.drain();
  const warned = await reported();
  expect(warned).toEqual({ ends: expect.any(String), home: 1, listed: [account.id], finding: 'reconnect' });
  const days = (Date.parse(warned.ends ?? '') - app.clock.now().getTime()) / 86_400_000;
  expect(days).toBeGreaterThan(5.9);
  expect(days).toBeLessThan(6.1);

  await connectSeller(seller, shopId, 'shopee');
  expect(await reported()).toEqual(nothing);
  const { items } = await seller.call(api.marketplaceAccounts.list, { query: { query: 'ending:false' } });
  expect(items.map(({ id }) => id).toSorted()).toEqual([account.id, other.id].toSorted());
});

test('owners get one mail before the consent ends and one when it has ended', async () => {
  const seller = await app.join('sales');
  await app.hire(seller.businessId, ['administrator']);
  const account = await connectSeller(seller, secondShop, 'shopee');
  const letters = () =>
    inbox.letters.filter(({ to, subject }) => to === seller.email && subject.includes(account.name));
  const readDaily = async () => {
    await readGrants(jobOf(app));
    await app.drain();
  };
  await sandbox.control('POST', `/shopee/grants/${secondShop}`, { endsInDays: 30 });
  await readDaily();
  expect(letters()).toEqual([]);
  await sandbox.control('POST', `/shopee/grants/${secondShop}`, { endsInDays: 6 });
  await readDaily();
  await readDaily();
  expect(letters().map(({ subject }) => subject)).toEqual([expect.stringContaining('termina em')]);
  expect(letters()[0]?.text).toContain('/marketplaces/account/list');

  await sandbox.control('POST', `/shopee/grants/${secondShop}`, { revoke: true });
  await Promise.all([readDaily(), readDaily()]);
  expect(await seller.call(api.marketplaceAccounts.detail, { params: { id: account.id } })).toMatchObject({
    state: 'disconnected',
  });
  await readDaily();
  expect(letters().map(({ subject }) => subject)).toEqual([
    expect.stringContaining('termina em'),
    expect.stringContaining('desconectada'),
  ]);
});

test('an owner who removes an account gets no mail about it', async () => {
  const seller = await app.join('sales');
  const account = await connectSeller(seller, thirdShop, 'shopee');
  await seller.call(api.marketplaceAccounts.remove, { params: { id: account.id } });
  await app.drain();
  expect(
    inbox.letters.filter(({ to, subject }) => to === seller.email && subject.includes(account.name)),
  ).toEqual([]);
});

test('a consent refused to several calls at once ends once, with one mail', async () => {
  const seller = await app.join('sales');
  const account = await connectSeller(seller, thirdShop, 'shopee');
  const end = () =>
    app.database.transact({ businessId: seller.businessId }, (tx) =>
      disconnectAccount(tx, account.id, 'revoked'),
    );
  await Promise.all([end(), end(), end()]);
  await app.drain();
  expect(inbox.letters.filter(({ to }) => to === seller.email).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('desconectada'),
  ]);
});
