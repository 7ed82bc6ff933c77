-- Vendors, supply requests with their answers and NF-e, and what was found wrong when goods came.

create table suppliers (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses,
  name text not null,
  fantasy_name text not null default '',
  -- CNPJ or CPF without punctuation, unique where it is known.
  document text not null default '',
  state_inscription text not null default '',
  zip text not null default '',
  state text not null default '',
  city text not null default '',
  neighborhood text not null default '',
  street text not null default '',
  number text not null default '',
  complement text not null default '',
  notes text not null default '',
  lead_days integer check (lead_days >= 0),
  minimum_order_centavos bigint check (minimum_order_centavos >= 0),
  archived_at timestamptz,
  search text generated always as (fold(name || ' ' || fantasy_name || ' ' || document || ' ' || city)) stored,
  created_at timestamptz not null,
  version integer not null default 1,
  -- In the words of the vendor: `28/56 dias`, `à vista`.
  payment_terms text not null default '',
  unique (business_id, id)
);
comment on table suppliers is
  'Vendors that a business buys goods from.';
create index suppliers_business_id_name_id_idx on suppliers (business_id, name, id);
create unique index suppliers_document on suppliers (business_id, document) where document <> '';
call tenant_table('suppliers');

create table supplier_contacts (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  supplier_id bigint not null,
  name text not null default '',
  phone text not null default '',
  email text not null default '',
  main boolean not null default false,
  unique (business_id, id),
  foreign key (business_id, supplier_id) references suppliers (business_id, id) on delete cascade
);
comment on table supplier_contacts is
  'The people to ask at a vendor.';
create index supplier_contacts_business_id_supplier_id_idx on supplier_contacts (business_id, supplier_id);
create unique index supplier_contacts_main on supplier_contacts (supplier_id) where main;
call tenant_table('supplier_contacts');

create table supplier_items (
  business_id bigint not null,
  supplier_id bigint not null,
  variation_id bigint not null,
  supplier_sku text not null default '',
  quantity_per_volume integer not null default 1 check (quantity_per_volume > 0),
  price_centavos bigint not null check (price_centavos > 0),
  at timestamptz not null,
  primary key (supplier_id, variation_id),
  foreign key (business_id, supplier_id) references suppliers (business_id, id) on delete cascade,
  foreign key (business_id, variation_id) references product_variations (business_id, id)
);
comment on table supplier_items is
  'What a vendor delivers, with the SKU and the packaging of the vendor.';
create index supplier_items_business_id_variation_id_idx on supplier_items (business_id, variation_id);
call tenant_table('supplier_items');

create table supplier_documents (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  supplier_id bigint not null,
  file_id bigint not null,
  name text not null,
  created_by bigint not null,
  created_at timestamptz not null,
  unique (business_id, id),
  foreign key (business_id, file_id) references files (business_id, id),
  foreign key (business_id, supplier_id) references suppliers (business_id, id)
);
comment on table supplier_documents is
  'Documents of a vendor: NF-e as they came, and other files.';
create index supplier_documents_business_id_supplier_id_id_idx on supplier_documents (business_id, supplier_id, id desc);
create index supplier_documents_file_id_idx on supplier_documents (file_id);
call tenant_table('supplier_documents', 'select, insert, delete');
call system_reads('supplier_documents');
create policy system_changing on supplier_documents for update to easy_system using (true) with check (true);
grant update (name) on supplier_documents to easy_system;

create table purchasing_settings (
  business_id bigint primary key references businesses,
  -- Above it the person who made a request does not approve it.
  limit_centavos bigint check (limit_centavos >= 0),
  blind_counting boolean not null default false,
  cover_days integer not null default 30 check (cover_days between 1 and 365),
  -- Of the newest supply request.
  last_number integer not null default 0,
  version integer not null default 1
);
comment on table purchasing_settings is
  'The rules of buying that the owner of a business has set, and the number of the newest supply request.';
call tenant_table('purchasing_settings');

create table supply_requests (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses,
  number integer not null,
  supplier_id bigint not null,
  warehouse_id bigint not null,
  state text not null default 'pending' check (state in ('pending', 'in_transport', 'check_volumes', 'register_volumes',
      'tag_volumes', 'stock_up', 'attended', 'canceled')),
  estimated_delivery date,
  notes text not null default '',
  -- Of the printed request.
  locale text not null default 'pt' check (locale in ('pt', 'en')),
  shows_prices boolean not null default true,
  total_products integer not null default 0 check (total_products >= 0),
  total_centavos bigint not null default 0 check (total_centavos >= 0),
  created_by bigint not null,
  created_at timestamptz not null,
  approved_by bigint,
  approved_at timestamptz,
  canceled_at timestamptz,
  cancel_reason text,
  version integer not null default 1,
  arrived_at timestamptz,
  attended_at timestamptz,
  parent_id bigint,
  -- The address under which the request is printed and answered without an account; null: none, or revoked.
  print_key uuid,
  -- The estimated delivery as it was approved: the day of lines without a confirmed day.
  ordered_delivery date,
  unique (business_id, id),
  unique (business_id, number),
  foreign key (business_id, supplier_id) references suppliers (business_id, id),
  foreign key (business_id, warehouse_id) references warehouses (business_id, id),
  constraint supply_requests_parent foreign key (business_id, parent_id) references supply_requests (business_id, id),
  check ((state = 'canceled') = (canceled_at is not null)),
  constraint supply_requests_check1 check ((state in ('pending', 'canceled')) or approved_at is not null)
);
comment on table supply_requests is
  'Requests for goods to a vendor, from the draft to the last volume received.';
create index supply_requests_business_id_id_idx on supply_requests (business_id, id desc);
create index supply_requests_business_id_state_id_idx on supply_requests (business_id, state, id desc);
create index supply_requests_business_id_supplier_id_idx on supply_requests (business_id, supplier_id);
create index supply_requests_business_id_warehouse_id_idx on supply_requests (business_id, warehouse_id);
create unique index supply_requests_child on supply_requests (parent_id) where parent_id is not null;
create unique index supply_requests_print_key on supply_requests (print_key) where print_key is not null;
call tenant_table('supply_requests');
call system_reads('supply_requests');

create table supply_request_lines (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  request_id bigint not null,
  variation_id bigint not null,
  supplier_sku text not null default '',
  quantity integer not null check (quantity > 0),
  quantity_per_volume integer not null default 1 check (quantity_per_volume > 0),
  price_centavos bigint not null check (price_centavos > 0),
  -- Units that the ledger still expects of the line.
  inbound integer not null default 0 check (inbound >= 0),
  counted_volumes integer check (counted_volumes >= 0),
  counted_by bigint,
  -- Units given up when the request was completed.
  closed_units integer not null default 0 check (closed_units >= 0),
  confirmed_quantity integer check (confirmed_quantity >= 0),
  confirmed_on date,
  -- The agreed total; the price of one unit is rounded from it.
  total_centavos bigint not null,
  unique (business_id, id),
  unique (request_id, variation_id),
  foreign key (business_id, request_id) references supply_requests (business_id, id) on delete cascade,
  foreign key (business_id, variation_id) references product_variations (business_id, id),
  constraint supply_request_lines_total_centavos_check check (total_centavos >= 0 and price_centavos::numeric = greatest(1,
      round(total_centavos::numeric / quantity::numeric)))
);
comment on table supply_request_lines is
  'Lines of a supply request: what was ordered, confirmed, received and given up.';
create index supply_request_lines_business_id_variation_id_idx on supply_request_lines (business_id, variation_id);
call tenant_table('supply_request_lines');

create table supply_request_events (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  request_id bigint not null,
  at timestamptz not null,
  user_id bigint,
  kind text not null,
  detail jsonb not null default '{}'::jsonb,
  station_id bigint default app_station_or_null(),
  foreign key (business_id, request_id) references supply_requests (business_id, id) on delete cascade,
  foreign key (business_id, station_id) references stations (business_id, id)
);
comment on table supply_request_events is
  'The history of a supply request. Rows are only added. Growth: some rows per request, kept for good as its '
  'history.';
create index supply_request_events_business_id_request_id_id_idx on supply_request_events (business_id, request_id, id desc);
call tenant_table('supply_request_events', 'select, insert');

create table supply_request_answers (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  request_id bigint not null,
  line_id bigint not null,
  name text not null,
  quantity integer not null check (quantity >= 0),
  delivery_on date,
  note text not null default '',
  at timestamptz not null,
  -- null: not decided
  taken boolean,
  decided_by bigint,
  decided_at timestamptz,
  unique (business_id, id),
  foreign key (business_id, line_id) references supply_request_lines (business_id, id),
  foreign key (business_id, request_id) references supply_requests (business_id, id),
  check ((taken is null) = (decided_at is null))
);
comment on table supply_request_answers is
  'What a vendor answered to a line. Each answer is kept.';
create index supply_request_answers_business_id_line_id_id_idx on supply_request_answers (business_id, line_id, id desc);
create index supply_request_answers_business_id_request_id_idx on supply_request_answers (business_id, request_id);
call tenant_table('supply_request_answers', 'select, insert, update');

create table vendor_invoices (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  request_id bigint not null,
  key text not null check (length(key) = 44),
  number text not null,
  series text not null,
  issued_at timestamptz not null,
  total_centavos bigint not null check (total_centavos >= 0),
  created_by bigint not null,
  created_at timestamptz not null,
  document_id bigint,
  charges_centavos bigint not null default 0 check (charges_centavos >= 0),
  discount_centavos bigint not null default 0 check (discount_centavos >= 0),
  -- The request was canceled: the access key may come again with another request.
  released boolean not null default false,
  unique (business_id, id),
  constraint vendor_invoices_document foreign key (business_id, document_id) references supplier_documents (business_id, id),
  constraint vendor_invoices_request foreign key (business_id, request_id) references supply_requests (business_id,
      id) on delete cascade
);
comment on table vendor_invoices is
  'NF-e of vendors by which goods come. Each access key counts once.';
create index vendor_invoices_business_id_request_id_idx on vendor_invoices (business_id, request_id);
create unique index vendor_invoices_received_once on vendor_invoices (business_id, key) where not released;
call tenant_table('vendor_invoices', 'select, insert');
grant update (released) on vendor_invoices to easy_app;

create table vendor_invoice_items (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  invoice_id bigint not null,
  -- null: no line of the request has its codes
  line_id bigint,
  code text not null,
  gtin text not null,
  name text not null,
  -- Stock units that the line brings; null: not known until a person says it.
  units integer check (units >= 0),
  -- With its share of freight, taxes and discounts; null: not known.
  cost_centavos bigint check (cost_centavos >= 0),
  goods_centavos bigint not null check (goods_centavos >= 0),
  sold_quantity numeric(20,10),
  sold_unit text not null default '',
  lots jsonb not null default '[]'::jsonb,
  unique (business_id, id),
  constraint vendor_invoice_items_invoice foreign key (business_id, invoice_id) references vendor_invoices (business_id,
      id) on delete cascade,
  constraint vendor_invoice_items_line foreign key (business_id, line_id) references supply_request_lines (business_id,
      id) on delete set null (line_id)
);
comment on table vendor_invoice_items is
  'A line of an NF-e as the document has it, the line of the request that it belongs to, and its lots.';
create index vendor_invoice_items_business_id_invoice_id_idx on vendor_invoice_items (business_id, invoice_id);
create index vendor_invoice_items_business_id_line_id_idx on vendor_invoice_items (business_id, line_id)
  where line_id is not null;
call tenant_table('vendor_invoice_items', 'select, insert');
grant update (line_id, units) on vendor_invoice_items to easy_app;

create table receiving_scans (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  line_id bigint not null,
  client_id text not null,
  user_id bigint not null,
  at timestamptz not null,
  station_id bigint default app_station_or_null(),
  unique (business_id, line_id, client_id),
  foreign key (business_id, line_id) references supply_request_lines (business_id, id) on delete cascade,
  foreign key (business_id, station_id) references stations (business_id, id)
);
comment on table receiving_scans is
  'One row per scan that counted a volume in, so that a scan which is sent twice counts once. Growth: one row per '
  'volume received, kept with the request.';
call tenant_table('receiving_scans', 'select, insert');

create table reported_problems (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  request_id bigint not null,
  line_id bigint,
  kind text not null check (kind in ('missing', 'too_many', 'wrong', 'damaged', 'label', 'price', 'other')),
  title text not null,
  description text not null default '',
  state text not null default 'open' check (state in ('open', 'solved')),
  created_by bigint not null,
  created_at timestamptz not null,
  solved_by bigint,
  solved_at timestamptz,
  solution text not null default '',
  search text generated always as (fold(title || ' ' || description)) stored,
  unique (business_id, id),
  foreign key (business_id, line_id) references supply_request_lines (business_id, id),
  foreign key (business_id, request_id) references supply_requests (business_id, id),
  check ((state = 'solved') = (solved_at is not null))
);
comment on table reported_problems is
  'What was wrong with goods that came. They are kept for the record of the vendor.';
create index reported_problems_business_id_id_idx on reported_problems (business_id, id desc);
create index reported_problems_business_id_request_id_idx on reported_problems (business_id, request_id);
call tenant_table('reported_problems', 'select, insert, update');

create table reported_problem_images (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  problem_id bigint not null,
  image_id bigint not null,
  unique (problem_id, image_id),
  foreign key (business_id, image_id) references images (business_id, id),
  foreign key (business_id, problem_id) references reported_problems (business_id, id)
);
comment on table reported_problem_images is
  'Photos of a reported problem.';
create index reported_problem_images_business_id_image_id_idx on reported_problem_images (business_id, image_id);
call tenant_table('reported_problem_images', 'select, insert');

create table paid_prices (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  variation_id bigint not null,
  supplier_id bigint not null,
  request_id bigint not null,
  quantity integer not null check (quantity > 0),
  price_centavos bigint not null check (price_centavos > 0),
  at timestamptz not null,
  total_centavos bigint not null,
  unique (request_id, variation_id),
  foreign key (business_id, request_id) references supply_requests (business_id, id),
  foreign key (business_id, supplier_id) references suppliers (business_id, id),
  foreign key (business_id, variation_id) references product_variations (business_id, id),
  constraint paid_prices_total_centavos_check check (total_centavos >= 0 and price_centavos::numeric = greatest(1,
      round(total_centavos::numeric / quantity::numeric)))
);
comment on table paid_prices is
  'The history of prices that were agreed with vendors, by variation.';
create index paid_prices_business_id_id_idx on paid_prices (business_id, id desc);
create index paid_prices_business_id_supplier_id_id_idx on paid_prices (business_id, supplier_id, id desc);
create index paid_prices_business_id_variation_id_id_idx on paid_prices (business_id, variation_id, id desc);
call tenant_table('paid_prices', 'select, insert');

-- A guest knows the address only.
create function find_printable_request(key uuid) returns table(id bigint, business_id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select r.id, r.business_id from supply_requests r where r.print_key = key
$$;
call system_function('find_printable_request(uuid)');
