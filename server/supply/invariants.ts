import type { Invariant } from '#server/db/invariant.ts';

export const supplyInvariants: readonly Invariant[] = [
  {
    name: 'INV-18 the totals of a request are the sum of its lines',
    sql: `select r.id, r.total_products, r.total_centavos, l.* from supply_requests r cross join lateral (
        select coalesce(sum(quantity), 0) as units, coalesce(sum(total_centavos), 0) as centavos
        from supply_request_lines x where x.business_id = r.business_id and x.request_id = r.id) l
      where (r.total_products, r.total_centavos) is distinct from (l.units, l.centavos)`,
  },
  {
    name: 'INV-18 what was agreed to be paid is what the lines of an approved request say',
    sql: `select l.id, l.price_centavos, p.price_centavos as paid from supply_requests r
        join supply_request_lines l on l.business_id = r.business_id and l.request_id = r.id
        left join paid_prices p on p.request_id = r.id and p.variation_id = l.variation_id
      where (r.approved_at is not null and r.parent_id is null) <> (p.id is not null)
        or (p.price_centavos, p.total_centavos, p.quantity, p.supplier_id)
            is distinct from (l.price_centavos, l.total_centavos, l.quantity, r.supplier_id)
          and p.id is not null`,
  },
  {
    name: 'INV-15 what is expected on a shelf is what ongoing requests still have on their way',
    of: 'stock',
    sql: `select s.id, s.inbound from stock s where s.inbound <> coalesce((
        select sum(l.inbound) from supply_request_lines l join supply_requests r on r.id = l.request_id
        where l.business_id = s.business_id and l.variation_id = s.variation_id and r.warehouse_id = s.warehouse_id), 0)`,
  },
  {
    name: 'INV-15 nothing is expected of a request that is pending, attended or canceled',
    sql: `select r.id, r.state from supply_requests r join supply_request_lines l on l.request_id = r.id
      where l.inbound > 0 and r.state in ('pending', 'attended', 'canceled')`,
  },
  {
    name: 'INV-15 each step of receiving starts where the one before it ended, and nothing follows a cancellation',
    sql: `select * from (select e.id, e.request_id, e.kind, e.detail->>'from' as step,
          lag(coalesce(e.detail->>'to', 'canceled'), 1, 'in_transport') over (partition by e.request_id order by e.id) as before
        from supply_request_events e where e.kind in ('advanced', 'returned', 'canceled')) steps
      where kind <> 'canceled' and step <> before`,
  },
  {
    name: 'INV-15 a unit of a line is expected, on a shelf or given up: one of the three',
    sql: `select l.id, l.quantity, l.confirmed_quantity, l.inbound, l.closed_units, v.taken from supply_request_lines l
        join supply_requests r on r.id = l.request_id cross join lateral (
          select coalesce(sum(x.inbound_taken), 0) as taken from volumes x
          where x.business_id = l.business_id and x.request_line_id = l.id) v
      where r.state not in ('pending', 'canceled') 
        and l.inbound + l.closed_units + v.taken <> coalesce(l.confirmed_quantity, l.quantity)`,
  },
  {
    name: 'INV-18 a document of a vendor is kept with the papers of the vendor of its request',
    sql: `select i.id from vendor_invoices i join supply_requests r on r.id = i.request_id
        join supplier_documents d on d.id = i.document_id where d.supplier_id <> r.supplier_id`,
  },
];
