-- A sale: facts, each with one writer; `status` is derived from them by one function of the orders area.
create table orders (
  id bigint generated always as identity primary key,
  -- the seller
  business_id bigint not null references businesses (id),
  -- owner of the shelf; null while no line is linked to an offer
  fulfiller_id bigint references businesses (id),
  warehouse_id bigint,
  account_id bigint,
  marketplace text,
  remote_order_id text,
  pack_id text,
  shipment_id text,
  buyer_name text not null default '',
  buyer jsonb not null default '{}',
  total_centavos bigint not null check (total_centavos >= 0),
  purchased_at timestamptz not null,
  logistic_type text not null default '',
  -- facts of the payment
  payment text not null default 'pending' check (payment in ('pending', 'approved', 'refunded')),
  paid_at timestamptz,
  payment_expires_at timestamptz,
  -- the marketplace forbids to ship it
  fraud_risk boolean not null default false,
  remote_updated_at timestamptz,
  -- facts of the reserve: none until linked; soft while unpaid; firm; short where the shelf had too little
  reserve text not null default 'none' check (reserve in ('none', 'soft', 'firm', 'short', 'released', 'consumed')),
  linked boolean not null default false,
  -- facts of approval: open reason asks somebody; refused sends it back to the seller
  approval_reason text check (approval_reason in ('manual-accept', 'stock-short', 'cost-changed', 'credit-limit', 'mixed-warehouse')),
  approved_reasons text[] not null default '{}',
  refused_at timestamptz,
  refused_reason text,
  -- facts of the documents
  document text not null default 'missing' check (document in ('missing', 'sent', 'accepted', 'rejected', 'not_required')),
  document_error text,
  invoice_file_id bigint,
  invoice_key text,
  label_ready boolean not null default false,
  label_available_at timestamptz,
  label_file_id bigint,
  label_zpl_file_id bigint,
  label_printed_at timestamptz,
  -- facts of fulfilment
  -- the fulfiller meets the sale: to decide about it, or to pack it
  shown_at timestamptz,
  released_at timestamptz,
  picking_by bigint,
  picking_at timestamptz,
  attempt integer not null default 0,
  packed_at timestamptz,
  packed_by bigint,
  collected_at timestamptz,
  sent_at timestamptz,
  delivered_at timestamptz,
  -- facts of the shipment
  shipment_status text not null default '',
  shipment_substatus text not null default '',
  shipment_updated_at timestamptz,
  shipment_checked_at timestamptz,
  dispatch_limit timestamptz,
  promised_at timestamptz,
  tracking_code text not null default '',
  -- facts of the cancel
  canceled_at timestamptz,
  canceled_by text check (canceled_by in ('seller', 'fulfiller', 'marketplace', 'expiry')),
  canceled_reason text,
  -- telling the marketplace of a cancel of ours
  remote_cancel text check (remote_cancel in ('queued', 'done', 'refused')),
  remote_cancel_error text,
  return_expected boolean not null default false,
  put_back boolean not null default false,
  status text not null check (status in ('waiting_payment', 'waiting_separation', 'waiting_approval', 'pending', 'picking',
    'waiting_collect', 'collected', 'sent', 'complete', 'canceled')),
  -- titles and SKUs of the lines
  line_words text not null default '',
  search text generated always as (fold(coalesce(remote_order_id, '') || ' ' || coalesce(pack_id, '') || ' ' || buyer_name || ' '
    || tracking_code || ' ' || line_words)) stored,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  unique (business_id, id),
  foreign key (business_id, account_id) references marketplace_accounts (business_id, id),
  -- the marketplace's own warehouse (Full) packs without us
  check (status = 'canceled' or logistic_type = 'fulfillment'
    or (packed_at is not null) = (status in ('waiting_collect', 'collected', 'sent', 'complete')))
);
create unique index orders_remote on orders (account_id, remote_order_id) where remote_order_id is not null;
create index on orders (business_id, id desc);
create index on orders (business_id, status, id desc);
create index on orders (fulfiller_id, warehouse_id, status, dispatch_limit, id);
create index on orders (account_id, shipment_id);
create index on orders (account_id, pack_id);
create index on orders (payment_expires_at) where status = 'waiting_payment';
create index orders_search on orders using gin (search gin_trgm_ops);
create index on orders (business_id, purchased_at desc, id desc);
create index on orders (business_id, total_centavos, id);
create index on orders (label_available_at) where status = 'waiting_separation';
-- The fulfiller meets a sale when he has to decide about it or pack it, and keeps meeting it afterwards.
call protect('orders', 'business_id = app_business() or (fulfiller_id = app_business() and shown_at is not null)',
  'business_id = app_business() or fulfiller_id = app_business()', 'select, insert, update');

create table order_lines (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  fulfiller_id bigint,
  order_id bigint not null,
  publication_variation_id bigint,
  remote_item_id text,
  remote_variation_id text,
  title text not null,
  sku text not null default '',
  quantity integer not null check (quantity > 0),
  -- seller side only
  unit_price_centavos bigint not null check (unit_price_centavos >= 0),
  sale_fee_centavos bigint not null default 0,
  unique (business_id, id),
  foreign key (business_id, order_id) references orders (business_id, id) on delete cascade
);
create index on order_lines (order_id);
call protect('order_lines', 'business_id = app_business() or fulfiller_id = app_business()',
  'business_id = app_business() or fulfiller_id = app_business()', 'select, insert, update, delete');

-- What a line takes from the shelf: one row per offer of its composition.
create table order_parts (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  fulfiller_id bigint not null,
  order_id bigint not null,
  line_id bigint not null,
  dropship_item_id bigint not null references dropship_items (id),
  product_id bigint not null,
  variation_id bigint not null,
  stock_id bigint not null references stock (id),
  quantity integer not null check (quantity > 0),
  beeped integer not null default 0 check (beeped >= 0 and beeped <= quantity),
  -- the supplier's price, frozen when the sale is released
  unit_cost_centavos bigint not null check (unit_cost_centavos >= 0),
  product_name text not null,
  sku text not null,
  gtin text not null default '',
  unique (business_id, id),
  foreign key (business_id, order_id) references orders (business_id, id) on delete cascade,
  foreign key (business_id, line_id) references order_lines (business_id, id) on delete cascade
);
create index on order_parts (order_id);
create index on order_parts (stock_id);
call protect('order_parts', 'business_id = app_business() or fulfiller_id = app_business()',
  'business_id = app_business() or fulfiller_id = app_business()', 'select, insert, update, delete');

-- One promise of the shelf to one part of a sale; ends exactly once.
create table reservations (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  stock_id bigint not null,
  order_id bigint not null references orders (id),
  part_id bigint not null references order_parts (id),
  kind text not null check (kind in ('soft', 'firm')),
  quantity integer not null check (quantity > 0),
  state text not null default 'open' check (state in ('open', 'consumed', 'released')),
  created_at timestamptz not null,
  ended_at timestamptz,
  foreign key (business_id, stock_id) references stock (business_id, id),
  check ((state = 'open') = (ended_at is null))
);
create unique index reservations_open on reservations (part_id) where state = 'open';
create index on reservations (order_id);
create index on reservations (business_id, stock_id) where state = 'open';
call tenant_table('reservations', 'select, insert, update');

-- Which volumes the goods of a sale in picking come from.
create table pins (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  order_id bigint not null references orders (id),
  part_id bigint not null references order_parts (id),
  volume_id bigint not null,
  volume_line_id bigint not null,
  quantity integer not null check (quantity > 0),
  foreign key (business_id, volume_line_id) references volume_lines (business_id, id)
);
create index on pins (order_id);
create index on pins (business_id, volume_line_id);
call tenant_table('pins', 'select, insert, update, delete');

create table order_scans (
  id bigint generated always as identity primary key,
  -- the fulfiller
  business_id bigint not null,
  order_id bigint not null references orders (id),
  part_id bigint not null references order_parts (id),
  client_id text not null,
  code text not null,
  attempt integer not null,
  user_id bigint not null,
  at timestamptz not null,
  voided_at timestamptz,
  voided_by bigint,
  void_reason text,
  unique (business_id, client_id)
);
create index on order_scans (order_id);
call tenant_table('order_scans', 'select, insert, update');

create table order_events (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  fulfiller_id bigint,
  order_id bigint not null,
  at timestamptz not null,
  user_id bigint,
  -- seller, fulfiller, marketplace, system
  actor text not null,
  kind text not null,
  status_from text,
  status_to text,
  detail jsonb not null default '{}',
  foreign key (business_id, order_id) references orders (business_id, id) on delete cascade
);
create index on order_events (order_id, id);
call protect('order_events', 'business_id = app_business() or fulfiller_id = app_business()',
  'business_id = app_business() or fulfiller_id = app_business()', 'select, insert');

-- What the marketplace last said about a sale, as it came: for reading again when we understand more.
create table order_sources (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  order_id bigint not null,
  kind text not null check (kind in ('order', 'shipment', 'sla', 'pack', 'billing')),
  body jsonb not null,
  received_at timestamptz not null,
  unique (order_id, kind),
  foreign key (business_id, order_id) references orders (business_id, id) on delete cascade
);
call tenant_table('order_sources', 'select, insert, update');

call system_reads('orders');
create function unpaid_orders(at timestamptz) returns table (order_id bigint, business_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select id, business_id from orders where status = 'waiting_payment' and payment_expires_at <= at
$$;
call system_function('unpaid_orders(timestamptz)');

-- Paid sales that only waited for the date on which their label exists.
create function buffered_orders(at timestamptz) returns table (order_id bigint, business_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select id, business_id from orders where status = 'waiting_separation' and label_available_at <= at and released_at is null
$$;
call system_function('buffered_orders(timestamptz)');

-- Sales short of stock that a receipt may satisfy, oldest first.
call system_reads('order_parts');
create function short_orders(shelf bigint[]) returns table (order_id bigint, business_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct o.id, o.business_id from orders o join order_parts p on p.order_id = o.id
  where p.stock_id = any(shelf) and o.reserve = 'short' and o.canceled_at is null order by o.id
$$;
call system_function('short_orders(bigint[])');

-- A seller reads the variation and the shelf row of what he has sold even after the offer is gone.
create index on order_parts (business_id, variation_id);
