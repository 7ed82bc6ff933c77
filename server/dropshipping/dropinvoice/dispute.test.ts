import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readPixCode } from '#contract/dropshipping/pix.ts';
import { api } from '#contract/index.ts';
import { type Inbox, startInbox } from '#server/account/test/inbox.ts';
import { settlementInvariants } from '#server/dropshipping/invariants.ts';
import { at, makeTrade, payment, pdf, photo, type Trade } from '#server/dropshipping/test/factory.ts';
import { type TestApp, testApp } from '#server/test/app.ts';

let app: TestApp;
let inbox: Inbox;
let trade: Trade;

beforeAll(async () => {
  inbox = await startInbox();
  app = await testApp({ SMTP_URL: inbox.url });
});

beforeEach(async () => {
  app.clock.set('2026-11-21T15:00:00.000Z');
  trade = await makeTrade(app);
  await trade.enterBank();
});

const reason = 'Veio outra cor';
const open = async (itemId: number, quantity = 2) =>
  trade.seller.call(api.disputes.open, { body: { itemId, quantity, reason }, files: [await photo()] });
const refusedOpen = async (itemId: number, { person = trade.seller, quantity = 1 } = {}) =>
  person.refused(api.disputes.open, { body: { itemId, quantity, reason }, files: [await photo()] });
const refuse = (id: number) =>
  trade.supplier.call(api.disputes.refuse, { ...at(id), body: { reason: 'A foto é de outro produto' } });

/** An invoice of two sales of 59,80 that closed at midnight, and the line of the first. */
async function closedWithTwo() {
  const order = await trade.packOne();
  const { id } = await trade.closedInvoice();
  const { items } = await trade.seller.call(api.dropinvoices.items, at(id));
  return { id, order, item: items[0]?.id ?? 0, second: items[1]?.id ?? 0 };
}
const disputeOf = async (id: number) =>
  (await trade.supplier.call(api.dropinvoices.detail, at(id))).disputes[0] ?? { id: 0, photoIds: [] };
const read = (id: number) => trade.supplier.call(api.dropinvoices.detail, at(id));
const balance = async () => (await trade.supplier.call(api.dropinvoices.revenue, {})).balanceCentavos;

describe('disputes of invoiced units', () => {
  test('opening a dispute excludes its units from the payable amount and the Pix code, and shows reason and photo to both sides only', async () => {
    const { id, item } = await closedWithTwo();
    const seen = await open(item, 1);
    expect(seen).toMatchObject({
      ...{ totalCentavos: 11_960, payableCentavos: 8970, disputedCentavos: 2990, dueCentavos: 11_960 },
      ...{ state: 'pending', disputeCount: 1, disputable: true },
    });
    expect(readPixCode(seen.pixCode ?? '')).toMatchObject({ amount: '89.70' });
    expect(await trade.supplier.call(api.dropinvoices.detail, at(id))).toEqual(seen);
    const [dispute] = seen.disputes;
    expect(dispute).toMatchObject({ itemId: item, state: 'open', quantity: 1, totalCentavos: 2990, reason });
    const stranger = await app.join('supply');
    for (const person of [trade.seller, trade.supplier])
      expect(
        (await person.download(api.disputes.photo, at(dispute?.photoIds[0] ?? 0))).bytes.length,
      ).toBeGreaterThan(50);
    expect((await stranger.refused(api.disputes.photo, at(dispute?.photoIds[0] ?? 0))).status).toBe(404);
    expect((await stranger.refused(api.disputes.accept, at(dispute?.id ?? 0))).status).toBe(404);
    const filtered = await trade.supplier.call(api.dropinvoices.list, { query: { query: 'disputed:yes' } });
    expect(filtered.items.map((row) => row.id)).toEqual([id]);
    await app.drain();
    expect(inbox.latest(trade.supplier.email).text).toContain(`1 × `);
    expect(inbox.latest(trade.supplier.email).text).toContain(reason);
    await trade.expectSound();
  });

  test('a dispute of zero or too many units, or of a line already disputed, is refused', async () => {
    const { item } = await closedWithTwo();
    expect((await refusedOpen(item, { quantity: 3 })).errors).toHaveProperty('quantity');
    expect((await refusedOpen(item, { quantity: 0 })).status).toBe(422);
    await open(item, 1);
    expect((await refusedOpen(item, { quantity: 1 })).code).toBe('already_disputed');
  });

  test('accepting a dispute credits its units once and sets the credit off against the invoice', async () => {
    const { id, item } = await closedWithTwo();
    await open(item, 1);
    const dispute = await disputeOf(id);
    const done = await trade.supplier.call(api.disputes.accept, at(dispute.id));
    expect(done).toMatchObject({
      ...{ totalCentavos: 11_960, payableCentavos: 8970, dueCentavos: 8970, disputeCount: 0 },
      settlements: [{ kind: 'set_off', amountCentavos: 2990 }],
    });
    expect(readPixCode(done.pixCode ?? '')).toMatchObject({ amount: '89.70' });
    expect(await balance()).toBe(0);
    for (const act of [api.disputes.accept, api.disputes.withdraw] as const) {
      const person = act === api.disputes.accept ? trade.supplier : trade.seller;
      expect((await person.refused(act, at(dispute.id))).code).toBe('state_conflict');
    }
    expect((await refusedOpen(item)).code).toBe('already_disputed');
    await app.drain();
    expect(inbox.latest(trade.seller.email).subject).toContain('29,90');
    await trade.expectSound();
  });

  test('refusing a dispute makes its units payable again, due in three days, and final', async () => {
    const { id, item } = await closedWithTwo();
    await open(item);
    app.clock.set('2026-11-29T15:00:00.000Z');
    const refused = await refuse((await disputeOf(id)).id);
    expect(refused).toMatchObject({
      ...{ payableCentavos: 11_960, disputedCentavos: 0, dueOn: '2026-12-02', state: 'pending' },
      disputes: [{ state: 'refused', refusal: 'A foto é de outro produto' }],
    });
    expect(readPixCode(refused.pixCode ?? '')).toMatchObject({ amount: '119.60' });
    await app.drain();
    expect(inbox.latest(trade.seller.email).text).toContain('02/12/2026');
    expect((await refusedOpen(item)).code).toBe('already_disputed');
    const dispute = await disputeOf(id);
    expect((await trade.supplier.refused(api.disputes.accept, at(dispute.id))).code).toBe('state_conflict');
    expect((await trade.seller.refused(api.disputes.withdraw, at(dispute.id))).code).toBe('state_conflict');
    await trade.expectSound();
  });

  test('an invoice disputed in full is not complete, and is payable in full after all disputes are refused', async () => {
    const { id, item, second } = await closedWithTwo();
    await open(item);
    const all = await open(second);
    expect(all).toMatchObject({ payableCentavos: 0, state: 'pending', pixCode: null, disputeCount: 2 });
    expect(
      (await trade.seller.refused(api.dropinvoices.pay, { ...at(id), body: payment(), files: [pdf()] })).code,
    ).toBe('nothing_to_pay');
    await trade.closeDay();
    for (const { id: dispute } of all.disputes) await refuse(dispute);
    const due = await read(id);
    expect(due).toMatchObject({ payableCentavos: 11_960, state: 'pending' });
    expect(readPixCode(due.pixCode ?? '')).toMatchObject({ amount: '119.60' });
    await trade.expectSound();
  });

  test('withdrawing a dispute makes its units payable with their former due day', async () => {
    const { id, item } = await closedWithTwo();
    const { dueOn } = await open(item);
    const agreed = await trade.seller.call(api.disputes.withdraw, at((await disputeOf(id)).id));
    expect(agreed).toMatchObject({ payableCentavos: 11_960, dueOn, disputes: [{ state: 'withdrawn' }] });
    expect((await refusedOpen(item)).code).toBe('already_disputed');
    await trade.expectSound();
  });

  test('a paid invoice with open disputes is complete after they are decided, and accepted units are credited to the balance', async () => {
    const { id, item, second } = await closedWithTwo();
    await trade.pay(id, { paidCentavos: 11_960 });
    expect(await open(item)).toMatchObject({ state: 'waiting_approval', payableCentavos: 5980 });
    const approved = await trade.supplier.call(api.dropinvoices.approve, {
      ...at(id),
      body: { bankRowSeen: true },
    });
    expect(approved).toMatchObject({
      state: 'pending',
      payableCentavos: 0,
      dueCentavos: 0,
      completedAt: null,
    });
    await trade.expectSound();
    await open(second, 1);
    await trade.supplier.call(api.disputes.accept, at((await read(id)).disputes[1]?.id ?? 0));
    expect(await balance()).toBe(2990);
    expect(await refuse((await disputeOf(id)).id)).toMatchObject({
      state: 'complete',
      receivedCentavos: 11_960,
    });
    await trade.expectSound();
  });

  test('the undisputed rest of an invoice goes overdue, and refusing the dispute does not move its due day', async () => {
    const { id, item } = await closedWithTwo();
    await open(item, 1);
    app.clock.set('2026-11-30T03:01:00.000Z');
    expect(await read(id)).toMatchObject({ overdue: true, dueOn: '2026-11-29' });
    expect(await refuse((await disputeOf(id)).id)).toMatchObject({ overdue: true, dueOn: '2026-11-29' });
    const body = { amountCentavos: 8970, receivedOn: '2026-11-30', bankReference: 'E123' };
    expect(await trade.supplier.call(api.dropinvoices.receive, { ...at(id), body })).toMatchObject({
      ...{ state: 'pending', payableCentavos: 2990, overdue: false, dueOn: '2026-12-03' },
    });
    await trade.expectSound();
  });

  test('a dispute of units that return is void, and units of an accepted dispute are not credited again when they return', async () => {
    const { id, item, order, second } = await closedWithTwo();
    await open(item);
    const dispute = await disputeOf(id);
    await trade.seller.call(api.orders.cancel, { ...at(order), body: { reason: 'desistiu' } });
    expect(await disputeOf(id)).toMatchObject({ state: 'void', quantity: 0 });
    expect((await trade.supplier.refused(api.disputes.accept, at(dispute.id))).code).toBe('state_conflict');
    expect(await read(id)).toMatchObject({ payableCentavos: 5980, dueCentavos: 5980 });
    await trade.expectSound();

    const other = (await open(second)).disputes[1];
    await trade.supplier.call(api.disputes.accept, at(other?.id ?? 0));
    expect(await read(id)).toMatchObject({ state: 'complete', dueCentavos: 0 });
    const sale = (await trade.seller.call(api.dropinvoices.items, at(id))).items[1]?.order ?? 0;
    await trade.seller.call(api.orders.cancel, { ...at(sale), body: { reason: 'desistiu' } });
    expect(await balance()).toBe(0);
    await trade.expectSound();
  });

  test('a dispute is refused without a photo, after seven days, by others, and on an open invoice or returned line', async () => {
    await trade.packOne();
    const today = await trade.latest();
    const [fresh] = (await trade.seller.call(api.dropinvoices.items, at(today.id))).items;
    expect((await refusedOpen(fresh?.id ?? 0)).code).toBe('invoice_open');
    const { id, item, order } = await closedWithTwo();
    const bare = { body: { itemId: item, quantity: 1, reason } };
    expect((await trade.seller.refused(api.disputes.open, bare)).code).toBe('dispute_photo_required');
    expect(
      (await trade.supplier.refused(api.disputes.open, { ...bare, files: [await photo()] })).status,
    ).toBe(403);
    expect((await refusedOpen(item, { person: await app.join('sales') })).code).toBe('not_found');
    await trade.seller.call(api.orders.cancel, { ...at(order), body: { reason: 'desistiu' } });
    const { items } = await trade.seller.call(api.dropinvoices.items, at(id));
    const sold = items.find((line) => line.order === order);
    expect((await refusedOpen(sold?.id ?? 0)).code).toBe('not_disputable');
    const left = items.find((line) => line.order !== order);
    app.clock.set('2026-11-30T02:59:00.000Z');
    expect((await trade.seller.call(api.dropinvoices.detail, at(id))).disputable).toBe(true);
    app.clock.set('2026-11-30T03:00:00.000Z');
    expect((await trade.seller.call(api.dropinvoices.detail, at(id))).disputable).toBe(false);
    expect((await refusedOpen(left?.id ?? 0)).code).toBe('dispute_late');
  });
});

describe('invariants of disputes', () => {
  test.each([
    ['less what was paid', "update dropinvoice_disputes set state = 'withdrawn', ended_at = now()"],
    ['credited once', "update dropinvoice_disputes set state = 'accepted', ended_at = now()"],
    ['for more than it was', 'update dropinvoice_disputes set quantity = quantity + 1'],
  ])('a planted violation of "%s" is found', async (part, planted) => {
    const { item } = await closedWithTwo();
    await open(item);
    const { sql: detector } = settlementInvariants.find(({ name }) => name.includes(part)) ?? { sql: '' };
    const found = app.database.transact({ businessId: trade.supplier.businessId }, async (tx) => {
      await sql.raw(planted).execute(tx.db);
      const { rows } = await sql.raw(detector).execute(tx.db);
      throw new Error(`found ${rows.length}`);
    });
    await expect(found).rejects.toThrow('found 1');
  });
});
