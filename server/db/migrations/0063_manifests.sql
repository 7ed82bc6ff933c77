-- What one carrier takes from one warehouse at one time: open while labels are scanned, closed with a number, then signed.
create table manifests (
  id bigint generated always as identity primary key,
  -- the fulfiller, who hands over
  business_id bigint not null,
  number integer,
  warehouse_id bigint not null,
  -- empty: what no marketplace ships
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
create unique index manifests_open on manifests (business_id, warehouse_id, marketplace, logistic_type)
  where closed_at is null;
call tenant_table('manifests', 'select, insert, update');

create table manifest_sales (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  manifest_id bigint not null,
  order_id bigint not null unique references orders (id),
  user_id bigint not null,
  at timestamptz not null,
  unique (business_id, id),
  foreign key (business_id, manifest_id) references manifests (business_id, id)
);
create index on manifest_sales (manifest_id);
call tenant_table('manifest_sales', 'select, insert');

-- A label is looked for while its parcel waits for the carrier too.
drop index orders_left_shipment;
drop index orders_left_tracking;
create index orders_packed_shipment on orders (fulfiller_id, upper(shipment_id)) where packed_at is not null;
create index orders_packed_tracking on orders (fulfiller_id, upper(tracking_code)) where packed_at is not null;
