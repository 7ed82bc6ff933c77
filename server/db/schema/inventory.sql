-- Warehouses, stations and positions, volumes and their history, the stock ledger with its reservations, and counts.

create table warehouses (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses,
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
  -- Every second row of the walk runs back.
  serpentine boolean not null default false,
  unique (business_id, id),
  unique (business_id, name)
);
comment on table warehouses is
  'Warehouses of a business.';
call tenant_table('warehouses');
call system_reads('warehouses');

create table stations (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses,
  warehouse_id bigint not null,
  name text not null,
  -- Hash of the token in the browser that was enrolled.
  token_hash bytea not null unique,
  enrolled_by bigint not null,
  enrolled_at timestamptz not null,
  last_used_at timestamptz,
  last_user_id bigint,
  revoked_at timestamptz,
  version integer not null default 1,
  unique (business_id, id),
  foreign key (business_id, warehouse_id) references warehouses (business_id, id)
);
comment on table stations is
  'Devices of the warehouse floor at which people change by PIN.';
create unique index stations_name on stations (business_id, fold(name)) where revoked_at is null;
call tenant_table('stations', 'select, insert, update');
call system_reads('stations');

create table station_failures (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  station_id bigint not null,
  user_id bigint not null,
  at timestamptz not null,
  foreign key (business_id, station_id) references stations (business_id, id)
);
comment on table station_failures is
  'Wrong PINs at a station, and tries that are being checked. A right PIN deletes the tries that were booked for '
  'it.';
create index station_failures_business_id_station_id_idx on station_failures (business_id, station_id);
call tenant_table('station_failures', 'select, insert, delete');

create table inventory_locations (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses,
  warehouse_id bigint not null,
  parent_id bigint,
  prefix text not null,
  -- Number among the positions that were made with the same prefix.
  index integer not null check (index >= 0),
  code text not null,
  turnover boolean not null default false,
  version integer not null default 1,
  -- Goods on the bench are still on hand and reserved.
  bench boolean not null default false,
  -- Order among its siblings as a person arranged it; `walk` is the order in the whole warehouse that follows from
  -- it.
  place integer check (place > 0),
  walk integer,
  unique (business_id, id),
  unique (business_id, warehouse_id, code),
  unique (business_id, warehouse_id, id),
  foreign key (business_id, warehouse_id) references warehouses (business_id, id),
  foreign key (business_id, warehouse_id, parent_id) references inventory_locations (business_id, warehouse_id, id),
  check (parent_id <> id)
);
comment on table inventory_locations is
  'Positions of a warehouse, as a tree. The packing bench is a position too.';
create unique index inventory_locations_bench on inventory_locations (warehouse_id) where bench;
create index inventory_locations_business_id_parent_id_idx on inventory_locations (business_id, parent_id);
call tenant_table('inventory_locations');

create table batches (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  variation_id bigint not null,
  code text not null,
  -- The last day on which it may be sold.
  expires_on date not null,
  created_at timestamptz not null,
  version integer not null default 1,
  search text generated always as (fold(code)) stored,
  code_key text generated always as (upper(btrim(code))) stored,
  unique (business_id, id),
  constraint batches_code unique (business_id, variation_id, code_key),
  foreign key (business_id, variation_id) references product_variations (business_id, id) on delete cascade
);
comment on table batches is
  'Lots of a variation with their expiry day. The code is compared trimmed and in upper case.';
create index batches_business_id_expires_on_id_idx on batches (business_id, expires_on, id);
call tenant_table('batches');
call system_reads('batches');

create table volumes (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses,
  code text not null,
  name text not null default '',
  warehouse_id bigint not null,
  position_id bigint,
  state text not null default 'registered' check (state in ('registered', 'tagged', 'active', 'in_balance', 'blocked',
      'in_transit', 'empty', 'voided', 'archived')),
  checked boolean not null default false,
  tested boolean not null default false,
  launched_at timestamptz,
  last_check_at timestamptz,
  search text generated always as (fold(code || ' ' || name)) stored,
  created_at timestamptz not null,
  -- Each version has one row in volume_events.
  version integer not null default 1,
  -- The last unit was taken, and nobody has confirmed that the volume is empty.
  zero_check_at timestamptz,
  -- The line of the supply request it came with, the quantity that its label promised, and what its launch took from
  -- the expected stock.
  request_line_id bigint,
  expected_quantity integer,
  inbound_taken integer not null default 0 check (inbound_taken >= 0),
  -- A tote of a picking list.
  tote boolean not null default false,
  picking_list_id bigint,
  -- The contents are held back until they are counted; a routine count does not hold them back.
  suspect boolean not null default false,
  -- Where the latest transfer began, also after it arrived.
  transfer_from_id bigint,
  transferred_at timestamptz,
  -- Why the contents are held back.
  blocked_as text check (blocked_as in ('damaged', 'quarantine', 'failed_test')),
  unique (business_id, code),
  unique (business_id, id),
  foreign key (business_id, warehouse_id) references warehouses (business_id, id),
  foreign key (business_id, warehouse_id, position_id) references inventory_locations (business_id, warehouse_id, id),
  constraint volumes_transfer_from foreign key (business_id, transfer_from_id) references warehouses (business_id, id),
  constraint volumes_blocked_as check (blocked_as is null or state = 'blocked'),
  check ((state not in ('active', 'in_balance')) or launched_at is not null and position_id is not null),
  constraint volumes_in_transit check (state <> 'in_transit' or transfer_from_id is not null and
      transferred_at is not null and position_id is null),
  constraint volumes_suspect check (not suspect or state = 'in_balance'),
  constraint volumes_tote check (tote or picking_list_id is null)
);
comment on table volumes is
  'Volumes: boxes, pallets or totes with a printed code, each in one position of one warehouse.';
create index volumes_business_id_id_idx on volumes (business_id, id desc);
create index volumes_business_id_picking_list_id_idx on volumes (business_id, picking_list_id) where tote;
create index volumes_business_id_position_id_idx on volumes (business_id, position_id) where position_id is not null;
create index volumes_business_id_request_line_id_idx on volumes (business_id, request_line_id)
  where request_line_id is not null;
create index volumes_business_id_transfer_from_id_idx on volumes (business_id, transfer_from_id)
  where transfer_from_id is not null;
create index volumes_business_id_warehouse_id_position_id_idx on volumes (business_id, warehouse_id, position_id);
create index volumes_oldest on volumes (business_id, warehouse_id, launched_at, id) where state = 'active' and not tote;
create index volumes_search on volumes using gin (search gin_trgm_ops);
create index volumes_standing on volumes (business_id, position_id) where state in ('active', 'in_balance', 'blocked');
-- What the dashboard of a warehouse counts, without volumes that are finished.
create index volumes_to_do on volumes (business_id, warehouse_id, state)
  where not tote and (state in ('registered', 'tagged', 'in_balance', 'blocked'));
call tenant_table('volumes');
call system_reads('volumes');

create table volume_lines (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  volume_id bigint not null,
  variation_id bigint not null,
  quantity integer not null check (quantity >= 0),
  -- Units held for sales in picking.
  pinned integer not null default 0,
  price_centavos bigint check (price_centavos >= 0),
  batch_id bigint,
  -- The lot has expired: the units are in the bucket `hold`.
  expired boolean not null default false,
  -- What the units of the line cost together, to the centavo; price_centavos is the rounded price of one. null: no
  -- cost is known.
  cost_centavos bigint check (cost_centavos >= 0),
  unique (business_id, id),
  unique (volume_id, variation_id),
  constraint volume_lines_batch foreign key (business_id, batch_id) references batches (business_id, id),
  foreign key (business_id, variation_id) references product_variations (business_id, id),
  foreign key (business_id, volume_id) references volumes (business_id, id) on delete cascade,
  check (pinned >= 0 and pinned <= quantity),
  constraint volume_lines_expired check (batch_id is not null or not expired)
);
comment on table volume_lines is
  'What a volume contains, by variation and lot.';
create index volume_lines_business_id_batch_id_idx on volume_lines (business_id, batch_id) where batch_id is not null;
create index volume_lines_business_id_variation_id_idx on volume_lines (business_id, variation_id);
call tenant_table('volume_lines');
call system_reads('volume_lines');

create table volume_events (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  volume_id bigint not null,
  at timestamptz not null,
  user_id bigint,
  kind text not null,
  detail jsonb not null default '{}'::jsonb,
  station_id bigint default app_station_or_null(),
  unique (business_id, id),
  foreign key (business_id, station_id) references stations (business_id, id),
  foreign key (business_id, volume_id) references volumes (business_id, id)
);
comment on table volume_events is
  'The history of a volume, one row per version. Rows are only added. Growth: one row per change of a volume, kept '
  'for good as its history.';
create index volume_events_business_id_volume_id_id_idx on volume_events (business_id, volume_id, id desc);
call tenant_table('volume_events', 'select, insert');

create table volume_event_images (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  event_id bigint not null,
  image_id bigint not null,
  unique (event_id, image_id),
  foreign key (business_id, event_id) references volume_events (business_id, id),
  foreign key (business_id, image_id) references images (business_id, id)
);
comment on table volume_event_images is
  'Photos of what was seen when a volume was blocked. They are kept as long as the history.';
create index volume_event_images_business_id_image_id_idx on volume_event_images (business_id, image_id);
call tenant_table('volume_event_images', 'select, insert');

create table stock (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses,
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
  -- Grows with every entry; a push carries it, so that an older quantity never replaces a newer one.
  revision bigint not null default 0,
  -- Units that are reserved and that a count did not find.
  shortfall integer not null default 0 check (shortfall >= 0),
  unique (business_id, id),
  unique (business_id, id, variation_id, warehouse_id),
  unique (variation_id, warehouse_id),
  foreign key (business_id, variation_id) references product_variations (business_id, id),
  foreign key (business_id, warehouse_id) references warehouses (business_id, id),
  constraint stock_reserved_on_hand check (reserved <= (on_hand + shortfall))
);
comment on table stock is
  'The stock level of a variation in a warehouse: one row with the sums of its ledger entries.';
create index stock_business_id_id_idx on stock (business_id, id desc);
create index stock_business_id_warehouse_id_idx on stock (business_id, warehouse_id);
call tenant_table('stock', 'select, insert, update');
call system_reads('stock');

create table ledger_entries (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  stock_id bigint not null,
  kind text not null check (kind in ('receipt', 'reserve', 'release', 'sale_out', 'sale_out_reversal', 'dispatch',
      'cancel_return', 'adjustment', 'move', 'transfer', 'unlaunch', 'hold', 'expected')),
  source text not null,
  source_id text not null,
  on_hand integer not null default 0,
  reserved integer not null default 0,
  soft integer not null default 0,
  hold integer not null default 0,
  inbound integer not null default 0,
  packed integer not null default 0,
  -- The volume whose contents changed.
  volume_id bigint,
  position_id bigint,
  reason text,
  user_id bigint,
  at timestamptz not null,
  -- The part of the sale that an entry of the bench took.
  part_id bigint,
  attempt integer,
  station_id bigint default app_station_or_null(),
  -- The lot of the units that left a volume.
  batch_id bigint,
  unique (business_id, source, source_id, kind),
  constraint ledger_entries_batch foreign key (business_id, batch_id) references batches (business_id, id),
  foreign key (business_id, station_id) references stations (business_id, id),
  foreign key (business_id, stock_id) references stock (business_id, id),
  foreign key (business_id, volume_id) references volumes (business_id, id),
  check (on_hand = 0 or volume_id is not null)
);
comment on table ledger_entries is
  'The stock ledger: each movement of a stock level, with its reason and source. Rows are only added, by '
  'post_entries, and their sums are the stock levels. Growth: some rows per part of a sale, kept for good, because '
  'their sums are the stock.';
create index ledger_entries_business_id_stock_id_id_idx on ledger_entries (business_id, stock_id, id desc);
create index ledger_entries_business_id_volume_id_idx on ledger_entries (business_id, volume_id)
  where volume_id is not null;
create index ledger_entries_part on ledger_entries (business_id, part_id) where part_id is not null;
call tenant_table('ledger_entries', 'select, insert');

create table reservations (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  stock_id bigint not null,
  order_id bigint not null,
  part_id bigint not null,
  kind text not null check (kind in ('soft', 'firm')),
  quantity integer not null check (quantity > 0),
  state text not null default 'open' check (state in ('open', 'consumed', 'released')),
  created_at timestamptz not null,
  ended_at timestamptz,
  foreign key (business_id, stock_id) references stock (business_id, id),
  check ((state = 'open') = (ended_at is null))
);
comment on table reservations is
  'Stock that is reserved for one part of a sale. A reservation ends exactly once. Growth: one or two rows per '
  'part of a sale, kept with the sale.';
create index reservations_business_id_stock_id_idx on reservations (business_id, stock_id) where state = 'open';
create unique index reservations_open on reservations (part_id) where state = 'open';
create index reservations_order_id_idx on reservations (order_id);
call tenant_table('reservations', 'select, insert, update');

create table pick_allocations (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  order_id bigint not null,
  part_id bigint not null,
  volume_id bigint not null,
  volume_line_id bigint not null,
  quantity integer not null check (quantity > 0),
  foreign key (business_id, volume_line_id) references volume_lines (business_id, id)
);
comment on table pick_allocations is
  'The volume lines from which the goods of a sale in picking are taken. Rows are deleted when the sale is packed '
  'or leaves picking.';
create index pick_allocations_business_id_volume_line_id_idx on pick_allocations (business_id, volume_line_id);
create index pick_allocations_order_id_idx on pick_allocations (order_id);
call tenant_table('pick_allocations');

create table balances (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  warehouse_id bigint not null,
  volume_id bigint not null,
  -- null: everything in the volume
  variation_id bigint,
  kind text not null check (kind in ('routine', 'suspect')),
  origin text not null check (origin in ('volume', 'position', 'product', 'plan', 'zero_check', 'short')),
  state text not null default 'open' check (state in ('open', 'recount', 'waiting_approval', 'checked', 'corrected',
      'canceled')),
  -- Version of the volume when the current series of counts began; a later version has other contents.
  volume_version integer not null,
  cause text check (cause in ('miscounted', 'missing_movement', 'found', 'lost', 'damaged', 'expired')),
  started_by bigint not null,
  started_at timestamptz not null,
  ended_by bigint,
  ended_at timestamptz,
  -- Counts of one series are compared with each other. A movement of the volume, or a count that is rejected, begins
  -- the next one.
  series integer not null default 1,
  unique (business_id, id),
  foreign key (business_id, variation_id) references product_variations (business_id, id),
  foreign key (business_id, volume_id) references volumes (business_id, id),
  foreign key (business_id, warehouse_id) references warehouses (business_id, id),
  check ((ended_at is null) = (state in ('open', 'recount', 'waiting_approval')))
);
comment on table balances is
  'A count of one volume, from the moment it is due until it is confirmed, corrected or canceled.';
create index balances_business_id_id_idx on balances (business_id, id desc);
create index balances_business_id_volume_id_idx on balances (business_id, volume_id);
create index balances_ended on balances (business_id, started_at) include (warehouse_id, state)
  where state in ('checked', 'corrected');
create unique index balances_open on balances (volume_id) where ended_at is null;
call tenant_table('balances', 'select, insert, update');

create table balance_counts (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  balance_id bigint not null,
  user_id bigint not null,
  at timestamptz not null,
  outcome text not null check (outcome in ('equal', 'differs', 'outdated')),
  station_id bigint default app_station_or_null(),
  series integer not null default 1,
  unique (business_id, id),
  foreign key (business_id, balance_id) references balances (business_id, id),
  foreign key (business_id, station_id) references stations (business_id, id)
);
comment on table balance_counts is
  'Each time a volume was counted for a balance. Rows are only added.';
create index balance_counts_business_id_balance_id_id_idx on balance_counts (business_id, balance_id, id);
call tenant_table('balance_counts', 'select, insert');

create table balance_count_lines (
  business_id bigint not null,
  count_id bigint not null,
  variation_id bigint not null,
  expected integer not null check (expected >= 0),
  counted integer not null check (counted >= 0),
  -- Of goods that the volume had none of.
  batch_id bigint,
  -- What one unit is worth; null: not known.
  unit_centavos bigint,
  primary key (count_id, variation_id),
  foreign key (business_id, batch_id) references batches (business_id, id),
  foreign key (business_id, count_id) references balance_counts (business_id, id),
  foreign key (business_id, variation_id) references product_variations (business_id, id)
);
comment on table balance_count_lines is
  'What a count found beside what the ledger said at that moment.';
call tenant_table('balance_count_lines', 'select, insert');

create table balance_settings (
  business_id bigint primary key references businesses,
  -- A larger difference is counted again by another person.
  tolerance_units integer not null default 1 check (tolerance_units >= 0),
  tolerance_percent integer not null default 2 check (tolerance_percent between 0 and 100),
  -- So is a difference that is worth more; null: no limit.
  limit_centavos bigint check (limit_centavos >= 0),
  version integer not null default 1
);
comment on table balance_settings is
  'The rules of counting that the owner of a business has set.';
call tenant_table('balance_settings');

create table stock_drifts (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  stock_id bigint not null,
  bucket text not null check (bucket in ('on_hand', 'reserved', 'soft', 'hold', 'inbound', 'packed')),
  source text not null check (source in ('entries', 'volumes', 'reservations')),
  stored integer not null,
  recounted integer not null,
  found_at timestamptz not null,
  -- Of the latest recount that found it.
  seen_at timestamptz not null,
  ended_at timestamptz,
  foreign key (business_id, stock_id) references stock (business_id, id)
);
comment on table stock_drifts is
  'What the nightly recount found: a bucket of a stock level that differs from its entries, volumes or '
  'reservations. The recount corrects nothing; a drift ends when a later recount finds both equal.';
create index stock_drifts_business_id_idx on stock_drifts (business_id) where ended_at is null;
create unique index stock_drifts_open on stock_drifts (stock_id, bucket, source) where ended_at is null;
call tenant_table('stock_drifts', 'select, insert, update');

-- Before a person is known there is the token of the device.
create function find_station(token bytea) returns table(id bigint, business_id bigint, revoked boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select id, business_id, revoked_at is not null from stations where token_hash = token
$$;
call system_function('find_station(bytea)');

-- People of the business of the station who have a PIN.
create function station_pins(token bytea) returns table(user_id bigint, pin_hash text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select p.user_id, p.pin_hash from stations t join staff m on m.business_id = t.business_id
    join pins p on p.user_id = m.user_id
  where t.token_hash = token and t.revoked_at is null
$$;
call system_function('station_pins(bytea)');

-- Units that leave take their share of the cost with them; units that are added without a cost cost what the others
-- do. A statement that sets the cost itself is left alone.
create function keep_line_cost() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    new.cost_centavos := coalesce(new.cost_centavos, new.price_centavos * new.quantity);
  elsif new.cost_centavos is distinct from old.cost_centavos then
    return new;
  elsif new.price_centavos is distinct from old.price_centavos then
    new.cost_centavos := new.price_centavos * new.quantity;
  elsif new.quantity <> old.quantity then
    new.cost_centavos := case when old.quantity = 0 then new.price_centavos * new.quantity
      else old.cost_centavos - round(old.cost_centavos::numeric * (old.quantity - new.quantity) / old.quantity) end;
  end if;
  return new;
end $$;

-- The only writer of ledger entries and stock levels. Stock levels are locked in the order of their ids, and an entry
-- that exists is skipped. Returns the stock levels that changed.
create function post_entries(entries jsonb, person bigint, at timestamptz) returns bigint[]
  language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  ids bigint[];
begin
  perform from stock s where s.business_id = app_business()
    and s.id in (select e.stock_id from jsonb_to_recordset(entries) as e (stock_id bigint)) order by s.id for no key update;
  with posted as (
    insert into ledger_entries (business_id, stock_id, kind, source, source_id, on_hand, reserved, soft, hold, inbound,
      packed, volume_id, position_id, reason, user_id, at, part_id, attempt, batch_id)
    select app_business(), e.stock_id, e.kind, e.source, e.source_id, coalesce(e.on_hand, 0), coalesce(e.reserved, 0),
      coalesce(e.soft, 0), coalesce(e.hold, 0), coalesce(e.inbound, 0), coalesce(e.packed, 0), e.volume_id, e.position_id,
      e.reason, person, post_entries.at, e.part_id, e.attempt, e.batch_id
    from jsonb_populate_recordset(null::ledger_entries, entries) e
    on conflict (business_id, source, source_id, kind) do nothing
    returning stock_id, kind, on_hand, reserved, soft, hold, inbound, packed
  ), moved as (
    select stock_id, sum(on_hand)::int as on_hand, sum(reserved)::int as reserved, sum(soft)::int as soft,
      sum(hold)::int as hold, sum(inbound)::int as inbound, sum(packed)::int as packed,
      coalesce(sum(on_hand) filter (where kind = 'adjustment'), 0) < 0 as counted_less
    from posted group by stock_id
  ), changed as (
    update stock s set on_hand = s.on_hand + m.on_hand, reserved = s.reserved + m.reserved, soft = s.soft + m.soft,
      hold = s.hold + m.hold, inbound = s.inbound + m.inbound, packed = s.packed + m.packed, revision = s.revision + 1,
      shortfall = least(greatest(0, s.reserved + m.reserved - s.on_hand - m.on_hand),
        case when m.counted_less then 2147483647 else s.shortfall end)
    from moved m where s.id = m.stock_id and s.business_id = app_business()
    returning s.id
  )
  select coalesce(array_agg(id), '{}') into ids from changed;
  return ids;
end $$;

-- Reserves stock of one fulfiller for sales, in the given order: all parts of a sale or none. A part with an open
-- reservation of this kind, or a firm one, keeps it; a soft one becomes firm. Returns the sales that were reserved
-- and the stock levels that changed.
create function reserve_stock(fulfiller bigint, sales jsonb, at timestamptz, out met bigint[], out moved bigint[])
  language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  acting text := current_setting('app.business_id', true);
  shelf bigint[];
  free integer[];
  wanted jsonb;
  entries jsonb;
  sale record;
  place integer;
  fits boolean;
begin
  met := '{}';
  perform set_config('app.business_id', fulfiller::text, true);
  select array_agg(h.id), array_agg(h.free) into shelf, free from (
    select s.id, s.on_hand - s.reserved - s.soft - s.hold - s.buffer as free from stock s
    where s.business_id = fulfiller and s.id in (select (d->>'stockId')::bigint
      from jsonb_array_elements(sales) o, jsonb_array_elements(o->'demands') d)
    order by s.id for no key update) h;
  select jsonb_agg(jsonb_build_object('n', o.n, 'sale', (o.sale->>'orderId')::bigint, 'kind', o.sale->>'kind',
      'part', d."partId", 'stock', d."stockId", 'quantity', d.quantity, 'own', coalesce(r.quantity, 0), 'held', r.id)) into wanted
  from jsonb_array_elements(sales) with ordinality o (sale, n),
    jsonb_to_recordset(o.sale->'demands') as d ("partId" bigint, "stockId" bigint, quantity integer)
    left join reservations r on r.part_id = d."partId" and r.state = 'open'
  where r.id is null or r.kind not in (o.sale->>'kind', 'firm');

  for sale in
    select (o.sale->>'orderId')::bigint as id, array_agg(w.stock) filter (where w.stock is not null) as stocks,
      array_agg(w.units) as units
    from jsonb_array_elements(sales) with ordinality o (sale, n)
      left join (select x.n, x.stock, sum(x.quantity - x.own)::int as units
        from jsonb_to_recordset(wanted) as x (n bigint, stock bigint, quantity integer, own integer) group by 1, 2) w on w.n = o.n
    group by o.n, 1 order by o.n
  loop
    fits := true;
    for i in 1 .. coalesce(cardinality(sale.stocks), 0) loop
      fits := fits and sale.units[i] <= coalesce(free[array_position(shelf, sale.stocks[i])], -1);
    end loop;
    continue when not fits;
    met := met || sale.id;
    for i in 1 .. coalesce(cardinality(sale.stocks), 0) loop
      place := array_position(shelf, sale.stocks[i]);
      free[place] := free[place] - sale.units[i];
    end loop;
  end loop;

  with ended as (
    update reservations set state = 'released', ended_at = at
    where id in (select w.held from jsonb_to_recordset(wanted) as w (sale bigint, held bigint) where w.sale = any (met))
    returning id, stock_id, kind, quantity
  )
  select jsonb_agg(jsonb_build_object('stock_id', stock_id, 'kind', 'release', 'source', 'reservation', 'source_id', id::text,
    case kind when 'firm' then 'reserved' else 'soft' end, -quantity)) into entries from ended;
  with made as (
    insert into reservations (business_id, stock_id, order_id, part_id, kind, quantity, created_at)
    select fulfiller, w.stock, w.sale, w.part, w.kind, w.quantity, at
    from jsonb_to_recordset(wanted) as w (sale bigint, kind text, part bigint, stock bigint, quantity integer)
    where w.sale = any (met) order by w.part returning id, stock_id, kind, quantity
  )
  select coalesce(entries, '[]') || coalesce(jsonb_agg(jsonb_build_object('stock_id', stock_id, 'kind', 'reserve',
    'source', 'reservation', 'source_id', id::text, case kind when 'firm' then 'reserved' else 'soft' end, quantity)), '[]')
    into entries from made;
  moved := post_entries(entries, null, at);
  perform set_config('app.business_id', coalesce(acting, ''), true);
end $$;

-- The stock level is locked by the writer of the entry, so nobody waits here. The row of a waiting delivery is
-- updated, so that a worker that reads it at this moment is waited for.
create function tell_of_stock() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from webhooks where active and 'stock' = any (topics)) then return null; end if;
  insert into webhook_deliveries as told (business_id, webhook_id, type, entity_id, at)
  select w.business_id, w.id, 'stock.changed', e.stock_id, max(e.at)
  from added e join webhooks w on w.active and 'stock' = any (w.topics) and w.business_id = e.business_id
  group by w.business_id, w.id, e.stock_id order by e.stock_id, w.id
  on conflict (webhook_id, entity_id) where type = 'stock.changed' and state = 'waiting' and attempts = 0
    do update set at = excluded.at;
  return null;
end $$;
alter function tell_of_stock() owner to easy_system;
revoke all on function tell_of_stock() from public;

-- The walk of a warehouse. Positions without a place come after their siblings, in the natural order of their code. A
-- row is a position with all positions inside it, or siblings that share a prefix. The bench is no part of the walk.
create function walk_of(warehouse bigint) returns table(id bigint, walk integer)
  language sql stable set search_path = public, pg_temp as $$
  with recursive siblings as (
    select l.id, l.parent_id, l.prefix,
      row_number() over (partition by l.parent_id order by l.place nulls last, l.prefix, l.index, l.code) as n,
      exists (select from inventory_locations c where c.business_id = l.business_id and c.parent_id = l.id) as holds
    from inventory_locations l where l.warehouse_id = warehouse and not l.bench
  ), edges as (
    select s.id, s.n, s.holds or lag(s.holds) over w or lag(s.prefix) over w is distinct from s.prefix as begins
    from siblings s where s.parent_id is null window w as (order by s.n)
  ), rows as (
    select e.id, e.n, count(*) filter (where e.begins) over (order by e.n) as row from edges e
  ), tree as (
    select r.id, 1 as depth, h.serpentine and r.row % 2 = 0 as back,
      array[r.row, case when h.serpentine and r.row % 2 = 0 then -r.n else r.n end] as path
    from rows r join warehouses h on h.id = warehouse
    union all
    select s.id, t.depth + 1, t.back, t.path || case when t.back and t.depth = 1 then -s.n else s.n end
    from tree t join siblings s on s.parent_id = t.id
  )
  select tree.id, (row_number() over (order by tree.path))::int from tree
$$;

-- Businesses with a warehouse.
create function businesses_to_recount() returns setof bigint
  language sql stable security definer set search_path = public, pg_temp as $$
  select distinct business_id from warehouses order by 1
$$;
call system_function('businesses_to_recount()');

create function businesses_with_expired_lots(today date) returns table(business_id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select distinct b.business_id from batches b
    join volume_lines l on l.business_id = b.business_id and l.batch_id = b.id and not l.expired
    join volumes v on v.id = l.volume_id and v.state in ('active', 'in_balance', 'blocked', 'empty')
  where b.expires_on < today
$$;
call system_function('businesses_with_expired_lots(date)');

-- Units of a warehouse that sales wait for. The fulfiller buys them and may not see the sales yet: it gets the sum
-- only.
create function waiting_units(warehouse bigint) returns table(stock_id bigint, units bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select p.stock_id, sum(p.quantity)::bigint
  from stock s join order_parts p on p.stock_id = s.id join orders o on o.id = p.order_id
  where s.business_id = app_business() and s.warehouse_id = warehouse and p.fulfiller_id = s.business_id
    and o.reserve = 'short' and o.canceled_at is null and p.quantity > 0
  group by p.stock_id
$$;
call system_function('waiting_units(bigint)');

create trigger keep_line_cost before insert or update of quantity, price_centavos, cost_centavos on volume_lines
  for each row execute function keep_line_cost();
create trigger tell_of_stock after insert on ledger_entries
  referencing new table as added for each statement execute function tell_of_stock();
