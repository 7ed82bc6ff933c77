-- Units of a seller in the warehouses of a marketplace, which alone counts them.
create table fulfillment_stocks (
  id bigint generated always as identity,
  business_id bigint not null references businesses,
  account_id bigint not null,
  -- The marketplace's id of the record; several ads may sell from one.
  remote_id text not null,
  -- Of the ad that was read last.
  name text not null,
  sellable integer not null check (sellable >= 0),
  -- Units that are there and not sold; null: unknown, the same for those that are moved between its warehouses.
  unsellable integer check (unsellable >= 0),
  in_transfer integer check (in_transfer >= 0),
  read_at timestamptz not null,
  primary key (business_id, id),
  unique (business_id, account_id, remote_id),
  foreign key (business_id, account_id) references marketplace_accounts (business_id, id)
);
comment on table fulfillment_stocks is
  'Units of a seller in the warehouses of a marketplace, as they were last read. Deleted when no ad sells from them.';
create index fulfillment_stocks_name on fulfillment_stocks (business_id, name, id);
create index fulfillment_stocks_sellable on fulfillment_stocks (business_id, sellable, id);
call tenant_table('fulfillment_stocks');

-- Null: no unit of it is in a warehouse of the marketplace.
alter table publication_variations
  add column fulfillment_stock_id bigint,
  add foreign key (business_id, fulfillment_stock_id) references fulfillment_stocks (business_id, id)
    on delete set null (fulfillment_stock_id);
create index publication_variations_fulfillment_stock on publication_variations (business_id, fulfillment_stock_id)
  where fulfillment_stock_id is not null;

-- Days that the units in the marketplace's warehouse are to last.
alter table marketplace_accounts
  add column fulfillment_days integer not null default 30 check (fulfillment_days between 1 and 180);
