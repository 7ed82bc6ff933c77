create table warehouses (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses (id),
  name text not null,
  notes text not null default '',
  zip text not null default '',
  state text not null default '',
  city text not null default '',
  neighborhood text not null default '',
  street text not null default '',
  number text not null default '',
  complement text not null default '',
  search text generated always as (fold(name || ' ' || city || ' ' || neighborhood || ' ' || street)) stored,
  created_at timestamptz not null,
  version integer not null default 1,
  unique (business_id, id),
  unique (business_id, name)
);
call tenant_table('warehouses');

create table inventory_locations (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses (id),
  warehouse_id bigint not null,
  parent_id bigint,
  prefix text not null,
  -- place among those made with the same prefix (initial … final index)
  index integer not null check (index >= 0),
  code text not null,
  turnover boolean not null default false,
  version integer not null default 1,
  unique (business_id, id),
  unique (business_id, warehouse_id, id),
  unique (business_id, warehouse_id, code),
  foreign key (business_id, warehouse_id) references warehouses (business_id, id),
  foreign key (business_id, warehouse_id, parent_id) references inventory_locations (business_id, warehouse_id, id),
  check (parent_id <> id)
);
create index on inventory_locations (business_id, parent_id);
call tenant_table('inventory_locations');

create table volumes (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses (id),
  code text not null,
  name text not null default '',
  warehouse_id bigint not null,
  position_id bigint,
  state text not null default 'registered' check (state in
    ('registered', 'tagged', 'active', 'in_balance', 'blocked', 'empty', 'voided', 'archived')),
  checked boolean not null default false,
  tested boolean not null default false,
  launched_at timestamptz,
  last_check_at timestamptz,
  search text generated always as (fold(code || ' ' || name)) stored,
  created_at timestamptz not null,
  -- one event per version: every change of a volume is in its history
  version integer not null default 1,
  unique (business_id, id),
  unique (business_id, code),
  foreign key (business_id, warehouse_id) references warehouses (business_id, id),
  foreign key (business_id, warehouse_id, position_id) references inventory_locations (business_id, warehouse_id, id),
  check (state not in ('active', 'in_balance') or (launched_at is not null and position_id is not null))
);
create index on volumes (business_id, warehouse_id, position_id);
create index on volumes (business_id, position_id) where position_id is not null;
create index volumes_search on volumes using gin (search gin_trgm_ops);
create index on volumes (business_id, id desc);
call tenant_table('volumes');

create table volume_lines (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  volume_id bigint not null,
  variation_id bigint not null,
  quantity integer not null check (quantity >= 0),
  -- held for sales being picked
  pinned integer not null default 0 check (pinned >= 0 and pinned <= quantity),
  price_centavos bigint check (price_centavos >= 0),
  unique (business_id, id),
  unique (volume_id, variation_id),
  foreign key (business_id, volume_id) references volumes (business_id, id) on delete cascade,
  foreign key (business_id, variation_id) references product_variations (business_id, id)
);
create index on volume_lines (business_id, variation_id);
call tenant_table('volume_lines');

create table volume_events (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  volume_id bigint not null,
  at timestamptz not null,
  user_id bigint,
  kind text not null,
  detail jsonb not null default '{}',
  foreign key (business_id, volume_id) references volumes (business_id, id)
);
create index on volume_events (business_id, volume_id, id desc);
call tenant_table('volume_events', 'select, insert');

-- The shelf: one row per variation and warehouse, the sum of its ledger entries.
create table stock (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses (id),
  variation_id bigint not null,
  warehouse_id bigint not null,
  on_hand integer not null default 0 check (on_hand >= 0),
  reserved integer not null default 0 check (reserved >= 0),
  soft integer not null default 0 check (soft >= 0),
  hold integer not null default 0 check (hold >= 0),
  inbound integer not null default 0 check (inbound >= 0),
  packed integer not null default 0 check (packed >= 0),
  buffer integer not null default 0 check (buffer >= 0),
  sellable integer generated always as (greatest(0, on_hand - reserved - soft - hold - buffer)) stored,
  -- grows with every entry; pushes carry it so that an older quantity never follows a newer one
  revision bigint not null default 0,
  unique (business_id, id),
  unique (business_id, id, variation_id, warehouse_id),
  unique (variation_id, warehouse_id),
  foreign key (business_id, variation_id) references product_variations (business_id, id),
  foreign key (business_id, warehouse_id) references warehouses (business_id, id),
  constraint stock_reserved_on_hand check (reserved <= on_hand)
);
create index on stock (business_id, warehouse_id);
create index on stock (business_id, id desc);
call tenant_table('stock', 'select, insert, update');

create table ledger_entries (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  stock_id bigint not null,
  kind text not null check (kind in ('receipt', 'reserve', 'release', 'sale_out', 'sale_out_reversal', 'dispatch',
    'cancel_return', 'adjustment', 'move', 'unlaunch', 'hold')),
  source text not null,
  source_id text not null,
  on_hand integer not null default 0,
  reserved integer not null default 0,
  soft integer not null default 0,
  hold integer not null default 0,
  inbound integer not null default 0,
  packed integer not null default 0,
  -- where on_hand changed
  volume_id bigint,
  position_id bigint,
  reason text,
  user_id bigint,
  at timestamptz not null,
  unique (business_id, source, source_id, kind),
  foreign key (business_id, stock_id) references stock (business_id, id),
  foreign key (business_id, volume_id) references volumes (business_id, id),
  check (on_hand = 0 or volume_id is not null)
);
create index on ledger_entries (business_id, stock_id, id desc);
create index on ledger_entries (business_id, volume_id) where volume_id is not null;
call tenant_table('ledger_entries', 'select, insert');
