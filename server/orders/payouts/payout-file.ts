import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { PayoutColumns, PayoutFileRow, PayoutReport } from '#contract/orders/payout.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { matchSales } from './match-sales.ts';
import { lockPayouts, requireAccount } from './payout-account.ts';
import { readPayoutFile } from './payout-file.queries.ts';
import { type ReadReport, type ReportFile, type ReportLine, titleKey } from './read-report.ts';

/** The columns that a person chose for these titles of this account. */
export async function findPayoutColumns(
  tx: Tx,
  accountId: number,
  file: ReportFile,
): Promise<PayoutColumns | null> {
  await requireAccount(tx, accountId);
  if (file.layout) return null;
  const row = await tx.db
    .selectFrom('payout_columns')
    .select('columns')
    .where('account_id', '=', accountId)
    .where('titles', '=', titleKey(file))
    .executeTakeFirst();
  return (row?.columns as PayoutColumns | undefined) ?? null;
}

async function keepColumns(tx: Tx, actor: Actor, accountId: number, titles: string, columns: PayoutColumns) {
  const values = { columns: JSON.stringify(columns) };
  await tx.db
    .insertInto('payout_columns')
    .values({ business_id: actor.businessId, account_id: accountId, titles, ...values })
    .onConflict((conflict) => conflict.columns(['business_id', 'account_id', 'titles']).doUpdateSet(values))
    .execute();
}

export type NewPayoutFile = {
  accountId: number;
  file: ReportFile;
  read: ReadReport;
  /** The columns that the person chose for this file. */
  columns: PayoutColumns | undefined;
};

/** Stores the lines that no earlier file had, and matches them with their sales. Imports of an account are serialized. */
export async function addPayoutFile(
  tx: Tx,
  actor: Actor,
  { accountId, file, read, columns }: NewPayoutFile,
): Promise<PayoutFileRow> {
  await requireAccount(tx, accountId);
  await lockPayouts(tx, actor.businessId, accountId);
  if (columns && !file.layout) await keepColumns(tx, actor, accountId, titleKey(file), columns);
  const { id } = await addReport(tx, actor, accountId, read);
  return readPayoutFile(tx, id);
}

/** Stores what was read from the marketplace; a reading without new lines leaves nothing behind. */
export async function addReading(
  tx: Tx,
  { businessId, accountId }: { businessId: number; accountId: number },
  read: ReadReport,
): Promise<void> {
  await lockPayouts(tx, businessId, accountId);
  if (read.lines.length === 0) return matchSales(tx, accountId);
  const { id, stored } = await addReport(tx, { businessId, userId: null }, accountId, read);
  if (stored === 0) await tx.db.deleteFrom('payout_files').where('id', '=', id).execute();
}

/** Who uploaded it; nobody if it was read from the marketplace. */
type Author = { businessId: number; userId: number | null };

async function addReport(
  tx: Tx,
  { businessId, userId }: Author,
  accountId: number,
  read: ReadReport,
): Promise<{ id: number; stored: number }> {
  await requireSameReport(tx, accountId, read.report);
  const days = read.lines.map(({ day }) => day).toSorted();
  const { id } = await tx.db
    .insertInto('payout_files')
    .values({
      ...{ business_id: businessId, account_id: accountId, report: read.report },
      ...{ first_day: days[0] ?? '', last_day: days.at(-1) ?? '' },
      ...{ known_count: 0, user_id: userId, at: tx.now() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const stored = await addLines(tx, { businessId, accountId, fileId: id }, read);
  await requireOpenMonths(tx, accountId, id);
  await matchSales(tx, accountId);
  await expectAgain(tx, id);
  await tx.db
    .updateTable('payout_files')
    .set({ known_count: read.lines.length - stored })
    .where('id', '=', id)
    .execute();
  tellOfLines(tx, businessId);
  return { id, stored };
}

/** Two kinds of report list the same money, which would be counted twice. */
export async function requireSameReport(tx: Tx, accountId: number, report: PayoutReport): Promise<void> {
  const other = await tx.db
    .selectFrom('payout_files')
    .select('id')
    .where('account_id', '=', accountId)
    .where('report', '<>', report)
    .executeTakeFirst();
  if (other) fail('payout_report_differs');
}

/**
 * The same line of an uploaded file and of a reading is one, although their columns may differ: a movement is identified
 * by its id, and a line of an income statement by its sale.
 */
function identityOf(report: PayoutReport, line: ReportLine): readonly (string | number | undefined)[] {
  const { happened, reference, text, amountCentavos } = line;
  const [number] = line.numbers;
  switch (report) {
    case 'income':
      return [report, happened, '', '', amountCentavos, number];
    case 'release':
      return [report, happened, reference, text, amountCentavos, reference === '' ? number : ''];
    case 'settlement':
    case 'mapped':
      return [report, happened, reference, text, amountCentavos, number];
  }
}

const fingerprintOf = (report: PayoutReport, line: ReportLine) =>
  createHash('sha256').update(identityOf(report, line).join('|')).digest('hex');

/** The number of lines that were new. Equal lines of a file are counted, not merged. */
async function addLines(
  tx: Tx,
  { businessId, accountId, fileId }: { businessId: number; accountId: number; fileId: number },
  { report, lines }: ReadReport,
): Promise<number> {
  const seen = new Map<string, number>();
  const rows = lines.map((line) => {
    const fingerprint = fingerprintOf(report, line);
    const occurrence = seen.get(fingerprint) ?? 0;
    seen.set(fingerprint, occurrence + 1);
    return {
      ...{ business_id: businessId, account_id: accountId, file_id: fileId, fingerprint, occurrence },
      ...{ day: line.day, kind: line.kind, amount_centavos: line.amountCentavos },
      ...{ fee_centavos: line.feeCentavos, freight_centavos: line.freightCentavos },
      ...{ reference: line.reference, numbers: line.numbers, text: line.text },
    };
  });
  let stored = 0;
  for (let from = 0; from < rows.length; from += 500) {
    const added = await tx.db
      .insertInto('payout_lines')
      .values(rows.slice(from, from + 500))
      .onConflict((conflict) =>
        conflict.columns(['business_id', 'account_id', 'fingerprint', 'occurrence']).doNothing(),
      )
      .returning('id')
      .execute();
    stored += added.length;
  }
  return stored;
}

/** Sales of closed months with another line, which are checked again in the month of that line. */
async function expectAgain(tx: Tx, fileId: number): Promise<void> {
  await sql`with touched as (
      select distinct o.id, o.account_id, o.pack_id from payout_lines l
        join orders o on o.business_id = l.business_id and o.id = l.order_id
      where l.file_id = ${fileId}
    ), sale as (
      select id from touched
      union select o.id from touched t join orders o on o.account_id = t.account_id and o.pack_id = t.pack_id
    )
    update orders o set paid_centavos = null from sale
    where o.id = sale.id and o.paid_centavos is not null`.execute(tx.db);
}

/** A closed month gets no lines, and loses none. */
async function requireOpenMonths(tx: Tx, accountId: number, fileId: number): Promise<void> {
  const closed = await tx.db
    .selectFrom('payout_months as m')
    .select('m.month')
    .where('m.account_id', '=', accountId)
    .where(
      sql<boolean>`exists (select from payout_lines l where l.file_id = ${fileId} and l.business_id = m.business_id
        and l.day >= m.month and l.day < m.month + interval '1 month')`,
    )
    .orderBy('m.month')
    .executeTakeFirst();
  if (closed) fail('payout_month_closed', { facts: { month: closed.month.slice(0, 7) } });
}

export async function removePayoutFile(tx: Tx, actor: Actor, id: number): Promise<void> {
  const file =
    (await tx.db.selectFrom('payout_files').select('account_id').where('id', '=', id).executeTakeFirst()) ??
    fail('not_found');
  await lockPayouts(tx, actor.businessId, file.account_id);
  await requireOpenMonths(tx, file.account_id, id);
  await tx.db.deleteFrom('payout_files').where('id', '=', id).execute();
  tellOfLines(tx, actor.businessId);
}

/** The lines of a report are shown by its account and month as well. */
function tellOfLines(tx: Tx, businessId: number): void {
  tx.changed(businessId, 'payoutFiles');
  tx.changed(businessId, 'payoutLines');
  tx.changed(businessId, 'payouts');
}
