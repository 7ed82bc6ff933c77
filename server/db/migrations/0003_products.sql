create table files (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses (id),
  sha256 text not null,
  bytes bigint not null check (bytes >= 0),
  content_type text not null,
  name text not null,
  created_at timestamptz not null,
  unique (business_id, id)
);
call tenant_table('files', 'select, insert, delete');

-- Bytes that no row may be keeping: written down before they are stored and when their last row goes. A job removes
-- what is due and still unkept; while it is at work (claimed) the same bytes are not stored anew.
create table file_removals (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses (id),
  sha256 text not null,
  due_at timestamptz not null,
  claimed boolean not null default false,
  unique (business_id, sha256)
);
call tenant_table('file_removals');
create index on files (business_id, sha256);

create table images (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses (id),
  name text not null,
  file_id bigint not null,
  thumbnail_file_id bigint not null,
  width integer not null,
  height integer not null,
  bytes bigint not null,
  created_at timestamptz not null,
  unique (business_id, id),
  foreign key (business_id, file_id) references files (business_id, id),
  foreign key (business_id, thumbnail_file_id) references files (business_id, id)
);
create index on images (business_id, id desc);
call tenant_table('images');

create table categories (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses (id),
  father_id bigint,
  description text not null,
  version integer not null default 1,
  unique (business_id, id),
  foreign key (business_id, father_id) references categories (business_id, id),
  check (father_id <> id)
);
create unique index categories_description on categories (business_id, coalesce(father_id, 0), lower(description));
call tenant_table('categories');

create table products (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses (id),
  name text not null,
  brand text not null default '',
  model text not null default '',
  category_id bigint,
  -- kg and cm
  weight numeric(10, 3) check (weight > 0),
  width numeric(8, 1) check (width > 0),
  height numeric(8, 1) check (height > 0),
  depth numeric(8, 1) check (depth > 0),
  unit text not null default 'unit',
  description text not null default '',
  attribute_types text[] not null default array['Color'] check (cardinality(attribute_types) > 0),
  -- SKUs and GTINs of its variations, for searching
  codes text not null default '',
  search text generated always as (fold(name || ' ' || brand || ' ' || model || ' ' || codes)) stored,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  unique (business_id, id),
  foreign key (business_id, category_id) references categories (business_id, id)
);
create index on products (business_id, id desc);
create index on products (business_id, name, id);
create index on products (business_id, updated_at, id);
create index on products (business_id, category_id);
create index products_search on products using gin (search gin_trgm_ops);
call tenant_table('products');

create table product_variations (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses (id),
  product_id bigint not null,
  name text not null,
  sku text not null,
  gtin text not null default '',
  attributes jsonb not null default '{}',
  cost_centavos bigint check (cost_centavos >= 0),
  version integer not null default 1,
  unique (business_id, id),
  search text generated always as (fold(name || ' ' || sku || ' ' || gtin)) stored,
  -- deferrable: two variations may exchange their codes or values in one change
  unique (business_id, sku) deferrable,
  unique (product_id, attributes) deferrable,
  foreign key (business_id, product_id) references products (business_id, id) on delete cascade
);
create index on product_variations (business_id, product_id);
create index on product_variations (business_id, gtin) where gtin <> '';
call tenant_table('product_variations');

create table product_images (
  business_id bigint not null,
  product_id bigint not null,
  image_id bigint not null,
  -- null: of the product as a whole
  variation_id bigint,
  position integer not null,
  id bigint generated always as identity primary key,
  unique nulls not distinct (product_id, image_id, variation_id),
  foreign key (business_id, product_id) references products (business_id, id) on delete cascade,
  foreign key (business_id, variation_id) references product_variations (business_id, id) on delete cascade,
  foreign key (business_id, image_id) references images (business_id, id)
);
create index on product_images (business_id, product_id, position);
create index on product_images (business_id, image_id);
call tenant_table('product_images');
