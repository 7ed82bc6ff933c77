import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Day, firstOfNextMonth, startOfDay, timeZone } from '#contract/dates.ts';
import {
  type Statement,
  type StatementKind,
  type StatementRow,
  statementFilter,
  statementKinds,
} from '#contract/dropshipping/statement.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Sides } from '#server/dropshipping/dropinvoice/invoice-lines.ts';
import { fail } from '#server/fault.ts';

/** A statement is known by its link and its month: 202611 of link 7 is 7202611. */
const monthRoom = 1_000_000;

type Month = {
  id: number;
  month: number;
  invoices: number;
  posted: number;
  paid: number;
  closing: number;
  seller_id: number;
  seller_name: string;
  supplier_id: number;
  supplier_name: string;
};

/**
 * The months of every pair of partners. An invoice counts from its close on, a dispute of a closed one from its own day on,
 * a payment from its approval on; what a closed invoice owes the seller, and what a payment lacked or was too much, leaves
 * it for the next. `among` narrows invoices `d`.
 */
const monthsOf = (among: RawBuilder<SqlBool>) => sql<Month>`(
  with moved as (
    select d.seller_id, d.supplier_id, m.at, m.invoices, m.posted, m.paid
    from dropinvoices d cross join lateral (values
      (d.closed_at, 1, d.total_centavos, 0::bigint),
      (d.completed_at, 0, case when d.total_centavos > 0 then d.paid_centavos else 0 end - d.total_centavos,
        case when d.total_centavos > 0 then d.paid_centavos else 0 end)
    ) m (at, invoices, posted, paid) where m.at is not null and ${among}
    union all
    select d.seller_id, d.supplier_id, m.at, 0, m.posted, 0
    from dropinvoice_items i join dropinvoices d on d.id = i.dropinvoice_id cross join lateral (values
      (i.at, i.total_centavos), (d.closed_at, -i.total_centavos)) m (at, posted)
    where i.dispute_id is not null and i.at > d.closed_at and ${among}),
  months as (
    select seller_id, supplier_id, to_char(at at time zone ${timeZone}, 'YYYYMM')::int as month,
      sum(invoices)::int as invoices, sum(posted)::bigint as posted, sum(paid)::bigint as paid
    from moved group by 1, 2, 3)
  select l.id * ${sql.lit(monthRoom)} + m.month as id, m.month, m.invoices, m.posted, m.paid,
    (sum(m.posted - m.paid) over (partition by l.id order by m.month))::bigint as closing,
    seller.id as seller_id, seller.name as seller_name, supplier.id as supplier_id, supplier.name as supplier_name
  from months m
    join trade_links l on l.seller_id = m.seller_id and l.supplier_id = m.supplier_id
    join businesses seller on seller.id = m.seller_id join businesses supplier on supplier.id = m.supplier_id)`;

const statementList = listSpec({
  fields: statementFilter,
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

const figuresOf = ({ month, invoices, posted, paid, closing }: Month) => ({
  month: `${Math.trunc(month / 100)}-${String(month % 100).padStart(2, '0')}`,
  invoiceCount: invoices,
  openingCentavos: closing - posted + paid,
  postedCentavos: posted,
  paidCentavos: paid,
  closingCentavos: closing,
});

export async function readStatement(tx: Tx, id: number): Promise<Statement> {
  const link =
    (await tx.db
      .selectFrom('trade_links')
      .select(['seller_id as sellerId', 'supplier_id as supplierId'])
      .where('id', '=', Math.trunc(id / monthRoom))
      .executeTakeFirst()) ?? fail('not_found');
  // A year of months: the same month of the year before has the number 100 less.
  const { rows: year } = await sql<Month>`select * from ${monthsOf(between(link))} s
    where id > ${id - 100} and id <= ${id} order by id`.execute(tx.db);
  const row = year.at(-1);
  if (row?.id !== id) fail('not_found');
  const found = shapeRow(row);
  let balance = found.openingCentavos;
  const entries = (await findEntries(tx, link, found.month)).map(({ invoiceId, number, ...entry }) => {
    balance += entry.totalCentavos;
    return { ...entry, invoice: { id: invoiceId, number }, balanceCentavos: balance };
  });
  const sums = statementKinds.flatMap((kind) => {
    const ofKind = entries.filter((entry) => entry.kind === kind);
    if (ofKind.length === 0) return [];
    return [{ kind, totalCentavos: ofKind.reduce((sum, entry) => sum + entry.totalCentavos, 0) }];
  });
  return { ...found, sums, entries, months: year.map(figuresOf) };
}

const between = ({ sellerId, supplierId }: Sides) =>
  sql<SqlBool>`d.seller_id = ${sellerId} and d.supplier_id = ${supplierId}`;

type Entry = { day: Day; invoiceId: number; number: number; kind: StatementKind; totalCentavos: number };

/** By day, invoice and kind: an invoice of a thousand sales is one entry. */
async function findEntries(tx: Tx, link: Sides, month: string): Promise<Entry[]> {
  const first = `${month}-01`;
  const from = startOfDay(first);
  const to = startOfDay(firstOfNextMonth(first));
  const { rows } = await sql<Entry>`
    select (e.at at time zone ${timeZone})::date as day, e.id as "invoiceId", e.number, e.kind,
      sum(e.total)::bigint as "totalCentavos"
    from (
      select d.closed_at as at, d.id, d.number, i.kind, i.total_centavos as total
      from dropinvoices d join dropinvoice_items i on i.dropinvoice_id = d.id
      where ${between(link)} and d.closed_at >= ${from} and d.closed_at < ${to}
        and (i.dispute_id is null or i.at <= d.closed_at)
      union all
      select i.at, d.id, d.number, i.kind, i.total_centavos
      from dropinvoices d join dropinvoice_items i on i.dropinvoice_id = d.id
      where ${between(link)} and i.dispute_id is not null and i.at > d.closed_at
        and i.at >= ${from} and i.at < ${to}
      union all
      select d.completed_at, d.id, d.number, m.kind, -m.total
      from dropinvoices d cross join lateral (values
        ('payment', case when d.total_centavos > 0 then d.paid_centavos else 0 end),
        ('difference', case when d.total_centavos > 0 then d.total_centavos - d.paid_centavos else 0 end),
        ('carry', least(d.total_centavos, 0))) m (kind, total)
      where ${between(link)} and d.completed_at >= ${from} and d.completed_at < ${to} and m.total <> 0) e
    group by 1, 2, 3, 4
    order by 1, 3, array_position(${[...statementKinds]}::text[], e.kind)`.execute(tx.db);
  return rows;
}
