-- Kits: compositions with a name and a SKU of their own. What is made of exactly the same parts is made of the kit.
create table virtual_products (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses (id),
  name text not null,
  sku text not null default '',
  title text not null default '',
  -- of the closed box: kg and cm; null: not given
  weight numeric(10, 3) check (weight > 0),
  width numeric(10, 1) check (width > 0),
  height numeric(10, 1) check (height > 0),
  depth numeric(10, 1) check (depth > 0),
  archived boolean not null default false,
  search text not null generated always as (fold(name || ' ' || sku || ' ' || title)) stored,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  unique (business_id, id)
);
create unique index virtual_products_sku on virtual_products (business_id, lower(sku)) where sku <> '';
create index virtual_products_name on virtual_products (business_id, name, id);
call tenant_table('virtual_products');

create table virtual_product_components (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  virtual_product_id bigint not null,
  dropship_item_id bigint not null references dropship_items (id),
  supplier_id bigint not null references businesses (id),
  quantity integer not null check (quantity between 1 and 1000),
  -- what it was called when it was chosen: an offer that is withdrawn can no longer be read
  product_name text not null default '',
  sku text not null default '',
  unique (virtual_product_id, dropship_item_id),
  foreign key (business_id, virtual_product_id) references virtual_products (business_id, id) on delete cascade
);
create index on virtual_product_components (dropship_item_id);
call tenant_table('virtual_product_components');
call system_reads('virtual_product_components');

-- Whether anybody has composed something from an offer.
create or replace function offer_in_use(offer bigint) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from advertisement_components where dropship_item_id = offer)
    or exists (select from publication_components where dropship_item_id = offer)
    or exists (select from virtual_product_components where dropship_item_id = offer)
$$;
