import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readPixCode } from '#contract/dropshipping/pix.ts';
import { api } from '#contract/index.ts';
import { type Inbox, startInbox } from '#server/account/test/inbox.ts';
import { settlementInvariants } from '#server/dropshipping/invariants.ts';
import { at, makeTrade, photo, type Trade } from '#server/dropshipping/test/factory.ts';
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
const open = async (itemId: number) =>
  trade.seller.call(api.disputes.open, { body: { itemId, reason }, files: [await photo()] });
const refusedOpen = async (itemId: number, person = trade.seller) =>
  (await person.refused(api.disputes.open, { body: { itemId, reason }, files: [await photo()] })).code;

/** An invoice of two sales of 59,80 that closed at midnight, and the line of the first. */
async function closedWithTwo() {
  const order = await trade.packOne();
  const { id } = await trade.closedInvoice();
  const { items } = await trade.seller.call(api.dropinvoices.items, at(id));
  return { id, order, item: items[0]?.id ?? 0, second: items[1]?.id ?? 0 };
}
const disputeOf = async (id: number) =>
  (await trade.supplier.call(api.dropinvoices.detail, at(id))).disputes[0] ?? { id: 0, photoIds: [] };
const linesOf = async (id: number) =>
  (await trade.supplier.call(api.dropinvoices.items, at(id))).items.map(({ kind, totalCentavos }) => [
    kind,
    totalCentavos,
  ]);

describe('a disputed line', () => {
  test('leaves what is to be paid, code and all; both sides read why and see the photo; nobody else does', async () => {
    const { id, item } = await closedWithTwo();
    const seen = await open(item);
    expect(seen).toMatchObject({ totalCentavos: 5980, state: 'pending', disputeCount: 1, disputable: true });
    expect(readPixCode(seen.pixCode ?? '')).toMatchObject({ amount: '59.80' });
    expect(await trade.supplier.call(api.dropinvoices.detail, at(id))).toEqual(seen);
    const [dispute] = seen.disputes;
    expect(dispute).toMatchObject({ itemId: item, state: 'open', quantity: 2, totalCentavos: 5980, reason });
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
    expect(inbox.latest(trade.supplier.email).text).toContain(reason);
    await trade.expectSound();
  });

  test('that the supplier accepts is credited on its own invoice, and not decided twice', async () => {
    const { id, item } = await closedWithTwo();
    await open(item);
    const dispute = await disputeOf(id);
    const done = await trade.supplier.call(api.disputes.accept, at(dispute.id));
    expect(done).toMatchObject({ totalCentavos: 5980, disputeCount: 0 });
    expect(await linesOf(id)).toEqual([
      ['sale', 5980],
      ['sale', 5980],
      ['dispute', -5980],
      ['dispute', 5980],
      ['credit', -5980],
    ]);
    for (const act of [api.disputes.accept, api.disputes.withdraw] as const) {
      const person = act === api.disputes.accept ? trade.supplier : trade.seller;
      expect((await person.refused(act, at(dispute.id))).code).toBe('state_conflict');
    }
    expect(await refusedOpen(item)).toBe('already_disputed');
    await app.drain();
    expect(inbox.latest(trade.seller.email).subject).toContain('59,80');
    await trade.expectSound();
  });

  test('that is refused stays out until the seller agrees; the supplier may give in after all', async () => {
    const { id, item, second } = await closedWithTwo();
    await open(item);
    const dispute = await disputeOf(id);
    const refusal = 'A foto é de outro produto';
    const refused = await trade.supplier.call(api.disputes.refuse, {
      ...at(dispute.id),
      body: { reason: refusal },
    });
    expect(refused).toMatchObject({ totalCentavos: 5980, disputes: [{ state: 'refused', refusal }] });
    await app.drain();
    expect(inbox.latest(trade.seller.email).text).toContain(refusal);
    const agreed = await trade.seller.call(api.disputes.withdraw, at(dispute.id));
    expect(agreed).toMatchObject({ totalCentavos: 11_960, disputes: [{ state: 'withdrawn' }] });
    expect(readPixCode(agreed.pixCode ?? '')).toMatchObject({ amount: '119.60' });
    expect(await refusedOpen(item)).toBe('already_disputed');

    const other = (await open(second)).disputes[1];
    await trade.supplier.call(api.disputes.refuse, { ...at(other?.id ?? 0), body: { reason: refusal } });
    const given = await trade.supplier.call(api.disputes.accept, at(other?.id ?? 0));
    expect(given).toMatchObject({ totalCentavos: 5980, disputeCount: 0 });
    await trade.expectSound();
  });

  test('of a paid invoice changes the open one, and what is paid stays', async () => {
    const { id, item } = await closedWithTwo();
    await trade.pay(id, { paidCentavos: 11_960 });
    expect(await open(item)).toMatchObject({ totalCentavos: 11_960, state: 'waiting_approval' });
    expect(await trade.latest()).toMatchObject({ day: '2026-11-22', totalCentavos: -5980, closedAt: null });
    await trade.supplier.call(api.dropinvoices.approve, { ...at(id), body: { bankRowSeen: true } });
    await trade.seller.call(api.disputes.withdraw, at((await disputeOf(id)).id));
    expect(await trade.latest()).toMatchObject({ day: '2026-11-22', totalCentavos: 0 });
    await trade.expectSound();
  });

  test('that was all of its invoice leaves nothing to pay; withdrawn, it is on the open one', async () => {
    const { id } = await trade.closedInvoice();
    const [line] = (await trade.seller.call(api.dropinvoices.items, at(id))).items;
    expect(await open(line?.id ?? 0)).toMatchObject({ totalCentavos: 0, state: 'complete' });
    await trade.seller.call(api.disputes.withdraw, at((await disputeOf(id)).id));
    expect(await trade.latest()).toMatchObject({ day: '2026-11-22', totalCentavos: 5980, state: 'pending' });
    await trade.expectSound();
  });

  test('that comes back meanwhile is credited once, whatever had been agreed', async () => {
    const { id, item, order, second } = await closedWithTwo();
    await open(item);
    const dispute = await disputeOf(id);
    await trade.seller.call(api.orders.cancel, { ...at(order), body: { reason: 'desistiu' } });
    expect(await disputeOf(id)).toMatchObject({ state: 'void', quantity: 0 });
    expect((await trade.supplier.refused(api.disputes.accept, at(dispute.id))).code).toBe('state_conflict');
    expect(await trade.latest()).toMatchObject({ day: '2026-11-22', totalCentavos: 0 });
    await trade.expectSound();

    const other = (await open(second)).disputes[1];
    await trade.supplier.call(api.disputes.accept, at(other?.id ?? 0));
    const sale = (await trade.seller.call(api.dropinvoices.items, at(id))).items[1]?.order ?? 0;
    await trade.seller.call(api.orders.cancel, { ...at(sale), body: { reason: 'desistiu' } });
    expect(await trade.latest()).toMatchObject({ day: '2026-11-22', totalCentavos: 0 });
    await trade.expectSound();
  });

  test('is a sale of a closed invoice, of this seller, with a photo, within seven days', async () => {
    await trade.packOne();
    const today = await trade.latest();
    const [fresh] = (await trade.seller.call(api.dropinvoices.items, at(today.id))).items;
    expect(await refusedOpen(fresh?.id ?? 0)).toBe('invoice_open');
    const { id, item, order } = await closedWithTwo();
    const bare = { body: { itemId: item, reason } };
    expect((await trade.seller.refused(api.disputes.open, bare)).code).toBe('dispute_photo_required');
    expect(
      (await trade.supplier.refused(api.disputes.open, { ...bare, files: [await photo()] })).status,
    ).toBe(403);
    expect(await refusedOpen(item, await app.join('sales'))).toBe('not_found');
    await trade.seller.call(api.orders.cancel, { ...at(order), body: { reason: 'desistiu' } });
    const sold = (await trade.seller.call(api.dropinvoices.items, at(id))).items.find(
      (line) => line.order === order,
    );
    expect(await refusedOpen(sold?.id ?? 0)).toBe('not_disputable');
    const left = (await trade.seller.call(api.dropinvoices.items, at(id))).items.find(
      (line) => line.order !== order,
    );
    app.clock.set('2026-11-30T02:59:00.000Z');
    expect((await trade.seller.call(api.dropinvoices.detail, at(id))).disputable).toBe(true);
    app.clock.set('2026-11-30T03:00:00.000Z');
    expect((await trade.seller.call(api.dropinvoices.detail, at(id))).disputable).toBe(false);
    expect(await refusedOpen(left?.id ?? 0)).toBe('dispute_late');
  });
});

describe('a credit by hand', () => {
  test('is a line with its reason on the open invoice of both, for a partner only', async () => {
    await trade.packOne();
    const body = { sellerId: trade.seller.businessId, amountCentavos: 1000, reason: 'Atraso no envio' };
    const given = await trade.supplier.call(api.dropinvoices.credit, { body });
    expect(given).toMatchObject({ totalCentavos: 4980, productQuantity: 2, closedAt: null });
    expect((await trade.seller.call(api.dropinvoices.items, at(given.id))).items[1]).toMatchObject({
      kind: 'hand_credit',
      reason: body.reason,
      totalCentavos: -1000,
    });
    await app.drain();
    expect(inbox.latest(trade.seller.email)).toMatchObject({ subject: expect.stringContaining('10,00') });
    expect(inbox.latest(trade.seller.email).text).toContain(body.reason);
    const stranger = await app.join('sales');
    const elsewhere = { body: { ...body, sellerId: stranger.businessId } };
    expect((await trade.supplier.refused(api.dropinvoices.credit, elsewhere)).errors).toHaveProperty(
      'sellerId',
    );
    expect((await trade.seller.refused(api.dropinvoices.credit, { body })).status).toBe(403);
    await trade.expectSound();
  });
});

describe('the detectors', () => {
  test.each([
    ['until both agree', "update dropinvoice_disputes set state = 'withdrawn', ended_at = now()"],
    ['for more than it was', 'update dropinvoice_disputes set quantity = quantity + 1'],
  ])('%s fires', async (part, planted) => {
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
