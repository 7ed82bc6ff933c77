import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays, dayOf } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { toDecimalText } from '#contract/money.ts';
import { ownLabelCode } from '#contract/orders/parcel-label.ts';
import { at, makeTrade, pdf, photo } from '#server/dropshipping/test/factory.ts';
import { makeShelf } from '#server/inventory/test/factory.ts';
import { makeBenchSeller, packSale } from '#server/orders/test/factory.ts';
import { testApp } from '#server/test/app.ts';
import { attempt } from '#server/test/attempt.ts';
import { checkInvariants } from '#server/test/check-invariants.ts';
import { isWhole, report, sized } from '#server/test/fault-report.ts';

const app = await testApp({ LOG_LEVEL: 'silent' });

const often = {
  ...{ sell: 30, cancel: 6, bringBack: 6, dispute: 12, accept: 5, refuse: 4, withdraw: 2 },
  ...{ credit: 4, pay: 10, approve: 8, reject: 2, receive: 5, writeOff: 2 },
  ...{ payOut: 3, confirmPayout: 2, refusePayout: 1, bankRow: 5 },
};
type Act = keyof typeof often;
const acts = Object.entries(often).map(([act, weight]) => ({ weight, arbitrary: fc.constant(act as Act) }));
const command = fc.record({ act: fc.oneof(...acts), pick: fc.nat(40) });
/** A few days: what is done, and how long it is until the next are. */
const round = fc.record({
  commands: fc.array(command, { minLength: 5, maxLength: 5 }),
  days: fc.integer({ min: 2, max: 5 }),
});
type Round = typeof round extends fc.Arbitrary<infer R> ? R : never;

/** How often each act was done, and a credit was larger than everything there was to set it against. */
const done: Record<Act | 'largeCredit', number> = {
  ...{ sell: 0, cancel: 0, bringBack: 0, dispute: 0, accept: 0, refuse: 0, withdraw: 0 },
  ...{ credit: 0, largeCredit: 0, pay: 0, approve: 0, reject: 0, receive: 0, writeOff: 0 },
  ...{ payOut: 0, confirmPayout: 0, refusePayout: 0, bankRow: 0 },
};

const firstDay = '2026-08-01';
const noon = (day: string) => `${day}T15:00:00.000Z`;
let scans = 0;

async function play(rounds: Round[]): Promise<void> {
  app.clock.set(noon(firstDay));
  const trade = await makeTrade(app);
  const { seller, supplier } = trade;
  await trade.enterBank();
  const shelf = await makeShelf(app, supplier, 400);
  const sell = await makeBenchSeller(app, { supplier, seller, shelf });
  const sales: { id: number; quantity: number }[] = [];
  /** What a month's statement was when it ended. */
  const ended = new Map<string, unknown>();
  /** What was owed and what the balance was when a day ended. */
  const days = new Map<string, { owed: number; balance: number }>();

  const one = <T>(items: readonly T[], pick: number) => items[pick % Math.max(1, items.length)];
  const invoiceOf = async (query: string, pick: number) =>
    one((await seller.call(api.dropinvoices.list, { query: { query } })).items, pick);
  const disputeOf = async (pick: number) => {
    const row = await invoiceOf('disputed:yes', pick);
    const found = row && (await seller.call(api.dropinvoices.detail, at(row.id)));
    return one(found?.disputes.filter(({ endedAt }) => endedAt === null) ?? [], pick);
  };
  const sentPayout = async () => {
    const [pair] = (await seller.call(api.pairBalances.list, {})).items;
    const found = pair && (await seller.call(api.pairBalances.detail, at(pair.id)));
    return found?.payouts.find(({ state }) => state === 'sent');
  };
  const statements = async () => (await seller.call(api.statements.list, { query: { sort: 'month' } })).items;

  async function pass(after: number): Promise<void> {
    const today = dayOf(app.clock.now());
    const month = today.slice(0, 7);
    const next = addDays(today, after);
    const { receivableCentavos: owed, balanceCentavos: balance } = await supplier.call(
      api.dropinvoices.revenue,
      {},
    );
    days.set(today, { owed, balance });
    if (!next.startsWith(month)) {
      const row = (await statements()).find((found) => found.month === month);
      if (row) ended.set(month, await seller.call(api.statements.detail, at(row.id)));
    }
    app.clock.set(noon(next));
    await trade.closeDay();
  }

  const run: Record<Act, (pick: number) => Promise<unknown>> = {
    async sell(pick) {
      const quantity = 1 + (pick % 3);
      const id = await sell(quantity);
      await packSale(supplier, id, shelf.sku, quantity);
      return sales.push({ id, quantity });
    },
    async cancel(pick) {
      const sale = one(sales, pick);
      return sale && seller.call(api.orders.cancel, { ...at(sale.id), body: { reason: 'desistiu' } });
    },
    async bringBack(pick) {
      const sale = one(sales, pick);
      if (!sale) return;
      await supplier.call(api.checkout.collectByHand, { ...at(sale.id), body: { reason: 'à mão' } });
      const body = { code: ownLabelCode(sale.id) };
      const { id, parts } = await supplier.call(api.returns.open, { body });
      const good = pick % (sale.quantity + 1);
      for (let n = 0; n < sale.quantity; n++) {
        const condition = n < good ? 'good' : 'missing';
        const clientId = `return-scan-${++scans}`;
        const unit = { code: shelf.sku, condition, quantity: 1, clientId } as const;
        await supplier.call(api.returns.inspect, { ...at(id), body: unit });
      }
      const places = good > 0 ? [{ partId: parts[0]?.id ?? 0, volumeCode: shelf.code }] : [];
      return supplier.call(api.returns.close, { ...at(id), body: { places } });
    },
    async dispute(pick) {
      const invoice = await invoiceOf('closed:yes -status:complete', pick);
      if (!invoice) return;
      const { items } = await seller.call(api.dropinvoices.items, at(invoice.id));
      const line = one(
        items.filter(({ kind }) => kind === 'sale'),
        pick,
      );
      const quantity = 1 + (pick % Math.max(1, line?.quantity ?? 1));
      const body = { itemId: line?.id ?? 0, quantity, reason: 'Veio outra cor' };
      return line && seller.call(api.disputes.open, { body, files: [await photo()] });
    },
    async accept(pick) {
      const dispute = await disputeOf(pick);
      return dispute && supplier.call(api.disputes.accept, at(dispute.id));
    },
    async refuse(pick) {
      const dispute = await disputeOf(pick);
      return dispute && supplier.call(api.disputes.refuse, { ...at(dispute.id), body: { reason: 'Não' } });
    },
    async withdraw(pick) {
      const dispute = await disputeOf(pick);
      return dispute && seller.call(api.disputes.withdraw, at(dispute.id));
    },
    async credit(pick) {
      const body = { sellerId: seller.businessId, amountCentavos: 1 + pick * 2501, reason: 'Atraso' };
      const pair = await supplier.call(api.pairBalances.credit, { body });
      if (pair.balanceCentavos > 0) done.largeCredit += 1;
      return pair;
    },
    async pay(pick) {
      const invoice = await invoiceOf('closed:yes status:pending', pick);
      const paidOn = dayOf(app.clock.now());
      if (!invoice) return;
      // Every third payment is another amount than the invoice.
      const paidCentavos = Math.max(1, invoice.payableCentavos + ([0, 0, 7 * pick - 140][pick % 3] ?? 0));
      return trade.pay(invoice.id, { paidCentavos, paidOn, note: 'O que deu' });
    },
    async approve(pick) {
      const invoice = await invoiceOf('status:waiting_approval', pick);
      const shortfall = pick % 2 === 0 ? 'charge' : 'waive';
      const body = { bankRowSeen: true, shortfall } as const;
      return invoice && supplier.call(api.dropinvoices.approve, { ...at(invoice.id), body });
    },
    async receive(pick) {
      const invoice = await invoiceOf('closed:yes -status:complete', pick);
      const body = {
        amountCentavos: Math.max(1, (invoice?.payableCentavos ?? 0) + ([0, 333, -1001][pick % 3] ?? 0)),
        receivedOn: dayOf(app.clock.now()),
        bankReference: `E${pick}`,
      };
      return invoice && supplier.call(api.dropinvoices.receive, { ...at(invoice.id), body });
    },
    async bankRow(pick) {
      const invoice = await invoiceOf('closed:yes -status:complete', pick);
      if (!invoice) return;
      const amount = Math.max(1, invoice.payableCentavos + ([0, 0, 450, -700][pick % 4] ?? 0));
      const day = dayOf(app.clock.now()).replaceAll('-', '');
      const text = `<OFX><STMTTRN><DTPOSTED>${day}<TRNAMT>${toDecimalText(amount)}<FITID>${++scans}<MEMO>PIX FAT${invoice.number} ${scans}</STMTTRN></OFX>`;
      const file = { name: 'extrato.ofx', bytes: Buffer.from(text), contentType: 'text/plain' };
      const statement = await supplier.call(api.bankStatements.create, { body: {}, files: [file] });
      const rows = statement.rows.map(({ id }) => ({ id, invoiceIds: [invoice.id] }));
      const { done: received } = await supplier.call(api.bankStatements.receive, {
        ...{ ...at(statement.id), body: { rows } },
      });
      return received.length > 0;
    },
    async writeOff(pick) {
      const invoice = await invoiceOf('closed:yes status:pending', pick);
      const body = { reason: 'Acordo' };
      return invoice && supplier.call(api.dropinvoices.writeOff, { ...at(invoice.id), body });
    },
    async payOut(pick) {
      const [pair] = (await supplier.call(api.pairBalances.list, {})).items;
      const amountCentavos = Math.max(1, Math.trunc(((pair?.balanceCentavos ?? 0) * (1 + (pick % 3))) / 3));
      const body = { amountCentavos, paidOn: dayOf(app.clock.now()), note: '' };
      return pair && supplier.call(api.pairBalances.payOut, { ...at(pair.id), body, files: [pdf()] });
    },
    async confirmPayout() {
      const payout = await sentPayout();
      return payout && seller.call(api.pairBalances.confirmPayout, at(payout.id));
    },
    async refusePayout() {
      const payout = await sentPayout();
      return (
        payout && seller.call(api.pairBalances.refusePayout, { ...at(payout.id), body: { reason: 'Não' } })
      );
    },
    async reject(pick) {
      const invoice = await invoiceOf('status:waiting_approval', pick);
      return (
        invoice && supplier.call(api.dropinvoices.reject, { ...at(invoice.id), body: { reason: 'Não' } })
      );
    },
  };

  for (const { commands, days: after } of rounds) {
    for (const { act, pick } of commands)
      await attempt(async () => {
        if (await run[act](pick)) done[act] += 1;
      });
    await pass(after);
  }

  const rows = await statements();
  expect(rows.length).toBeGreaterThan(1);
  expect((await supplier.call(api.statements.list, { query: { sort: 'month' } })).items).toEqual(rows);
  let owed = 0;
  for (const row of rows) {
    const seen = await seller.call(api.statements.detail, at(row.id));
    expect(await supplier.call(api.statements.detail, at(row.id))).toEqual(seen);
    expect(seen).toMatchObject(row);
    expect(row.openingCentavos).toBe(owed);
    for (const entry of seen.entries) {
      owed += entry.totalCentavos;
      expect(entry.balanceCentavos).toBe(owed);
    }
    const paid = seen.sums.find(({ kind }) => kind === 'payment')?.totalCentavos ?? 0;
    expect(row.paidCentavos + paid).toBe(0);
    expect(row.closingCentavos).toBe(owed);
    expect(row.closingCentavos).toBe(row.invoicesCentavos - row.balanceCentavos);
    if (ended.has(row.month)) expect(seen).toEqual(ended.get(row.month));
  }
  const revenue = await seller.call(api.dropinvoices.revenue, {});
  expect(owed).toBe(revenue.receivableCentavos - revenue.balanceCentavos);
  await checkDays();
  expect(await checkInvariants(app.databaseUrl)).toEqual([]);

  /** The statement of any day begins with what the one before ended with, for both, and ends with what was owed then. */
  async function checkDays(): Promise<void> {
    const sides = { seller: String(seller.businessId), supplier: String(supplier.businessId) };
    let from = firstDay;
    let before = 0;
    for (const [to, then] of days) {
      const query = { ...sides, from, to };
      const seen = await seller.call(api.statements.period, { query });
      expect(await supplier.call(api.statements.period, { query })).toEqual(seen);
      expect(seen.openingCentavos).toBe(before);
      expect(seen.entries.reduce((sum, entry) => sum + entry.totalCentavos, before)).toBe(
        seen.closingCentavos,
      );
      expect({ owed: seen.invoicesCentavos, balance: seen.balanceCentavos }).toEqual(then);
      before = seen.closingCentavos;
      from = addDays(to, 1);
    }
  }
}

it('statements of a quarter of random settlement acts add up to the centavo on every day, no invoice is empty, and a past month never changes', async () => {
  const quarter = fc.array(round, { minLength: 26, maxLength: 26 });
  const runs = sized(1, 40);
  await fc.assert(fc.asyncProperty(quarter, play), { numRuns: runs, endOnFailure: true });
  report({ fault: 'a quarter of settlement', times: runs, note: JSON.stringify(done) });
  if (isWhole) expect(Object.entries(done).filter(([, times]) => times === 0)).toEqual([]);
}, 3_600_000);
