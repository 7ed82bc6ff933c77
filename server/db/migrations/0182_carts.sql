create table carts (
  id bigint generated always as identity,
  business_id bigint not null references businesses,
  warehouse_id bigint not null,
  -- Its code is `CAR-` and this.
  number integer not null check (number > 0),
  name text not null,
  places integer not null check (places between 1 and 100),
  -- Its labels may still hang somewhere, so the number is not given again.
  removed_at timestamptz,
  version integer not null default 1,
  primary key (business_id, id),
  unique (business_id, warehouse_id, number),
  foreign key (business_id, warehouse_id) references warehouses (business_id, id)
);
comment on table carts is 'Carts on which units are picked, with numbered places for one sale each.';
create unique index carts_name on carts (business_id, warehouse_id, fold(name)) where removed_at is null;
call tenant_table('carts', 'select, insert, update');
