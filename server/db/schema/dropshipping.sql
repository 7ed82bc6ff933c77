-- Trade between a seller and a supplier: links, offers, drop invoices with their disputes and payments, the balance
-- of a pair, and bank statements. Rows with two businesses name them seller_id and supplier_id, and both may read and
-- write them.

-- Drop invoices are numbered across all pairs of businesses.
create sequence dropinvoice_numbers;
grant usage on sequence dropinvoice_numbers to easy_app;

-- Suppliers whose offers this business may not see; null, and so all of them, unless the business sells. The list of
-- the others would grow with every supplier.
create function barred_suppliers() returns bigint[]
  language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(array_agg(t.supplier_id) filter (where t.supplier_id is not null), '{}')
  from businesses me left join trade_links t on t.seller_id = me.id and t.state = 'blocked'
  where me.id = app_business() and me.type = 'sales' group by me.id
$$;
call system_function('barred_suppliers()');

create function linked_suppliers() returns bigint[]
  language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(array_agg(t.supplier_id), '{}') from trade_links t
  where t.seller_id = app_business() and t.state = 'active'
$$;
call system_function('linked_suppliers()');

create table trade_links (
  id bigint generated always as identity primary key,
  seller_id bigint not null references businesses,
  supplier_id bigint not null references businesses,
  state text not null default 'active' check (state in ('requested', 'active', 'blocked')),
  accept_mode text not null default 'auto' check (accept_mode in ('auto', 'manual')),
  due_days integer not null default 7 check (due_days between 0 and 90),
  credit_limit_centavos bigint check (credit_limit_centavos >= 0),
  created_at timestamptz not null,
  version integer not null default 1,
  -- Days past due after which the supplier is asked.
  overdue_days integer not null default 3 check (overdue_days between 0 and 90),
  unique (seller_id, supplier_id),
  check (seller_id <> supplier_id)
);
comment on table trade_links is
  'A seller and a supplier, and the terms between them (resource `companies`).';
create index trade_links_supplier_id_idx on trade_links (supplier_id);
call protect('trade_links',
  'app_business() in (seller_id, supplier_id)',
  'app_business() in (seller_id, supplier_id)',
  'select, insert, update');
call system_reads('trade_links');

create table dropship_items (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses,
  product_id bigint not null,
  variation_id bigint not null,
  warehouse_id bigint not null,
  stock_id bigint not null,
  quantity_cap integer not null check (quantity_cap >= 0),
  price_centavos bigint not null check (price_centavos > 0),
  active boolean not null default true,
  -- Only sellers with an active link may see it.
  linked_only boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  -- false: a seller that ships its own goods keeps the offer to itself.
  from_supplier boolean not null default false,
  -- Address of an ad that shows how the offer may be sold.
  example text not null default '',
  unique (business_id, id),
  unique (variation_id, warehouse_id),
  foreign key (business_id, product_id) references products (business_id, id),
  constraint dropship_items_business_id_stock_id_variation_id_warehouse_fkey foreign key (business_id, stock_id,
      variation_id, warehouse_id) references stock (business_id, id, variation_id, warehouse_id),
  foreign key (business_id, variation_id) references product_variations (business_id, id),
  foreign key (business_id, warehouse_id) references warehouses (business_id, id)
);
comment on table dropship_items is
  'Offers: what may be sold straight from a shelf, and at which price. A seller that ships its own goods has '
  'offers that nobody else sees.';
create index dropship_items_business_id_id_idx on dropship_items (business_id, id desc);
create index dropship_items_id_idx on dropship_items (id desc) where active;
create index dropship_items_price_centavos_id_idx on dropship_items (price_centavos, id) where active;
create index dropship_items_product_id_idx on dropship_items (product_id);
create index dropship_items_stock_id_idx on dropship_items (stock_id);
call protect('dropship_items',
  'business_id = (select app_business()) or active and from_supplier
    and business_id <> all ((select barred_suppliers())::bigint[])
    and (not linked_only or business_id = any ((select linked_suppliers())::bigint[]))',
  'business_id = (select app_business())', 'select, insert, update, delete');
call system_reads('dropship_items');

create table supplier_bank_accounts (
  business_id bigint primary key references businesses,
  pix_key_type text not null check (pix_key_type in ('document', 'phone', 'email', 'random')),
  pix_key text not null,
  holder text not null,
  city text not null,
  bank text not null default '',
  agency text not null default '',
  account text not null default '',
  updated_at timestamptz not null,
  version integer not null default 1,
  sealed boolean not null default false
);
comment on table supplier_bank_accounts is
  'Bank and PIX data of a supplier, sealed. A closed invoice keeps its own copy.';
create index plain_bank_accounts on supplier_bank_accounts (business_id) where not sealed;
call tenant_table('supplier_bank_accounts');
call system_reads('supplier_bank_accounts');

create table dropinvoices (
  id bigint generated always as identity primary key,
  seller_id bigint not null references businesses,
  supplier_id bigint not null references businesses,
  day date not null,
  number bigint not null default nextval('dropinvoice_numbers') unique,
  state text not null default 'pending' check (state in ('pending', 'waiting_approval', 'complete')),
  total_centavos bigint not null default 0,
  product_quantity integer not null default 0,
  closed_at timestamptz,
  due_on date,
  -- Copy of the bank data of the supplier and the exact PIX code, made when the invoice closes.
  bank jsonb,
  pix_code text,
  paid_centavos bigint,
  paid_on date,
  note text not null default '',
  proof_file_id bigint,
  document_file_id bigint,
  rejected_reason text,
  completed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  -- What was paid, written off or set against the invoice; payable_centavos is what is left without the units in
  -- dispute.
  settled_centavos bigint not null default 0,
  disputed_centavos bigint not null default 0,
  refused_due_on date,
  payable_centavos bigint generated always as (greatest(total_centavos - settled_centavos - disputed_centavos,
      0)) stored not null,
  unique (seller_id, supplier_id, day),
  check (seller_id <> supplier_id)
);
comment on table dropinvoices is
  'Drop invoices: what a seller owes a supplier for the sales of one day.';
create index dropinvoices_day_idx on dropinvoices (day) where closed_at is null;
create index dropinvoices_document_file_id_idx on dropinvoices (document_file_id) where document_file_id is not null;
create index dropinvoices_payable on dropinvoices (seller_id, supplier_id, day)
  where state = 'pending' and closed_at is not null;
create index dropinvoices_proof_file_id_idx on dropinvoices (proof_file_id) where proof_file_id is not null;
create index dropinvoices_seller_id_day_id_idx on dropinvoices (seller_id, day desc, id desc);
create index dropinvoices_supplier_id_day_id_idx on dropinvoices (supplier_id, day desc, id desc);
create index dropinvoices_unpaid on dropinvoices (due_on) where closed_at is not null and state <> 'complete';
create index plain_dropinvoices on dropinvoices (supplier_id) where jsonb_typeof(bank) = 'object';
call protect('dropinvoices',
  'app_business() in (seller_id, supplier_id)',
  'app_business() in (seller_id, supplier_id)',
  'select, insert, update');
call system_reads('dropinvoices');

create table dropinvoice_items (
  id bigint generated always as identity primary key,
  seller_id bigint not null,
  supplier_id bigint not null,
  dropinvoice_id bigint not null references dropinvoices,
  order_id bigint,
  part_id bigint,
  kind text not null check (kind in ('sale', 'reversal', 'credit', 'carry', 'dispute', 'hand_credit', 'difference')),
  -- Packing attempt that the line belongs to.
  attempt integer not null default 0,
  advertisement text not null default '',
  product text not null default '',
  quantity integer not null,
  unit_price_centavos bigint not null,
  total_centavos bigint not null,
  at timestamptz not null,
  dispute_id bigint,
  reason text not null default '',
  -- The return of the sale that a line credits; 0: none.
  return_number smallint not null default 0,
  constraint dropinvoice_items_part_key unique (part_id, kind, attempt, return_number),
  check (total_centavos = (unit_price_centavos * quantity))
);
comment on table dropinvoice_items is
  'Lines of drop invoices. Rows are only added, and their sum is the total of the invoice.';
create index dropinvoice_items_dispute_id_idx on dropinvoice_items (dispute_id) where dispute_id is not null;
create index dropinvoice_items_dropinvoice_id_id_idx on dropinvoice_items (dropinvoice_id, id);
call protect('dropinvoice_items',
  'app_business() in (seller_id, supplier_id)',
  'app_business() in (seller_id, supplier_id)',
  'select, insert');

create table dropinvoice_disputes (
  id bigint generated always as identity primary key,
  seller_id bigint not null,
  supplier_id bigint not null,
  dropinvoice_id bigint not null references dropinvoices,
  item_id bigint not null unique references dropinvoice_items,
  state text not null default 'open' check (state in ('open', 'refused', 'accepted', 'withdrawn', 'void')),
  -- Fewer than were disputed, where units came back meanwhile.
  quantity integer not null check (quantity >= 0),
  reason text not null,
  refusal text not null default '',
  opened_by bigint not null,
  opened_at timestamptz not null,
  refused_at timestamptz,
  ended_at timestamptz,
  check ((ended_at is null) = (state = 'open'))
);
comment on table dropinvoice_disputes is
  'Lines of closed invoices that the seller does not accept, and what both sides agreed on.';
create index dropinvoice_disputes_dropinvoice_id_id_idx on dropinvoice_disputes (dropinvoice_id, id);
create index dropinvoice_disputes_waiting on dropinvoice_disputes (dropinvoice_id) where ended_at is null;
call protect('dropinvoice_disputes',
  'app_business() in (seller_id, supplier_id)',
  'app_business() in (seller_id, supplier_id)',
  'select, insert, update');
alter table dropinvoice_items add foreign key (dispute_id) references dropinvoice_disputes;

create table dropinvoice_dispute_photos (
  id bigint generated always as identity primary key,
  seller_id bigint not null,
  supplier_id bigint not null,
  dispute_id bigint not null references dropinvoice_disputes,
  file_id bigint not null
);
comment on table dropinvoice_dispute_photos is
  'Photos of a dispute.';
create index dropinvoice_dispute_photos_dispute_id_id_idx on dropinvoice_dispute_photos (dispute_id, id);
create index dropinvoice_dispute_photos_file_id_idx on dropinvoice_dispute_photos (file_id);
call protect('dropinvoice_dispute_photos',
  'app_business() in (seller_id, supplier_id)',
  'app_business() in (seller_id, supplier_id)',
  'select, insert');

create table dropinvoice_proofs (
  id bigint generated always as identity primary key,
  seller_id bigint not null,
  supplier_id bigint not null,
  dropinvoice_id bigint not null references dropinvoices,
  file_id bigint not null,
  paid_centavos bigint not null,
  paid_on date not null,
  note text not null default '',
  user_id bigint not null,
  at timestamptz not null,
  rejected_at timestamptz,
  rejected_reason text
);
comment on table dropinvoice_proofs is
  'Proofs of payment that the seller attached to an invoice.';
create index dropinvoice_proofs_dropinvoice_id_id_idx on dropinvoice_proofs (dropinvoice_id, id desc);
create index dropinvoice_proofs_file_id_idx on dropinvoice_proofs (file_id);
call protect('dropinvoice_proofs',
  'app_business() in (seller_id, supplier_id)',
  'app_business() in (seller_id, supplier_id)',
  'select, insert, update');
call system_reads('dropinvoice_proofs');

create table dropinvoice_settlements (
  id bigint generated always as identity primary key,
  seller_id bigint not null,
  supplier_id bigint not null,
  dropinvoice_id bigint not null references dropinvoices,
  kind text not null check (kind in ('payment', 'write_off', 'carry', 'difference', 'dispute')),
  amount_centavos bigint not null check (amount_centavos <> 0),
  source text check (source in ('proof', 'by_hand', 'bank_row')),
  paid_on date,
  bank_reference text not null default '',
  proof_id bigint references dropinvoice_proofs,
  reason text not null default '',
  user_id bigint,
  at timestamptz not null,
  bank_row_id bigint,
  check ((kind not in ('payment', 'write_off')) or amount_centavos > 0),
  constraint dropinvoice_settlements_check1 check (kind <> 'payment' or source is not null and paid_on is not null)
);
comment on table dropinvoice_settlements is
  'What was paid, written off or set against an invoice. Rows are only added: an invoice may be settled in several '
  'parts.';
create index dropinvoice_settlements_bank_row_id_idx on dropinvoice_settlements (bank_row_id)
  where bank_row_id is not null;
create index dropinvoice_settlements_dropinvoice_id_id_idx on dropinvoice_settlements (dropinvoice_id, id);
create index dropinvoice_settlements_proof_id_idx on dropinvoice_settlements (proof_id) where proof_id is not null;
create index dropinvoice_settlements_seller_id_idx on dropinvoice_settlements (seller_id);
create index dropinvoice_settlements_supplier_id_idx on dropinvoice_settlements (supplier_id);
call protect('dropinvoice_settlements',
  'app_business() in (seller_id, supplier_id)',
  'app_business() in (seller_id, supplier_id)',
  'select, insert');

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
comment on table pair_payouts is
  'Credits that a supplier paid out to a seller, with their proof.';
create index pair_payouts_proof_file_id_idx on pair_payouts (proof_file_id);
create index pair_payouts_seller_id_supplier_id_id_idx on pair_payouts (seller_id, supplier_id, id desc);
create index pair_payouts_supplier_id_idx on pair_payouts (supplier_id);
call protect('pair_payouts',
  'app_business() in (seller_id, supplier_id)',
  'app_business() in (seller_id, supplier_id)',
  'select, insert, update');

create table pair_entries (
  id bigint generated always as identity primary key,
  seller_id bigint not null,
  supplier_id bigint not null,
  kind text not null check (kind in ('return', 'dispute', 'hand_credit', 'overpayment', 'set_off', 'payout',
      'payout_refused', 'carry', 'difference')),
  -- In favor of the seller; what is used or paid out is negative.
  amount_centavos bigint not null check (amount_centavos <> 0),
  dropinvoice_id bigint references dropinvoices,
  dispute_id bigint references dropinvoice_disputes,
  payout_id bigint references pair_payouts,
  order_id bigint,
  part_id bigint,
  attempt integer not null default 0,
  return_number smallint not null default 0,
  -- Units that are credited.
  quantity integer not null default 0,
  product text not null default '',
  reason text not null default '',
  user_id bigint,
  at timestamptz not null,
  constraint pair_entries_part_key unique (part_id, attempt, return_number),
  check (kind <> 'set_off' or amount_centavos < 0 and dropinvoice_id is not null),
  constraint pair_entries_check1 check ((kind not in ('payout', 'payout_refused')) or payout_id is not null)
);
comment on table pair_entries is
  'The balance between a seller and a supplier. Rows are only added, and their sum is the balance.';
create index pair_entries_dispute_id_idx on pair_entries (dispute_id) where dispute_id is not null;
create index pair_entries_dropinvoice_id_idx on pair_entries (dropinvoice_id) where dropinvoice_id is not null;
create index pair_entries_order_id_idx on pair_entries (order_id) where order_id is not null;
create index pair_entries_payout_id_idx on pair_entries (payout_id) where payout_id is not null;
create index pair_entries_seller_id_supplier_id_id_idx on pair_entries (seller_id, supplier_id, id);
create index pair_entries_supplier_id_idx on pair_entries (supplier_id);
call protect('pair_entries',
  'app_business() in (seller_id, supplier_id)',
  'app_business() in (seller_id, supplier_id)',
  'select, insert');
call system_reads('pair_entries');

create table overdue_cases (
  id bigint generated always as identity primary key,
  seller_id bigint not null,
  supplier_id bigint not null,
  state text not null default 'noticed' check (state in ('noticed', 'asked', 'held', 'extended', 'ended')),
  opened_at timestamptz not null,
  asked_at timestamptz,
  held_at timestamptz,
  extended_until date,
  ended_at timestamptz,
  check ((ended_at is null) = (state <> 'ended')),
  constraint overdue_cases_check1 check (state <> 'held' or held_at is not null),
  constraint overdue_cases_check2 check (state <> 'extended' or extended_until is not null)
);
comment on table overdue_cases is
  'Closed invoices of a pair that are past due: what the seller was told, and what the supplier decided.';
create index overdue_cases_of_supplier on overdue_cases (supplier_id) where ended_at is null;
create unique index overdue_cases_open on overdue_cases (seller_id, supplier_id) where ended_at is null;
call protect('overdue_cases',
  'app_business() in (seller_id, supplier_id)',
  'app_business() in (seller_id, supplier_id)',
  'select, insert, update');
call system_reads('overdue_cases');

create table bank_columns (
  business_id bigint not null references businesses,
  titles text not null,
  columns jsonb not null,
  updated_at timestamptz not null,
  primary key (business_id, titles)
);
comment on table bank_columns is
  'Which column is which in bank files whose titles do not say it, as a person assigned them.';
call tenant_table('bank_columns');

create table bank_statements (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses,
  file_name text not null,
  format text not null check (format in ('ofx', 'sheet')),
  -- Sealed JSON: accounts as the file names them, and the text of lines that could not be read.
  details text not null,
  first_day date,
  last_day date,
  known_count integer not null default 0,
  debit_count integer not null default 0,
  balance_count integer not null default 0,
  user_id bigint not null,
  at timestamptz not null,
  unique (business_id, id)
);
comment on table bank_statements is
  'Statements of a bank account that were uploaded to find payments.';
create index bank_statements_at_idx on bank_statements (at);
create index bank_statements_business_id_id_idx on bank_statements (business_id, id desc);
call tenant_table('bank_statements');
call system_reads('bank_statements');
create policy system_changing on bank_statements for update to easy_system using (true) with check (true);
grant update (file_name) on bank_statements to easy_system;

create table bank_rows (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses,
  statement_id bigint not null,
  -- Keyed digests: of bank, branch and account, of the id of the movement, and of its texts.
  account text not null,
  bank_id text not null,
  fingerprint text not null,
  -- Number among equal movements of one day.
  occurrence integer not null,
  day date not null,
  amount_centavos bigint not null check (amount_centavos > 0),
  -- Sealed JSON: what the bank wrote of the movement and of the payer.
  details text not null,
  state text not null default 'new' check (state in ('new', 'received', 'ignored')),
  payout_id bigint references pair_payouts,
  decided_by bigint,
  decided_at timestamptz,
  constraint bank_rows_once unique (business_id, account, day, amount_centavos, fingerprint, occurrence),
  foreign key (business_id, statement_id) references bank_statements (business_id, id),
  check ((state = 'new') = (decided_at is null))
);
comment on table bank_rows is
  'Movements of bank statements, sealed, and the payments that they were recognized as. Retention: movements that '
  'paid nothing are deleted after 90 days by the task jobs.forget-passed.';
create index bank_rows_business_id_day_amount_centavos_idx on bank_rows (business_id, day, amount_centavos);
create index bank_rows_business_id_statement_id_idx on bank_rows (business_id, statement_id);
create index bank_rows_payout_id_idx on bank_rows (payout_id) where payout_id is not null;
call tenant_table('bank_rows');
call system_reads('bank_rows');
create policy system_removing on bank_rows for delete to easy_system using (true);
grant delete on bank_rows to easy_system;
alter table dropinvoice_settlements add foreign key (bank_row_id) references bank_rows;

-- The offers of other businesses that the selling business of the transaction may read. Policies ask it through functions:
-- as a sub-query it carried the policies of its own tables into the plan of every list of products.
create view met_offers with (security_invoker = true) as
  select d.product_id, d.variation_id, d.stock_id
  from dropship_items d
    join businesses supplier on supplier.id = d.business_id and supplier.type = 'supply'
    join businesses seller on seller.id = app_business() and seller.type = 'sales'
    left join trade_links t on t.seller_id = seller.id and t.supplier_id = supplier.id
  where d.active and coalesce(t.state, '') <> 'blocked' and (not d.linked_only or t.state = 'active');
grant select on met_offers to easy_system;

-- Marks offers of a business that sells as its own. Their price is the cost of the variation; without a cost the
-- entered price stays.
create function mark_supplier() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.from_supplier := exists (select from businesses b where b.id = new.business_id and b.type = 'supply');
  if not new.from_supplier then
    new.price_centavos := coalesce((select nullif(v.cost_centavos, 0) from product_variations v
      where v.id = new.variation_id), new.price_centavos);
  end if;
  return new;
end $$;
call system_function('mark_supplier()');

-- Whether a composition has the offer.
create function offer_in_use(offer bigint) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from advertisement_components where dropship_item_id = offer)
    or exists (select from publication_components where dropship_item_id = offer)
    or exists (select from virtual_product_components where dropship_item_id = offer)
$$;
call system_function('offer_in_use(bigint)');

-- Offers of every business with one of these codes. The caller reads them through its own policies.
create function offers_by_code(gtins text[], skus text[]) returns table(offer bigint, gtin text, sku text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select d.id, v.gtin, v.sku from product_variations v join dropship_items d on d.variation_id = v.id and d.active
  where v.gtin = any(gtins) and v.gtin <> ''
  union
  select d.id, v.gtin, v.sku from product_variations v join dropship_items d on d.variation_id = v.id and d.active
  where v.sku = any(skus) and v.sku <> ''
$$;
call system_function('offers_by_code(text[], text[])');

-- Offers of every business whose product has one of these names. The caller reads them through its own policies.
create function offers_by_title(titles text[]) returns table(n integer, offer bigint, score real)
  language sql stable security definer set search_path = public, pg_temp set enable_bitmapscan = on as $$
  select t.n::int, c.id, c.score from unnest(titles) with ordinality as t (title, n)
    cross join lateral (
      select d.id, similarity(fold(p.name || ' ' || v.name), fold(t.title)) as score
      from products p join product_variations v on v.product_id = p.id
        join dropship_items d on d.variation_id = v.id and d.active
      where fold(p.name) % fold(t.title)
      order by score desc, d.id limit 30) as c
  where c.score >= 0.3
$$;
call system_function('offers_by_title(text[])');

create function tell_of_invoice() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into webhook_deliveries (business_id, webhook_id, type, entity_id, at)
  select w.business_id, w.id, 'invoice.' || tg_argv[0], new.id, new.updated_at
  from webhooks w where w.active and 'invoices' = any (w.topics) and w.business_id in (new.seller_id, new.supplier_id)
  order by w.id;
  return null;
end $$;
alter function tell_of_invoice() owner to easy_system;
revoke all on function tell_of_invoice() from public;

create function open_dropinvoices(before date) returns table(dropinvoice_id bigint, supplier_id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select id, supplier_id from dropinvoices where closed_at is null and day < before order by id
$$;
call system_function('open_dropinvoices(date)');

create function overdue_pairs(today date) returns table(seller_id bigint, supplier_id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select d.seller_id, d.supplier_id from dropinvoices d
  where d.closed_at is not null and d.state <> 'complete' and d.due_on < today
    and (d.payable_centavos > 0 or d.state = 'waiting_approval')
  union
  select c.seller_id, c.supplier_id from overdue_cases c where c.ended_at is null
$$;
call system_function('overdue_pairs(date)');

-- Pairs with a balance beside something to pay, or with an invoice whose PIX code waits for its new amount.
create function unsettled_pairs() returns table(seller_id bigint, supplier_id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select d.seller_id, d.supplier_id from dropinvoices d
  where d.closed_at is not null and d.state = 'pending' and d.payable_centavos > 0
    and ((d.bank is not null and d.pix_code is null) or coalesce((select sum(e.amount_centavos) from pair_entries e
      where e.seller_id = d.seller_id and e.supplier_id = d.supplier_id), 0) > 0)
  group by 1, 2
$$;
call system_function('unsettled_pairs()');

create function forget_bank_rows(before timestamptz, most integer) returns bigint
  language sql security definer set search_path = public, pg_temp as $$ with gone as (delete from bank_rows where id in
      (select r.id from bank_statements s join bank_rows r on r.statement_id = s.id
        where s.at < before and r.state <> 'received' order by s.at limit most) returning 1)
    select count(*) from gone $$;
call system_function('forget_bank_rows(timestamptz, integer)');

create trigger mark_supplier before insert or update of business_id, from_supplier, price_centavos on dropship_items
  for each row execute function mark_supplier();
create trigger tell_of_closed after update of closed_at on dropinvoices
  for each row when (old.closed_at is null and new.closed_at is not null) execute function tell_of_invoice('closed');
create trigger tell_of_moved after update of state on dropinvoices
  for each row when (old.state <> new.state) execute function tell_of_invoice('moved');
create trigger tell_of_opened after insert on dropinvoices
  for each row execute function tell_of_invoice('opened');
