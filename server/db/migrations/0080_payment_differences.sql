-- A payment approved with another amount than its invoice: what lacks, or is too much, is a line of the next open one.
alter table dropinvoice_items drop constraint dropinvoice_items_kind_check,
  add constraint dropinvoice_items_kind_check check (kind in
    ('sale', 'reversal', 'credit', 'carry', 'dispute', 'hand_credit', 'difference')) not valid;
alter table dropinvoice_items validate constraint dropinvoice_items_kind_check;

alter table dropinvoices no force row level security;
alter table dropinvoice_items no force row level security;

-- What stands nowhere yet is charged or given back with the invoice of the day on which this runs.
with known as (
  select d.seller_id, d.supplier_id, sum(d.total_centavos - d.paid_centavos) as difference
  from dropinvoices d
  where d.state = 'complete' and d.total_centavos > 0 and d.paid_centavos <> d.total_centavos
  group by 1, 2 having sum(d.total_centavos - d.paid_centavos) <> 0),
opened as (
  insert into dropinvoices (seller_id, supplier_id, day, created_at, updated_at)
  select k.seller_id, k.supplier_id, (now() at time zone 'America/Sao_Paulo')::date, now(), now() from known k
  where not exists (select from dropinvoices d
    where d.seller_id = k.seller_id and d.supplier_id = k.supplier_id and d.closed_at is null)
  on conflict (seller_id, supplier_id, day) do nothing
  returning id, seller_id, supplier_id),
target as (
  select seller_id, supplier_id, max(id) as id from (
    select seller_id, supplier_id, id from opened
    union all
    select seller_id, supplier_id, id from dropinvoices where closed_at is null) i
  group by 1, 2),
added as (
  insert into dropinvoice_items (seller_id, supplier_id, dropinvoice_id, kind, attempt, advertisement, product, quantity,
    unit_price_centavos, total_centavos, at)
  select k.seller_id, k.supplier_id, t.id, 'difference', 0, '', '', 1, k.difference, k.difference, now()
  from known k join target t using (seller_id, supplier_id)
  returning dropinvoice_id, total_centavos)
update dropinvoices d set total_centavos = d.total_centavos + a.total_centavos, updated_at = now()
from added a where a.dropinvoice_id = d.id;

alter table dropinvoices force row level security;
alter table dropinvoice_items force row level security;
