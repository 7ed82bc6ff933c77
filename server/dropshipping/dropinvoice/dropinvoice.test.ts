import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readPixCode } from '#contract/dropshipping/pix.ts';
import { api } from '#contract/index.ts';
import { type Inbox, startInbox } from '#server/account/test/inbox.ts';
import { settlementInvariants } from '#server/dropshipping/invariants.ts';
import { at, makeTrade, midnight, type Trade } from '#server/dropshipping/test/factory.ts';
import { makeShelf } from '#server/inventory/test/factory.ts';
import { makeBenchSale, packSale } from '#server/orders/test/factory.ts';
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
  await app.drain();
  inbox.letters.length = 0;
});

describe('the invoice of a day', () => {
  test('an invoice grows during its day and closes at midnight in Sao Paulo with a due day and the exact Pix code', async () => {
    await trade.enterBank();
    await trade.packOne();
    app.clock.set('2026-11-22T02:59:00.000Z');
    await trade.closeDay();
    expect(await trade.latest()).toMatchObject({
      day: '2026-11-21',
      closedAt: null,
      totalCentavos: 5980,
      pixCode: null,
    });

    app.clock.set(midnight);
    await trade.closeDay();
    const invoice = await trade.latest();
    expect(invoice).toMatchObject({ state: 'pending', dueOn: '2026-11-29', overdue: false });
    expect(readPixCode(invoice.pixCode ?? '')).toEqual({
      key: 'financeiro@fornecedor.com.br',
      url: null,
      name: 'FORNECEDOR LTDA',
      city: 'SAO PAULO',
      amount: '59.80',
      txid: `FAT${invoice.number}`,
    });
    expect(inbox.latest(trade.seller.email).subject).toContain(`Fatura ${invoice.number}`);
    expect(inbox.latest(trade.seller.email).text).toContain(
      `/dropshipping/dropinvoice-seller?invoice=${invoice.id}`,
    );

    const letters = inbox.letters.length;
    await trade.closeDay();
    expect(await trade.latest()).toEqual(invoice);
    expect(inbox.letters).toHaveLength(letters);
    await trade.expectSound();
  });

  test('both sides read the same figures of an invoice, and other businesses get 404', async () => {
    const sale = await trade.packOne();
    const stranger = await app.join('supply');
    const other = await app.join('sales');
    const { id } = await trade.latest();
    const reads = [api.dropinvoices.detail, api.dropinvoices.items] as const;
    for (const read of reads) {
      expect(await trade.seller.call(read, at(id))).toEqual(await trade.supplier.call(read, at(id)));
      for (const person of [stranger, other]) {
        expect(await person.refused(read, at(id))).toMatchObject({ status: 404, code: 'not_found' });
      }
    }
    expect((await trade.seller.call(api.dropinvoices.items, at(id))).items).toMatchObject([
      { order: sale, kind: 'sale', quantity: 2, unitPriceCentavos: 2990, totalCentavos: 5980 },
    ]);
    expect(await trade.seller.call(api.dropinvoices.revenue, {})).toEqual(
      await trade.supplier.call(api.dropinvoices.revenue, {}),
    );
    expect((await stranger.call(api.dropinvoices.revenue, {})).openCentavos).toBe(0);
    expect((await trade.packer.refused(api.dropinvoices.list, {})).status).toBe(403);
  });

  test('a sale reset on the day it was packed is a negative line, and an invoice of zero is complete at its close', async () => {
    await trade.enterBank();
    const id = await trade.packOne();
    await trade.packer.call(api.checkout.reset, { ...at(id), body: { reason: 'caixa errada' } });
    expect(await trade.latest()).toMatchObject({ totalCentavos: 0, productQuantity: 0 });
    await trade.expectSound();
    app.clock.set(midnight);
    await trade.closeDay();
    expect(await trade.latest()).toMatchObject({ state: 'complete', totalCentavos: 0, pixCode: null });
    expect(
      inbox.letters.filter(({ to, subject }) => to === trade.seller.email && subject.startsWith('Fatura')),
    ).toEqual([]);
    await trade.expectSound();
  });

  test('a sale canceled after its invoice closed is a credit in the balance and creates no invoice', async () => {
    const id = await trade.packOne();
    app.clock.set(midnight);
    await trade.closeDay();
    const { id: closed, number } = await trade.latest();
    await trade.supplier.call(api.dropinvoices.receive, {
      ...at(closed),
      body: { amountCentavos: 5980, receivedOn: '2026-11-22', bankReference: 'E1' },
    });
    await trade.seller.call(api.orders.cancel, { ...at(id), body: { reason: 'desistiu' } });
    const invoices = async () => (await trade.supplier.call(api.dropinvoices.list, {})).items.length;
    expect(await invoices()).toBe(1);
    for (const night of ['2026-11-23T03:05:00.000Z', '2026-11-24T03:05:00.000Z']) {
      app.clock.set(night);
      await trade.closeDay();
      expect(await invoices()).toBe(1);
    }
    const [pair] = (await trade.seller.call(api.pairBalances.list, {})).items;
    expect(pair).toMatchObject({ balanceCentavos: 5980, sentCentavos: 0 });
    expect((await trade.supplier.call(api.pairBalances.entries, at(pair?.id ?? 0))).items).toMatchObject([
      { kind: 'return', order: id, quantity: 2, amountCentavos: 5980, balanceCentavos: 5980 },
    ]);
    await trade.expectSound();

    await trade.packOne(3);
    app.clock.set('2026-11-25T03:05:00.000Z');
    await trade.closeDay();
    const next = await trade.latest();
    expect(next.number).not.toBe(number);
    expect(next).toMatchObject({ totalCentavos: 8970, payableCentavos: 2990, productQuantity: 3 });
    await trade.expectSound();
  });

  test("a sale of the seller's own goods is not invoiced", async () => {
    const own = await makeShelf(app, trade.seller, 5);
    const id = await makeBenchSale(app, { supplier: trade.seller, seller: trade.seller, shelf: own }, 2);
    await packSale(trade.seller, id, own.sku, 2);
    expect((await trade.seller.call(api.dropinvoices.list, {})).items).toEqual([]);
  });
});

describe('invariants of the settlement', () => {
  test.each([
    ['less what was paid', 'update dropinvoices set settled_centavos = settled_centavos + 1'],
    ['is the sum', 'update dropinvoices set total_centavos = total_centavos + 1'],
    ['cost frozen', 'update order_parts set unit_cost_centavos = unit_cost_centavos + 1'],
    ['invoiced once', 'update order_parts set quantity = quantity + 1'],
    ['no state is skipped', "update dropinvoices set state = 'complete'"],
    ['at most one proof', 'update dropinvoice_proofs set paid_centavos = 1'],
    ['until when', 'update dropinvoices set due_on = null'],
  ])('a planted violation of "%s" is found', async (part, planted) => {
    await trade.enterBank();
    const { id } = await trade.closedInvoice();
    await trade.pay(id);
    const { sql: detector } = settlementInvariants.find(({ name }) => name.includes(part)) ?? { sql: '' };
    const found = app.database.transact({ businessId: trade.supplier.businessId }, async (tx) => {
      await sql.raw(planted).execute(tx.db);
      const { rows } = await sql.raw(detector).execute(tx.db);
      throw new Error(`found ${rows.length}`);
    });
    await expect(found).rejects.toThrow('found 1');
    await trade.expectSound();
  });
});
