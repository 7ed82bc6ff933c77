import { expect } from 'vitest';
import { api } from '#contract/index.ts';
import { bookOf, byNumber, closedKey, type Finding, type Knowledge } from './books.ts';
import { type Movement, type Place, type Plan, sum } from './plan.ts';
import { listed, type Period, storeColumns, writeReport } from './reports.ts';
import type { Stage } from './stage.ts';

type Month = Awaited<ReturnType<Accountant['read']>>;
export type Accountant = ReturnType<typeof hireAccountant>;

/** Uploads reports, accepts differences and closes months, and keeps independent books beside it. */
export function hireAccountant({ seller, accounts }: Stage, plan: Plan) {
  const imported = new Set<Movement>();
  const closed = new Map<string, ReadonlyMap<string, number>>();
  const snapshots = new Map<string, Month>();
  /** Accepted differences of findings, by their numbers. */
  const accepted = new Map<string, number>();
  let today = 0;

  const known = (): Knowledge => ({ plan, today, movements: [...imported], closed });
  const content = (period: Period) => ({
    body: {
      accountId: accounts[period.place],
      ...(period.place === 'nuvemshop' && { columns: storeColumns }),
    },
    files: [writeReport(plan, period)],
  });
  const read = (place: Place, month: string) =>
    seller.call(api.payouts.detail, { query: { account: String(accounts[place]), month } });

  /** The sums of the file for the accountant, by its groups. */
  async function sumFile(place: Place, month: string) {
    const query = { account: String(accounts[place]), month, format: 'csv' as const };
    const { bytes } = await seller.download(api.payouts.file, { query });
    const [titles = [], ...rows] = bytes
      .toString('utf8')
      .replace('\uFEFF', '')
      .split('\r\n')
      .map((line) => line.split(';'));
    const sumOf = (group: string) =>
      sum(
        rows
          .filter((cells) => cells[titles.indexOf('Grupo')] === group)
          .map((cells) => Number((cells[titles.indexOf('Valor')] ?? '').replace(/[.,]/g, ''))),
      );
    return { Repasse: sumOf('Repasse'), 'Enviado ao banco': sumOf('Enviado ao banco') };
  }

  /** Every line that no earlier file had is stored, and no other. */
  async function upload(period: Period): Promise<void> {
    const lines = listed(plan, period);
    if (lines.length === 0) return;
    const fresh = lines.filter((line) => !imported.has(line));
    const row = await seller.call(api.payoutFiles.create, content(period));
    expect({ ...period, new: row.lineCount, known: row.knownCount }).toEqual({
      ...period,
      new: fresh.length,
      known: lines.length - fresh.length,
    });
    for (const line of fresh) imported.add(line);
  }

  /** An open month equals the books; a closed one is as it was when it was closed. */
  async function check(place: Place, month: string): Promise<Month> {
    const is = await read(place, month);
    expect({ place, month, file: await sumFile(place, month) }).toEqual({
      ...{ place, month },
      file: { Repasse: is.releasedCentavos, 'Enviado ao banco': is.transferredCentavos },
    });
    const before = snapshots.get(closedKey(place, month));
    if (before) {
      expect({ place, ...is, months: [] }).toEqual({ place, ...before, months: [] });
      return is;
    }
    const book = bookOf(known(), place, month);
    expect({ place, month, findings: findingsIn(is) }).toEqual({ place, month, findings: book.findings });
    const open = book.findings.filter((one) => !isAccepted(place, one));
    expect({ place, ...is, findings: [] }).toMatchObject({
      ...{ place, releasedCentavos: book.released, expectedCentavos: book.expected },
      ...{ transferredCentavos: book.transferred, openCount: open.length },
      acceptedCount: book.findings.length - open.length,
    });
    expect(releasedByDay(is)).toEqual(withoutZeros(book.days));
    requireSums(is);
    return is;
  }

  const isAccepted = (place: Place, { number, difference, cause }: Finding) => {
    const key = `${place} ${number} ${cause === 'no_sale'}`;
    return Math.abs((accepted.get(key) ?? Number.POSITIVE_INFINITY) - difference) <= 5;
  };

  async function accept(place: Place, month: string): Promise<void> {
    const { findings } = await read(place, month);
    const keys = findings.filter((one) => one.accepted === null).map(({ key }) => key);
    if (keys.length === 0) return;
    const body = { accountId: accounts[place], month, keys, note: 'Conferido com o extrato' };
    await seller.call(api.payouts.accept, { body });
    for (const { number, cause, differenceCentavos } of findings)
      accepted.set(`${place} ${number} ${cause === 'no_sale'}`, differenceCentavos);
  }

  const refuseClosing = async (place: Place, month: string) =>
    (await seller.refused(api.payouts.close, { body: { accountId: accounts[place], month } })).code;

  async function close(place: Place, month: string): Promise<void> {
    const { differences } = bookOf(known(), place, month);
    await seller.call(api.payouts.close, { body: { accountId: accounts[place], month } });
    closed.set(closedKey(place, month), differences);
    snapshots.set(closedKey(place, month), await read(place, month));
  }

  async function reopen(place: Place, month: string): Promise<void> {
    await seller.call(api.payouts.reopen, { body: { accountId: accounts[place], month } });
    closed.delete(closedKey(place, month));
    snapshots.delete(closedKey(place, month));
  }

  return {
    ...{ known, read, upload, check, accept, refuseClosing, close, reopen },
    isClosed: (place: Place, month: string) => closed.has(closedKey(place, month)),
    learnUntil(day: number) {
      today = day;
    },
    refuseUpload: async (period: Period) =>
      (await seller.refused(api.payoutFiles.create, content(period))).code,
    forget: () => imported.clear(),
  };
}

const findingsIn = ({ findings }: Pick<Month, 'findings'>): Finding[] =>
  findings
    .map(({ day, number, cause, differenceCentavos: difference }) => ({ day, number, cause, difference }))
    .toSorted(byNumber);

const withoutZeros = (days: Record<string, number>) =>
  Object.fromEntries(Object.entries(days).filter(([, amount]) => amount !== 0));

const releasedByDay = ({ days }: Month) =>
  Object.fromEntries(
    days
      .filter(({ releasedCentavos }) => releasedCentavos !== 0)
      .map(({ day, releasedCentavos }) => [day, releasedCentavos]),
  );

/** Days add up to the month. */
function requireSums(month: Month): void {
  const all = (of: (day: Month['days'][number]) => number) =>
    month.days.reduce((whole, day) => whole + of(day), 0);
  expect({
    released: all(({ releasedCentavos }) => releasedCentavos),
    expected: all(({ expectedCentavos }) => expectedCentavos),
    open: all(({ openCount }) => openCount),
  }).toEqual({
    released: month.releasedCentavos,
    expected: month.expectedCentavos,
    open: month.openCount,
  });
}
