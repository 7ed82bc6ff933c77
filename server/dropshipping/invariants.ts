import type { Invariant } from '#server/db/invariant.ts';

/** Invariants of the settlement: each query must return no row after any transaction. */
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
    sql: `select p.id, o.packed_at, i.quantity, e.quantity as returned from orders o join order_parts p on p.order_id = o.id
        cross join lateral (select coalesce(sum(quantity), 0) as quantity from dropinvoice_items where part_id = p.id) i
        cross join lateral (select coalesce(sum(quantity), 0) as quantity from pair_entries
          where part_id = p.id and kind = 'return') e
      where p.fulfiller_id <> p.business_id and i.quantity - e.quantity <>
        case when o.packed_at is not null and (o.canceled_at is null or o.returned_at is not null)
        then p.quantity - coalesce((select sum(u.quantity) from parcel_return_units u join parcel_returns r
          on r.id = u.return_id and r.closed_at is not null
          where u.part_id = p.id and u.voided_at is null and u.condition <> 'missing'), 0) else 0 end`,
  },
  {
    name: 'INV-21 what is left of an invoice is its total less what was paid, written off and set against it',
    of: 'dropinvoices',
    sql: `select d.id, d.settled_centavos, d.disputed_centavos, s.*, x.* from dropinvoices d
        cross join lateral (select coalesce(sum(amount_centavos), 0) as settled from dropinvoice_settlements
          where dropinvoice_id = d.id) s
        cross join lateral (select coalesce(sum(amount_centavos), 0) as moved from pair_entries
          where dropinvoice_id = d.id and kind in ('set_off', 'overpayment')) e
        cross join lateral (select coalesce(sum(q.quantity * i.unit_price_centavos), 0) as disputed
          from dropinvoice_disputes q join dropinvoice_items i on i.id = q.item_id
          where q.dropinvoice_id = d.id and q.state = 'open') x
      where d.settled_centavos <> s.settled - e.moved or d.disputed_centavos <> x.disputed
        or (d.closed_at is not null and d.settled_centavos > d.total_centavos)
        or (d.closed_at is null and d.settled_centavos <> 0)`,
  },
  {
    name: 'INV-21 a balance never falls below zero, and a payout leaves it once',
    sql: `select e.seller_id, e.supplier_id, sum(e.amount_centavos) as balance, 0 as payout from pair_entries e
        group by 1, 2 having sum(e.amount_centavos) < 0
      union all
      select p.seller_id, p.supplier_id, coalesce(sum(e.amount_centavos), 0), p.amount_centavos from pair_payouts p
        left join pair_entries e on e.payout_id = p.id
      group by p.id having coalesce(sum(e.amount_centavos), 0) <> case p.state when 'refused' then 0 else -p.amount_centavos end`,
  },
  {
    name: 'INV-21 no invoice is empty, and none is made to carry an amount',
    of: 'dropinvoices',
    sql: `select d.id from dropinvoices d where not exists (select from dropinvoice_items i where i.dropinvoice_id = d.id)
      or (d.closed_at is null and d.total_centavos < 0)`,
  },
  {
    name: 'INV-22 no state is skipped',
    of: 'dropinvoices',
    sql: `select d.id, d.state from dropinvoices d where not case d.state
      when 'pending' then completed_at is null and proof_file_id is null
      when 'waiting_approval' then closed_at is not null and completed_at is null and proof_file_id is not null
      else closed_at is not null and completed_at is not null and total_centavos = settled_centavos
        and not exists (select from dropinvoice_disputes x where x.dropinvoice_id = d.id and x.state = 'open') end`,
  },
  {
    name: 'INV-22 a payment has its proof, or the reference of the statement that the supplier saw it on',
    of: 'dropinvoices',
    sql: `select d.id, s.id as settlement from dropinvoices d join dropinvoice_settlements s on s.dropinvoice_id = d.id
      where s.user_id is not null and s.kind = 'payment'
        and case s.source when 'proof' then s.proof_id is null else s.bank_reference = '' end
        or s.kind = 'write_off' and s.reason = '' or (s.seller_id, s.supplier_id) <> (d.seller_id, d.supplier_id)`,
  },
  {
    name: 'INV-22 a row of the bank is received once, for what the bank says came',
    sql: `select r.id, r.state, r.amount_centavos, s.amount, p.amount_centavos as payout from bank_rows r
        cross join lateral (select coalesce(sum(amount_centavos), 0) as amount from dropinvoice_settlements
          where bank_row_id = r.id and kind = 'payment' and source = 'bank_row') s
        left join pair_payouts p on p.id = r.payout_id and p.state = 'confirmed'
      where s.amount + coalesce(p.amount_centavos, 0) <> case r.state when 'received' then r.amount_centavos else 0 end`,
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
    name: 'INV-21 units of a dispute are credited once when it is accepted, and never otherwise',
    sql: `select x.id, x.state, x.quantity, i.*, e.* from dropinvoice_disputes x
        cross join lateral (select coalesce(sum(quantity) filter (where kind = 'credit'), 0) as earlier,
          coalesce(bool_or((seller_id, supplier_id) <> (x.seller_id, x.supplier_id)), false) as strays
          from dropinvoice_items where dispute_id = x.id) i
        cross join lateral (select coalesce(sum(quantity) filter (where kind = 'dispute'), 0) as credited,
          coalesce(bool_or((seller_id, supplier_id) <> (x.seller_id, x.supplier_id)), false) as foreigners
          from pair_entries where dispute_id = x.id) e
      where e.credited - i.earlier <> case when x.state = 'accepted' then x.quantity else 0 end
        or i.strays or e.foreigners`,
  },
  {
    name: 'INV-21 no line is taken back for more than it was',
    sql: `select s.id, s.quantity, x.quantity as disputed from dropinvoice_items s
        left join dropinvoice_disputes x on x.item_id = s.id and x.state in ('open', 'accepted')
        cross join lateral (select coalesce(sum(quantity), 0) as quantity from dropinvoice_items b
          where b.part_id = s.part_id and b.attempt = s.attempt and b.kind in ('reversal', 'credit')) back
        cross join lateral (select coalesce(sum(quantity), 0) as quantity from pair_entries e
          where e.part_id = s.part_id and e.attempt = s.attempt and e.kind = 'return') returned
      where s.kind = 'sale' and s.quantity + back.quantity - returned.quantity - coalesce(x.quantity, 0) < 0`,
  },
  {
    name: 'INV-21 a closed invoice says until when and where it is paid, unless its supplier has no bank data',
    of: 'dropinvoices',
    sql: `select d.id from dropinvoices d where closed_at is not null
      and ((due_on is null and (bank is not null or total_centavos <= 0)) or (bank is not null and payable_centavos > 0) <> (pix_code is not null))`,
  },
];
