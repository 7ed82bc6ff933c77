create sequence dropinvoice_numbers;
grant usage on sequence dropinvoice_numbers to easy_app;

create table dropinvoices (
  id bigint generated always as identity primary key,
  seller_id bigint not null references businesses (id),
  supplier_id bigint not null references businesses (id),
  day date not null,
  number bigint not null default nextval('dropinvoice_numbers'),
  state text not null default 'pending' check (state in ('pending', 'waiting_approval', 'complete')),
  total_centavos bigint not null default 0,
  product_quantity integer not null default 0,
  closed_at timestamptz,
  due_on date,
  -- copy of the supplier's bank data and the exact PIX code, made when it closes
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
  unique (seller_id, supplier_id, day),
  unique (number),
  check (seller_id <> supplier_id)
);
create index on dropinvoices (seller_id, day desc, id desc);
create index on dropinvoices (supplier_id, day desc, id desc);
create index on dropinvoices (day) where closed_at is null;
call protect('dropinvoices', 'app_business() in (seller_id, supplier_id)', 'app_business() in (seller_id, supplier_id)',
  'select, insert, update');

create table dropinvoice_items (
  id bigint generated always as identity primary key,
  seller_id bigint not null,
  supplier_id bigint not null,
  dropinvoice_id bigint not null references dropinvoices (id),
  order_id bigint references orders (id),
  part_id bigint references order_parts (id),
  kind text not null check (kind in ('sale', 'reversal', 'credit', 'carry')),
  -- packing attempt the line belongs to
  attempt integer not null default 0,
  advertisement text not null default '',
  product text not null default '',
  quantity integer not null,
  unit_price_centavos bigint not null,
  total_centavos bigint not null check (total_centavos = unit_price_centavos * quantity),
  at timestamptz not null,
  unique (part_id, kind, attempt)
);
create index on dropinvoice_items (dropinvoice_id, id);
call protect('dropinvoice_items', 'app_business() in (seller_id, supplier_id)', 'app_business() in (seller_id, supplier_id)',
  'select, insert');

create table dropinvoice_proofs (
  id bigint generated always as identity primary key,
  seller_id bigint not null,
  supplier_id bigint not null,
  dropinvoice_id bigint not null references dropinvoices (id),
  file_id bigint not null,
  paid_centavos bigint not null,
  paid_on date not null,
  note text not null default '',
  user_id bigint not null,
  at timestamptz not null,
  rejected_at timestamptz,
  rejected_reason text
);
create index on dropinvoice_proofs (dropinvoice_id, id desc);
call protect('dropinvoice_proofs', 'app_business() in (seller_id, supplier_id)', 'app_business() in (seller_id, supplier_id)',
  'select, insert, update');

call system_reads('dropinvoices');
create function open_dropinvoices(before date) returns table (dropinvoice_id bigint, supplier_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select id, supplier_id from dropinvoices where closed_at is null and day < before order by id
$$;
call system_function('open_dropinvoices(date)');

-- Proofs and invoice documents are read from both sides, labels and NF-e by seller and fulfiller.
drop policy reading on files;
create policy reading on files for select to easy_app using (business_id = app_business()
  or exists (select from images i where files.id in (i.file_id, i.thumbnail_file_id))
  or exists (select from dropinvoices d where files.id in (d.proof_file_id, d.document_file_id))
  or exists (select from dropinvoice_proofs p where p.file_id = files.id)
  or exists (select from orders o where files.id in (o.invoice_file_id, o.label_file_id, o.label_zpl_file_id)));
create index on dropinvoices (proof_file_id) where proof_file_id is not null;
create index on dropinvoices (document_file_id) where document_file_id is not null;
create index on dropinvoice_proofs (file_id);
create index on orders (invoice_file_id) where invoice_file_id is not null;
create index on orders (label_file_id) where label_file_id is not null;
create index on orders (label_zpl_file_id) where label_zpl_file_id is not null;
