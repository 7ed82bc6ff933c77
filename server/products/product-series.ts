import { sql } from 'kysely';
import { addDays, type Day, dayOf, firstOfMonth, startOfDay, timeZone } from '#contract/dates.ts';
import type { ProductSeries } from '#contract/products/product-series.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { ownBusiness, withinWarehouses } from '#server/inventory/warehouse/scope.ts';

const daysDrawn = 30;
const monthsDrawn = 12;

type Period = 'day' | 'month';
type Row = { at: Day; units: number; price: number | null; cost: number | null };

/** What was sold of a product in the actor's warehouses: the last 30 days, and the last 12 months. */
export async function readProductSeries(tx: Tx, actor: Actor, id: number): Promise<ProductSeries> {
  const known = await tx.db
    .selectFrom('products')
    .select('id')
    .where('id', '=', id)
    .where('business_id', '=', ownBusiness)
    .executeTakeFirst();
  if (!known) fail('not_found');
  const today = dayOf(tx.now());
  const [days, months] = await Promise.all([
    readSold(tx, actor, id, 'day', addDays(today, 1 - daysDrawn)),
    readSold(tx, actor, id, 'month', monthsBefore(firstOfMonth(today), monthsDrawn - 1)),
  ]);
  const priced = actorCan(actor, 'prices.read');
  const soldIn = ({ units, price, cost }: Row) => ({
    units,
    ...(priced && { priceCentavos: price, costCentavos: cost }),
  });
  return {
    days: days.map((row) => ({ day: row.at, ...soldIn(row) })),
    months: months.map((row) => ({ month: row.at, ...soldIn(row) })),
  };
}

function monthsBefore(first: Day, months: number): Day {
  return months === 0 ? first : monthsBefore(firstOfMonth(addDays(first, -1)), months - 1);
}

/**
 * One row per day or month from `first` on, in Sao Paulo's calendar. A line with several parts has no price for each of them,
 * so it counts for the units only.
 */
async function readSold(tx: Tx, actor: Actor, id: number, period: Period, first: Day): Promise<Row[]> {
  const from = startOfDay(first);
  const unit = sql.lit(period);
  const step = sql.lit(`1 ${period}`);
  const { rows } = await sql<Row>`with
    goods as (select id from product_variations where business_id = app_business() and product_id = ${id}),
    sold as (
      select date_trunc(${unit}, o.purchased_at at time zone ${timeZone})::date as at, p.quantity,
        case when o.business_id <> o.fulfiller_id then p.quantity * p.unit_cost_centavos
          when (select count(*) from order_parts x where x.line_id = p.line_id) = 1
          then l.quantity * l.unit_price_centavos end as value
      from stock s join order_parts p on p.stock_id = s.id join orders o on o.id = p.order_id
        left join order_lines l on l.id = p.line_id
      where s.business_id = app_business() and s.variation_id in (select id from goods)
        and o.purchased_at >= ${from} and o.canceled_at is null and ${withinWarehouses(actor, sql`o.warehouse_id`)}),
    bought as (
      select date_trunc(${unit}, b.at at time zone ${timeZone})::date as at,
        round(sum(b.total_centavos)::numeric / sum(b.quantity))::bigint as cost
      from paid_prices b
      where b.business_id = app_business() and b.variation_id in (select id from goods) and b.at >= ${from}
      group by 1),
    summed as (
      select at, sum(quantity)::int as units,
        round(sum(value)::numeric / nullif(sum(quantity) filter (where value is not null), 0))::bigint as price
      from sold group by at)
    select d.at::date as at, coalesce(summed.units, 0) as units, summed.price, bought.cost
    from generate_series(${first}::date, ${dayOf(tx.now())}::date, ${step}::interval) as d (at)
      left join summed on summed.at = d.at::date left join bought on bought.at = d.at::date
    order by d.at`.execute(tx.db);
  return rows;
}
