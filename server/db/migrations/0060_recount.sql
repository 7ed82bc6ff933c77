-- What a nightly recount found: a bucket of the shelf that is not what its entries, volumes or reservations add up to.
-- Nothing is corrected by it; a drift ends when a later recount finds the two equal again.
create table stock_drifts (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  stock_id bigint not null,
  bucket text not null check (bucket in ('on_hand', 'reserved', 'soft', 'hold', 'inbound', 'packed')),
  source text not null check (source in ('entries', 'volumes', 'reservations')),
  stored integer not null,
  recounted integer not null,
  found_at timestamptz not null,
  -- of the latest recount that still found it
  seen_at timestamptz not null,
  ended_at timestamptz,
  foreign key (business_id, stock_id) references stock (business_id, id)
);
create unique index stock_drifts_open on stock_drifts (stock_id, bucket, source) where ended_at is null;
create index on stock_drifts (business_id) where ended_at is null;
call tenant_table('stock_drifts', 'select, insert, update');

-- Businesses that keep goods of their own: each warehouse belongs to one that does.
create function businesses_to_recount() returns setof bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct business_id from warehouses order by 1
$$;
call system_function('businesses_to_recount()');
