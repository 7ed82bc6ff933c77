-- Positions from which a product is picked, with the units that they should contain.
create table pick_faces (
  business_id bigint not null references businesses,
  id bigint generated always as identity,
  warehouse_id bigint not null,
  position_id bigint not null,
  variation_id bigint not null,
  minimum integer not null check (minimum between 0 and 100000),
  maximum integer not null check (maximum between 1 and 100000),
  -- Who is bringing units to it, and since when.
  taken_by bigint,
  taken_at timestamptz,
  version integer not null default 1,
  primary key (business_id, id),
  constraint pick_faces_goods unique (business_id, position_id, variation_id),
  foreign key (business_id, warehouse_id, position_id)
    references inventory_locations (business_id, warehouse_id, id) on delete cascade,
  foreign key (business_id, variation_id) references product_variations (business_id, id) on delete cascade,
  constraint pick_faces_range check (minimum < maximum),
  constraint pick_faces_taken check ((taken_by is null) = (taken_at is null))
);
comment on table pick_faces is
  'Pick faces: positions from which a product is picked, with a minimum and a maximum of units. Below the minimum they '
  'are refilled from reserve.';
create index pick_faces_variation on pick_faces (business_id, variation_id);
create index pick_faces_warehouse on pick_faces (business_id, warehouse_id, position_id);
call tenant_table('pick_faces');
