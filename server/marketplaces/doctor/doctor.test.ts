import { afterEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { AccountDoctor } from '#contract/marketplaces/account-doctor.ts';
import { makeAdvertisement, publish } from '#server/advertisements/test/factory.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import {
  connectSeller,
  drain,
  drainLater,
  marketApp,
  misbehave,
  postman,
  remoteSellers,
} from '#server/marketplaces/test/factory.ts';

const market = await marketApp();
const { app, sandbox } = market;
const supplier = await app.join('supply');
const seller = await app.join('sales');
const account = await connectSeller(seller, remoteSellers.legacy);
const params = { id: account.id };
const deliver = postman(market);
/** A shop of the sandbox. */
const storeId = 4_118_037;

afterEach(() => sandbox.control('DELETE', '/faults'));

const look = () => seller.call(api.accountDoctors.detail, { params });
const check = () => seller.call(api.accountDoctors.check, { params });
const kinds = ({ findings }: AccountDoctor) =>
  findings.map(({ kind, about }) => (about ? `${kind} ${about}` : kind));

async function onSale() {
  const shelf = await makeShelf(app, supplier, 9);
  const offer = await makeOffer(supplier, shelf);
  const made = await publish(seller, await makeAdvertisement(seller, [offer]), account.id, offer);
  await drain(app);
  return seller.call(api.publications.detail, { params: { id: made.id } });
}

describe('the state of a connection', () => {
  test('the state of a connection shows by how much the clock is off, and nothing once it is right', async () => {
    const off = await check();
    expect(off.clockAheadMilliseconds).toBeGreaterThan(60_000);
    expect(off.findings).toContainEqual(expect.objectContaining({ kind: 'clock_off', mend: null }));
    app.clock.advance((off.clockAheadMilliseconds ?? 0) / 60_000);
    await app.drain();
    const right = await check();
    expect(Math.abs(right.clockAheadMilliseconds ?? 60_000)).toBeLessThan(60_000);
    expect(kinds(right)).not.toContain('clock_off');
  });

  test('learns from refused answers that the clock is off if all calls are refused', async () => {
    app.clock.advance(7);
    await misbehave(sandbox, { kind: 'error-500', method: 'GET', path: '/users/me' });
    const colleague = await app.hire(seller.businessId, ['administrator']);
    const off = await colleague.call(api.accountDoctors.check, { params });
    expect(off.calls[0]).toMatchObject({ path: '/users/me', status: 500 });
    expect(off.clockAheadMilliseconds).toBeLessThan(-6 * 60_000);
    expect(kinds(off)).toContain('clock_off');
    app.clock.advance(-7);
  });

  test('the state of a connection shows its last calls, at most twenty, without their content', async () => {
    for (let n = 0; n < 22; n++) await check();
    const { calls } = await look();
    expect(calls).toHaveLength(20);
    expect(calls[0]).toMatchObject({ method: 'GET', path: '/users/me', status: 200, code: '' });
    await misbehave(sandbox, { kind: 'error-500', method: 'GET', path: '/users/me' });
    for (let n = 0; n < 3; n++) await check();
    const failing = await look();
    expect(failing.calls[0]?.status).toBe(500);
    expect(kinds(failing)).toContain('calls_failing');
    const [row] = await app.rows(seller.businessId, 'select count(*)::int as total from account_calls');
    expect(row?.total).toBe(20);
  });

  test('the state of a connection reports that notifications about sales are missing once the sweep found one, until one arrives again', async () => {
    const { remoteItem } = await onSale();
    await deliver();
    await app.drain();
    expect((await look()).topics.every(({ isSilent }) => !isSilent)).toBe(true);
    // The notification of the purchase is not delivered.
    await sandbox.control('POST', '/purchases', { itemId: remoteItem, quantity: 1, pay: true });
    await seller.call(api.accountDoctors.listen, { params });
    await drain(app);
    app.clock.advance(16);
    const silent = await look();
    expect(kinds(silent)).toContain('silent_topic order');
    expect(silent.findings.find(({ kind }) => kind === 'silent_topic')).toMatchObject({
      mend: 'listen',
      severity: 'bad',
    });
    expect(silent.sweeps.find(({ what }) => what === 'orders')).toMatchObject({ isLate: false });
    app.clock.advance(30);
    expect(kinds(await look())).toContain('sweep_late orders');
  });

  test('the state of a connection shows ads in error by cause, and unsent changes', async () => {
    const { id } = await onSale();
    await sandbox.control('PATCH', `/items/${(await onSale()).remoteItem}`, { priceAutomation: true });
    await misbehave(sandbox, { kind: 'error-500', method: 'PUT', path: '/items/*' });
    await seller.call(api.publications.pause, { params: { id } });
    await app.drain();
    const found = await look();
    expect(found.waitingPushes.count).toBeGreaterThan(0);
    expect(found.waitingPushes.oldestAt).not.toBeNull();
    expect(found.failedAds.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(0);
    expect(found.findings.find(({ kind }) => kind === 'ads_failed')).toMatchObject({ mend: 'ads' });
    await sandbox.control('DELETE', '/faults');
    await drainLater(app);
    expect((await look()).waitingPushes.count).toBe(0);
  });

  test('the state of a connection finds an invalid token by a call, and then offers only to connect again', async () => {
    expect((await look()).token).toMatchObject({ issuedAt: expect.anything(), expiresAt: expect.anything() });
    await sandbox.control('POST', '/tokens', { revoke: remoteSellers.legacy });
    expect(kinds(await look())).not.toContain('disconnected');
    const dead = await check();
    expect(dead.findings[0]).toMatchObject({ kind: 'disconnected', mend: 'reconnect', severity: 'bad' });
    expect(dead).toMatchObject({ token: null, account: { state: 'disconnected' } });
    expect(kinds(dead).filter((kind) => kind.startsWith('sweep') || kind.startsWith('silent'))).toEqual([]);
    await expect(seller.call(api.accountDoctors.listen, { params })).rejects.toMatchObject({
      problem: { code: 'account_disconnected' },
    });
    await connectSeller(seller, remoteSellers.legacy);
    expect(kinds(await check())).not.toContain('disconnected');
  });

  test('the state of an account of another business is not found', async () => {
    const other = await app.join('sales');
    await expect(other.call(api.accountDoctors.detail, { params })).rejects.toMatchObject({
      problem: { code: 'not_found' },
    });
    await expect(other.call(api.accountDoctors.check, { params })).rejects.toMatchObject({
      problem: { code: 'not_found' },
    });
  });
});

test('works the same for another marketplace', async () => {
  const { id } = await connectSeller(seller, storeId, 'nuvemshop');
  const found = await seller.call(api.accountDoctors.check, { params: { id } });
  expect(found.calls[0]).toMatchObject({ status: 200 });
  expect(found.clockAheadMilliseconds).not.toBeNull();
  expect(found.missed).toBeNull();
  expect(found.token).toMatchObject({ issuedAt: expect.anything(), expiresAt: null });
  // The clock of this server was set forward above.
  expect(kinds(found)).toEqual(['clock_off']);
});
