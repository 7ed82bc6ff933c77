import { sql } from 'kysely';
import { addDays, type Day, dayOf } from '#contract/dates.ts';
import {
  type OverdueCase,
  overdueCaseFilter,
  overdueCaseSorts,
} from '#contract/dropshipping/overdue-case.ts';
import { overdueStates } from '#contract/dropshipping/overdue-case-states.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Sides } from '#server/dropshipping/balance/pair-lock.ts';
import { fail } from '#server/fault.ts';

/** The overdue amounts of a pair: all of it, and the part without a reported payment. */
export type Owed = {
  invoices: number;
  total: number;
  saidPaid: number;
  dueOn: Day | null;
  unpaidSince: Day | null;
};

const owedColumns = sql`count(*)::int as invoices, coalesce(sum(d.payable_centavos), 0)::bigint as total,
  coalesce(sum(d.payable_centavos) filter (where d.state = 'waiting_approval'), 0)::bigint as "saidPaid",
  min(d.due_on) as "dueOn", min(d.due_on) filter (where d.state = 'pending') as "unpaidSince"`;
const isPastDue = (today: Day) =>
  sql`d.closed_at is not null and d.state <> 'complete' and d.due_on < ${today}::date
    and (d.payable_centavos > 0 or d.state = 'waiting_approval')`;

export async function readOwed(tx: Tx, { sellerId, supplierId }: Sides): Promise<Owed> {
  const { rows } = await sql<Owed>`select ${owedColumns} from dropinvoices d
    where d.seller_id = ${sellerId} and d.supplier_id = ${supplierId} and ${isPastDue(dayOf(tx.now()))}`.execute(
    tx.db,
  );
  return rows[0] ?? fail('internal');
}

/** The day on which the supplier is asked: after `overdueDays` whole days past due. */
export const askDay = (unpaidSince: Day, overdueDays: number): Day => addDays(unpaidSince, overdueDays + 1);

function openCases(tx: Tx) {
  const owed = sql<Owed>`(select ${owedColumns} from dropinvoices d
    where d.seller_id = c.seller_id and d.supplier_id = c.supplier_id and ${isPastDue(dayOf(tx.now()))})`;
  return (
    tx.db
      .selectFrom('overdue_cases as c')
      .innerJoin('businesses as seller', 'seller.id', 'c.seller_id')
      .innerJoin('businesses as supplier', 'supplier.id', 'c.supplier_id')
      .innerJoin('trade_links as t', (join) =>
        join.onRef('t.seller_id', '=', 'c.seller_id').onRef('t.supplier_id', '=', 'c.supplier_id'),
      )
      .innerJoinLateral(owed.as('o'), (join) => join.onTrue())
      .selectAll('c')
      .select(['seller.name as seller_name', 'supplier.name as supplier_name', 't.overdue_days'])
      .select(['o.invoices', 'o.total', 'o.saidPaid', 'o.dueOn', 'o.unpaidSince'])
      .where('c.ended_at', 'is', null)
      // The next run ends a case of which nothing is past due any more.
      .where('o.dueOn', 'is not', null)
  );
}
type Row = Awaited<ReturnType<ReturnType<typeof openCases>['executeTakeFirstOrThrow']>>;

const caseList = listSpec({
  fields: overdueCaseFilter,
  sortedBy: overdueCaseSorts,
  sql: { state: sql`c.state`, seller: sql`seller.name`, supplier: sql`supplier.name` },
  search: sql`fold(seller.name || ' ' || supplier.name)`,
  sorts: { id: sql`c.id` },
  required: ['id'],
  defaultSort: 'id',
  id: sql`c.id`,
});

export async function listOverdueCases(tx: Tx, query: ListQuery): Promise<Page<OverdueCase>> {
  const found = await listPage(tx, openCases(tx), caseList, query);
  return { ...found, items: found.items.map(show) };
}

export async function readOverdueCase(tx: Tx, id: number): Promise<OverdueCase> {
  return show((await openCases(tx).where('c.id', '=', id).executeTakeFirst()) ?? fail('not_found'));
}

function show(row: Row): OverdueCase {
  const state = overdueStates.find((known) => known === row.state) ?? fail('internal');
  return {
    id: row.id,
    seller: { id: row.seller_id, name: row.seller_name },
    supplier: { id: row.supplier_id, name: row.supplier_name },
    state,
    dueOn: row.dueOn ?? '',
    invoiceCount: row.invoices,
    totalCentavos: row.total,
    saidPaidCentavos: row.saidPaid,
    openedAt: row.opened_at.toISOString(),
    askedAt: row.asked_at?.toISOString() ?? null,
    heldAt: row.held_at?.toISOString() ?? null,
    extendedUntil: row.extended_until,
    next: nextOf(state, row),
  };
}

/** A reported payment waits for the supplier's approval; until then the case takes no further step. */
function nextOf(state: OverdueCase['state'], row: Row): OverdueCase['next'] {
  if (row.unpaidSince === null) return { step: 'approve', on: null };
  if (state === 'asked') return { step: 'decide', on: null };
  if (state === 'held') return { step: 'pay', on: null };
  if (state === 'extended' && row.extended_until) return { step: 'ask', on: addDays(row.extended_until, 1) };
  return { step: 'ask', on: askDay(row.unpaidSince, row.overdue_days) };
}
