import type { Invariant } from '#server/inventory/invariants.ts';

/** What must hold of the settlement after every transaction: each query must return no row. */
export const settlementInvariants: readonly Invariant[] = [
  {
    name: 'INV-21 an invoice is the sum of its lines',
    of: 'dropinvoices',
    sql: `select d.id, d.total_centavos, d.product_quantity, i.* from dropinvoices d left join lateral (
        select coalesce(sum(total_centavos), 0) as total,
          coalesce(sum(quantity) filter (where kind not in ('carry', 'hand_credit', 'difference')), 0) as quantity
        from dropinvoice_items where dropinvoice_id = d.id) i on true
      where (d.total_centavos, d.product_quantity) is distinct from (i.total, i.quantity)`,
  },
  {
    name: 'INV-21 lines stand at the cost frozen for the sale, between its two sides',
    of: 'dropinvoices',
    sql: `select i.id from dropinvoices d join dropinvoice_items i on i.dropinvoice_id = d.id
        join order_parts p on p.id = i.part_id
      where i.unit_price_centavos <> p.unit_cost_centavos or p.order_id <> i.order_id
        or (d.seller_id, d.supplier_id) <> (i.seller_id, i.supplier_id)
        or (d.seller_id, d.supplier_id) <> (p.business_id, p.fulfiller_id)`,
  },
  {
    name: 'INV-21 a packed part is invoiced once, less what came back; one that is not packed nets to nothing',
    of: 'orders',
    sql: `select p.id, o.packed_at, sum(i.quantity) from orders o join order_parts p on p.order_id = o.id
        left join dropinvoice_items i on i.part_id = p.id
      where p.fulfiller_id <> p.business_id
      group by p.id, o.id, o.packed_at, o.canceled_at, o.returned_at
      having coalesce(sum(i.quantity), 0) <>
        case when o.packed_at is not null and (o.canceled_at is null or o.returned_at is not null)
        then p.quantity - coalesce((select sum(u.quantity) from parcel_return_units u join parcel_returns r
          on r.id = u.return_id and r.closed_at is not null
          where u.part_id = p.id and u.voided_at is null and u.condition <> 'missing'), 0) else 0 end`,
  },
  {
    name: 'INV-22 no state is skipped',
    of: 'dropinvoices',
    sql: `select d.id, d.state from dropinvoices d where not case d.state
      when 'pending' then completed_at is null and proof_file_id is null
      when 'waiting_approval' then closed_at is not null and completed_at is null and proof_file_id is not null
      else closed_at is not null and completed_at is not null
        and (total_centavos <= 0 or (proof_file_id is not null and paid_on is not null)) end`,
  },
  {
    name: 'INV-22 ads are held only while something is past due, after the supplier was asked',
    sql: `select c.id, c.state from overdue_cases c
      where c.state in ('asked', 'held') and (c.asked_at is null or not exists (select from dropinvoices d
        where d.seller_id = c.seller_id and d.supplier_id = c.supplier_id and d.closed_at is not null
          and d.state <> 'complete' and d.due_on < greatest(c.asked_at, c.opened_at)::date))`,
  },
  {
    name: 'INV-22 what is paid was paid by the seller, with at most one proof in force',
    of: 'dropinvoices',
    sql: `select d.id from dropinvoices d left join dropinvoice_proofs p
        on p.dropinvoice_id = d.id and p.file_id = d.proof_file_id and p.rejected_at is null
      where d.proof_file_id is not null and (p.id is null or p.paid_centavos is distinct from d.paid_centavos
        or not exists (select from files f where f.id = p.file_id and f.business_id = d.seller_id))`,
  },
  {
    name: 'INV-21 a disputed line is left out until both agree, then stands again or is credited once',
    sql: `select x.id, x.state, x.quantity, i.* from dropinvoice_disputes x left join lateral (
        select coalesce(sum(quantity) filter (where kind = 'dispute'), 0) as left_out,
          coalesce(sum(quantity) filter (where kind = 'credit'), 0) as credited,
          bool_or((seller_id, supplier_id) <> (x.seller_id, x.supplier_id)) as strays
        from dropinvoice_items where dispute_id = x.id) i on true
      where i.left_out <> case when x.ended_at is null then -x.quantity else 0 end
        or i.credited <> case when x.state = 'accepted' then -x.quantity else 0 end or i.strays`,
  },
  {
    name: 'INV-21 no line is taken back for more than it was',
    sql: `select s.id, s.quantity, x.quantity as disputed from dropinvoice_items s
        left join dropinvoice_disputes x on x.item_id = s.id and x.state in ('open', 'refused', 'accepted')
        left join lateral (select coalesce(sum(quantity), 0) as quantity from dropinvoice_items b
          where b.part_id = s.part_id and b.attempt = s.attempt and b.kind in ('reversal', 'credit')) back on true
      where s.kind = 'sale' and s.quantity + back.quantity - coalesce(x.quantity, 0) < 0`,
  },
  {
    name: 'INV-21 what a closed day owes the seller is carried once',
    sql: `select d.seller_id, d.supplier_id, d.owed, c.carried from (
        select seller_id, supplier_id, coalesce(sum(total_centavos) filter (
          where state = 'complete' and total_centavos < 0), 0) as owed from dropinvoices group by 1, 2) d
        left join (select seller_id, supplier_id, sum(total_centavos) as carried from dropinvoice_items
          where kind = 'carry' group by 1, 2) c using (seller_id, supplier_id)
      where d.owed <> coalesce(c.carried, 0)`,
  },
  {
    name: 'INV-21 what a payment lacked, or was too much, stands on a later invoice once',
    sql: `select d.seller_id, d.supplier_id, d.lacked, l.charged from (
        select seller_id, supplier_id, coalesce(sum(total_centavos - paid_centavos) filter (
          where state = 'complete' and total_centavos > 0), 0) as lacked from dropinvoices group by 1, 2) d
        left join (select seller_id, supplier_id, sum(total_centavos) as charged from dropinvoice_items
          where kind = 'difference' group by 1, 2) l using (seller_id, supplier_id)
      where d.lacked <> coalesce(l.charged, 0)`,
  },
  {
    name: 'INV-21 a closed invoice with money to pay says until when, and where if its supplier did',
    of: 'dropinvoices',
    sql: `select d.id from dropinvoices d where closed_at is not null
      and (due_on is null or (bank is null) <> (pix_code is null))`,
  },
];
