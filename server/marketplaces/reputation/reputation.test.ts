import { afterEach, describe, expect, test } from 'vitest';
import { addDays, addMinutes, dayOf, startOfDay } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { ensureTradeLink } from '#server/dropshipping/trade-link.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import { makeClaim } from '#server/marketplaces/test/chat-factory.ts';
import { connectSeller, marketApp, misbehave, remoteSellers } from '#server/marketplaces/test/factory.ts';
import {
  applyRemote,
  makeAccount,
  makePublication,
  remoteOrder,
  remoteShipment,
} from '#server/orders/test/factory.ts';
import { storeReputation } from './store-reputation.ts';

const { app, sandbox } = await marketApp();
const seller = await app.join('sales');
const account = await connectSeller(seller, remoteSellers.legacy);
const params = { id: account.id };
const scope = { businessId: seller.businessId, accountId: account.id };

afterEach(() => sandbox.control('DELETE', '/faults'));

const look = () => seller.call(api.reputations.detail, { params });
const readNow = () => seller.call(api.reputations.read, { params });
const setTo = async (facts: Record<string, unknown>) => {
  await sandbox.control('POST', '/reputation', { seller: remoteSellers.legacy, clear: true });
  await sandbox.control('POST', '/reputation', { seller: remoteSellers.legacy, ...facts });
};
const inList = async () => (await seller.call(api.marketplaceAccounts.list, { query: {} })).items[0];
const todo = async () =>
  (await seller.call(api.dashboard.detail, {})).todo.find(({ kind }) => kind === 'reputationsAtRisk')?.count;

describe('the reputation of an account', () => {
  test('the reputation of an account is read when it is connected, with its figures, their limits and how many cases each still allows', async () => {
    await setTo({
      level: '5_green',
      powerSeller: 'gold',
      sales: 244,
      claims: 3,
      delayed: 20,
      cancellations: 0,
    });
    await app.drain();
    const found = await look();
    expect(found).toMatchObject({ isTold: true, failure: null, risk: 'good' });
    expect(found.reading).toMatchObject({
      level: { known: 'green', told: '5_green' },
      medal: { known: 'gold' },
      ...{ sales: 244, limitsPublishedOn: '2025-08-11' },
    });
    const claims = found.figures.find(({ measure }) => measure === 'claims');
    expect(claims?.limits.map(({ allows, kept, spare }) => [allows, kept, spare])).toEqual([
      ['leader', false, -1],
      ['green', true, 1],
      ['yellow', true, 7],
      ['orange', true, 16],
    ]);
    expect(found.days).toHaveLength(1);
    expect(await inList()).toMatchObject({ reputation: { level: { known: 'green' }, risk: 'good' } });
    expect(await todo()).toBeUndefined();
  });

  test('the reputation of an account is at risk one case before a limit: in the list and on the home page', async () => {
    await setTo({ level: '5_green', sales: 244, claims: 4 });
    expect(await readNow()).toMatchObject({ risk: 'near' });
    expect(await inList()).toMatchObject({ reputation: { risk: 'near' } });
    expect(await todo()).toBe(1);
    const query = { query: 'reputation:near,over' };
    expect((await seller.call(api.marketplaceAccounts.list, { query })).total).toBe(1);
  });

  test('the reputation of a protected seller is judged by the real figures', async () => {
    await setTo({
      ...{ level: '5_green', sales: 244, claims: 12 },
      protection: { until: '2026-12-20T00:00:00.000-04:00', realLevel: '2_orange' },
    });
    const found = await readNow();
    expect(found).toMatchObject({ risk: 'over', reading: { protection: { level: { known: 'orange' } } } });
    const claims = found.figures.find(({ measure }) => measure === 'claims');
    expect(claims).toMatchObject({ value: 0, cases: 0, real: { cases: 12 }, risk: 'over' });
  });

  test('the reputation of an account has no level and no risk with too few sales', async () => {
    await setTo({ level: null, sales: 4, claims: 1 });
    const found = await readNow();
    expect(found).toMatchObject({ risk: 'good', reading: { level: null } });
    expect(found.figures.map(({ risk }) => risk)).not.toContain('near');
    expect(found.figures.flatMap(({ limits }) => limits.map(({ spare }) => spare))).not.toContain(0);
    expect(new Set(found.figures.map(({ risk }) => risk))).toEqual(new Set([null]));
    expect(await todo()).toBeUndefined();
  });

  test('the reputation of an account stays as known if it cannot be read, and the failure is shown', async () => {
    await setTo({ level: '5_green', sales: 244, claims: 3 });
    const before = await readNow();
    await misbehave(sandbox, { kind: 'error-500', path: '/users/*' });
    await expect(readNow()).rejects.toMatchObject({ problem: { code: 'marketplace_unavailable' } });
    const failed = await look();
    expect(failed).toMatchObject({ failure: 'no_answer', readAt: before.readAt, reading: before.reading });
    expect(failed.failedAt).not.toBeNull();
    await sandbox.control('DELETE', '/faults');
    expect(await readNow()).toMatchObject({ failure: null, failedAt: null });
  });

  test('the reputation of an account keeps the last reading of each day, and nothing of an older one', async () => {
    const reported = {
      ...{ level: null, medal: null, protection: null, sales: null, days: null, limitsPublishedOn: null },
      figures: [],
    };
    const first = await readNow();
    const early = addMinutes(app.clock.now(), -60);
    await app.database.transact(scope, (tx) => storeReputation(tx, scope, reported, early));
    expect((await look()).reading).toEqual(first.reading);
    app.clock.advance(24 * 60);
    await app.database.transact(null, async (tx) => tx.enqueue({ task: 'reputations.sweep', payload: {} }));
    await app.drain();
    const found = await look();
    expect(found.days.length).toBe(2);
    expect(new Set(found.days.map(({ day }) => day)).size).toBe(2);
    expect(found.readAt).not.toBe(first.readAt);
  });

  test('the reputation of an account of another business is not found', async () => {
    const other = await app.join('sales');
    for (const endpoint of [api.reputations.detail, api.reputations.read])
      await expect(other.call(endpoint, { params })).rejects.toMatchObject({
        problem: { code: 'not_found' },
      });
  });
});

describe('what threatens a reputation today', () => {
  test('threats to a reputation are open sales that are late, due or about to be canceled, and claims that count, each with its figure', async () => {
    const supplier = await app.join('supply');
    const shelf = await makeShelf(app, supplier, 40);
    const offer = await makeOffer(supplier, shelf);
    const { businessId } = seller;
    await app.database.transact({ businessId }, (tx) => ensureTradeLink(tx, businessId, supplier.businessId));
    const own = await makeAccount(app, businessId);
    const { stockId, warehouseId } = shelf;
    const sold = await makePublication(app, own, [
      { offerId: offer.id, stockId, supplierId: supplier.businessId, warehouseId, price: 2990 },
    ]);
    const now = app.clock.now();
    const tomorrow = startOfDay(addDays(dayOf(now), 1));
    const sell = async (dispatchLimit: Date, more: Record<string, unknown> = {}) => {
      const parcel = remoteShipment({ dispatchLimit, ...more });
      const { id } = await applyRemote(
        app,
        own,
        remoteOrder(sold, { shipmentId: parcel.shipmentId }),
        parcel,
      );
      return id;
    };
    const set = (id: number, facts: Record<string, unknown>) =>
      app.database.transact({ businessId }, (tx) =>
        tx.db.updateTable('orders').set(facts).where('id', '=', id).execute(),
      );
    const late = await sell(addMinutes(now, -90));
    const dueToday = await sell(addMinutes(tomorrow, -1));
    await sell(addMinutes(tomorrow, 1));
    await sell(addMinutes(now, -90), { logisticType: 'fulfillment' });
    const refused = await sell(addMinutes(tomorrow, 60));
    await set(refused, { refused_at: now });
    const canceled = await sell(addMinutes(tomorrow, 60));
    await set(canceled, {
      status: 'canceled',
      canceled_at: now,
      canceled_by: 'seller',
      remote_cancel: 'queued',
    });
    const claim = await makeClaim(app, seller, own.id, { dueAt: addMinutes(now, 300) });
    await makeClaim(app, seller, own.id, { reputation: { affected: false, spareUntil: null } });
    await makeClaim(app, seller, own.id, { isOpen: false, turn: null });
    const asked = await makeClaim(app, seller, own.id, { kind: 'cancellation' });
    await makeClaim(app, seller, account.id);
    const figure = (measure: 'late_dispatch' | 'cancellations' | 'claims') => ({
      ...{ code: measure, measure, name: '', unit: 'percent' as const },
      ...{ value: 1, cases: 1, real: null, before: null, limits: [] },
    });
    const reported = {
      ...{ level: { known: 'green', told: '5_green' } as const, medal: null, protection: null },
      ...{ sales: 100, days: 60, limitsPublishedOn: null },
      figures: [figure('late_dispatch'), figure('cancellations'), figure('claims')],
    };
    await app.database.transact({ businessId }, (tx) =>
      storeReputation(tx, { businessId, accountId: own.id }, reported, now),
    );
    const found = await seller.call(api.reputations.detail, { params: { id: own.id } });
    expect(found.threats.items.map(({ kind, sale, chat }) => [kind, sale?.id ?? null, chat])).toEqual([
      ['late', late, null],
      ['due_today', dueToday, null],
      ['refused', refused, null],
      ['canceling', canceled, null],
      ['cancel_asked', null, asked],
      ['claim', null, claim],
    ]);
    expect(found.threats.counts.every(({ count }) => count === 1)).toBe(true);
    expect(found.figures.map(({ measure, threats }) => [measure, threats])).toEqual([
      ['late_dispatch', 2],
      ['cancellations', 3],
      ['claims', 1],
    ]);
    // A sent sale is no threat any more.
    await set(late, { status: 'sent', packed_at: now, sent_at: now });
    const after = await seller.call(api.reputations.detail, { params: { id: own.id } });
    expect(after.threats.items.map(({ kind }) => kind)).not.toContain('late');
  });

  test('a marketplace without reputation shows that, and is never called', async () => {
    const store = await connectSeller(seller, 4_118_037, 'nuvemshop');
    await app.drain();
    const where = { params: { id: store.id } };
    expect(await seller.call(api.reputations.detail, where)).toMatchObject({
      ...{ isTold: false, readAt: null, reading: null, failure: null },
      threats: { counts: [], items: [] },
    });
    await expect(seller.call(api.reputations.read, where)).rejects.toMatchObject({
      problem: { code: 'state_conflict' },
    });
    const { sweeps } = await seller.call(api.accountDoctors.detail, where);
    expect(sweeps.map(({ what }) => what)).not.toContain('reputations');
    const own = await seller.call(api.accountDoctors.detail, { params });
    expect(own.sweeps.map(({ what }) => what)).toContain('reputations');
  });
});
