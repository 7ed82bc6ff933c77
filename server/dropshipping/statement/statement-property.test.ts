import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays, dayOf } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { ownLabelCode } from '#contract/orders/parcel-label.ts';
import { at, makeTrade, photo } from '#server/dropshipping/test/factory.ts';
import { makeShelf } from '#server/inventory/test/factory.ts';
import { makeBenchSeller, packSale } from '#server/orders/test/factory.ts';
import { testApp } from '#server/test/app.ts';
import { attempt } from '#server/test/attempt.ts';
import { checkInvariants } from '#server/test/check-invariants.ts';
import { sized } from '#server/test/fault-report.ts';

const app = await testApp({ LOG_LEVEL: 'silent' });

const often = {
  ...{ sell: 30, cancel: 6, bringBack: 6, dispute: 12, accept: 5, refuse: 4, withdraw: 4 },
  ...{ credit: 4, pay: 10, approve: 8, reject: 2 },
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
  /** What closed invoices without an approved payment came to when a month ended, and its statement then. */
  const ended = new Map<string, { owed: number; statement: unknown }>();

  const one = <T>(items: readonly T[], pick: number) => items[pick % Math.max(1, items.length)];
  const invoiceOf = async (query: string, pick: number) =>
    one((await seller.call(api.dropinvoices.list, { query: { query } })).items, pick);
  const disputeOf = async (pick: number) => {
    const row = await invoiceOf('disputed:yes', pick);
    const found = row && (await seller.call(api.dropinvoices.detail, at(row.id)));
    return one(found?.disputes.filter(({ endedAt }) => endedAt === null) ?? [], pick);
  };
  const statements = async () => (await seller.call(api.statements.list, { query: { sort: 'month' } })).items;

  async function pass(days: number): Promise<void> {
    const today = dayOf(app.clock.now());
    const month = today.slice(0, 7);
    const next = addDays(today, days);
    if (!next.startsWith(month)) {
      const { receivableCentavos: owed } = await supplier.call(api.dropinvoices.revenue, {});
      const row = (await statements()).find((found) => found.month === month);
      if (row) ended.set(month, { owed, statement: await seller.call(api.statements.detail, at(row.id)) });
    }
    app.clock.set(noon(next));
    await trade.closeDay();
  }

  const run: Record<Act, (pick: number) => Promise<unknown>> = {
    async sell(pick) {
      const quantity = 1 + (pick % 3);
      const id = await sell(quantity);
      await packSale(supplier, id, shelf.sku, quantity);
      sales.push({ id, quantity });
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
      await supplier.call(api.returns.close, { ...at(id), body: { places } });
    },
    async dispute(pick) {
      const invoice = await invoiceOf('closed:yes -status:complete', pick);
      if (!invoice) return;
      const { items } = await seller.call(api.dropinvoices.items, at(invoice.id));
      const line = one(
        items.filter(({ kind }) => kind === 'sale'),
        pick,
      );
      const body = { itemId: line?.id ?? 0, reason: 'Veio outra cor' };
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
    credit: (pick) =>
      supplier.call(api.dropinvoices.credit, {
        body: { sellerId: seller.businessId, amountCentavos: 1 + pick * 501, reason: 'Atraso' },
      }),
    async pay(pick) {
      const invoice = await invoiceOf('closed:yes status:pending', pick);
      const paidOn = dayOf(app.clock.now());
      if (!invoice) return;
      // Every third payment is another amount than the invoice.
      const paidCentavos = Math.max(1, invoice.totalCentavos + ([0, 0, 7 * pick - 140][pick % 3] ?? 0));
      return trade.pay(invoice.id, { paidCentavos, paidOn, note: 'O que deu' });
    },
    async approve(pick) {
      const invoice = await invoiceOf('status:waiting_approval', pick);
      const shortfall = pick % 2 === 0 ? 'charge' : 'waive';
      const body = { bankRowSeen: true, shortfall } as const;
      return invoice && supplier.call(api.dropinvoices.approve, { ...at(invoice.id), body });
    },
    async reject(pick) {
      const invoice = await invoiceOf('status:waiting_approval', pick);
      return (
        invoice && supplier.call(api.dropinvoices.reject, { ...at(invoice.id), body: { reason: 'Não' } })
      );
    },
  };

  for (const { commands, days } of rounds) {
    for (const { act, pick } of commands) await attempt(() => run[act](pick));
    await pass(days);
  }

  const rows = await statements();
  expect(rows.length).toBeGreaterThan(1);
  expect((await supplier.call(api.statements.list, { query: { sort: 'month' } })).items).toEqual(rows);
  let balance = 0;
  for (const row of rows) {
    const seen = await seller.call(api.statements.detail, at(row.id));
    expect(await supplier.call(api.statements.detail, at(row.id))).toEqual(seen);
    expect(seen).toMatchObject(row);
    expect(row.openingCentavos).toBe(balance);
    for (const entry of seen.entries) {
      balance += entry.totalCentavos;
      expect(entry.balanceCentavos).toBe(balance);
    }
    const paid = seen.sums.find(({ kind }) => kind === 'payment')?.totalCentavos ?? 0;
    expect(row.paidCentavos + paid).toBe(0);
    expect(row.closingCentavos).toBe(balance);
    const then = ended.get(row.month);
    if (then) expect({ owed: row.closingCentavos, statement: seen }).toEqual(then);
  }
  const { receivableCentavos } = await seller.call(api.dropinvoices.revenue, {});
  expect(balance).toBe(receivableCentavos);
  expect(await checkInvariants(app.databaseUrl)).toEqual([]);
}

it('the statements of a quarter add up to the centavo, whatever was sold, disputed, credited, taken back and paid, in full or not; a month that ended stays what it was', async () => {
  const quarter = fc.array(round, { minLength: 26, maxLength: 26 });
  await fc.assert(fc.asyncProperty(quarter, play), { numRuns: sized(1, 40), endOnFailure: true });
}, 3_600_000);
