alter table products add column asks_serials boolean not null default false;

create table serials (
  business_id bigint not null references businesses,
  id bigint generated always as identity,
  product_id bigint not null,
  variation_id bigint not null,
  -- In capitals.
  code text not null check (code <> ''),
  state text not null check (state in ('in_stock', 'with_sale', 'returned', 'gone')),
  -- Its unit is in a volume of the business: also while it is packed, and damaged in a blocked volume.
  here boolean not null,
  -- The supply request with which it came; null if it was recorded later.
  request_id bigint,
  -- Of the scan that recorded it.
  client_id text not null,
  changed_at timestamptz not null,
  search text generated always as (fold(code)) stored,
  primary key (business_id, id),
  constraint serials_code unique (business_id, product_id, code),
  constraint serials_scan unique (business_id, client_id),
  foreign key (business_id, product_id) references products (business_id, id),
  foreign key (business_id, variation_id) references product_variations (business_id, id),
  foreign key (business_id, request_id) references supply_requests (business_id, id),
  check (here or state <> 'in_stock'),
  check (not here or state <> 'gone')
);
comment on table serials is
  'Serial numbers of the units of products that ask for them, each once per product. Growth: one row per unit, kept '
  'for good as proof of which unit was sold.';
create index serials_known on serials (business_id, code, id);
create index serials_changed on serials (business_id, changed_at, id);
create index serials_here on serials (business_id, variation_id) where here;
call tenant_table('serials', 'select, insert, update');

create table serial_events (
  business_id bigint not null,
  id bigint generated always as identity,
  serial_id bigint not null,
  at timestamptz not null,
  -- Null: a sale was canceled by its seller or its marketplace.
  user_id bigint,
  station_id bigint default app_station_or_null(),
  kind text not null check (kind in ('received', 'recorded', 'scanned', 'packed', 'freed', 'put_back', 'returned',
    'inspection_voided', 'stored', 'set_aside', 'lost', 'gone', 'found')),
  -- The sale, and its seller.
  seller_id bigint,
  order_id bigint,
  reason text not null default '',
  primary key (business_id, id),
  foreign key (business_id, serial_id) references serials (business_id, id),
  foreign key (business_id, station_id) references stations (business_id, id),
  foreign key (seller_id, order_id) references orders (business_id, id),
  check ((seller_id is null) = (order_id is null))
);
comment on table serial_events is
  'The history of a serial number. Rows are only added. Growth: some rows per unit, kept with its serial number.';
create index serial_events_of on serial_events (business_id, serial_id, id);
call tenant_table('serial_events', 'select, insert');

create table sale_serials (
  -- The seller, and the business that packs.
  business_id bigint not null,
  id bigint generated always as identity,
  fulfiller_id bigint not null,
  order_id bigint not null,
  part_id bigint not null,
  serial_id bigint not null,
  -- As in serials, which the seller does not read.
  code text not null,
  client_id text not null,
  at timestamptz not null,
  -- The parcel was opened, or the sale canceled before it left.
  freed_at timestamptz,
  -- The finding of a return with this unit; while the return is open it may be voided.
  return_unit_id bigint,
  returned_at timestamptz,
  primary key (business_id, id),
  constraint sale_serials_scan unique (fulfiller_id, client_id),
  foreign key (business_id, order_id) references orders (business_id, id),
  foreign key (business_id, part_id) references order_parts (business_id, id),
  foreign key (fulfiller_id, serial_id) references serials (business_id, id),
  foreign key (fulfiller_id, return_unit_id) references parcel_return_units (business_id, id)
);
comment on table sale_serials is
  'Serial numbers of the units of a sale, as they were scanned at the bench. Growth: one row per unit, kept with the '
  'sale.';
create unique index sale_serials_once on sale_serials (fulfiller_id, serial_id)
  where freed_at is null and returned_at is null;
create index sale_serials_of on sale_serials (business_id, order_id);
call protect('sale_serials',
  'business_id = (select app_business()) or fulfiller_id = (select app_business())',
  'business_id = (select app_business()) or fulfiller_id = (select app_business())',
  'select, insert, update');
