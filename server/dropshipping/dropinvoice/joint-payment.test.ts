import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readPixCode, txidOf } from '#contract/dropshipping/pix.ts';
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
});

const nextMidnight = '2026-11-23T03:05:00.000Z';

/** Invoices of two days, of 59,80 and 89,70. */
async function twoInvoices() {
  const first = await trade.closedInvoice();
  app.clock.set('2026-11-22T15:00:00.000Z');
  await trade.packOne(3);
  app.clock.set(nextMidnight);
  await trade.closeDay();
  await app.drain();
  inbox.letters.length = 0;
  return [first, await trade.latest()] as const;
}

const together = (ids: number[]) => ({ query: { ids: ids.join(',') } });
const payAll = (ids: number[]) =>
  trade.seller.call(api.dropinvoices.payTogether, { body: { ids, paidOn: '2026-11-22' }, files: [pdf()] });

describe('one Pix for several invoices', () => {
  test('invoices paid together have one Pix code of their sum, and one proof pays each its own amount', async () => {
    await trade.enterBank();
    const [one, two] = await twoInvoices();
    const ids = [one.id, two.id];
    const asked = await trade.seller.call(api.dropinvoices.together, together(ids));
    expect(asked).toMatchObject({ totalCentavos: 14_950, supplier: one.supplier, bank: one.bank });
    expect(readPixCode(asked.pixCode ?? '')).toMatchObject({
      amount: '149.50',
      key: 'financeiro@fornecedor.com.br',
      txid: txidOf([one.number, two.number]),
    });

    const paid = await payAll(ids);
    expect(paid.invoices.map(({ state }) => state)).toEqual(['waiting_approval', 'waiting_approval']);
    for (const [invoice, other] of [
      [one, two],
      [two, one],
    ] as const) {
      const seen = await trade.supplier.call(api.dropinvoices.detail, at(invoice.id));
      expect(seen).toMatchObject({ paidCentavos: invoice.totalCentavos, paidOn: '2026-11-22' });
      expect(seen.paidWith).toEqual([
        { id: other.id, number: other.number, totalCentavos: other.totalCentavos },
      ]);
      const proof = await trade.supplier.download(api.dropinvoices.proof, at(invoice.id));
      expect(proof.bytes.toString()).toBe('%PDF-1.4 comprovante');
    }
    await trade.expectSound();

    await app.drain();
    const letters = inbox.letters.filter(({ to }) => to === trade.supplier.email);
    expect(letters.map(({ subject }) => subject)).toEqual([
      expect.stringContaining(`${one.number}, ${two.number}`),
    ]);
    expect(letters[0]?.text).toContain('149,50');
  });

  test('an open, paid or foreign invoice, or one of another supplier, cannot be paid together with others', async () => {
    const [one, two] = await twoInvoices();
    await trade.packOne();
    const open = await trade.latest();
    const refusedCode = async (ids: number[]) => {
      const asked = await trade.seller.refused(api.dropinvoices.together, together(ids));
      const paid = await trade.seller.refused(api.dropinvoices.payTogether, {
        body: { ids, paidOn: '2026-11-22' },
        files: [pdf()],
      });
      expect(paid.code).toBe(asked.code);
      expect(asked.status).not.toBe(409);
      return asked.code;
    };
    expect(await refusedCode([one.id, open.id])).toBe('invoice_open');
    const stranger = await makeTrade(app);
    expect((await stranger.seller.refused(api.dropinvoices.together, together([one.id]))).status).toBe(404);
    expect(await refusedCode([one.id, 999_999_999])).toBe('not_found');
    const elsewhere = await makeTrade(app, trade.seller);
    await elsewhere.packOne();
    app.clock.set('2026-11-24T03:05:00.000Z');
    await elsewhere.closeDay();
    expect(await refusedCode([one.id, (await elsewhere.latest()).id])).toBe('suppliers_differ');
    await payAll([one.id]);
    expect(await refusedCode([one.id, two.id])).toBe('state_conflict');
    expect((await trade.seller.call(api.dropinvoices.detail, at(two.id))).state).toBe('pending');
    await trade.expectSound();
  });

  test('invoices that closed with different bank data cannot be paid together', async () => {
    await trade.enterBank();
    const first = await trade.closedInvoice();
    await trade.enterBank({ pixKey: 'outra@fornecedor.com.br' });
    app.clock.set('2026-11-22T15:00:00.000Z');
    await trade.packOne();
    app.clock.set(nextMidnight);
    await trade.closeDay();
    const second = await trade.latest();
    const refused = await trade.seller.refused(api.dropinvoices.together, together([first.id, second.id]));
    expect(refused.code).toBe('bank_data_differs');
    app.clock.set(midnight);
  });
});

describe('several proofs at once', () => {
  test('several proofs are approved or rejected at once, and an invoice that was decided before is named', async () => {
    const [one, two] = await twoInvoices();
    const ids = [one.id, two.id];
    await payAll(ids);
    await app.drain();
    inbox.letters.length = 0;
    const back = await trade.supplier.call(api.dropinvoices.rejectMany, {
      body: { ids, reason: 'Não caiu' },
    });
    expect(back).toEqual({ done: ids, failed: [] });
    expect(await trade.seller.call(api.dropinvoices.detail, at(two.id))).toMatchObject({
      state: 'pending',
      rejectedReason: 'Não caiu',
      paidWith: [],
    });
    await app.drain();
    expect(inbox.letters.filter(({ to }) => to === trade.seller.email)).toHaveLength(1);
    await trade.expectSound();

    await payAll([two.id]);
    const body = { ids, bankRowSeen: true as const };
    expect(await trade.supplier.call(api.dropinvoices.approveMany, { body })).toEqual({
      done: [two.id],
      failed: [{ id: one.id, code: 'state_conflict' }],
    });
    expect((await trade.seller.refused(api.dropinvoices.approveMany, { body })).status).toBe(403);
    const stranger = await makeTrade(app);
    expect(await stranger.supplier.call(api.dropinvoices.approveMany, { body })).toMatchObject({
      done: [],
      failed: ids.map((id) => ({ id, code: 'not_found' })),
    });
    await trade.expectSound();
  });
});
