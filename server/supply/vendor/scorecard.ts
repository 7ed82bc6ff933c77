import { sql } from 'kysely';
import { addDays, dayOf } from '#contract/dates.ts';
import type { SupplierScorecard } from '#contract/supply/supplier-scorecard.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { findSupplier } from './supplier.queries.ts';

type Month = SupplierScorecard['months'][number] & { lateDays: number; late: number };

/** Figures of a supplier over twelve months; a request counts in the month of its arrival. */
export async function readScorecard(tx: Tx, actor: Actor, supplierId: number): Promise<SupplierScorecard> {
  if (!(await findSupplier(tx, supplierId))) fail('not_found');
  const today = dayOf(tx.now());
  const [months, { openProblems, problemsByKind, priced, priceKept }] = await Promise.all([
    findMonths(tx, supplierId, today),
    findRest(tx, supplierId, addDays(today, -365)),
  ]);
  const seesPrices = actorCan(actor, 'prices.read');
  const sum = (of: (month: Month) => number) => months.reduce((total, month) => total + of(month), 0);
  const late = sum((month) => month.late);
  return {
    arrived: sum((month) => month.arrived),
    dated: sum((month) => month.dated),
    onTime: sum((month) => month.onTime),
    attended: sum((month) => month.attended),
    complete: sum((month) => month.complete),
    problems: sum((month) => month.problems),
    meanDaysLate: late === 0 ? null : Math.round((sum((month) => month.lateDays) / late) * 10) / 10,
    openProblems,
    problemsByKind,
    ...(seesPrices && { priced, priceKept }),
    months: months.map(({ priceIndex, lateDays: _, late: __, ...month }) => ({
      ...month,
      ...(seesPrices && { priceIndex: priceIndex ?? null }),
    })),
  };
}

/** One row per month, including months without deliveries. */
async function findMonths(tx: Tx, supplierId: number, today: string): Promise<Month[]> {
  const { rows } = await sql<Month>`
    with months as (select to_char(m, 'YYYY-MM') as month from generate_series(
        date_trunc('month', ${today}::date) - interval '11 months', date_trunc('month', ${today}::date), '1 month') m),
      since as (select (date_trunc('month', ${today}::date) - interval '11 months') at time zone 'America/Sao_Paulo' as at),
      came as (select to_char(r.arrived_at at time zone 'America/Sao_Paulo', 'YYYY-MM') as month, r.state,
          (r.arrived_at at time zone 'America/Sao_Paulo')::date - r.estimated_delivery as late,
          (select coalesce(sum(l.closed_units), 0) from supply_request_lines l where l.request_id = r.id) as missing,
          (select count(*) from reported_problems q where q.request_id = r.id) as problems
        from supply_requests r where r.supplier_id = ${supplierId} and r.arrived_at >= (select at from since)
          and r.state <> 'canceled'),
      paid as (select to_char(p.at at time zone 'America/Sao_Paulo', 'YYYY-MM') as month, p.price_centavos::numeric
          / first_value(p.price_centavos) over (partition by p.variation_id order by p.id) as ratio
        from paid_prices p where p.supplier_id = ${supplierId} and p.at >= (select at from since)),
      indexes as (select month, round(avg(ratio) * 10000)::int as index from paid group by month)
    select m.month, count(c.month)::int as arrived, count(c.late)::int as dated,
      (count(*) filter (where c.late <= 0))::int as "onTime",
      (count(*) filter (where c.state = 'attended'))::int as attended,
      (count(*) filter (where c.state = 'attended' and c.missing = 0))::int as complete,
      coalesce(sum(c.problems), 0)::int as problems, (count(*) filter (where c.late > 0))::int as late,
      coalesce(sum(c.late) filter (where c.late > 0), 0)::int as "lateDays", max(i.index) as "priceIndex"
    from months m left join came c on c.month = m.month left join indexes i on i.month = m.month
    group by m.month order by m.month`.execute(tx.db);
  return rows;
}

type Rest = Pick<SupplierScorecard, 'openProblems' | 'problemsByKind'> & {
  priced: number;
  priceKept: number;
};

async function findRest(tx: Tx, supplierId: number, since: string): Promise<Rest> {
  const { rows } = await sql<Rest>`
    with told as (select q.kind, q.state, q.created_at from reported_problems q join supply_requests r on r.id = q.request_id
        where r.supplier_id = ${supplierId}),
      sent as (select round(x.goods_centavos::numeric / nullif(x.units, 0)) <= l.price_centavos as kept from vendor_invoice_items x
        join vendor_invoices i on i.id = x.invoice_id join supply_requests r on r.id = i.request_id
        join supply_request_lines l on l.id = x.line_id where r.supplier_id = ${supplierId} and i.created_at >= ${since}::date)
    select (select count(*) from told where state = 'open')::int as "openProblems",
      (select coalesce(jsonb_agg(jsonb_build_object('kind', k.kind, 'problems', k.problems) order by k.problems desc, k.kind), '[]')
        from (select kind, count(*)::int as problems from told where created_at >= ${since}::date group by kind) k) as "problemsByKind",
      (select count(*) from sent)::int as priced, (select count(*) from sent where kept)::int as "priceKept"`.execute(
    tx.db,
  );
  return rows[0] ?? fail('internal');
}
