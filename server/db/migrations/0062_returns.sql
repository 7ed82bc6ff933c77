-- A parcel that came back: opened by the scan of its label, closed when every unit of it was looked at.
create table parcel_returns (
  id bigint generated always as identity primary key,
  -- the fulfiller, to whose shelf it came back
  business_id bigint not null,
  order_id bigint not null unique references orders (id),
  opened_by bigint not null,
  opened_at timestamptz not null,
  closed_by bigint,
  closed_at timestamptz,
  unique (business_id, id),
  check ((closed_by is null) = (closed_at is null))
);
call tenant_table('parcel_returns', 'select, insert, update');

-- What somebody found of one part of the sale. `volume_id` is written by the close: where the units lie; units that are
-- damaged and lie nowhere are lost.
create table parcel_return_units (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  return_id bigint not null,
  part_id bigint not null references order_parts (id),
  condition text not null check (condition in ('good', 'damaged', 'missing')),
  quantity integer not null check (quantity > 0),
  reason text not null default '',
  client_id text not null,
  user_id bigint not null,
  at timestamptz not null,
  voided_at timestamptz,
  volume_id bigint,
  unique (business_id, id),
  unique (business_id, client_id),
  foreign key (business_id, return_id) references parcel_returns (business_id, id),
  foreign key (business_id, volume_id) references volumes (business_id, id),
  check (volume_id is null or (voided_at is null and condition <> 'missing'))
);
create index on parcel_return_units (return_id);
create index on parcel_return_units (part_id);
call tenant_table('parcel_return_units', 'select, insert, update');

create table parcel_return_images (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  unit_id bigint not null,
  image_id bigint not null,
  unique (unit_id, image_id),
  foreign key (business_id, unit_id) references parcel_return_units (business_id, id),
  foreign key (business_id, image_id) references images (business_id, id)
);
create index on parcel_return_images (business_id, image_id);
call tenant_table('parcel_return_images', 'select, insert');

alter table orders add column returned_at timestamptz;
create index orders_returns on orders (fulfiller_id, id desc) where return_expected or returned_at is not null;
create index orders_put_back on orders (fulfiller_id, id) where put_back;
-- A parcel that comes back is known by what is on its label; sales that have not left are not in these.
create index orders_left_shipment on orders (fulfiller_id, upper(shipment_id)) where collected_at is not null;
create index orders_left_tracking on orders (fulfiller_id, upper(tracking_code)) where collected_at is not null;
