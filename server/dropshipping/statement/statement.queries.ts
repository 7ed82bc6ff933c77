import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { addDays, type Day, firstOfNextMonth, startOfDay, timeZone } from '#contract/dates.ts';
import {
  type PeriodStatement,
  type Statement,
  type StatementEntry,
  type StatementKind,
  type StatementRow,
  statementFilter,
  statementKinds,
  statementSorts,
} from '#contract/dropshipping/statement.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Sides } from '#server/dropshipping/balance/pair-lock.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';

/** The id of a statement contains its link and month: 202611 of link 7 is 7202611. */
const monthRoom = 1_000_000;

type Month = {
  id: number;
  month: number;
  invoices: number;
  posted: number;
  paid: number;
  closing: number;
  balance: number;
  seller_id: number;
  seller_name: string;
  supplier_id: number;
  supplier_name: string;
};

/**
 * Movements between both sides of a pair; `among` filters rows `r` with both sides. An invoice counts from its close on,
 * a settlement or balance entry from its own time on; `balance` is the change of the pair's balance. Set-offs and
 * overpayments only move an amount between an invoice and the balance. A line that an earlier release added to a closed
 * invoice for a dispute counts from its own time on.
 */
const movesOf = (among: RawBuilder<SqlBool>) => sql`(
  select r.seller_id, r.supplier_id, r.closed_at as at, 1 as invoices, i.kind, r.id as invoice, r.number,
    i.total::bigint as amount, 0::bigint as balance
  from dropinvoices r cross join lateral (select kind, sum(total_centavos) as total
      from dropinvoice_items
    where dropinvoice_id = r.id and (dispute_id is null or at <= r.closed_at) group by kind) i
  where r.closed_at is not null and ${among}
  union all
  select r.seller_id, r.supplier_id, i.at, 0, i.kind, r.id, r.number, i.total_centavos, 0
  from dropinvoices r join dropinvoice_items i on i.dropinvoice_id = r.id
  where i.dispute_id is not null and i.at > r.closed_at and ${among}
  union all
  select r.seller_id, r.supplier_id, r.at, 0, r.kind, d.id, d.number, -r.amount_centavos, 0
  from dropinvoice_settlements r join dropinvoices d on d.id = r.dropinvoice_id where ${among}
  union all
  select r.seller_id, r.supplier_id, r.at, 0, r.kind, d.id, d.number,
    case when r.kind in ('set_off', 'overpayment') then 0 else -r.amount_centavos end, r.amount_centavos
  from pair_entries r left join dropinvoices d on d.id = r.dropinvoice_id where ${among})`;

const monthsOf = (among: RawBuilder<SqlBool>) => sql<Month>`(
  with months as (
    select seller_id, supplier_id, to_char(at at time zone ${timeZone}, 'YYYYMM')::int as month,
      count(distinct invoice) filter (where invoices = 1)::int as invoices,
      coalesce(sum(amount) filter (where kind <> 'payment'), 0)::bigint as posted,
      -coalesce(sum(amount) filter (where kind = 'payment'), 0)::bigint as paid,
      sum(balance)::bigint as kept
    from ${movesOf(among)} m group by 1, 2, 3)
  select l.id * ${sql.lit(monthRoom)} + m.month as id, m.month, m.invoices, m.posted, m.paid,
    (sum(m.posted - m.paid) over (partition by l.id order by m.month))::bigint as closing,
    (sum(m.kept) over (partition by l.id order by m.month))::bigint as balance,
    seller.id as seller_id, seller.name as seller_name, supplier.id as supplier_id, supplier.name as supplier_name
  from months m
    join trade_links l on l.seller_id = m.seller_id and l.supplier_id = m.supplier_id
    join businesses seller on seller.id = m.seller_id join businesses supplier on supplier.id = m.supplier_id)`;

const statementList = listSpec({
  fields: statementFilter,
  sortedBy: statementSorts,
  sql: { seller: sql`s.seller_name`, supplier: sql`s.supplier_name` },
  search: sql`fold(s.seller_name || ' ' || s.supplier_name)`,
  sorts: { month: sql`s.month`, closing: sql`s.closing` },
  required: ['month', 'closing'],
  defaultSort: '-month',
  id: sql`s.id`,
});

export async function listStatements(tx: Tx, query: ListQuery): Promise<Page<StatementRow>> {
  const base = tx.db.selectFrom(monthsOf(sql`true`).as('s')).selectAll('s');
  const found = await listPage(tx, base, statementList, query);
  return { ...found, items: found.items.map(shapeRow) };
}

const shapeRow = (row: Month): StatementRow => ({
  ...figuresOf(row),
  id: row.id,
  seller: { id: row.seller_id, name: row.seller_name },
  supplier: { id: row.supplier_id, name: row.supplier_name },
});

const figuresOf = ({ month, invoices, posted, paid, closing, balance }: Month) => ({
  month: `${Math.trunc(month / 100)}-${String(month % 100).padStart(2, '0')}`,
  invoiceCount: invoices,
  openingCentavos: closing - posted + paid,
  postedCentavos: posted,
  paidCentavos: paid,
  closingCentavos: closing,
  invoicesCentavos: closing + balance,
  balanceCentavos: balance,
});

export async function readStatement(tx: Tx, id: number): Promise<Statement> {
  const link =
    (await tx.db
      .selectFrom('trade_links')
      .select(['seller_id as sellerId', 'supplier_id as supplierId'])
      .where('id', '=', Math.trunc(id / monthRoom))
      .executeTakeFirst()) ?? fail('not_found');
  // One year: the same month of the year before has a number that is 100 lower.
  const { rows: year } = await sql<Month>`select * from ${monthsOf(between(link))} s
    where id > ${id - 100} and id <= ${id} order by id`.execute(tx.db);
  const row = year.at(-1);
  if (row?.id !== id) fail('not_found');
  const found = shapeRow(row);
  const first = `${found.month}-01`;
  const entries = await findEntries(tx, link, found.openingCentavos, first, firstOfNextMonth(first));
  return { ...found, sums: sumsOf(entries), entries, months: year.map(figuresOf) };
}

/** Sums of entries by kind. */
export const sumsOf = (entries: readonly StatementEntry[]) =>
  statementKinds.flatMap((kind) => {
    const ofKind = entries.filter((entry) => entry.kind === kind);
    if (ofKind.length === 0) return [];
    return [{ kind, totalCentavos: ofKind.reduce((sum, entry) => sum + entry.totalCentavos, 0) }];
  });

const between = ({ sellerId, supplierId }: Sides) =>
  sql<SqlBool>`r.seller_id = ${sellerId} and r.supplier_id = ${supplierId}`;

/** The debts of a pair at the beginning of a day. */
async function readOpening(tx: Tx, link: Sides, day: Day): Promise<{ owed: number; balance: number }> {
  const { rows } = await sql<{ owed: number; balance: number }>`
    select coalesce(sum(amount), 0)::bigint as owed, coalesce(sum(balance), 0)::bigint as balance
    from ${movesOf(between(link))} m where at < ${startOfDay(day)}`.execute(tx.db);
  return rows[0] ?? { owed: 0, balance: 0 };
}

/** The statement of a period, including both days. */
export async function readPeriod(
  tx: Tx,
  actor: Actor,
  asked: { seller: string; supplier: string; from: Day; to: Day },
): Promise<PeriodStatement> {
  const link = { sellerId: Number(asked.seller), supplierId: Number(asked.supplier) };
  const { from, to } = asked;
  if (from > to) invalidField('to', 'date_invalid');
  const names = await tx.db
    .selectFrom('trade_links as l')
    .innerJoin('businesses as seller', 'seller.id', 'l.seller_id')
    .innerJoin('businesses as supplier', 'supplier.id', 'l.supplier_id')
    .select(['seller.name as seller', 'supplier.name as supplier'])
    .where('l.seller_id', '=', link.sellerId)
    .where('l.supplier_id', '=', link.supplierId)
    .executeTakeFirst();
  if (!names || ![link.sellerId, link.supplierId].includes(actor.businessId)) return fail('not_found');
  const opening = await readOpening(tx, link, from);
  const closing = await readOpening(tx, link, addDays(to, 1));
  return {
    ...{ from, to },
    seller: { id: link.sellerId, name: names.seller },
    supplier: { id: link.supplierId, name: names.supplier },
    openingCentavos: opening.owed,
    closingCentavos: closing.owed,
    invoicesCentavos: closing.owed + closing.balance,
    balanceCentavos: closing.balance,
    entries: await findEntries(tx, link, opening.owed, from, addDays(to, 1)),
  };
}

type Entry = {
  day: Day;
  invoiceId: number | null;
  number: number | null;
  kind: StatementKind;
  totalCentavos: number;
};

/** Entries by day, invoice and kind from a day until before another: an invoice of a thousand sales is one entry. */
async function findEntries(
  tx: Tx,
  link: Sides,
  opening: number,
  from: Day,
  to: Day,
): Promise<StatementEntry[]> {
  const { rows } = await sql<Entry>`
    select (m.at at time zone ${timeZone})::date as day, m.invoice as "invoiceId", m.number, m.kind,
      sum(m.amount)::bigint as "totalCentavos"
    from ${movesOf(between(link))} m
    where m.at >= ${startOfDay(from)} and m.at < ${startOfDay(to)} and m.kind not in ('set_off', 'overpayment')
    group by 1, 2, 3, 4
    order by 1, 3, array_position(${[...statementKinds]}::text[], m.kind)`.execute(tx.db);
  let balance = opening;
  return rows.map(({ invoiceId, number, ...entry }) => {
    balance += entry.totalCentavos;
    const invoice = invoiceId === null || number === null ? null : { id: invoiceId, number };
    return { ...entry, invoice, balanceCentavos: balance };
  });
}
