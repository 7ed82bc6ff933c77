import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readPixCode } from '#contract/dropshipping/pix.ts';
import { api } from '#contract/index.ts';
import { type Inbox, startInbox } from '#server/account/test/inbox.ts';
import { at, makeTrade, midnight, pdf, type Trade } from '#server/dropshipping/test/factory.ts';
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

const credit = (amountCentavos: number, reason = 'Atraso no envio') =>
  trade.supplier.call(api.pairBalances.credit, {
    body: { sellerId: trade.seller.businessId, amountCentavos, reason },
  });
const invoices = async () =>
  (await trade.seller.call(api.dropinvoices.list, { query: { sort: 'day' } })).items;

/** Two closed invoices of 59,80, the older one first. */
async function twoClosed() {
  const first = await trade.closedInvoice();
  await trade.packOne();
  app.clock.set('2026-11-23T03:05:00.000Z');
  await trade.closeDay();
  return [first, await trade.latest()] as const;
}

describe('credits of a pair balance', () => {
  test('a manual credit to a partner is shown to both sides with its reason and creates no invoice', async () => {
    await trade.packOne();
    const before = await invoices();
    const given = await credit(1000);
    expect(given).toMatchObject({ balanceCentavos: 1000, sentCentavos: 0, payouts: [] });
    expect(await invoices()).toEqual(before);
    expect((await trade.seller.call(api.pairBalances.entries, at(given.id))).items).toMatchObject([
      { kind: 'hand_credit', reason: 'Atraso no envio', amountCentavos: 1000, balanceCentavos: 1000 },
    ]);
    expect(await trade.seller.call(api.pairBalances.detail, at(given.id))).toEqual(given);
    await app.drain();
    expect(inbox.latest(trade.seller.email)).toMatchObject({ subject: expect.stringContaining('10,00') });
    expect(inbox.latest(trade.seller.email).text).toContain('Atraso no envio');
    const stranger = await app.join('sales');
    const body = { sellerId: stranger.businessId, amountCentavos: 1, reason: 'x' };
    expect((await trade.supplier.refused(api.pairBalances.credit, { body })).errors).toHaveProperty(
      'sellerId',
    );
    expect((await trade.seller.refused(api.pairBalances.credit, { body })).status).toBe(403);
    for (const read of [api.pairBalances.detail, api.pairBalances.entries] as const)
      expect((await stranger.refused(read, at(given.id))).status).toBe(404);
    expect((await stranger.call(api.pairBalances.list, {})).items).toEqual([]);
    await trade.expectSound();
  });

  test('a credit is set off against closed unpaid invoices, oldest first, with new Pix codes, and its rest stays in the balance', async () => {
    await twoClosed();
    await credit(7000);
    const [older, newer] = await invoices();
    expect(older).toMatchObject({ state: 'complete', totalCentavos: 5980, dueCentavos: 0 });
    expect(newer).toMatchObject({ state: 'pending', totalCentavos: 5980, payableCentavos: 4960 });
    const { pixCode } = await trade.seller.call(api.dropinvoices.detail, at(newer?.id ?? 0));
    expect(readPixCode(pixCode ?? '')).toMatchObject({ amount: '49.60' });
    const given = await credit(10_000);
    expect(given.balanceCentavos).toBe(5040);
    expect((await invoices()).map(({ state }) => state)).toEqual(['complete', 'complete']);
    await trade.expectSound();
  });

  test('a credit larger than the next invoices stays in the balance and never creates an invoice', async () => {
    await trade.packOne();
    await credit(20_000);
    for (const day of ['22', '23', '24', '25']) {
      app.clock.set(`2026-11-${day}T03:05:00.000Z`);
      await trade.closeDay();
    }
    expect(await invoices()).toMatchObject([{ state: 'complete', totalCentavos: 5980, dueCentavos: 0 }]);
    await trade.packOne();
    app.clock.set('2026-11-26T03:05:00.000Z');
    await trade.closeDay();
    expect((await invoices()).map(({ state }) => state)).toEqual(['complete', 'complete']);
    expect((await trade.seller.call(api.dropinvoices.revenue, {})).balanceCentavos).toBe(8040);
    await trade.expectSound();
  });

  test('a credit skips an invoice whose payment awaits approval, and is set off against it after the proof is rejected', async () => {
    const [older] = await twoClosed();
    await trade.pay(older.id);
    await credit(7000);
    expect((await invoices()).map(({ state }) => state)).toEqual(['waiting_approval', 'complete']);
    await trade.supplier.call(api.dropinvoices.reject, { ...at(older.id), body: { reason: 'Não caiu' } });
    expect((await invoices())[0]).toMatchObject({ state: 'pending', payableCentavos: 4960 });
    await trade.expectSound();
  });

  test('an unused credit lowers the exposure', async () => {
    await trade.packOne();
    await credit(1000);
    expect(await trade.seller.call(api.dropinvoices.revenue, {})).toMatchObject({
      ...{ openCentavos: 5980, balanceCentavos: 1000, payableCentavos: 0 },
    });
  });
});

describe('payouts of a pair balance', () => {
  const payOut = (id: number, change = {}) => ({
    ...at(id),
    body: { amountCentavos: 1000, paidOn: '2026-11-21', note: '', ...change },
    files: [pdf('pix')],
  });

  test('a payout lowers the balance at once, and the seller sees its proof and confirms it once', async () => {
    await trade.packOne();
    const { id } = await credit(2500);
    const bare = { ...payOut(id), files: [] };
    expect((await trade.supplier.refused(api.pairBalances.payOut, bare)).code).toBe('proof_required');
    const large = payOut(id, { amountCentavos: 2501 });
    expect((await trade.supplier.refused(api.pairBalances.payOut, large)).code).toBe('balance_short');
    const tomorrow = payOut(id, { paidOn: '2026-11-22' });
    expect((await trade.supplier.refused(api.pairBalances.payOut, tomorrow)).errors).toHaveProperty('paidOn');
    expect((await trade.seller.refused(api.pairBalances.payOut, payOut(id))).status).toBe(403);
    const sent = await trade.supplier.call(api.pairBalances.payOut, payOut(id));
    expect(sent).toMatchObject({ balanceCentavos: 1500, sentCentavos: 1000, payouts: [{ state: 'sent' }] });
    await trade.expectSound();
    const payout = at(sent.payouts[0]?.id ?? 0);
    const proof = await trade.seller.download(api.pairBalances.payoutProof, payout);
    expect(proof.bytes.toString()).toContain('pix');
    expect((await trade.supplier.refused(api.pairBalances.confirmPayout, payout)).status).toBe(403);
    const stranger = await app.join('sales');
    expect((await stranger.refused(api.pairBalances.confirmPayout, payout)).status).toBe(404);
    expect((await stranger.refused(api.pairBalances.payoutProof, payout)).status).toBe(404);
    const done = await trade.seller.call(api.pairBalances.confirmPayout, payout);
    expect(done).toMatchObject({ balanceCentavos: 1500, sentCentavos: 0, payouts: [{ state: 'confirmed' }] });
    expect((await trade.seller.refused(api.pairBalances.confirmPayout, payout)).code).toBe('state_conflict');
    await app.drain();
    expect(inbox.latest(trade.supplier.email).subject).toContain('10,00');
    await trade.expectSound();
  });

  test('a refused payout returns to the balance and is set off', async () => {
    await trade.packOne();
    const { id } = await credit(1000);
    const sent = await trade.supplier.call(api.pairBalances.payOut, payOut(id));
    app.clock.set(midnight);
    await trade.closeDay();
    expect((await trade.latest()).payableCentavos).toBe(5980);
    const back = await trade.seller.call(api.pairBalances.refusePayout, {
      ...at(sent.payouts[0]?.id ?? 0),
      body: { reason: 'Conta errada' },
    });
    expect(back).toMatchObject({
      balanceCentavos: 0,
      payouts: [{ state: 'refused', reason: 'Conta errada' }],
    });
    expect((await trade.latest()).payableCentavos).toBe(4980);
    await app.drain();
    expect(inbox.latest(trade.supplier.email).text).toContain('Conta errada');
    await trade.expectSound();
  });
});
