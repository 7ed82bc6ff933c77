-- Credits between a seller and a supplier are entries of the pair's balance, no longer lines of some next invoice; what is
-- paid, written off or set against an invoice is a row of its own, so that an invoice can be settled in several parts.
create table pair_payouts (
  id bigint generated always as identity primary key,
  seller_id bigint not null,
  supplier_id bigint not null,
  state text not null default 'sent' check (state in ('sent', 'confirmed', 'refused')),
  amount_centavos bigint not null check (amount_centavos > 0),
  paid_on date not null,
  note text not null default '',
  proof_file_id bigint not null,
  reason text not null default '',
  sent_by bigint not null,
  sent_at timestamptz not null,
  decided_by bigint,
  decided_at timestamptz,
  check ((decided_at is null) = (state = 'sent'))
);
comment on table pair_payouts is 'Balances that a supplier paid out to a seller; the seller confirms each.';
create index on pair_payouts (seller_id, supplier_id, id desc);
create index on pair_payouts (supplier_id);
create index on pair_payouts (proof_file_id);
call protect('pair_payouts', 'app_business() in (seller_id, supplier_id)',
  'app_business() in (seller_id, supplier_id)', 'select, insert, update');

create table pair_entries (
  id bigint generated always as identity primary key,
  seller_id bigint not null,
  supplier_id bigint not null,
  kind text not null check (kind in ('return', 'dispute', 'hand_credit', 'overpayment', 'set_off', 'payout',
    'payout_refused', 'carry', 'difference')),
  -- in favour of the seller; what is used up or paid out is negative
  amount_centavos bigint not null check (amount_centavos <> 0),
  dropinvoice_id bigint references dropinvoices (id),
  dispute_id bigint references dropinvoice_disputes (id),
  payout_id bigint references pair_payouts (id),
  order_id bigint references orders (id),
  part_id bigint references order_parts (id),
  attempt integer not null default 0,
  return_number smallint not null default 0,
  -- units that are credited
  quantity integer not null default 0,
  product text not null default '',
  reason text not null default '',
  user_id bigint,
  at timestamptz not null,
  -- of a return
  constraint pair_entries_part_key unique (part_id, attempt, return_number),
  check (kind <> 'set_off' or (amount_centavos < 0 and dropinvoice_id is not null)),
  check (kind not in ('payout', 'payout_refused') or payout_id is not null)
);
comment on table pair_entries is
  'The balance between a seller and a supplier, append-only; its sum is what the supplier owes the seller. A few rows per pair and day, kept for good as the books of both.';
create index on pair_entries (seller_id, supplier_id, id);
create index on pair_entries (supplier_id);
create index on pair_entries (dropinvoice_id) where dropinvoice_id is not null;
create index on pair_entries (dispute_id) where dispute_id is not null;
create index on pair_entries (payout_id) where payout_id is not null;
create index on pair_entries (order_id) where order_id is not null;
call protect('pair_entries', 'app_business() in (seller_id, supplier_id)',
  'app_business() in (seller_id, supplier_id)', 'select, insert');
call system_reads('pair_entries');

create table dropinvoice_settlements (
  id bigint generated always as identity primary key,
  seller_id bigint not null,
  supplier_id bigint not null,
  dropinvoice_id bigint not null references dropinvoices (id),
  -- the last three were written by the release that carried amounts from one invoice to the next
  kind text not null check (kind in ('payment', 'write_off', 'carry', 'difference', 'dispute')),
  amount_centavos bigint not null check (amount_centavos <> 0),
  source text check (source in ('proof', 'by_hand', 'bank_row')),
  paid_on date,
  bank_reference text not null default '',
  proof_id bigint references dropinvoice_proofs (id),
  reason text not null default '',
  user_id bigint,
  at timestamptz not null,
  check (kind not in ('payment', 'write_off') or amount_centavos > 0),
  check (kind <> 'payment' or (source is not null and paid_on is not null))
);
comment on table dropinvoice_settlements is
  'What settled an invoice besides the balance: payments that the supplier saw, and what it wrote off. Append-only, one or two rows per invoice.';
create index on dropinvoice_settlements (dropinvoice_id, id);
create index on dropinvoice_settlements (seller_id);
create index on dropinvoice_settlements (supplier_id);
create index on dropinvoice_settlements (proof_id) where proof_id is not null;
call protect('dropinvoice_settlements', 'app_business() in (seller_id, supplier_id)',
  'app_business() in (seller_id, supplier_id)', 'select, insert');

-- Settled is what was paid, written off or set against it; payable is what is left without the units in dispute.
alter table dropinvoices
  add column settled_centavos bigint not null default 0,
  add column disputed_centavos bigint not null default 0,
  add column refused_due_on date;
alter table dropinvoices add column payable_centavos bigint not null
  generated always as (greatest(total_centavos - settled_centavos - disputed_centavos, 0)) stored;

-- Both sides look at the proof of a payout.
drop policy reading on files;
create policy reading on files for select to easy_app using (business_id = app_business()
  or exists (select from images i where files.id in (i.file_id, i.thumbnail_file_id))
  or exists (select from dropinvoices d where files.id in (d.proof_file_id, d.document_file_id))
  or exists (select from dropinvoice_proofs p where p.file_id = files.id)
  or exists (select from dropinvoice_dispute_photos p where p.file_id = files.id)
  or exists (select from pair_payouts p where p.proof_file_id = files.id)
  or exists (select from orders o where files.id in (o.invoice_file_id, o.label_file_id, o.label_zpl_file_id)));

alter table dropinvoices no force row level security;
alter table dropinvoice_items no force row level security;
alter table dropinvoice_disputes no force row level security;
alter table dropinvoice_proofs no force row level security;
alter table dropinvoice_settlements no force row level security;
alter table pair_entries no force row level security;

-- Complete invoices keep their lines and totals; what left them for the next is said as it was on their statements.
insert into dropinvoice_settlements (seller_id, supplier_id, dropinvoice_id, kind, amount_centavos, source, paid_on, proof_id, at)
select d.seller_id, d.supplier_id, d.id, m.kind, m.amount, case m.kind when 'payment' then 'proof' end,
  case m.kind when 'payment' then coalesce(d.paid_on, (d.completed_at at time zone 'America/Sao_Paulo')::date) end,
  case m.kind when 'payment' then (select max(p.id) from dropinvoice_proofs p
    where p.dropinvoice_id = d.id and p.file_id = d.proof_file_id) end, d.completed_at
from dropinvoices d cross join lateral (values
  ('payment', case when d.total_centavos > 0 then coalesce(d.paid_centavos, d.total_centavos) else 0 end),
  ('difference', case when d.total_centavos > 0 then d.total_centavos - coalesce(d.paid_centavos, d.total_centavos) else 0 end),
  ('carry', least(d.total_centavos, 0))) m (kind, amount)
where d.state = 'complete' and m.amount <> 0
order by d.completed_at, d.id;

-- A dispute that both sides had not agreed on left its value out of a closed invoice: it is owed by its own invoice again,
-- which leaves it out of what is payable while the dispute is open.
create temporary table undecided on commit drop as
select x.id, x.dropinvoice_id, x.state, x.seller_id, x.supplier_id, coalesce((select sum(i.total_centavos)
  from dropinvoice_items i join dropinvoices d on d.id = i.dropinvoice_id
  where i.dispute_id = x.id and d.closed_at is not null), 0)::bigint as left_out
from dropinvoice_disputes x where x.ended_at is null;
insert into dropinvoice_settlements (seller_id, supplier_id, dropinvoice_id, kind, amount_centavos, at)
select seller_id, supplier_id, dropinvoice_id, 'dispute', left_out, now() from undecided where left_out <> 0 order by id;
delete from dropinvoice_items i using undecided x, dropinvoices d
where i.dispute_id = x.id and d.id = i.dropinvoice_id and d.closed_at is null;

-- What open invoices owe the seller goes into the balance; an open invoice that charges more than that keeps its lines.
create temporary table moved on commit drop as
select i.* from dropinvoice_items i join dropinvoices d on d.id = i.dropinvoice_id
where d.closed_at is null and i.kind not in ('sale', 'reversal') and (select sum(o.total_centavos) from dropinvoice_items o
  where o.dropinvoice_id = d.id and o.kind not in ('sale', 'reversal')) <= 0;
insert into pair_entries (seller_id, supplier_id, kind, amount_centavos, dispute_id, order_id, part_id, attempt, return_number,
  quantity, product, reason, at)
select seller_id, supplier_id, case when kind = 'credit' and dispute_id is not null then 'dispute'
    when kind = 'credit' then 'return' when kind = 'dispute' then 'carry' else kind end,
  -total_centavos, dispute_id, order_id, part_id, attempt, return_number,
  case when kind = 'credit' then -quantity else 0 end, product, reason, now()
from moved where total_centavos <> 0 order by id;
delete from dropinvoice_items i using moved m where m.id = i.id;
delete from dropinvoices d where d.closed_at is null
  and not exists (select from dropinvoice_items i where i.dropinvoice_id = d.id);
update dropinvoices d set total_centavos = i.total, product_quantity = i.quantity from (
  select o.id, coalesce(sum(l.total_centavos), 0) as total,
    coalesce(sum(l.quantity) filter (where l.kind not in ('carry', 'hand_credit', 'difference')), 0) as quantity
  from dropinvoices o left join dropinvoice_items l on l.dropinvoice_id = o.id where o.closed_at is null group by o.id) i
where i.id = d.id and (d.total_centavos, d.product_quantity) <> (i.total, i.quantity);

alter table dropinvoice_disputes drop constraint dropinvoice_disputes_check;
update dropinvoice_disputes set ended_at = now() where state = 'refused' and ended_at is null;
alter table dropinvoice_disputes add constraint dropinvoice_disputes_check
  check ((ended_at is null) = (state = 'open')) not valid;
alter table dropinvoice_disputes validate constraint dropinvoice_disputes_check;

update dropinvoices d set settled_centavos = s.settled from (
  select dropinvoice_id, sum(amount_centavos) as settled from dropinvoice_settlements group by 1) s
where s.dropinvoice_id = d.id;
update dropinvoices d set disputed_centavos = s.disputed from (
  select x.dropinvoice_id, sum(x.quantity * i.unit_price_centavos) as disputed
  from dropinvoice_disputes x join dropinvoice_items i on i.id = x.item_id where x.state = 'open' group by 1) s
where s.dropinvoice_id = d.id;
update dropinvoices d set state = 'pending', completed_at = null, proof_file_id = null
where d.state = 'complete' and (d.total_centavos <> d.settled_centavos
  or exists (select from dropinvoice_disputes x where x.dropinvoice_id = d.id and x.state = 'open'));
-- The job that settles pairs writes the code of what is payable now.
update dropinvoices d set pix_code = null, due_on = greatest(d.due_on, (now() at time zone 'America/Sao_Paulo')::date + 3)
from undecided x where x.dropinvoice_id = d.id and x.state = 'refused' and d.state = 'pending';

alter table dropinvoices force row level security;
alter table dropinvoice_items force row level security;
alter table dropinvoice_disputes force row level security;
alter table dropinvoice_proofs force row level security;
alter table dropinvoice_settlements force row level security;
alter table pair_entries force row level security;

create index dropinvoices_payable on dropinvoices (seller_id, supplier_id, day)
  where state = 'pending' and closed_at is not null;
create or replace function overdue_pairs(today date) returns table (seller_id bigint, supplier_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select d.seller_id, d.supplier_id from dropinvoices d
  where d.closed_at is not null and d.state <> 'complete' and d.due_on < today
    and (d.payable_centavos > 0 or d.state = 'waiting_approval')
  union
  select c.seller_id, c.supplier_id from overdue_cases c where c.ended_at is null
$$;

-- Pairs with a balance beside something to pay, or with an invoice whose code waits for its new amount.
create function unsettled_pairs() returns table (seller_id bigint, supplier_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select d.seller_id, d.supplier_id from dropinvoices d
  where d.closed_at is not null and d.state = 'pending' and d.payable_centavos > 0
    and ((d.bank is not null and d.pix_code is null) or coalesce((select sum(e.amount_centavos) from pair_entries e
      where e.seller_id = d.seller_id and e.supplier_id = d.supplier_id), 0) > 0)
  group by 1, 2
$$;
call system_function('unsettled_pairs()');
