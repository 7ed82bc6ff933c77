import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import type { AccountDoctor, FindingKind } from '#contract/marketplaces/account-doctor.ts';
import { makeAdvertisement, publish } from '#server/advertisements/test/factory.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import {
  askQueue,
  connectSeller,
  drain,
  drainLater,
  marketApp,
  misbehave,
  postman,
  remoteSellers,
  waitingJobs,
} from '#server/marketplaces/test/factory.ts';
import { sweepOrders } from '#server/orders/sync/sweep.ts';
import { jobOf } from '#server/orders/test/factory.ts';

const market = await marketApp({ APP_URL: 'http://localhost:3000' });
market.app.clock.set(systemClock.now().toISOString());
const { app, sandbox } = market;
const supplier = await app.join('supply');
const seller = await app.join('sales');
/** A shop of the sandbox. */
const shopId = 55_667_788;
const account = await connectSeller(seller, remoteSellers.legacy);
const params = { id: account.id };
const deliver = postman(market);

afterEach(() => sandbox.control('DELETE', '/faults'));

const look = () => seller.call(api.accountDoctors.detail, { params });
const check = () => seller.call(api.accountDoctors.check, { params });
const of = (kind: FindingKind, { findings }: AccountDoctor) => findings.find((one) => one.kind === kind);

async function onSale() {
  const offer = await makeOffer(supplier, await makeShelf(app, supplier, 9));
  const made = await publish(seller, await makeAdvertisement(seller, [offer]), account.id, offer);
  await drain(app);
  return seller.call(api.publications.detail, { params: { id: made.id } });
}
const buy = async (itemId: string | null) =>
  sandbox.control('POST', '/purchases', { itemId, quantity: 1, pay: true });

test('works the same for a marketplace whose access tokens expire within hours', async () => {
  const { id } = await connectSeller(seller, shopId, 'shopee');
  const found = await seller.call(api.accountDoctors.check, { params: { id } });
  expect(found.calls[0]).toMatchObject({ status: 200, code: '' });
  expect(found.findings).toEqual([]);
  expect(found.missed).toMatchObject({ count: 0 });
  const { issuedAt, expiresAt } = found.token ?? {};
  expect([issuedAt, expiresAt]).toEqual([expect.anything(), expect.anything()]);
  const before = app.clock.now().toISOString();
  app.clock.set(new Date(Date.parse(expiresAt ?? '') + 11 * 60_000).toISOString());
  const over = await seller.call(api.accountDoctors.detail, { params: { id } });
  app.clock.set(before);
  expect(of('token_over', over)).toMatchObject({ mend: 'renew', severity: 'attention' });
});

test('changes that have been unsent for too long are sent by the button', async () => {
  const { id } = await onSale();
  await misbehave(sandbox, { kind: 'error-500', method: 'PUT', path: '/items/*' });
  await seller.call(api.publications.pause, { params: { id } });
  await app.drain();
  expect(of('pushes_late', await look())).toBeUndefined();
  // The queue uses the database's clock.
  const old = `update pgboss.job_common set created_on = created_on - interval '11 minutes' where singleton_key = $1`;
  await askQueue(app, old, [`push:${id}`]);
  expect(of('pushes_late', await look())).toMatchObject({ mend: 'sync', severity: 'bad', count: 1 });
  await sandbox.control('DELETE', '/faults');
  await seller.call(api.marketplaceAccounts.sync, { params });
  await drainLater(app);
  expect(of('pushes_late', await look())).toBeUndefined();
});

test('a marketplace that does not answer is retried automatically, and the time of the retry is shown', async () => {
  await misbehave(sandbox, { kind: 'error-500', method: 'GET', path: '/users/me' });
  for (let n = 0; n < 3; n++) await check();
  expect(of('calls_failing', await look())).toMatchObject({ mend: 'retry', severity: 'bad' });
  for (let n = 0; n < 2; n++) await check();
  const resting = of('not_answering', await look());
  expect(resting).toMatchObject({ mend: null, severity: 'bad', at: expect.anything() });
  await sandbox.control('DELETE', '/faults');
  app.clock.set(new Date(Date.parse(resting?.at ?? '') + 1000).toISOString());
  const tried = await check();
  expect([of('calls_failing', tried), of('not_answering', tried)]).toEqual([undefined, undefined]);
});

test('answers about another resource stay parked until the button reads them again', async () => {
  const { remoteItem } = await onSale();
  await misbehave(sandbox, { kind: 'wrong-id', path: '/orders/*' });
  await buy(remoteItem);
  await deliver();
  await drain(app);
  expect(of('answers_parked', await look())).toMatchObject({ mend: 'listen', count: 1 });
  await sandbox.control('DELETE', '/faults');
  // A publication created meanwhile has no parked answer, and its job does not fail because of one.
  expect(await onSale()).toMatchObject({ state: 'active', syncError: null });
  expect(await waitingJobs(app, 'publication.publish')).toBe(0);
  expect(of('answers_parked', await look())).toMatchObject({ count: 1 });
  await seller.call(api.accountDoctors.listen, { params });
  await drainLater(app);
  expect(of('answers_parked', await look())).toBeUndefined();
});

test('undeliverable notifications are reported for a day, with the button that sweeps for the rest', async () => {
  const { remoteItem } = await onSale();
  await misbehave(sandbox, { kind: 'notify-missed' });
  await buy(remoteItem);
  await sweepOrders(jobOf(app));
  await drain(app);
  const found = of('missed', await look());
  expect(found).toMatchObject({ mend: 'listen', severity: 'attention' });
  expect(found?.count).toBeGreaterThan(0);
  app.clock.advance(24 * 60 + 1);
  expect(of('missed', await look())).toBeUndefined();
});

test('an expired access token is renewed by the button', async () => {
  const { token } = await check();
  app.clock.set(new Date(Date.parse(token?.expiresAt ?? '') + 11 * 60_000).toISOString());
  expect(of('token_over', await look())).toMatchObject({ mend: 'renew', severity: 'attention' });
  const renewed = await check();
  expect(of('token_over', renewed)).toBeUndefined();
  expect(renewed.token?.issuedAt).not.toBe(token?.issuedAt);
});

test('an access reported as ended, at a marketplace whose tokens expire within hours, is renewed by the same button', async () => {
  // The stand-in's clock advances with ours: it refuses signatures older than five minutes.
  const bothAt = async (instant: number) => {
    const { now } = z.object({ now: z.string() }).parse(await sandbox.control('GET', '/clock'));
    await sandbox.control('POST', '/clock', { seconds: Math.round((instant - Date.parse(now)) / 1000) });
    app.clock.set(new Date(instant).toISOString());
  };
  await bothAt(app.clock.now().getTime());
  const shop = await connectSeller(seller, 66_020_145, 'shopee');
  const at = { params: { id: shop.id } };
  const { token } = await seller.call(api.accountDoctors.check, at);
  const over = Date.parse(token?.expiresAt ?? '') + 11 * 60_000;
  await bothAt(over);
  const found = await seller.call(api.accountDoctors.detail, at);
  expect(of('token_over', found)).toMatchObject({ mend: 'renew', severity: 'attention' });
  const renewed = await seller.call(api.accountDoctors.check, at);
  expect(of('token_over', renewed)).toBeUndefined();
  expect(renewed.calls[0]).toMatchObject({ status: 200, code: '' });
  expect(Date.parse(renewed.token?.expiresAt ?? '')).toBeGreaterThan(over);
});
