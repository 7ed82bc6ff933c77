-- The locations of an account at its marketplace that have the stock of a warehouse.
create table account_locations (
  id bigint generated always as identity,
  business_id bigint not null references businesses,
  account_id bigint not null,
  -- The owner of the warehouse: the business itself, or the supplier whose offers it sells.
  supplier_id bigint not null,
  warehouse_id bigint not null,
  -- The marketplace's id of the location, and its name when it was chosen.
  remote_id text not null,
  name text not null,
  primary key (business_id, id),
  -- The units of a warehouse are promised once.
  unique (business_id, account_id, warehouse_id),
  foreign key (business_id, account_id) references marketplace_accounts (business_id, id),
  foreign key (supplier_id, warehouse_id) references warehouses (business_id, id) on delete cascade
);
comment on table account_locations is
  'The location at the marketplace that has the stock of a warehouse; stock of the others is at the default location.';
create index account_locations_supplier_id_warehouse_id_idx on account_locations (supplier_id, warehouse_id);
call tenant_table('account_locations');

-- The location at which the marketplace has the synced quantity; null: its default one.
alter table publication_variations add column synced_location text;
