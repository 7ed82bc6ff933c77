-- The bench is a place, and a tote a volume that stands there: what is picked into it is still on hand and reserved.
alter table inventory_locations add column bench boolean not null default false;
create unique index inventory_locations_bench on inventory_locations (warehouse_id) where bench;

create table picking_lists (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  warehouse_id bigint not null,
  state text not null default 'open' check (state in ('open', 'in_progress', 'finished', 'canceled')),
  -- who is to pick it; null: whoever takes it first
  assignee_id bigint,
  created_by bigint not null,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  canceled_at timestamptz,
  unique (business_id, id),
  foreign key (business_id, warehouse_id) references warehouses (business_id, id)
);
create index on picking_lists (business_id, state, id);
call tenant_table('picking_lists', 'select, insert, update');

-- A sale on a list, until it leaves it. `place` is where its goods lie on the cart, `bench_by` who took it over to pack.
create table picking_list_orders (
  business_id bigint not null,
  list_id bigint not null,
  order_id bigint not null references orders (id),
  place integer not null check (place > 0),
  units integer not null check (units > 0),
  picked integer not null default 0,
  left_at timestamptz,
  left_reason text check (left_reason in
    ('not_pending', 'insufficient_stock', 'upstream_unknown', 'canceled', 'short', 'taken_off', 'list_canceled')),
  bench_by bigint,
  primary key (list_id, order_id),
  check (picked between 0 and units),
  check ((left_at is null) = (left_reason is null)),
  foreign key (business_id, list_id) references picking_lists (business_id, id)
);
create unique index picking_list_orders_live on picking_list_orders (business_id, order_id) where left_at is null;
create index on picking_list_orders (order_id);
call tenant_table('picking_list_orders', 'select, insert, update');

-- One unit out of a volume into a tote. A scan that is sent twice counts once.
create table picking_scans (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  list_id bigint not null,
  order_id bigint not null,
  variation_id bigint not null,
  volume_id bigint not null,
  client_id text not null,
  user_id bigint not null,
  at timestamptz not null,
  unique (business_id, client_id),
  foreign key (list_id, order_id) references picking_list_orders (list_id, order_id),
  foreign key (business_id, variation_id) references product_variations (business_id, id),
  foreign key (business_id, volume_id) references volumes (business_id, id)
);
create index on picking_scans (business_id, list_id, id desc);
call tenant_table('picking_scans', 'select, insert');

alter table volumes add column tote boolean not null default false, add column picking_list_id bigint,
  add constraint volumes_picking_list foreign key (business_id, picking_list_id)
    references picking_lists (business_id, id) not valid,
  add constraint volumes_tote check (tote or picking_list_id is null) not valid;
create index on volumes (business_id, picking_list_id) where tote;
