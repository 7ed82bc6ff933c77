-- Stored files, images, categories, products and their variations.

-- A GTIN in its shortest form of 8, 12, 13 or 14 digits; zeros alone are none. normalGtin of the contract gives the
-- same.
create function normal_gtin(code text) returns text language sql immutable parallel safe as $$
  select case when code !~ '^([0-9]{8}|[0-9]{12,14})$' then code when ltrim(code, '0') = '' then ''
    else lpad(ltrim(code, '0'), case when length(ltrim(code, '0')) <= 8 then 8
      else greatest(12, length(ltrim(code, '0'))) end, '0') end
$$;

create function is_offered_image(image bigint) returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return exists (select from product_images i join met_offers m on m.product_id = i.product_id where i.image_id = image);
end $$;
call system_function('is_offered_image(bigint)');

create function is_offered_category(category bigint) returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return exists (select from products p join met_offers m on m.product_id = p.id where p.category_id = category);
end $$;
call system_function('is_offered_category(bigint)');

-- Whether an offer that the business of the transaction may see has this product; likewise for variations, images and
-- categories.
create function is_offered_product(product bigint) returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return exists (select from met_offers m where m.product_id = product);
end $$;
call system_function('is_offered_product(bigint)');

create function is_offered_variation(variation bigint) returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return exists (select from met_offers m where m.variation_id = variation);
end $$;
call system_function('is_offered_variation(bigint)');

create table file_removals (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses,
  sha256 text not null,
  due_at timestamptz not null,
  claimed boolean not null default false,
  unique (business_id, sha256)
);
comment on table file_removals is
  'Bytes that no row may need: noted before they are stored and when their last row is deleted. A job removes what '
  'is due and still unused; while the job has claimed them the same bytes are not stored again.';
call tenant_table('file_removals');

create table files (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses,
  sha256 text not null,
  bytes bigint not null check (bytes >= 0),
  content_type text not null,
  name text not null,
  created_at timestamptz not null,
  -- The bytes are encrypted, because the document names a buyer.
  sealed boolean not null default false,
  -- null: stored by a release that did not record it
  created_by bigint default app_user_or_null(),
  unique (business_id, id)
);
comment on table files is
  'Stored files by the hash of their bytes, which are in the file store.';
create index files_business_id_sha256_idx on files (business_id, sha256);
create index files_created_by on files (created_by) where created_by is not null;
call tenant_table('files', 'select, insert, delete');
call system_reads('files');
create policy system_changing on files for update to easy_system using (true) with check (true);
grant update (name) on files to easy_system;

create table images (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses,
  name text not null,
  file_id bigint not null,
  thumbnail_file_id bigint not null,
  width integer not null,
  height integer not null,
  bytes bigint not null,
  created_at timestamptz not null,
  created_by bigint default app_user_or_null(),
  unique (business_id, id),
  foreign key (business_id, file_id) references files (business_id, id),
  foreign key (business_id, thumbnail_file_id) references files (business_id, id)
);
comment on table images is
  'Pictures of the business: a file and its thumbnail.';
create index images_business_id_id_idx on images (business_id, id desc);
create index images_created_by on images (created_by) where created_by is not null;
create index images_file_id_idx on images (file_id);
create index images_thumbnail_file_id_idx on images (thumbnail_file_id);
call protect('images',
  'business_id = (select app_business()) or is_offered_image(id)',
  'business_id = (select app_business())', 'select, insert, update, delete');
call system_reads('images');
create policy system_changing on images for update to easy_system using (true) with check (true);
grant update (name) on images to easy_system;

create table categories (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses,
  parent_id bigint,
  description text not null,
  version integer not null default 1,
  unique (business_id, id),
  constraint categories_business_id_father_id_fkey foreign key (business_id, parent_id) references categories (business_id,
      id),
  check (parent_id <> id)
);
comment on table categories is
  'The category tree of a business.';
create unique index categories_description on categories (business_id, coalesce(parent_id, 0), lower(description));
call protect('categories',
  'business_id = (select app_business()) or is_offered_category(id)',
  'business_id = (select app_business())', 'select, insert, update, delete');

create table products (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses,
  name text not null,
  brand text not null default '',
  model text not null default '',
  category_id bigint,
  -- kg and cm
  weight numeric(10,3) check (weight > 0),
  width numeric(8,1) check (width > 0),
  height numeric(8,1) check (height > 0),
  depth numeric(8,1) check (depth > 0),
  unit text not null default 'unit',
  description text not null default '',
  attribute_types text[] not null default array['Color'] check (cardinality(attribute_types) > 0),
  -- SKUs and GTINs of the variations, for searching.
  codes text not null default '',
  search text generated always as (fold(name || ' ' || brand || ' ' || model || ' ' || codes)) stored,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  -- Each volume line with this product names a lot.
  asks_lots boolean not null default false,
  ncm text not null default '',
  cest text not null default '',
  origin smallint check (origin between 0 and 8),
  csosn text not null default '',
  cfop_same_state text not null default '',
  cfop_other_state text not null default '',
  tax_unit text not null default '',
  unique (business_id, id),
  foreign key (business_id, category_id) references categories (business_id, id)
);
comment on table products is
  'Products of a business. What is sold, stored and counted is a variation of a product.';
create index products_business_id_category_id_idx on products (business_id, category_id);
create index products_business_id_id_idx on products (business_id, id desc);
create index products_business_id_name_id_idx on products (business_id, name, id);
create index products_business_id_updated_at_id_idx on products (business_id, updated_at, id);
-- Substitutes are looked for among goods of one brand.
create index products_by_brand on products (fold(brand));
-- A product with many codes is found by its name.
create index products_by_name on products using gin (fold(name) gin_trgm_ops);
create index products_category_id_idx on products (category_id);
create index products_search on products using gin (business_id, search gin_trgm_ops);
call protect('products',
  'business_id = (select app_business()) or is_offered_product(id)',
  'business_id = (select app_business())', 'select, insert, update, delete');
call system_reads('products');

create table product_variations (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses,
  product_id bigint not null,
  name text not null,
  sku text not null,
  gtin text not null default '',
  attributes jsonb not null default '{}'::jsonb,
  cost_centavos bigint check (cost_centavos >= 0),
  version integer not null default 1,
  search text generated always as (fold(name || ' ' || sku || ' ' || gtin)) stored,
  sku_key text generated always as (upper(sku)) stored,
  unique (business_id, id),
  constraint product_variations_business_id_sku_key unique (business_id, sku_key) deferrable,
  unique (product_id, attributes) deferrable,
  foreign key (business_id, product_id) references products (business_id, id) on delete cascade
);
comment on table product_variations is
  'Variations of a product: the unit that has a SKU, a GTIN, a cost and stock. A product without variations has '
  'one.';
create index product_variations_business_id_gtin_idx on product_variations (business_id, gtin) where gtin <> '';
create index product_variations_business_id_product_id_idx on product_variations (business_id, product_id);
create index product_variations_of_gtin on product_variations (gtin) where gtin <> '';
create index product_variations_of_sku on product_variations (sku);
create index product_variations_search on product_variations using gin (business_id, search gin_trgm_ops);
call protect('product_variations',
  'business_id = (select app_business()) or is_offered_variation(id)',
  'business_id = (select app_business())', 'select, insert, update, delete');
call system_reads('product_variations');

create table product_images (
  business_id bigint not null,
  product_id bigint not null,
  image_id bigint not null,
  -- null: of the product as a whole
  variation_id bigint,
  position integer not null,
  id bigint generated always as identity primary key,
  unique nulls not distinct (product_id, image_id, variation_id),
  foreign key (business_id, image_id) references images (business_id, id),
  foreign key (business_id, product_id) references products (business_id, id) on delete cascade,
  foreign key (business_id, variation_id) references product_variations (business_id, id) on delete cascade
);
comment on table product_images is
  'Images of a product, or of one of its variations, in order.';
create index product_images_business_id_image_id_idx on product_images (business_id, image_id);
create index product_images_business_id_product_id_position_idx on product_images (business_id, product_id, "position");
call protect('product_images',
  'business_id = (select app_business()) or is_offered_product(product_id)',
  'business_id = (select app_business())', 'select, insert, update, delete');
call system_reads('product_images');

create table product_tags (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses,
  name text not null,
  colour text not null check (colour in ('gray', 'red', 'amber', 'lime', 'green', 'petrol', 'blue', 'violet',
      'grape', 'pink')),
  created_at timestamptz not null,
  version integer not null default 1,
  unique (business_id, id)
);
comment on table product_tags is
  'Free labels of products, for filters and acts on many products. The colors are those that the screens have a '
  'hue for.';
create unique index product_tags_name on product_tags (business_id, lower(name));
call tenant_table('product_tags');

create table product_tag_links (
  business_id bigint not null,
  product_id bigint not null,
  tag_id bigint not null,
  primary key (business_id, product_id, tag_id),
  foreign key (business_id, product_id) references products (business_id, id) on delete cascade,
  foreign key (business_id, tag_id) references product_tags (business_id, id) on delete cascade
);
comment on table product_tag_links is
  'Which product has which tag.';
create index product_tag_links_business_id_tag_id_product_id_idx on product_tag_links (business_id, tag_id, product_id);
call tenant_table('product_tag_links');

-- The price of an offer to oneself is the cost of its variation.
create function follow_own_cost() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  update dropship_items set price_centavos = new.cost_centavos, version = version + 1
  where variation_id = new.id and business_id = new.business_id and not from_supplier
    and price_centavos <> new.cost_centavos;
  return null;
end $$;

-- Suppliers that a seller may look for, with their city.
create function suppliers_to_find() returns table(id bigint, city text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select b.id, coalesce((select w.city || case when w.state <> '' then ' - ' || w.state else '' end
      from warehouses w where w.business_id = b.id and w.city <> '' order by w.id limit 1), '')
  from businesses b
  where b.type = 'supply' and exists (select from dropship_items d where d.business_id = b.id and d.active)
$$;
call system_function('suppliers_to_find()');

create trigger follow_own_cost after update of cost_centavos on product_variations
  for each row when (new.cost_centavos > 0 and new.cost_centavos is distinct from old.cost_centavos) execute function follow_own_cost();
