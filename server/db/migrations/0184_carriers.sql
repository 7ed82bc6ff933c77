create table carriers (
  business_id bigint not null references businesses,
  id bigint generated always as identity,
  name text not null check (name <> ''),
  service text not null default '',
  tracking_link text not null default '',
  code_format text not null default '',
  -- From Sunday to Saturday, as 17:30 in São Paulo; empty: it does not come on that day.
  cutoffs text[] not null default array_fill(''::text, array[7]) check (cardinality(cutoffs) = 7),
  version integer not null default 1,
  primary key (business_id, id)
);
create unique index carriers_name on carriers (business_id, lower(name), lower(service));
comment on table carriers is
  'Carriers that a business has parcels taken by, besides those of the marketplaces. Retention: until they are removed.';
call tenant_table('carriers', 'select, insert, update, delete');

-- As they were when the parcel was sent: the carrier belongs to the business of the warehouse, and the seller follows the link.
alter table orders
  add column carrier_name text not null default '',
  add column tracking_url text not null default '';
