import { sql } from 'kysely';
import type { ResponseInputOf } from '#contract/endpoint.ts';
import type { balances } from '#contract/inventory/balance.ts';
import type { Tx } from '#server/db/transaction.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { withinWarehouses } from '#server/inventory/warehouse/scope.ts';

type Alarms = ResponseInputOf<typeof balances.alarms>;
const overdueHours = 24;

/** Urgent matters: stock that sales wait for, flags older than a day, counts that wait for approval. */
export async function readAlarms(tx: Tx, actor: Actor): Promise<Alarms> {
  const { rows: shortfalls } = await sql<Alarms['shortfalls'][number]>`
    select s.id, json_build_object('id', p.id, 'name', p.name) as product, v.sku,
      json_build_object('id', w.id, 'name', w.name) as warehouse, x.sales
    from (select op.stock_id, count(distinct o.id)::int as sales from orders o join order_parts op on op.order_id = o.id
        where o.fulfiller_id = app_business() and o.shown_at is not null and o.bench_status = 'waiting_approval'
          and o.reserve = 'short' group by op.stock_id) x
      join stock s on s.id = x.stock_id and s.business_id = app_business()
      join product_variations v on v.id = s.variation_id join products p on p.id = v.product_id
      join warehouses w on w.id = s.warehouse_id
    where ${withinWarehouses(actor, sql`s.warehouse_id`)} order by x.sales desc, s.id limit 20`.execute(
    tx.db,
  );
  const { rows } = await sql<Pick<Alarms, 'overdue' | 'waitingApproval'>>`
    select count(*) filter (where started_at < ${tx.now()}::timestamptz - ${overdueHours} * interval '1 hour')::int as overdue,
      count(*) filter (where state = 'waiting_approval')::int as "waitingApproval"
    from balances where business_id = app_business() and ended_at is null
      and ${withinWarehouses(actor, sql`warehouse_id`)}`.execute(tx.db);
  const drifts = actorCan(actor, 'balances.approve') ? await findDrifts(tx) : [];
  return {
    shortfalls,
    overdue: rows[0]?.overdue ?? 0,
    waitingApproval: rows[0]?.waitingApproval ?? 0,
    drifts,
  };
}

/** Differences of the nightly recount that are still open. */
async function findDrifts(tx: Tx): Promise<Alarms['drifts']> {
  const { rows } = await sql<Alarms['drifts'][number]>`
    select s.id, json_build_object('id', p.id, 'name', p.name) as product, v.sku,
      json_build_object('id', w.id, 'name', w.name) as warehouse,
      case d.bucket when 'on_hand' then 'onHand' else d.bucket end as bucket, d.source, d.stored, d.recounted,
      d.found_at as since
    from stock_drifts d join stock s on s.id = d.stock_id join product_variations v on v.id = s.variation_id
      join products p on p.id = v.product_id join warehouses w on w.id = s.warehouse_id
    where d.business_id = app_business() and d.ended_at is null order by d.id limit 20`.execute(tx.db);
  return rows;
}
