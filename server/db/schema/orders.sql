-- Sales, their lines and parts, the history, picking, packing, handing over to carriers, and returns. A sale is of
-- its seller (business_id) and of the business that ships it (fulfiller_id). Growth: kept for good as commercial
-- records; the personal data of buyers is erased.

create table orders (
  id bigint generated always as identity primary key,
  -- The seller.
  business_id bigint not null references businesses,
  -- Owner of the shelf; null while no line is linked to an offer.
  fulfiller_id bigint references businesses,
  warehouse_id bigint,
  account_id bigint,
  marketplace text,
  remote_order_id text,
  pack_id text,
  shipment_id text,
  buyer_name text not null default '',
  buyer jsonb not null default '{}'::jsonb,
  total_centavos bigint not null check (total_centavos >= 0),
  purchased_at timestamptz not null,
  logistic_type text not null default '',
  -- Facts of the payment.
  payment text not null default 'pending' check (payment in ('pending', 'approved', 'refunded')),
  paid_at timestamptz,
  payment_expires_at timestamptz,
  -- The marketplace forbids to ship it.
  fraud_risk boolean not null default false,
  remote_updated_at timestamptz,
  -- Facts of the reservation: none until linked, soft while unpaid, firm, or short.
  reserve text not null default 'none' check (reserve in ('none', 'soft', 'firm', 'short', 'released', 'consumed')),
  linked boolean not null default false,
  -- Facts of the approval: a reason asks a person, a refusal sends the sale back to the seller.
  approval_reason text check (approval_reason in ('manual-accept', 'stock-short', 'cost-changed', 'credit-limit',
      'mixed-warehouse')),
  approved_reasons text[] not null default '{}'::text[],
  refused_at timestamptz,
  refused_reason text,
  -- Facts of the documents.
  document text not null default 'missing' check (document in ('missing', 'sent', 'accepted', 'rejected', 'not_required')),
  document_error text,
  invoice_file_id bigint,
  invoice_key text,
  label_ready boolean not null default false,
  label_available_at timestamptz,
  label_file_id bigint,
  label_zpl_file_id bigint,
  label_printed_at timestamptz,
  -- From then on the fulfiller sees the sale, to decide about it or to pack it.
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
  -- Facts of the shipment, in the words of the marketplace.
  shipment_status text not null default '',
  shipment_substatus text not null default '',
  shipment_updated_at timestamptz,
  dispatch_limit timestamptz,
  promised_at timestamptz,
  tracking_code text not null default '',
  -- Facts of the cancel.
  canceled_at timestamptz,
  canceled_by text check (canceled_by in ('seller', 'fulfiller', 'marketplace', 'expiry')),
  canceled_reason text,
  -- Reporting our cancel to the marketplace.
  remote_cancel text check (remote_cancel in ('queued', 'done', 'refused')),
  remote_cancel_error text,
  return_expected boolean not null default false,
  put_back boolean not null default false,
  status text not null check (status in ('waiting_payment', 'waiting_separation', 'waiting_approval', 'pending',
      'picking', 'waiting_collect', 'collected', 'sent', 'complete', 'canceled')),
  -- Titles and SKUs of the lines, for searching.
  line_words text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  bench_status text generated always as (
case
    when refused_at is not null and packed_at is null then 'canceled'
    else status
end) stored not null,
  urgency timestamptz generated always as (
case
    when collected_at is null and sent_at is null
      and canceled_at is null and refused_at is null then coalesce(dispatch_limit, 'infinity'::timestamptz)
    else 'infinity'::timestamptz
end) stored not null,
  -- Interest of instalments, which the marketplace keeps.
  interest_centavos bigint not null default 0,
  discount_centavos bigint not null default 0,
  -- The marketplace could not say yet what else is in the pack: the sale is reserved and not released.
  pack_pending boolean not null default false,
  -- How far the parcel is, in our words; shipment_progress orders events of one second.
  shipment_step text check (shipment_step in ('collected', 'sent', 'delivered')),
  shipment_progress smallint not null default 0,
  -- The warehouse of the marketplace packs it; our shelf has no part in the sale.
  marketplace_fulfilled boolean not null default false,
  freight_centavos bigint check (freight_centavos >= 0),
  returned_at timestamptz,
  -- The marketplace makes no label and is told by us that the parcel was sent.
  shipped_by_seller boolean not null default false,
  -- The marketplace waits for the seller to arrange how the parcel is handed over.
  needs_arranging boolean not null default false,
  -- The label of a parcel that a claim sends back.
  return_tracking_code text not null default '',
  -- The personal data of the buyer was erased, as the marketplace asked, and is not written again.
  buyer_erased_at timestamptz,
  seller_discount_centavos bigint,
  -- Freight that the buyer pays to the seller.
  freight_charged_centavos bigint,
  -- Fee per order, beside the share of the price.
  processing_fee_centavos bigint,
  taxes_withheld_centavos bigint,
  -- What went back to the buyer.
  refunded_centavos bigint,
  -- Corrections after the settlement; negative amounts were taken.
  adjustment_centavos bigint,
  -- What the marketplace says it pays out, adjustments included.
  payout_centavos bigint,
  -- The lines as the marketplace has them now, where they differ from what is picked or packed; null: no difference.
  changed_lines jsonb,
  changed_at timestamptz,
  -- A label of ours was printed for the parcel; a reset of the packing voids it.
  parcel_label_at timestamptz,
  -- Keyed digest of the sealed CPF or CNPJ, which finds the sales of one buyer.
  buyer_document_digest text,
  store_number text not null default '' check (length(store_number) <= 60),
  buyer_note text not null default '' check (length(buyer_note) <= 2000),
  seller_note text not null default '' check (length(seller_note) <= 2000),
  search text generated always as (fold(coalesce(remote_order_id, '') || ' ' || coalesce(pack_id, '') || ' ' || store_number || ' ' || buyer_name || ' ' || tracking_code || ' ' || line_words)) stored,
  unique (business_id, id),
  foreign key (business_id, account_id) references marketplace_accounts (business_id, id),
  check (status = 'canceled' or logistic_type = 'fulfillment' or (packed_at is not null) = (status in ('waiting_collect',
      'collected', 'sent', 'complete')))
);
comment on table orders is
  'Sales: facts, each with one writer. `status` is derived from them by one function of the area.';
create index changed_sales on orders (fulfiller_id) where changed_lines is not null;
create index orders_account_id_pack_id_idx on orders (account_id, pack_id);
create index orders_account_id_shipment_id_idx on orders (account_id, shipment_id);
create index orders_bench_status on orders (fulfiller_id, bench_status, urgency, id) where shown_at is not null;
create index orders_business_id_id_idx on orders (business_id, id desc);
create index orders_business_id_purchased_at_id_idx on orders (business_id, purchased_at desc, id desc);
create index orders_business_id_total_centavos_id_idx on orders (business_id, total_centavos, id);
create index orders_fulfiller_id_warehouse_id_status_dispatch_limit_id_idx on orders (fulfiller_id, warehouse_id, status, dispatch_limit, id);
create index orders_invoice_file_id_idx on orders (invoice_file_id) where invoice_file_id is not null;
create index orders_label_available_at_idx on orders (label_available_at) where status = 'waiting_separation';
create index orders_label_file_id_idx on orders (label_file_id) where label_file_id is not null;
create index orders_label_zpl_file_id_idx on orders (label_zpl_file_id) where label_zpl_file_id is not null;
create index orders_limit on orders (business_id, dispatch_limit, id);
create index orders_open_parcels on orders (account_id, (sent_at is not null), id)
  where shipment_id is not null and (status not in ('complete', 'canceled'));
create index orders_pack_pending on orders (account_id) where pack_pending;
create index orders_packed on orders (fulfiller_id, packed_at) where packed_at is not null;
-- A label is looked for while its parcel waits for the carrier.
create index orders_packed_shipment on orders (fulfiller_id, upper(shipment_id)) where packed_at is not null;
create index orders_packed_tracking on orders (fulfiller_id, upper(tracking_code)) where packed_at is not null;
create index orders_payment_expires_at_idx on orders (payment_expires_at) where status = 'waiting_payment';
create index orders_put_back on orders (fulfiller_id, id) where put_back;
create unique index orders_remote on orders (account_id, remote_order_id) where remote_order_id is not null;
create index orders_return_tracking on orders (fulfiller_id, upper(return_tracking_code))
  where return_tracking_code <> '';
create index orders_returns on orders (fulfiller_id, id desc) where return_expected or returned_at is not null;
create index orders_search on orders using gin (business_id, fulfiller_id, search gin_trgm_ops);
create index orders_short on orders (id) where reserve = 'short' and canceled_at is null;
create index orders_status on orders (business_id, status, purchased_at, id);
-- The order of the bench. What this side refused or has left comes after everything that is to be done.
create index orders_urgency on orders (fulfiller_id, urgency, id) where shown_at is not null;
create index plain_buyers on orders (business_id) where buyer ? 'document';
create index sales_of_document on orders (business_id, buyer_document_digest, id desc)
  where buyer_document_digest is not null;
create index undigested_documents on orders (business_id)
  where buyer ? 'sealedDocument' and buyer_document_digest is null;
call protect('orders',
  'business_id = (select app_business()) or fulfiller_id = (select app_business()) and shown_at is not null',
  'business_id = (select app_business()) or fulfiller_id = (select app_business())',
  'select, insert, update');
call system_reads('orders');

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
  quantity integer not null check (quantity >= 0),
  -- Seen by the seller only.
  unit_price_centavos bigint not null check (unit_price_centavos >= 0),
  sale_fee_centavos bigint default 0,
  -- Of a sale by hand; a line of a marketplace finds its advertisement by its publication.
  advertisement_id bigint,
  -- The line as its marketplace numbers it.
  remote_line_id text,
  variation text not null default '',
  unique (business_id, id),
  foreign key (business_id, advertisement_id) references advertisements (business_id, id) on delete set null (advertisement_id),
  foreign key (business_id, order_id) references orders (business_id, id) on delete cascade
);
comment on table order_lines is
  'What the buyer bought, by line of the marketplace. Growth: kept with the sale.';
create index order_lines_business_id_advertisement_id_idx on order_lines (business_id, advertisement_id)
  where advertisement_id is not null;
-- Units of a variation sold in the last days.
create index order_lines_business_id_publication_variation_id_idx on order_lines (business_id, publication_variation_id)
  where publication_variation_id is not null;
create index order_lines_order_id_idx on order_lines (order_id);
call protect('order_lines',
  'business_id = (select app_business()) or fulfiller_id = (select app_business())',
  'business_id = (select app_business()) or fulfiller_id = (select app_business())',
  'select, insert, update, delete');

create table order_parts (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  fulfiller_id bigint not null,
  order_id bigint not null,
  line_id bigint not null,
  dropship_item_id bigint not null references dropship_items,
  product_id bigint not null,
  variation_id bigint not null,
  stock_id bigint not null references stock,
  quantity integer not null check (quantity >= 0),
  beeped integer not null default 0,
  -- The price of the supplier, frozen when the sale is released.
  unit_cost_centavos bigint not null check (unit_cost_centavos >= 0),
  product_name text not null,
  sku text not null,
  gtin text not null default '',
  -- Units that claims send back; null: all of them.
  claimed integer,
  -- Units that came back in closed returns.
  returned integer not null default 0,
  unique (business_id, id),
  foreign key (business_id, line_id) references order_lines (business_id, id) on delete cascade,
  foreign key (business_id, order_id) references orders (business_id, id) on delete cascade,
  check (beeped >= 0 and beeped <= quantity),
  constraint order_parts_claimed_check check (claimed >= 0 and claimed <= quantity),
  constraint order_parts_returned_check check (returned >= 0 and returned <= quantity)
);
comment on table order_parts is
  'What a line takes from the shelf: one row per offer of its composition. Growth: kept with the sale.';
create index order_parts_business_id_variation_id_idx on order_parts (business_id, variation_id);
create index order_parts_order_id_idx on order_parts (order_id);
create index order_parts_stock_id_idx on order_parts (stock_id);
call protect('order_parts',
  'business_id = (select app_business()) or fulfiller_id = (select app_business())',
  'business_id = (select app_business()) or fulfiller_id = (select app_business())',
  'select, insert, update, delete');
call system_reads('order_parts');

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
  detail jsonb not null default '{}'::jsonb,
  station_id bigint default app_station_or_null(),
  foreign key (business_id, order_id) references orders (business_id, id) on delete cascade,
  foreign key (fulfiller_id, station_id) references stations (business_id, id)
);
comment on table order_events is
  'The history of a sale, seen by both of its businesses. Rows are only added. Growth: about ten rows per sale, '
  'kept for good as its history.';
-- What a supplier did not fulfill, for its scorecard.
create index order_events_not_kept on order_events (business_id, fulfiller_id, at)
  where kind in ('refused', 'picked-short', 'counted-short');
create index order_events_order_id_id_idx on order_events (order_id, id);
call protect('order_events',
  'business_id = (select app_business()) or fulfiller_id = (select app_business())',
  'business_id = (select app_business()) or fulfiller_id = (select app_business())',
  'select, insert');

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
comment on table order_sources is
  'The last document of the marketplace about a sale, sealed, for reading it again by a later release. Growth: one '
  'row per sale, kept with the sale.';
create index plain_sources on order_sources (business_id) where not body ? 'sealed';
call tenant_table('order_sources', 'select, insert, update');
call system_reads('order_sources');

create table order_scans (
  id bigint generated always as identity primary key,
  -- The fulfiller.
  business_id bigint not null,
  order_id bigint not null references orders,
  part_id bigint not null references order_parts,
  client_id text not null,
  code text not null,
  attempt integer not null,
  user_id bigint not null,
  at timestamptz not null,
  voided_at timestamptz,
  void_reason text,
  station_id bigint default app_station_or_null(),
  unique (business_id, client_id),
  foreign key (business_id, station_id) references stations (business_id, id)
);
comment on table order_scans is
  'Scans of packing, one row per unit. They are the proof of what was packed. Growth: one row per unit packed, '
  'kept for good.';
create index order_scans_order_id_idx on order_scans (order_id);
call tenant_table('order_scans', 'select, insert, update');

create table content_declarations (
  id bigint generated always as identity primary key,
  seller_id bigint not null,
  fulfiller_id bigint not null,
  order_id bigint not null references orders,
  number integer not null,
  -- Sender, recipient, items and weight as they were issued; the document of the recipient stays with the sale,
  -- sealed.
  paper jsonb not null,
  dce_key text check (dce_key ~ '^\d{44}$'),
  issued_by bigint not null,
  issued_at timestamptz not null,
  canceled_by bigint,
  canceled_at timestamptz,
  cancel_reason text,
  unique (seller_id, number),
  check ((canceled_at is null) = (canceled_by is null) and (canceled_at is null) = (cancel_reason is null))
);
comment on table content_declarations is
  'Content declarations for parcels without NF-e: numbered by seller, canceled, never deleted.';
create unique index content_declarations_of_sale on content_declarations (order_id) where canceled_at is null;
call protect('content_declarations',
  'app_business() = seller_id or app_business() = fulfiller_id',
  'app_business() = seller_id',
  'select, insert, update');

create table picking_lists (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  warehouse_id bigint not null,
  state text not null default 'open' check (state in ('open', 'in_progress', 'finished', 'canceled')),
  -- null: the first person who takes it
  assignee_id bigint,
  created_by bigint not null,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  canceled_at timestamptz,
  -- Where the list last found too little; the walk continues from there.
  short_volume_id bigint,
  short_at timestamptz,
  unique (business_id, id),
  foreign key (business_id, warehouse_id) references warehouses (business_id, id)
);
comment on table picking_lists is
  'Walks through a warehouse that fetch the goods of several sales.';
create index picking_lists_business_id_state_id_idx on picking_lists (business_id, state, id);
call tenant_table('picking_lists', 'select, insert, update');

create table picking_list_orders (
  business_id bigint not null,
  list_id bigint not null,
  order_id bigint not null references orders,
  -- Where the goods are on the cart.
  place integer not null check (place > 0),
  units integer not null check (units > 0),
  picked integer not null default 0,
  left_at timestamptz,
  left_reason text check (left_reason in ('not_pending', 'insufficient_stock', 'upstream_unknown', 'canceled',
      'left_unpacked', 'short', 'taken_off', 'list_canceled')),
  -- The person who took the sale over to pack it.
  bench_by bigint,
  -- A cancel stops the walk until a person has seen it.
  stop_seen_at timestamptz,
  primary key (list_id, order_id),
  foreign key (business_id, list_id) references picking_lists (business_id, id),
  check (picked >= 0 and picked <= units),
  constraint picking_list_orders_check1 check ((left_at is null) = (left_reason is null))
);
comment on table picking_list_orders is
  'A sale on a picking list, until it leaves it.';
create unique index picking_list_orders_live on picking_list_orders (business_id, order_id) where left_at is null;
create index picking_list_orders_order_id_idx on picking_list_orders (order_id);
call tenant_table('picking_list_orders', 'select, insert, update');

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
  station_id bigint default app_station_or_null(),
  -- The lot expired in the tote and the unit is fetched again: the scan stays in the history and does not count.
  voided_at timestamptz,
  unique (business_id, client_id),
  foreign key (business_id, station_id) references stations (business_id, id),
  foreign key (business_id, variation_id) references product_variations (business_id, id),
  foreign key (business_id, volume_id) references volumes (business_id, id),
  foreign key (list_id, order_id) references picking_list_orders (list_id, order_id)
);
comment on table picking_scans is
  'One unit taken out of a volume into a tote. A scan that is sent twice counts once. Growth: one row per unit '
  'picked, kept for good.';
create index picking_scans_business_id_list_id_id_idx on picking_scans (business_id, list_id, id desc);
call tenant_table('picking_scans', 'select, insert');
grant update (order_id, voided_at) on picking_scans to easy_app;

create table manifests (
  id bigint generated always as identity primary key,
  -- The fulfiller, which hands over.
  business_id bigint not null,
  number integer,
  warehouse_id bigint not null,
  -- Empty: not shipped by a marketplace.
  marketplace text not null,
  logistic_type text not null,
  opened_by bigint not null,
  opened_at timestamptz not null,
  closed_by bigint,
  closed_at timestamptz,
  unique (business_id, id),
  unique (business_id, number),
  foreign key (business_id, warehouse_id) references warehouses (business_id, id),
  check ((closed_at is null) = (number is null) and (closed_at is null) = (closed_by is null))
);
comment on table manifests is
  'What one carrier takes from one warehouse at one time: open while labels are scanned, closed with a number, '
  'then signed.';
create unique index manifests_open on manifests (business_id, warehouse_id, marketplace, logistic_type)
  where closed_at is null;
call tenant_table('manifests', 'select, insert, update');

create table manifest_sales (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  manifest_id bigint not null,
  order_id bigint not null unique references orders,
  user_id bigint not null,
  at timestamptz not null,
  unique (business_id, id),
  foreign key (business_id, manifest_id) references manifests (business_id, id)
);
comment on table manifest_sales is
  'The parcels of a manifest.';
create index manifest_sales_manifest_id_idx on manifest_sales (manifest_id);
call tenant_table('manifest_sales', 'select, insert');

create table parcel_returns (
  id bigint generated always as identity primary key,
  -- The fulfiller, to whose shelf it came back.
  business_id bigint not null,
  order_id bigint not null references orders,
  opened_by bigint not null,
  opened_at timestamptz not null,
  closed_by bigint,
  closed_at timestamptz,
  asked jsonb,
  -- Opened by a mistaken scan: the return is kept and does not count.
  called_off_at timestamptz,
  unique (business_id, id),
  check ((closed_by is null) = (closed_at is null))
);
comment on table parcel_returns is
  'A parcel that came back: opened by the scan of its label, closed when each unit was inspected.';
create unique index parcel_returns_open on parcel_returns (order_id) where closed_at is null and called_off_at is null;
create index parcel_returns_order on parcel_returns (order_id);
call tenant_table('parcel_returns', 'select, insert, update');

create table parcel_return_units (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  return_id bigint not null,
  part_id bigint not null references order_parts,
  condition text not null check (condition in ('good', 'damaged', 'missing')),
  quantity integer not null check (quantity > 0),
  reason text not null default '',
  client_id text not null,
  user_id bigint not null,
  at timestamptz not null,
  voided_at timestamptz,
  volume_id bigint,
  station_id bigint default app_station_or_null(),
  unique (business_id, client_id),
  unique (business_id, id),
  foreign key (business_id, return_id) references parcel_returns (business_id, id),
  foreign key (business_id, station_id) references stations (business_id, id),
  foreign key (business_id, volume_id) references volumes (business_id, id),
  check (volume_id is null or voided_at is null and condition <> 'missing')
);
comment on table parcel_return_units is
  'What was found of one part of a returned sale. volume_id is written when the return is closed; damaged units '
  'without a volume are lost.';
create index parcel_return_units_part_id_idx on parcel_return_units (part_id);
create index parcel_return_units_return_id_idx on parcel_return_units (return_id);
call tenant_table('parcel_return_units', 'select, insert, update');

create table parcel_return_images (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  unit_id bigint not null,
  image_id bigint not null,
  unique (unit_id, image_id),
  foreign key (business_id, image_id) references images (business_id, id),
  foreign key (business_id, unit_id) references parcel_return_units (business_id, id)
);
comment on table parcel_return_images is
  'Photos of returned units.';
create index parcel_return_images_business_id_image_id_idx on parcel_return_images (business_id, image_id);
call tenant_table('parcel_return_images', 'select, insert');

create table refused_sales (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  order_id bigint not null references orders,
  seller_id bigint not null,
  warehouse_id bigint,
  cause text not null check (cause in ('refused', 'short')),
  reason text not null,
  items text not null,
  units integer not null,
  -- null: not refused, there was too little stock
  refused_by bigint,
  refused_at timestamptz not null,
  -- Another business ships it since then.
  moved_at timestamptz
);
comment on table refused_sales is
  'A sale that its supplier refused or had too little stock for, as it was when another business took it over.';
create index refused_sales_business_id_id_idx on refused_sales (business_id, id desc);
create index refused_sales_order_id_idx on refused_sales (order_id);
call tenant_table('refused_sales', 'select, insert, update');

-- A parcel that comes back is a thread of its sale, unless a claim is one already.
create function keep_chat_of_return() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.return_expected then
    insert into chats (business_id, account_id, source, remote_id, kind, order_id, about_what, about_id, status, opened_at,
      last_at, excerpt, read_at)
    select new.business_id, new.account_id, 'parcel', new.id::text, 'return', new.id, 'order',
      coalesce(new.remote_order_id, ''), 'open', new.updated_at, new.updated_at, coalesce(new.canceled_reason, ''),
      new.updated_at
    where not exists (select from claim_sales s where s.order_id = new.id)
    on conflict (order_id) where source = 'parcel' do update set status = 'open', last_at = excluded.last_at;
  else
    update chats set status = 'closed', last_at = new.updated_at
    where order_id = new.id and source = 'parcel' and status <> 'closed';
  end if;
  return null;
end $$;
alter function keep_chat_of_return() owner to easy_system;
revoke all on function keep_chat_of_return() from public;

-- Webhooks of both sides of a sale receive the event; the fulfiller receives what it may see.
create function tell_of_sales() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from webhooks where active and 'sales' = any (topics)) then return null; end if;
  insert into webhook_deliveries (business_id, webhook_id, type, entity_id, at)
  select w.business_id, w.id, 'sale.' || e.kind, e.order_id, e.at
  from added e join orders o on o.id = e.order_id
    join webhooks w on w.active and 'sales' = any (w.topics) and (w.business_id = e.business_id
      or (w.business_id = e.fulfiller_id and e.actor <> 'seller' and o.shown_at is not null))
  order by e.id, w.id;
  return null;
end $$;
alter function tell_of_sales() owner to easy_system;
revoke all on function tell_of_sales() from public;

-- Sales that wait for stock, oldest first.
create function short_orders(shelf bigint[]) returns table(order_id bigint, business_id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select distinct o.id, o.business_id from orders o join order_parts p on p.order_id = o.id
  where p.stock_id = any(shelf) and o.reserve = 'short' and o.canceled_at is null order by o.id
$$;
call system_function('short_orders(bigint[])');

-- Sales whose time to pay is over.
create function unpaid_orders(at timestamptz) returns table(order_id bigint, business_id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select id, business_id from orders where status = 'waiting_payment' and payment_expires_at <= at
$$;
call system_function('unpaid_orders(timestamptz)');

-- The sellers of these sales, as far as picking has not begun.
create function unpicked_orders(sales bigint[]) returns table(order_id bigint, business_id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select id, business_id from orders where id = any(sales) and picking_by is null and packed_at is null
$$;
call system_function('unpicked_orders(bigint[])');

-- Paid sales that waited for the day on which their label exists.
create function buffered_orders(at timestamptz) returns table(order_id bigint, business_id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select id, business_id from orders where status = 'waiting_separation' and label_available_at <= at and released_at is null
$$;
call system_function('buffered_orders(timestamptz)');

-- Ids of rows whose search text contains all pieces, by trigram index. A piece that is too common is left to the
-- list, if another one is not.
create function find_matches(list text, pieces text[], most integer) returns bigint[]
  language plpgsql stable security definer set search_path = public, pg_temp set enable_bitmapscan = on as $$
declare
  mine text := format('%L::bigint', app_business());
  patterns text[] := array(select format('%L', '%' || replace(replace(replace(fold(piece), '\', '\\'), '%', '\%'), '_', '\_') || '%')
    from unnest(pieces) as piece);
  every text := (select string_agg(format('search like %s', pattern), ' and ') from unnest(patterns) as pattern);
  pattern text;
  found bigint[];
  matches bigint[];
begin
  -- Composed and not bound: the planner chooses between index and scan by how common this very text is.
  if list in ('products', 'advertisements', 'sales', 'bench', 'questions', 'chats', 'reviews') then
    execute format('select array_agg(id) from (select id from %s and %s limit %s) as capped', case list
      when 'products' then format('products where business_id = %s', mine)
      when 'advertisements' then format('advertisements where business_id = %s', mine)
      when 'sales' then format('orders where business_id = %s', mine)
      when 'questions' then format('questions where business_id = %s', mine)
      when 'chats' then format('chats where business_id = %s', mine)
      when 'reviews' then format('reviews where business_id = %s', mine)
      else format('orders where fulfiller_id = %s', mine) end, every, most + 1) into found;
    return case when cardinality(found) > most then null else coalesce(found, '{}') end;
  end if;
  -- Variations, and offers of them: a piece may stand in the product's text or in the variation's own. A piece that is
  -- too common is left to the list, as long as another is not.
  foreach pattern in array patterns loop
    execute format(case list
      when 'variations' then 'select array_agg(id) from (
        select id from product_variations where business_id = %1$s and search like %2$s
        union all select v.id from products p join product_variations v on v.business_id = p.business_id and v.product_id = p.id
        where p.business_id = %1$s and p.search like %2$s limit %3$s) as capped'
      when 'offered' then 'select array_agg(id) from (
        select d.id from product_variations v join dropship_items d on d.variation_id = v.id where d.active and v.search like %2$s
        union all select d.id from products p join dropship_items d on d.product_id = p.id
        where d.active and p.search like %2$s limit %3$s) as capped'
      end, mine, pattern, most + 1) into found;
    continue when cardinality(found) > most;
    matches := case when matches is null then coalesce(found, '{}')
      else array(select unnest(matches) intersect select unnest(found)) end;
  end loop;
  return matches;
end $$;
call system_function('find_matches(text, text[], integer)');

create trigger keep_chat after update of return_expected on orders
  for each row when (old.return_expected is distinct from new.return_expected) execute function keep_chat_of_return();
create trigger tell_of_sales after insert on order_events
  referencing new table as added for each statement execute function tell_of_sales();
