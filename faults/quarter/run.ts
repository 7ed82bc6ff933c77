import { expect } from 'vitest';
import { api } from '#contract/index.ts';
import type { ProfitGroup, ProfitRow } from '#contract/orders/profit.ts';
import { settlementInvariants } from '#server/dropshipping/invariants.ts';
import { drainLater } from '#server/marketplaces/test/factory.ts';
import { type Accountant, hireAccountant } from './accountant.ts';
import { debtOf, owedInAll, owedLater, profitOf, taxes } from './books.ts';
import { dayAt, makePlan, type Place, type Plan, places, quarterDays, sum } from './plan.ts';
import { playDay } from './play.ts';
import { type Stage, setStage } from './stage.ts';

const [july, august, september, october] = ['2026-07', '2026-08', '2026-09', '2026-10'];
const months = [july, august, september, october] as const;
/** Days on which reports are downloaded: in August, in September, and when everything has happened. */
const [first, second, last] = [45, 72, 135];
/** After the quarter nothing is bought, and only some days are looked at. */
const daysAfter = [94, 98, 103, 109, 116, 124, 134];

/** A quarter of one seller at three marketplaces, from the first sale to the closing of the last month; its lines. */
export async function runQuarter({ seed, sales }: { seed: number; sales: number }): Promise<number> {
  const plan = makePlan(seed, sales);
  const stage = await setStage(plan);
  const accountant = hireAccountant(stage, plan);
  const salesTaxes = taxes.map((rate) => ({ ...rate, regime: 'simples' as const }));
  await stage.seller.call(api.business.taxSales, { body: { salesTaxes } });
  const playTo = async (from: number, to: number) => {
    for (let day = from; day < to; day++)
      if (day < quarterDays || daysAfter.includes(day)) await playDay(stage, plan, day);
    // A call that timed out on a slow machine is made again.
    await drainLater(stage.app);
    accountant.learnUntil(to - 1);
  };
  await playTo(0, first);
  await closeJuly(accountant);
  await playTo(first, second);
  await bringLateLine(accountant);
  await playTo(second, last);
  for (const place of places) await accountant.upload({ place, from: 60, to: last - 1, on: last });
  await checkAll(accountant, places, months);
  await requireEveryCentavo(accountant, plan);
  await checkSupplier(stage, plan);
  await uploadAgain(accountant);
  await closeAll(stage, accountant, plan);
  await reopenAll(accountant);
  await checkProfits(stage, plan);
  await uploadInOtherOrder(stage, accountant);
  return accountant.known().movements.length;
}

async function checkAll(accountant: Accountant, some: readonly Place[], all: readonly string[]) {
  for (const place of some) for (const month of all) await accountant.check(place, month);
}

/** A month closes when it is over and each of its differences is accepted. One account only accepts them. */
async function closeJuly(accountant: Accountant): Promise<void> {
  for (const place of places) {
    await accountant.upload({ place, from: 0, to: first - 1, on: first });
    await checkAll(accountant, [place], [july, august]);
    expect(await accountant.refuseClosing(place, july)).toBe('payout_findings_open');
    expect(await accountant.refuseClosing(place, august)).toBe('state_conflict');
    await accountant.accept(place, july);
    if (place !== 'shopee') await accountant.close(place, july);
    await checkAll(accountant, [place], [july, august]);
  }
}

/** Reports overlap. A line of July that appears in September needs July to be open. */
async function bringLateLine(accountant: Accountant): Promise<void> {
  for (const place of places) {
    await accountant.upload({ place, from: 38, to: second - 1, on: second });
    await checkAll(accountant, [place], [july, august, september]);
    const late = { place, from: 15, to: 25, on: second };
    if (accountant.isClosed(place, july)) {
      expect(await accountant.refuseUpload(late)).toBe('payout_month_closed');
      await checkAll(accountant, [place], [july, august, september]);
    }
    if (place === 'nuvemshop') continue;
    if (accountant.isClosed(place, july)) await accountant.reopen(place, july);
    await accountant.upload(late);
    await checkAll(accountant, [place], [july, august, september]);
  }
  const place = 'mercado-livre';
  await accountant.accept(place, july);
  await accountant.close(place, july);
  await checkAll(accountant, [place], [july, august, september]);
}

/** What is owed for all sales is expected in one month each, or later. */
async function requireEveryCentavo(accountant: Accountant, plan: Plan): Promise<void> {
  for (const place of places) {
    const read = await Promise.all([...months, '2026-11'].map((month) => accountant.read(place, month)));
    const known = accountant.known();
    const expected = sum(read.map(({ expectedCentavos }) => expectedCentavos));
    const settled = [...known.closed].filter(([key]) => key.startsWith(place)).map(([, all]) => all);
    // A closed month is not expected to bring what was accepted there, and a later one is.
    const unknown = plan.movements.filter((one) => one.place === place && !known.movements.includes(one));
    expect({ place, owed: expected + owedLater(known, place) }).toEqual({
      place,
      owed: owedInAll(known, place),
    });
    expect({ place, closed: settled.length }).toEqual({ place, closed: place === 'shopee' ? 0 : 1 });
    expect(sum(read.map(({ releasedCentavos: got, transferredCentavos: out }) => got + out))).toBe(
      sum(known.movements.filter((one) => one.place === place).map(({ net }) => net)),
    );
    expect(unknown.every(({ day, knownFrom }) => day > last - 1 || knownFrom > 0)).toBe(true);
  }
}

async function uploadAgain(accountant: Accountant): Promise<void> {
  for (const place of places)
    for (const [from, to, on] of [
      [38, second - 1, second],
      [60, last - 1, last],
    ] as const)
      await accountant.upload({ place, from, to, on });
  await checkAll(accountant, places, months);
}

const groups: readonly ProfitGroup[] = ['advertisement', 'product', 'account', 'supplier', 'day'];

/** However profits are grouped, they add up to the same, which is the result of all sales. */
async function checkProfits({ seller }: Stage, plan: Plan): Promise<void> {
  const period = `purchased:>=${dayAt(0)}`;
  const book = profitOf(plan);
  const { sales, value, payout, profit } = await seller.call(api.profits.sums, { query: { query: period } });
  const { cost: _, salesTax: __, ...shown } = book;
  expect({ sales, value, payout, profit }).toEqual(shown);
  for (const by of groups) {
    const rows: ProfitRow[] = [];
    for (let page = 1, more = true; more; page++) {
      const query = { query: `by:${by} ${period}`, page, size: 100 };
      const { items } = await seller.call(api.profits.list, { query: mapNumbers(query) });
      rows.push(...items);
      more = items.length === 100;
    }
    const all = (of: (row: (typeof rows)[number]) => number) => sum(rows.map(of));
    expect({
      by,
      value: all((row) => row.value),
      payout: all((row) => row.payout),
      cost: all((row) => row.cost),
      salesTax: all((row) => row.salesTax),
      profit: all((row) => row.profit),
    }).toEqual({ by, ...without(book) });
  }
}

const without = ({ sales: _, ...book }: ReturnType<typeof profitOf>) => book;
const mapNumbers = ({ query, page, size }: { query: string; page: number; size: number }) => ({
  query,
  page: String(page),
  size: String(size),
});

/** Invoices less the balance are what the goods of the packed sales cost. */
async function checkSupplier({ app, seller, supplier }: Stage, plan: Plan): Promise<void> {
  const pair = { seller: String(seller.businessId), supplier: String(supplier.businessId) };
  const query = { ...pair, from: dayAt(0), to: dayAt(last) };
  for (const person of [seller, supplier]) {
    const { closingCentavos, invoicesCentavos, balanceCentavos, entries } = await person.call(
      api.statements.period,
      { query },
    );
    expect(closingCentavos).toBe(debtOf(plan));
    expect(invoicesCentavos - balanceCentavos).toBe(debtOf(plan));
    expect(sum(entries.map(({ totalCentavos }) => totalCentavos))).toBe(debtOf(plan));
  }
  for (const { name, sql } of settlementInvariants)
    expect(await app.rows(supplier.businessId, sql), name).toEqual([]);
}

/** When all months are closed, the payouts of all sales are what was released for them, and what is still open. */
async function closeAll({ seller, accounts }: Stage, accountant: Accountant, plan: Plan): Promise<void> {
  for (const place of places) {
    for (const month of months) {
      if (accountant.isClosed(place, month)) continue;
      await accountant.accept(place, month);
      await accountant.close(place, month);
    }
    await checkAll(accountant, [place], months);
    const { movements, closed } = accountant.known();
    const isCounted = (day: number) => closed.has(`${place} ${dayAt(day).slice(0, 7)}`);
    const sales = plan.sales.filter((sale) => sale.place === place && sale.canceled === null);
    const lined = movements.filter(
      (one) => one.sales.some((sale) => sales.includes(sale)) && isCounted(one.day),
    );
    const released = sum(lined.map(({ net }) => net));
    const query = `account:${accounts[place]} purchased:>=${dayAt(0)}`;
    const { payout } = await seller.call(api.profits.sums, { query: { query } });
    expect({ place, payout }).toEqual({ place, payout: released });
  }
}

async function reopenAll(accountant: Accountant): Promise<void> {
  for (const place of places) for (const month of months) await accountant.reopen(place, month);
}

/** After all files were removed, the same files in another order show the same. */
async function uploadInOtherOrder({ seller }: Stage, accountant: Accountant): Promise<void> {
  const shown = await readAll(accountant);
  const periods = shown.files;
  const { items } = await seller.call(api.payoutFiles.list, { query: { size: '100' } });
  for (const { id } of items) await seller.call(api.payoutFiles.remove, { params: { id } });
  accountant.forget();
  for (const period of periods) await accountant.upload(period);
  expect((await readAll(accountant)).months).toEqual(shown.months);
}

async function readAll(accountant: Accountant) {
  const all = [];
  for (const place of places)
    for (const month of months) {
      const { days, findings, expectedCentavos, releasedCentavos } = await accountant.read(place, month);
      all.push({
        ...{ place, month, expectedCentavos, releasedCentavos },
        days: days.map(({ openCount: _, ...day }) => day),
        findings: findings
          .map(({ key: _, accepted: __, ...finding }) => finding)
          .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)),
      });
    }
  const files = places.flatMap((place) => [
    { place, from: 60, to: last - 1, on: last },
    { place, from: 0, to: first - 1, on: place === 'nuvemshop' ? first : second },
    { place, from: 38, to: second - 1, on: second },
  ]);
  return { months: all, files };
}
