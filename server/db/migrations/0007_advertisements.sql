create table advertisements (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses (id),
  brand text not null default '',
  product text not null,
  description text not null default '',
  archived boolean not null default false,
  search text generated always as (fold(product || ' ' || brand)) stored,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  unique (business_id, id)
);
create index on advertisements (business_id, id desc);
create index advertisements_search on advertisements using gin (search gin_trgm_ops);
call tenant_table('advertisements');

-- What one unit of the advertisement is made of: one offer, or several (a kit).
create table advertisement_components (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  advertisement_id bigint not null,
  dropship_item_id bigint not null references dropship_items (id),
  supplier_id bigint not null references businesses (id),
  quantity integer not null check (quantity between 1 and 1000),
  -- what it was called when it was chosen: an offer that is withdrawn can no longer be read
  product_name text not null default '',
  sku text not null default '',
  unique (advertisement_id, dropship_item_id),
  foreign key (business_id, advertisement_id) references advertisements (business_id, id) on delete cascade
);
create index on advertisement_components (dropship_item_id);
call tenant_table('advertisement_components');

create table advertisement_images (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  advertisement_id bigint not null,
  -- own image, or one of the supplier's product seen through the offer
  image_id bigint not null references images (id),
  position integer not null,
  unique (advertisement_id, image_id),
  foreign key (business_id, advertisement_id) references advertisements (business_id, id) on delete cascade
);
call tenant_table('advertisement_images');

create table publications (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses (id),
  advertisement_id bigint not null,
  account_id bigint not null,
  name text not null,
  category_id text not null,
  category_name text not null default '',
  type text not null check (type in ('premium', 'classic')),
  description text not null default '',
  -- package: kg and cm
  weight numeric(10, 3),
  width numeric(8, 1),
  height numeric(8, 1),
  depth numeric(8, 1),
  video text not null default '',
  attributes jsonb not null default '[]',
  warehouse_id bigint not null,
  supplier_id bigint not null references businesses (id),
  -- legacy: one remote item with variations; user_product: one remote item per variation
  model text not null check (model in ('legacy', 'user_product')),
  remote_item_id text,
  link text not null default '',
  edit_link text not null default '',
  -- what the seller wants, and what the marketplace says
  wanted_state text not null default 'active' check (wanted_state in ('active', 'paused', 'closed')),
  -- what was changed here and is not yet acknowledged there
  unsent text[] not null default '{}' check (unsent <@ array['state', 'content', 'description', 'pictures', 'type']),
  -- a creation may have reached the marketplace: look there before creating again
  attempted_at timestamptz,
  state text not null default 'publishing' check (state in ('publishing', 'active', 'paused', 'closed', 'under_review', 'failed')),
  remote_status text not null default '',
  remote_sub_status text[] not null default '{}',
  sync_error jsonb,
  synced_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  unique (business_id, id),
  foreign key (business_id, advertisement_id) references advertisements (business_id, id),
  foreign key (business_id, account_id) references marketplace_accounts (business_id, id)
);
create index on publications (business_id, advertisement_id);
create index on publications (business_id, account_id);
create index on publications (business_id, id desc);
call tenant_table('publications');

create table publication_variations (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  publication_id bigint not null,
  name text not null,
  sku text not null default '',
  gtin text not null default '',
  attributes jsonb not null default '{}',
  -- basis points of the price
  margin_basis_points integer not null,
  cost_centavos bigint not null check (cost_centavos >= 0),
  price_centavos bigint not null check (price_centavos > 0),
  fee_centavos bigint not null default 0,
  active boolean not null default true,
  remote_item_id text,
  remote_variation_id text,
  remote_user_product_id text,
  remote_status text not null default '',
  remote_sub_status text[] not null default '{}',
  link text not null default '',
  -- what the marketplace last acknowledged, and the shelf's revision it stood for
  pushed_quantity integer,
  pushed_price_centavos bigint,
  pushed_revision bigint,
  pushed_at timestamptz,
  version integer not null default 1,
  unique (business_id, id),
  foreign key (business_id, publication_id) references publications (business_id, id) on delete cascade
);
create index on publication_variations (business_id, publication_id);
create index on publication_variations (business_id, remote_item_id, remote_variation_id);
call tenant_table('publication_variations');

create table publication_images (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  publication_id bigint not null,
  image_id bigint not null references images (id),
  position integer not null,
  remote_picture_id text,
  unique (publication_id, image_id),
  foreign key (business_id, publication_id) references publications (business_id, id) on delete cascade
);
call tenant_table('publication_images');

create table publication_components (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  publication_variation_id bigint not null,
  dropship_item_id bigint not null references dropship_items (id),
  stock_id bigint not null references stock (id),
  supplier_id bigint not null references businesses (id),
  quantity integer not null check (quantity between 1 and 1000),
  -- what it was called when it was chosen: an offer that is withdrawn can no longer be read
  product_name text not null default '',
  sku text not null default '',
  unique (publication_variation_id, dropship_item_id),
  foreign key (business_id, publication_variation_id) references publication_variations (business_id, id) on delete cascade
);
create index on publication_components (stock_id);
create index on publication_components (dropship_item_id);
call tenant_table('publication_components');
call system_reads('publication_components');
call system_reads('publication_variations');
call system_reads('advertisement_components');

-- Every publication, of every seller and account, that promises something from these shelf rows.
create function publications_of_shelf(shelf bigint[])
returns table (business_id bigint, publication_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct v.business_id, v.publication_id
  from publication_components c join publication_variations v on v.id = c.publication_variation_id
  where c.stock_id = any(shelf)
$$;
call system_function('publications_of_shelf(bigint[])');

-- Whether any seller has composed something from an offer.
create function offer_in_use(offer bigint) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from advertisement_components where dropship_item_id = offer)
    or exists (select from publication_components where dropship_item_id = offer)
$$;
call system_function('offer_in_use(bigint)');
