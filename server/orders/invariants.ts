import { orderEventKinds, orderEvents } from '#contract/orders/order-events.ts';
import type { Invariant } from '#server/db/invariant.ts';

const unversioned = orderEventKinds
  .filter((kind) => !orderEvents[kind].versioned)
  .map((kind) => `'${kind}'`)
  .join(', ');

const changedWithin = (time: string) =>
  `o.updated_at > (select max(updated_at) from orders) - interval '${time}'`;
/** Scans are deleted a year after they were made, the history of a sale five years after its last change. */
const hasScans = changedWithin('1 year');
const hasHistory = changedWithin('5 years');

/** Invariants of sales after every transaction: each query must return no row. */
export const saleInvariants: readonly Invariant[] = [
  {
    name: 'INV-03 a sale says of its reserve what the shelf has promised it',
    of: 'orders',
    sql: `select o.id, o.reserve, r.* from orders o cross join lateral (
        select count(*) as parts from order_parts p where p.order_id = o.id and p.quantity > 0) p cross join lateral (
        select count(*) filter (where kind = 'firm') as firm, count(*) filter (where kind = 'soft') as soft
        from reservations r where r.order_id = o.id and r.state = 'open') r
      where (r.firm, r.soft) is distinct from (case o.reserve when 'firm' then p.parts else 0 end,
        case o.reserve when 'soft' then p.parts else 0 end)`,
  },
  {
    name: 'INV-03 what came too short never reaches the bench',
    of: 'orders',
    sql: `select o.id, o.status, o.reserve from orders o where not o.marketplace_fulfilled
        and o.status in ('pending', 'picking') and o.reserve <> 'firm'`,
  },
  {
    name: 'INV-08 packed, and only packed, has used its reserve up',
    of: 'orders',
    sql: `select o.id, o.status from orders o where (o.packed_at is not null) <> (o.reserve = 'consumed')`,
  },
  {
    name: 'INV-08 the history ends with the status of the sale',
    of: 'orders',
    sql: `select o.id, o.status from orders o where ${hasHistory} and o.status is distinct from (
        select e.status_to from order_events e where e.order_id = o.id and e.status_to is not null
        order by e.id desc limit 1)`,
  },
  {
    name: 'INV-08 each step of the history begins where the one before ended',
    of: 'orders',
    sql: `select o.id, e.status_from, e.before from orders o cross join lateral (
        select status_from, lag(status_to) over (order by id) as before
        from order_events e where e.order_id = o.id and status_to is not null) e
      where e.status_from is distinct from e.before and ${hasHistory}`,
  },
  {
    name: 'INV-08 every change of a sale is in its history',
    of: 'orders',
    sql: `select o.id, o.version from orders o
      where ${hasHistory} and o.version > (
        select count(*) from order_events e where e.order_id = o.id and e.kind not in (${unversioned}))`,
  },
  {
    name: 'INV-08 a line of a sale has the time of its purchase',
    of: 'orders',
    sql: `select o.id, l.id as line from orders o join order_lines l on l.order_id = o.id
      where l.purchased_at <> o.purchased_at`,
  },
  {
    name: 'INV-08 a sale has the units, the fees and the cost of its lines and parts',
    of: 'orders',
    sql: `select o.id, o.units, o.fee_centavos, o.cost_centavos, l.*, p.* from orders o cross join lateral (
        select coalesce(sum(l.quantity), 0) as units, case when bool_and(l.sale_fee_centavos is not null or l.quantity = 0)
          then sum(l.sale_fee_centavos) filter (where l.quantity > 0) end as fee
        from order_lines l where l.order_id = o.id) l cross join lateral (
        select coalesce(sum(p.unit_cost_centavos * p.quantity), 0) as cost from order_parts p where p.order_id = o.id) p
      where (o.units, o.fee_centavos, o.cost_centavos) is distinct from (l.units, l.fee, p.cost)`,
  },
  {
    name: 'INV-09 each beep is a scan of now, and what is packed was beeped',
    of: 'orders',
    sql: `select p.id, p.beeped, s.scans from orders o join order_parts p on p.order_id = o.id cross join lateral (
        select count(*) as scans from order_scans s
        where s.order_id = o.id and s.part_id = p.id and s.voided_at is null) s
      where p.beeped <> s.scans and ${hasScans} or p.beeped > p.quantity
        or (o.packed_at is not null and o.canceled_at is null and p.beeped <> p.quantity)`,
  },
  {
    name: 'INV-12 a list holds what its sales want, and has picked what lies in its totes',
    of: 'orders',
    sql: `select o.id, m.units, m.picked, a.* from orders o
        join picking_list_orders m on m.order_id = o.id and m.left_at is null
        join picking_lists l on l.id = m.list_id and l.state in ('in_progress', 'finished') cross join lateral (
        select coalesce(sum(a.quantity), 0) as held, coalesce(sum(a.quantity) filter (where v.tote), 0) as in_totes
        from pick_allocations a join volumes v on v.id = a.volume_id where a.order_id = o.id) a cross join lateral (
        select sum(p.quantity) as wanted from order_parts p where p.order_id = o.id) p
      where o.status = 'picking' and (m.units, m.units, m.picked) is distinct from (p.wanted, a.held, a.in_totes)`,
  },
  {
    name: 'INV-12 a finished list has nothing left to fetch but for lots that expired since, a canceled one holds nothing',
    of: 'orders',
    sql: `select o.id, l.state from orders o join picking_list_orders m on m.order_id = o.id and m.left_at is null
        join picking_lists l on l.id = m.list_id
      where l.state = 'canceled' or l.state = 'finished' and o.status = 'picking' and m.picked + (
          select count(*) from picking_scans s where s.list_id = l.id and s.order_id = o.id and s.voided_at is not null) < m.units`,
  },
  {
    name: 'INV-12 every unit on a list was scanned, and each once',
    of: 'orders',
    sql: `select o.id, m.picked, s.scans from orders o join picking_list_orders m on m.order_id = o.id cross join lateral (
        select count(*) as scans from picking_scans s where s.list_id = m.list_id and s.order_id = o.id and s.voided_at is null) s
      where m.picked <> s.scans and ${hasScans}`,
  },
  {
    name: 'INV-12 what stands on a manifest has left, from the warehouse of the manifest',
    of: 'orders',
    sql: `select o.id, m.id as manifest from orders o join manifest_sales s on s.order_id = o.id
        join manifests m on m.id = s.manifest_id
      where o.collected_at is null
        or (m.business_id, m.warehouse_id) is distinct from (o.fulfiller_id, o.warehouse_id)`,
  },
  {
    name: 'INV-47 a sale came from an account and an advertisement of its own seller',
    of: 'orders',
    sql: `select o.id from orders o join marketplace_accounts a on a.id = o.account_id
        left join order_lines l on l.order_id = o.id
        left join publication_variations v on v.id = l.publication_variation_id
        left join publications p on p.id = v.publication_id
      where a.business_id <> o.business_id or v.business_id <> o.business_id or p.account_id <> o.account_id`,
  },
  {
    name: 'INV-48 a cancel that the marketplace has to hear of waits in the queue',
    of: 'orders',
    sql: `select o.id from orders o where o.remote_cancel = 'queued' and not exists (
        select from queued_jobs j where j.key = 'send-cancel:' || o.id)`,
  },
];
