-- What a supply request has on the way is stock that is expected.
alter table ledger_entries drop constraint ledger_entries_kind_check;
alter table ledger_entries add constraint ledger_entries_kind_check check (kind in ('receipt', 'reserve', 'release',
  'sale_out', 'sale_out_reversal', 'dispatch', 'cancel_return', 'adjustment', 'move', 'unlaunch', 'hold', 'expected'));

create table purchasing_settings (
  business_id bigint primary key references businesses (id),
  -- above it who made a request does not approve it
  limit_centavos bigint check (limit_centavos >= 0),
  blind_counting boolean not null default false,
  cover_days integer not null default 30 check (cover_days between 1 and 365),
  -- of the newest supply request
  last_number integer not null default 0,
  version integer not null default 1
);
call tenant_table('purchasing_settings');

create table supply_requests (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses (id),
  number integer not null,
  supplier_id bigint not null,
  warehouse_id bigint not null,
  state text not null default 'pending' check (state in ('pending', 'in_transport', 'check_volumes', 'register_volumes',
    'tag_volumes', 'stock_up', 'attended', 'canceled')),
  estimated_delivery date,
  notes text not null default '',
  -- of the printed request
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
  unique (business_id, id),
  unique (business_id, number),
  foreign key (business_id, supplier_id) references suppliers (business_id, id),
  foreign key (business_id, warehouse_id) references warehouses (business_id, id),
  check ((state = 'canceled') = (canceled_at is not null)),
  check (state in ('pending', 'canceled') or approved_at is not null)
);
create index on supply_requests (business_id, id desc);
create index on supply_requests (business_id, state, id desc);
create index on supply_requests (business_id, supplier_id);
create index on supply_requests (business_id, warehouse_id);
call tenant_table('supply_requests');

create table supply_request_lines (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  request_id bigint not null,
  variation_id bigint not null,
  supplier_sku text not null default '',
  quantity integer not null check (quantity > 0),
  quantity_per_volume integer not null default 1 check (quantity_per_volume > 0),
  price_centavos bigint not null check (price_centavos > 0),
  -- what the ledger still expects of it
  inbound integer not null default 0 check (inbound >= 0),
  unique (business_id, id),
  unique (request_id, variation_id),
  foreign key (business_id, request_id) references supply_requests (business_id, id) on delete cascade,
  foreign key (business_id, variation_id) references product_variations (business_id, id)
);
create index on supply_request_lines (business_id, variation_id);
call tenant_table('supply_request_lines');

create table supply_request_events (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  request_id bigint not null,
  at timestamptz not null,
  user_id bigint,
  kind text not null,
  detail jsonb not null default '{}',
  foreign key (business_id, request_id) references supply_requests (business_id, id) on delete cascade
);
create index on supply_request_events (business_id, request_id, id desc);
call tenant_table('supply_request_events', 'select, insert');

-- What was agreed to be paid.
create table paid_prices (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  variation_id bigint not null,
  supplier_id bigint not null,
  request_id bigint not null,
  quantity integer not null check (quantity > 0),
  price_centavos bigint not null check (price_centavos > 0),
  at timestamptz not null,
  unique (request_id, variation_id),
  foreign key (business_id, variation_id) references product_variations (business_id, id),
  foreign key (business_id, supplier_id) references suppliers (business_id, id),
  foreign key (business_id, request_id) references supply_requests (business_id, id)
);
create index on paid_prices (business_id, variation_id, id desc);
create index on paid_prices (business_id, supplier_id, id desc);
create index on paid_prices (business_id, id desc);
call tenant_table('paid_prices', 'select, insert');

-- What a supplier delivers, by its own SKU.
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
create index on supplier_items (business_id, variation_id);
call tenant_table('supplier_items');
