import { sql } from 'kysely';
import { type Day, dayOf, firstOfNextMonth } from '#contract/dates.ts';
import { type Centavos, sumMoney } from '#contract/money.ts';
import {
  maxFindings,
  type PayoutDay,
  type PayoutFinding,
  type PayoutMonth,
  payoutTolerance,
} from '#contract/orders/payout.ts';
import type { Tx } from '#server/db/transaction.ts';
import { type CheckedColumns, type CheckedSale, checkTouchedSales, findMissingSales } from './check-sales.ts';
import { requireAccount } from './payout-account.ts';

/** The first day of a month `yyyy-mm`. */
export const firstDayOf = (month: string): Day => `${month}-01`;

export async function readPayoutMonth(
  tx: Tx,
  accountId: number,
  asked: string | undefined,
): Promise<PayoutMonth> {
  const account = await requireAccount(tx, accountId);
  const today = dayOf(tx.now());
  const months = await findMonths(tx, accountId);
  const month = asked ?? months.find((one) => one.month <= today.slice(0, 7))?.month ?? today.slice(0, 7);
  const closing = await findClosing(tx, accountId, month);
  const kept = closing?.figures && (await withNames(tx, closing.figures));
  const { findings, days } = kept ?? (await checkMonth(tx, accountId, month));
  const isOpen = ({ accepted }: PayoutFinding) => accepted === null;
  const shown = findings.toSorted(
    (one, other) =>
      Number(isOpen(other)) - Number(isOpen(one)) ||
      Math.abs(other.differenceCentavos) - Math.abs(one.differenceCentavos),
  );
  return {
    ...{ account, month, months, days },
    expectedCentavos: sumMoney(days.map((day) => day.expectedCentavos)),
    releasedCentavos: sumMoney(days.map((day) => day.releasedCentavos)),
    transferredCentavos: sumMoney(days.map((day) => day.transferredCentavos)),
    openCount: findings.filter(isOpen).length,
    acceptedCount: findings.filter((finding) => !isOpen(finding)).length,
    findings: shown.slice(0, maxFindings),
    isOver: isOver(month, today),
    closed: closing?.closed ?? null,
  };
}

export const isOver = (month: string, today: Day): boolean => month < today.slice(0, 7);

async function findMonths(tx: Tx, accountId: number): Promise<PayoutMonth['months']> {
  const { rows } = await sql<{ month: string; closed: boolean }>`
    select to_char(l.month, 'YYYY-MM') as month, m.month is not null as closed
    from (select distinct date_trunc('month', day)::date as month from payout_lines where account_id = ${accountId}) l
      left join payout_months m on m.account_id = ${accountId} and m.month = l.month
    order by 1 desc`.execute(tx.db);
  return rows.map(({ month, closed }) => ({ month, isClosed: closed }));
}

/**
 * What a month showed when it was closed, and the differences that it counted, by sale or line. Who accepted a finding
 * is a user, whose name is read with it.
 */
export type PayoutFigures = Pick<PayoutMonth, 'days' | 'findings'> & {
  differences: Record<string, Centavos>;
  accepters: Record<string, number | null>;
};

async function withNames(tx: Tx, { findings, accepters, days }: PayoutFigures) {
  const { rows } = await sql<{ id: number; name: string }>`select id, name from users
    where id = any(${[...new Set(Object.values(accepters))]}::bigint[])`.execute(tx.db);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const named = findings.map((finding) => {
    const by = names.get(accepters[finding.key] ?? 0) ?? '';
    return { ...finding, accepted: finding.accepted && { ...finding.accepted, by } };
  });
  return { days, findings: named };
}

async function findClosing(tx: Tx, accountId: number, month: string) {
  const row = await tx.db
    .selectFrom('payout_months as m')
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.at', 'm.figures', 'u.name as by'])
    .where('m.account_id', '=', accountId)
    .where('m.month', '=', firstDayOf(month))
    .executeTakeFirst();
  if (!row) return null;
  const figures = row.figures as PayoutFigures | null;
  return { figures, closed: { at: row.at.toISOString(), by: row.by ?? '' } };
}

/**
 * Each difference belongs to one day: that of the last line of its sale, the end of the term of a sale that was not paid,
 * or that of a line without a sale.
 */
export async function checkMonth(
  tx: Tx,
  accountId: number,
  month: string,
  columns: CheckedColumns = 'payout',
) {
  const first = firstDayOf(month);
  const touched = await checkTouchedSales(tx, accountId, first, columns);
  const next = firstOfNextMonth(first);
  const paid = touched.filter(({ day }) => day < next);
  const later = touched.filter(({ day }) => day >= next);
  const missing = await findMissingSales(tx, accountId, first, columns);
  const differing = paid.filter((sale) => Math.abs(differenceOf(sale)) > payoutTolerance);
  const unmatched = await findUnmatchedLines(tx, accountId, first);
  const found = [...[...differing, ...missing].map(saleFinding), ...unmatched];
  const { findings, accepters } = await withAcceptances(tx, found);
  const differences = [...paid, ...missing].map((sale) => ({ day: sale.day, centavos: differenceOf(sale) }));
  for (const { day, differenceCentavos } of unmatched)
    differences.push({ day, centavos: differenceCentavos });
  return {
    paid,
    later,
    missing,
    findings,
    accepters,
    days: await listDays(tx, accountId, first, differences, findings),
  };
}

/** Without what closed months counted. */
export const differenceOf = (sale: CheckedSale): Centavos =>
  sale.releasedCentavos - sale.expectedCentavos - sale.settledCentavos;

export const figuresOf = ({
  days,
  findings,
  accepters,
  paid,
  missing,
}: Awaited<ReturnType<typeof checkMonth>>): PayoutFigures => {
  const sales = [...paid, ...missing].map((sale) => [`sale-${sale.orderId}`, differenceOf(sale)] as const);
  const lines = findings
    .filter(({ orderId }) => orderId === null)
    .map(({ key, differenceCentavos }) => [key, differenceCentavos] as const);
  return {
    ...{ days, accepters },
    findings: findings.map((finding) => ({
      ...finding,
      accepted: finding.accepted && { ...finding.accepted, by: '' },
    })),
    differences: Object.fromEntries([...sales, ...lines].filter(([, centavos]) => centavos !== 0)),
  };
};

const saleFinding = (sale: CheckedSale): PayoutFinding => ({
  key: `sale-${sale.orderId}`,
  ...{ day: sale.day, cause: sale.cause, number: sale.number, orderId: sale.orderId, text: '' },
  expectedCentavos: sale.expectedCentavos + sale.settledCentavos,
  releasedCentavos: sale.releasedCentavos,
  ...{ differenceCentavos: differenceOf(sale), accepted: null },
});

async function findUnmatchedLines(tx: Tx, accountId: number, first: Day): Promise<PayoutFinding[]> {
  const rows = await tx.db
    .selectFrom('payout_lines')
    .select(['id', 'day', 'numbers', 'reference', 'text', 'amount_centavos'])
    .where('account_id', '=', accountId)
    .where('order_id', 'is', null)
    .where('kind', '<>', 'transfer')
    .where('day', '>=', first)
    .where('day', '<', firstOfNextMonth(first))
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    ...{ key: `line-${row.id}`, day: row.day, cause: 'no_sale', orderId: null, text: row.text },
    ...{ number: row.numbers[0] ?? row.reference, expectedCentavos: null, accepted: null },
    ...{ releasedCentavos: row.amount_centavos, differenceCentavos: row.amount_centavos },
  }));
}

/** An acceptance holds for the difference that was accepted, and no longer. */
async function withAcceptances(tx: Tx, found: readonly PayoutFinding[]) {
  const ids = (kind: string) =>
    found.flatMap(({ key }) => (key.startsWith(kind) ? [Number(key.slice(kind.length))] : []));
  const { rows } = await sql<{
    key: string;
    difference: Centavos;
    note: string;
    userId: number | null;
    by: string | null;
    at: Date;
  }>`
    select case when a.line_id is null then 'sale-' || a.order_id else 'line-' || a.line_id end as key,
      a.difference_centavos as difference, a.note, a.user_id as "userId",
      u.name as by, a.at
    from payout_acceptances a left join users u on u.id = a.user_id
    where a.order_id = any(${ids('sale-')}::bigint[]) or a.line_id = any(${ids('line-')}::bigint[])`.execute(
    tx.db,
  );
  const accepted = new Map(rows.map((row) => [row.key, row]));
  const findings = found.map((finding): PayoutFinding => {
    const one = accepted.get(finding.key);
    const holds = one && Math.abs(one.difference - finding.differenceCentavos) <= payoutTolerance;
    return holds
      ? { ...finding, accepted: { note: one.note, by: one.by ?? '', at: one.at.toISOString() } }
      : finding;
  });
  const accepters = Object.fromEntries(rows.map(({ key, userId }) => [key, userId]));
  return { findings, accepters };
}

type Difference = { day: Day; centavos: Centavos };

async function listDays(
  tx: Tx,
  accountId: number,
  first: Day,
  differences: readonly Difference[],
  findings: readonly PayoutFinding[],
): Promise<PayoutDay[]> {
  const { rows } = await sql<{ day: Day; released: Centavos; transferred: Centavos }>`
    select day, coalesce(sum(amount_centavos) filter (where kind <> 'transfer'), 0)::bigint as released,
      coalesce(sum(amount_centavos) filter (where kind = 'transfer'), 0)::bigint as transferred
    from payout_lines where account_id = ${accountId} and day >= ${first} and day < ${firstOfNextMonth(first)}
    group by day`.execute(tx.db);
  const lines = new Map(rows.map((row) => [row.day, row]));
  const differing = Map.groupBy(differences, ({ day }) => day);
  const open = Map.groupBy(
    findings.filter(({ accepted }) => accepted === null),
    ({ day }) => day,
  );
  const all = [...new Set([...lines.keys(), ...differing.keys()])].toSorted().toReversed();
  return all.map((day) => {
    const released = lines.get(day)?.released ?? 0;
    const missed = sumMoney((differing.get(day) ?? []).map(({ centavos }) => centavos));
    return {
      ...{ day, releasedCentavos: released, expectedCentavos: released - missed },
      transferredCentavos: lines.get(day)?.transferred ?? 0,
      openCount: open.get(day)?.length ?? 0,
    };
  });
}
