-- Seller × supplier, and the terms between them (resource `companies`).
create table trade_links (
  id bigint generated always as identity primary key,
  seller_id bigint not null references businesses (id),
  supplier_id bigint not null references businesses (id),
  state text not null default 'active' check (state in ('requested', 'active', 'blocked')),
  accept_mode text not null default 'auto' check (accept_mode in ('auto', 'manual')),
  due_days integer not null default 7 check (due_days between 0 and 90),
  credit_limit_centavos bigint check (credit_limit_centavos >= 0),
  created_at timestamptz not null,
  version integer not null default 1,
  unique (seller_id, supplier_id),
  check (seller_id <> supplier_id)
);
create index on trade_links (supplier_id);
call protect('trade_links', 'app_business() in (seller_id, supplier_id)', 'app_business() in (seller_id, supplier_id)',
  'select, insert, update');

drop policy reading on businesses;
create policy reading on businesses for select to easy_app using (
  id = app_business_or_null() or type = 'supply'
  or exists (select from staff s where s.business_id = businesses.id and s.user_id = app_user_or_null())
  or exists (select from trade_links t where t.seller_id = businesses.id and t.supplier_id = app_business_or_null()));

-- An offer: what may be sold straight from a shelf, at which price.
create table dropship_items (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses (id),
  product_id bigint not null,
  variation_id bigint not null,
  warehouse_id bigint not null,
  stock_id bigint not null,
  quantity_cap integer not null check (quantity_cap >= 0),
  price_centavos bigint not null check (price_centavos > 0),
  active boolean not null default true,
  -- only sellers with an active link may see it
  linked_only boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  unique (business_id, id),
  unique (variation_id, warehouse_id),
  foreign key (business_id, product_id) references products (business_id, id),
  foreign key (business_id, variation_id) references product_variations (business_id, id),
  foreign key (business_id, warehouse_id) references warehouses (business_id, id),
  -- the shelf row is that of this variation in this warehouse
  foreign key (business_id, stock_id, variation_id, warehouse_id)
    references stock (business_id, id, variation_id, warehouse_id)
);
create index on dropship_items (product_id);
create index on dropship_items (stock_id);
create index on dropship_items (business_id, id desc);
create index on dropship_items (id desc) where active;
create index on dropship_items (price_centavos, id) where active;
call protect('dropship_items',
  'business_id = app_business() or (active
    and exists (select from businesses b where b.id = dropship_items.business_id and b.type = ''supply'')
    and exists (select from businesses me where me.id = app_business() and me.type = ''sales'')
    and not exists (select from trade_links t where t.seller_id = app_business() and t.supplier_id = dropship_items.business_id and t.state = ''blocked'')
    and (not linked_only or exists (select from trade_links t where t.seller_id = app_business()
      and t.supplier_id = dropship_items.business_id and t.state = ''active'')))',
  'business_id = app_business()', 'select, insert, update, delete');

-- Through an offer a seller reads the product, its images and what is left of it; nothing else of the supplier.
drop policy reading on products;
create policy reading on products for select to easy_app using (business_id = app_business()
  or exists (select from dropship_items d where d.product_id = products.id));
create index on products (category_id);
drop policy reading on categories;
create policy reading on categories for select to easy_app using (business_id = app_business()
  or exists (select from products p where p.category_id = categories.id));
drop policy reading on product_variations;
create policy reading on product_variations for select to easy_app using (business_id = app_business()
  or exists (select from dropship_items d where d.product_id = product_variations.product_id
    and d.variation_id = product_variations.id));
drop policy reading on product_images;
create policy reading on product_images for select to easy_app using (business_id = app_business()
  or exists (select from dropship_items d where d.product_id = product_images.product_id));
drop policy reading on images;
create policy reading on images for select to easy_app using (business_id = app_business()
  or exists (select from product_images p where p.image_id = images.id));
drop policy reading on files;
create policy reading on files for select to easy_app using (business_id = app_business()
  or exists (select from images i where files.id in (i.file_id, i.thumbnail_file_id)));
drop policy reading on stock;
create policy reading on stock for select to easy_app using (business_id = app_business()
  or exists (select from dropship_items d where d.stock_id = stock.id));
create index on images (file_id);
create index on images (thumbnail_file_id);

-- Bank and PIX data of the supplier; a closed invoice keeps its own copy.
create table supplier_bank_accounts (
  business_id bigint primary key references businesses (id),
  pix_key_type text not null check (pix_key_type in ('document', 'phone', 'email', 'random')),
  pix_key text not null,
  holder text not null,
  city text not null,
  bank text not null default '',
  agency text not null default '',
  account text not null default '',
  updated_at timestamptz not null,
  version integer not null default 1
);
call tenant_table('supplier_bank_accounts', 'select, insert, update, delete');
