-- NF-e of vendors, by which goods come: each key is received once.
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
  unique (business_id, id),
  unique (business_id, key),
  foreign key (business_id, request_id) references supply_requests (business_id, id)
);
create index on vendor_invoices (business_id, request_id);
call tenant_table('vendor_invoices', 'select, insert');

create table vendor_invoice_items (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  invoice_id bigint not null,
  -- null: nothing in the request has its codes
  line_id bigint,
  code text not null,
  gtin text not null,
  name text not null,
  units integer not null check (units >= 0),
  -- of one unit, as the document has it
  price_centavos bigint not null check (price_centavos >= 0),
  unique (business_id, id),
  foreign key (business_id, invoice_id) references vendor_invoices (business_id, id),
  foreign key (business_id, line_id) references supply_request_lines (business_id, id)
);
create index on vendor_invoice_items (business_id, invoice_id);
create index on vendor_invoice_items (business_id, line_id) where line_id is not null;
call tenant_table('vendor_invoice_items', 'select, insert');
