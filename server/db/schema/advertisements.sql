-- Kits, advertisements, their publications at marketplaces, and what accounts list there.

create table virtual_products (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses,
  name text not null,
  sku text not null default '',
  title text not null default '',
  -- Of the closed box: kg and cm; null: not given.
  weight numeric(10,3) check (weight > 0),
  width numeric(10,1) check (width > 0),
  height numeric(10,1) check (height > 0),
  depth numeric(10,1) check (depth > 0),
  archived boolean not null default false,
  search text generated always as (fold(name || ' ' || sku || ' ' || title)) stored not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  unique (business_id, id)
);
comment on table virtual_products is
  'Kits: compositions of offers with a name, a SKU and a box of their own.';
create index virtual_products_name on virtual_products (business_id, name, id);
create unique index virtual_products_sku on virtual_products (business_id, lower(sku)) where sku <> '';
call tenant_table('virtual_products');

create table virtual_product_components (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  virtual_product_id bigint not null,
  dropship_item_id bigint not null references dropship_items,
  supplier_id bigint not null references businesses,
  quantity integer not null check (quantity between 1 and 1000),
  -- As it was when it was chosen, because an offer that is withdrawn can no longer be read.
  product_name text not null default '',
  sku text not null default '',
  constraint virtual_product_components_virtual_product_id_dropship_item_key unique (virtual_product_id, dropship_item_id),
  foreign key (business_id, virtual_product_id) references virtual_products (business_id, id) on delete cascade
);
comment on table virtual_product_components is
  'The offers of which a kit is made.';
create index virtual_product_components_dropship_item_id_idx on virtual_product_components (dropship_item_id);
call tenant_table('virtual_product_components');
call system_reads('virtual_product_components');

create table advertisements (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses,
  brand text not null default '',
  product text not null,
  description text not null default '',
  archived boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  -- SKUs, and ids at marketplaces, for searching.
  codes text not null default '',
  search text generated always as (fold(product || ' ' || brand || ' ' || codes)) stored,
  as_variations boolean not null default false,
  sku text not null default '',
  width numeric(10,1) check (width > 0),
  height numeric(10,1) check (height > 0),
  depth numeric(10,1) check (depth > 0),
  unique (business_id, id)
);
comment on table advertisements is
  'What a seller advertises: text, images and a composition of offers.';
create index advertisements_business_id_id_idx on advertisements (business_id, id desc);
create index advertisements_created on advertisements (business_id, created_at, id);
create index advertisements_search on advertisements using gin (business_id, search gin_trgm_ops);
call tenant_table('advertisements');
call system_reads('advertisements');

create table advertisement_components (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  advertisement_id bigint not null,
  dropship_item_id bigint not null references dropship_items,
  supplier_id bigint not null references businesses,
  quantity integer not null check (quantity between 1 and 1000),
  -- As it was when it was chosen, because an offer that is withdrawn can no longer be read.
  product_name text not null default '',
  sku text not null default '',
  unique (advertisement_id, dropship_item_id),
  foreign key (business_id, advertisement_id) references advertisements (business_id, id) on delete cascade
);
comment on table advertisement_components is
  'The offers of which one unit of an advertisement is made: one, or several for a kit.';
create index advertisement_components_dropship_item_id_idx on advertisement_components (dropship_item_id);
call tenant_table('advertisement_components');
call system_reads('advertisement_components');

create table advertisement_images (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  advertisement_id bigint not null,
  image_id bigint not null references images,
  position integer not null,
  unique (advertisement_id, image_id),
  foreign key (business_id, advertisement_id) references advertisements (business_id, id) on delete cascade
);
comment on table advertisement_images is
  'Images of an advertisement: own ones, or those of a product that is seen through its offer.';
call tenant_table('advertisement_images');

create table publications (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses,
  advertisement_id bigint not null,
  account_id bigint not null,
  name text not null,
  category_id text not null,
  category_name text not null default '',
  type text not null check (type in ('premium', 'classic')),
  description text not null default '',
  -- Package: kg and cm.
  weight numeric(10,3),
  width numeric(8,1),
  height numeric(8,1),
  depth numeric(8,1),
  video text not null default '',
  attributes jsonb not null default '[]'::jsonb,
  warehouse_id bigint not null,
  supplier_id bigint not null references businesses,
  remote_item_id text,
  link text not null default '',
  edit_link text not null default '',
  -- What the seller wants; `state` and `remote_status` are what the marketplace says.
  desired_state text not null default 'active',
  -- What was changed here and is not yet acknowledged by the marketplace.
  pending_fields text[] not null default '{}'::text[] check (pending_fields <@ array['state', 'type', 'pictures',
      'package', 'attributes', 'condition', 'terms', 'freight', 'identity', 'video', 'description', 'name']),
  -- A creation may have reached the marketplace: look there before creating again.
  attempted_at timestamptz,
  state text not null default 'publishing' check (state in ('publishing', 'active', 'paused', 'closed', 'under_review',
      'failed')),
  remote_status text not null default '',
  remote_sub_status text[] not null default '{}'::text[],
  sync_error jsonb,
  synced_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  continues_id bigint,
  -- Each variation has a price of its own.
  price_per_variation boolean not null default false,
  floor_basis_points integer,
  floor_action text check (floor_action in ('reprice', 'hold', 'warn')),
  condition text check (condition in ('new', 'used')),
  warranty jsonb,
  handling_days integer check (handling_days between 1 and 90),
  free_shipping boolean,
  -- The size of the parcel follows its product, kit or advertisement; otherwise it is what the seller entered or the
  -- linked listing had.
  follows_size boolean not null default false,
  -- When the sweep last asked for a reading; a publication whose reading fails waits for its turn like the others.
  swept_at timestamptz,
  unique (business_id, id),
  foreign key (business_id, account_id) references marketplace_accounts (business_id, id),
  foreign key (business_id, advertisement_id) references advertisements (business_id, id),
  constraint publications_floor check ((floor_basis_points is null) = (floor_action is null)),
  constraint publications_wanted_state_check check (desired_state in ('active', 'paused', 'closed'))
);
comment on table publications is
  'An advertisement at one marketplace account: what the seller wants of it, what the marketplace says, and what '
  'is still to be sent.';
-- A sold item finds its publication by the id of the marketplace.
create index publications_account_id_remote_item_id_idx on publications (account_id, remote_item_id);
create index publications_business_id_account_id_idx on publications (business_id, account_id);
create index publications_business_id_advertisement_id_idx on publications (business_id, advertisement_id);
create index publications_business_id_id_idx on publications (business_id, id desc);
create unique index publications_continues_id_key on publications (business_id, continues_id)
  where continues_id is not null;
create unique index publications_live_remote_item on publications (account_id, remote_item_id)
  where remote_item_id is not null and state <> 'closed';
create index publications_remote_item on publications (business_id, remote_item_id) where remote_item_id is not null;
call tenant_table('publications');
call system_reads('publications');

create table publication_variations (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  publication_id bigint not null,
  name text not null,
  sku text not null default '',
  gtin text not null default '',
  attributes jsonb not null default '{}'::jsonb,
  -- Of the price.
  margin_basis_points integer not null,
  cost_centavos bigint not null check (cost_centavos >= 0),
  price_centavos bigint not null check (price_centavos > 0),
  fee_centavos bigint,
  active boolean not null default true,
  remote_item_id text,
  remote_variation_id text,
  remote_user_product_id text,
  remote_status text not null default '',
  remote_sub_status text[] not null default '{}'::text[],
  link text not null default '',
  -- What the marketplace last acknowledged, and the revision of the stock level it was computed from.
  pushed_quantity integer,
  pushed_price_centavos bigint,
  pushed_revision bigint,
  pushed_at timestamptz,
  version integer not null default 1,
  former_item_id text,
  former_variation_id text,
  -- The goods are in the warehouse of the marketplace, which alone counts them.
  fulfilled_by_marketplace boolean not null default false,
  -- The state in our words beside that of the marketplace.
  remote_state text not null default '',
  -- The most that is shown of the stock; null: all of it.
  quantity_cap integer check (quantity_cap >= 0),
  -- What the seller pays of the freight; null: not known.
  freight_centavos bigint check (freight_centavos >= 0),
  -- Below its floor: the seller was told, or it is shown with quantity 0.
  guard text check (guard in ('warned', 'held')),
  -- {cost, fee, freight, margin} when a person last decided the price; null: not since the floor was set.
  decided jsonb,
  promotion_price_centavos bigint check (promotion_price_centavos > 0),
  promotion_from timestamptz,
  promotion_to timestamptz,
  promotion_name text not null default '',
  promotion_fee_centavos bigint,
  promotion_freight_centavos bigint check (promotion_freight_centavos >= 0),
  -- The price is sent although that ends the promotion; reset when the marketplace has it.
  price_leaves_promotion boolean not null default false,
  -- The account whose ad the variation represents while its publication is open.
  linked_account_id bigint,
  unique (business_id, id),
  foreign key (business_id, publication_id) references publications (business_id, id) on delete cascade
);
comment on table publication_variations is
  'What a buyer chooses in a publication: price, margin guard and stock, as wanted and as the marketplace last '
  'acknowledged them.';
create index publication_variations_business_id_publication_id_idx on publication_variations (business_id, publication_id);
create index publication_variations_business_id_remote_item_id_remote_va_idx on publication_variations (business_id, remote_item_id, remote_variation_id);
create index publication_variations_business_id_sku_idx on publication_variations (business_id, sku) where sku <> '';
create unique index publication_variations_live_remote on publication_variations (linked_account_id, remote_item_id, coalesce(remote_variation_id, ''))
  where linked_account_id is not null;
call tenant_table('publication_variations');
call system_reads('publication_variations');

create table publication_components (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  publication_variation_id bigint not null,
  dropship_item_id bigint not null references dropship_items,
  stock_id bigint not null references stock,
  supplier_id bigint not null references businesses,
  quantity integer not null check (quantity between 1 and 1000),
  -- As it was when it was chosen, because an offer that is withdrawn can no longer be read.
  product_name text not null default '',
  sku text not null default '',
  constraint publication_components_publication_variation_id_dropship_it_key unique (publication_variation_id,
      dropship_item_id),
  constraint publication_components_business_id_publication_variation_i_fkey foreign key (business_id,
      publication_variation_id) references publication_variations (business_id, id) on delete cascade
);
comment on table publication_components is
  'The offers of which one unit of a published variation is made.';
create index publication_components_dropship_item_id_idx on publication_components (dropship_item_id);
create index publication_components_stock_id_idx on publication_components (stock_id);
call tenant_table('publication_components');
call system_reads('publication_components');

create table publication_images (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  publication_id bigint not null,
  image_id bigint not null references images,
  position integer not null,
  remote_picture_id text,
  unique (publication_id, image_id),
  foreign key (business_id, publication_id) references publications (business_id, id) on delete cascade
);
comment on table publication_images is
  'Images of a publication.';
call tenant_table('publication_images');

create table margin_changes (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  publication_id bigint not null,
  variation_id bigint not null,
  changed_at timestamptz not null,
  cause text not null check (cause in ('cost', 'fee', 'freight', 'size', 'floor')),
  outcome text not null check (outcome in ('repriced', 'held', 'warned', 'released')),
  floor_basis_points integer not null,
  -- {price, cost, fee, freight, margin}
  before jsonb not null,
  after jsonb not null,
  undone_at timestamptz,
  unique (business_id, id),
  foreign key (business_id, publication_id) references publications (business_id, id) on delete cascade,
  foreign key (business_id, variation_id) references publication_variations (business_id, id) on delete cascade
);
comment on table margin_changes is
  'What the margin guard changed or reported: price, cost, fee and freight before and after. Growth: one row per '
  'change of a price or cost, kept with the publication.';
create index margin_changes_business_id_publication_id_idx on margin_changes (business_id, publication_id);
create index margin_changes_business_id_variation_id_idx on margin_changes (business_id, variation_id);
create index margin_changes_newest on margin_changes (business_id, id desc);
call tenant_table('margin_changes');

create table remote_listings (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  account_id bigint not null,
  remote_id text not null,
  name text not null default '',
  state text not null default 'active' check (state in ('active', 'paused', 'under_review', 'closed')),
  link text not null default '',
  price_centavos bigint,
  quantity integer not null default 0,
  fulfilled_by_marketplace boolean not null default false,
  -- [{id, name, sku, gtin, price, quantity}]; an ad without variations is its own only one.
  variations jsonb not null default '[]'::jsonb,
  skus text[] not null default '{}'::text[],
  gtins text[] not null default '{}'::text[],
  codes text not null default '',
  search text generated always as (fold(name || ' ' || remote_id || ' ' || codes)) stored not null,
  -- When the marketplace last listed it; null: known by its id alone.
  found_at timestamptz not null,
  read_at timestamptz,
  unique (account_id, remote_id),
  unique (business_id, id),
  foreign key (business_id, account_id) references marketplace_accounts (business_id, id)
);
comment on table remote_listings is
  'What the accounts list at their marketplaces as it was last read, also listings that no publication stands for.';
create index remote_listings_named on remote_listings (business_id, name, id);
call tenant_table('remote_listings');

-- What an advertisement is found by: SKUs of its parts and of the kit, and its ids at marketplaces.
create function codes_of_advertisement(advertisement bigint) returns text
  language sql stable set search_path = public, pg_temp as $$
  select coalesce(string_agg(distinct code, ' '), '') from (
    select a.sku as code from advertisements a where a.id = advertisement
    union all select c.sku from advertisement_components c where c.advertisement_id = advertisement
    union all select p.remote_item_id from publications p where p.advertisement_id = advertisement
    union all select unnest(array[v.sku, v.remote_item_id]) from publications p
      join publication_variations v on v.publication_id = p.id and v.business_id = p.business_id
      where p.advertisement_id = advertisement) as all_codes
  where code <> ''
$$;

-- A trigger writes the codes, because publishing, linking, splitting and reading all change them.
create function keep_advertisement_codes() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  ad bigint;
begin
  if tg_table_name = 'publication_variations' then
    select p.advertisement_id into ad from publications p where p.id = coalesce(new.publication_id, old.publication_id);
  else
    ad := coalesce(new.advertisement_id, old.advertisement_id);
  end if;
  update advertisements a set codes = c.codes from (select codes_of_advertisement(ad) as codes) c
    where a.id = ad and a.codes <> c.codes;
  return null;
end $$;

create function keep_linked_account() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'publications' then
    update publication_variations v
    set linked_account_id = case when new.state <> 'closed' and v.remote_item_id is not null then new.account_id end
    where v.publication_id = new.id and v.business_id = new.business_id;
    return null;
  end if;
  new.linked_account_id := null;
  if new.remote_item_id is not null then
    new.linked_account_id := (select p.account_id from publications p
      where p.id = new.publication_id and p.business_id = new.business_id and p.state <> 'closed');
  end if;
  return new;
end $$;

-- Number of publications that sell from a stock level, of every seller.
create function count_publications(shelf bigint) returns integer
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return (select count(distinct v.publication_id) from publication_components c
    join publication_variations v on v.id = c.publication_variation_id where c.stock_id = shelf);
end $$;
call system_function('count_publications(bigint)');

-- The same number for many stock levels at once.
create function publications_by_shelf(shelves bigint[]) returns jsonb
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return (select coalesce(jsonb_object_agg(shelf, (select count(distinct v.publication_id) from publication_components c
    join publication_variations v on v.id = c.publication_variation_id where c.stock_id = shelf)), '{}')
    from unnest(shelves) as shelf);
end $$;
call system_function('publications_by_shelf(bigint[])');

-- Every publication, of every seller and account, that sells from these stock levels.
create function publications_of_shelf(shelf bigint[]) returns table(business_id bigint, publication_id bigint)
  language sql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
  select distinct v.business_id, v.publication_id
  from publication_components c join publication_variations v on v.id = c.publication_variation_id
  where c.stock_id = any(shelf)
$$;
call system_function('publications_of_shelf(bigint[])');

-- Publications of every seller whose parcel size follows one of these products.
create function publications_of_products(products bigint[]) returns table(business_id bigint, publication_id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select distinct p.business_id, p.id
  from dropship_items d join publication_components c on c.dropship_item_id = d.id
    join publication_variations v on v.id = c.publication_variation_id join publications p on p.id = v.publication_id
  where d.product_id = any(products) and p.follows_size and p.state <> 'closed'
$$;
call system_function('publications_of_products(bigint[])');

-- What the lines of a sale take: the published variation by its remote id or SKU, its composition, and the terms with
-- the supplier. Variations that are not published are looked for among those of the seller, or the planner would read
-- those of all sellers.
create function sold_offers(account bigint, lines jsonb) returns table(line integer, publication_variation_id bigint,
    published_centavos bigint, dropship_item_id bigint, stock_id bigint, supplier_id bigint, warehouse_id bigint,
    product_id bigint, variation_id bigint, units integer, unit_cost_centavos bigint, product_name text,
    variation_name text, sku text, gtin text, accept_mode text, link_state text, credit_limit_centavos bigint)
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  seller bigint := app_business();
begin
  return query
  with sold as (
    select l.n, l.item, l.variation, l.sku, l.known
    from jsonb_to_recordset(lines) as l (n integer, item text, variation text, sku text, known bigint)
  ), candidate as (
    select s.n, v.id, true as out, v.remote_variation_id is not distinct from s.variation as exact
    from sold s join publication_variations v on v.business_id = seller and v.remote_item_id = s.item
      join publications p on p.id = v.publication_id and p.account_id = account
    where s.variation is null or v.remote_variation_id = s.variation or v.remote_variation_id is null
    union
    select s.n, v.id, false, false
    from sold s join publications p on p.account_id = account and p.remote_item_id = s.item and p.business_id = seller
      join publication_variations v on v.business_id = seller and v.publication_id = p.id and v.remote_item_id is null
    where s.variation is null or v.remote_variation_id = s.variation or v.remote_variation_id is null
  ), by_item as (
    select c.n, coalesce(min(c.id) filter (where c.exact),
      case count(*) filter (where c.out) when 1 then min(c.id) filter (where c.out)
        when 0 then case when count(*) = 1 then min(c.id) end end) as id
    from candidate c group by c.n
  ), by_sku as (
    select s.n, case when count(*) = 1 then min(v.id) end as id
    from sold s join publication_variations v on v.business_id = seller and v.sku = s.sku and v.sku <> ''
      join publications p on p.id = v.publication_id and p.account_id = account and p.state <> 'closed'
    group by s.n
  ), named as (
    select s.n, coalesce(s.known, i.id, k.id) as id
    from sold s left join by_item i on i.n = s.n left join by_sku k on k.n = s.n
  )
  select m.n, v.id, v.cost_centavos, d.id, d.stock_id, d.business_id, d.warehouse_id, d.product_id, d.variation_id,
    c.quantity, d.price_centavos, r.name, w.name, w.sku, w.gtin, t.accept_mode, t.state, t.credit_limit_centavos
  from named m
    join publication_variations v on v.id = m.id and v.business_id = seller
    join publication_components c on c.publication_variation_id = v.id
    left join dropship_items d on d.id = c.dropship_item_id and d.business_id = c.supplier_id
    left join product_variations w on w.id = d.variation_id
    left join products r on r.id = d.product_id
    left join trade_links t on t.seller_id = seller and t.supplier_id = d.business_id
  order by m.n, c.id;
end $$;
call system_function('sold_offers(bigint, jsonb)');

-- Offers of other warehouses that may replace what a sale takes: the same code, or the same brand and attributes
-- under a similar name.
create function substitute_offers(sale bigint) returns table(part bigint, offer bigint, same_gtin boolean, likeness real)
  language sql stable security definer set search_path = public, pg_temp set enable_bitmapscan = on as $$
  with wanted as (
    select t.id, t.gtin, o.warehouse_id, p.name, p.brand, v.attributes
    from orders o join order_parts t on t.order_id = o.id
      join products p on p.id = t.product_id join product_variations v on v.id = t.variation_id
    where o.id = sale and o.business_id = app_business()
  ), coded as (
    select w.id, d.id as offer, w.name, v.product_id from wanted w
      join product_variations v on v.gtin = w.gtin and v.gtin <> ''
      join dropship_items d on d.variation_id = v.id and d.active and d.warehouse_id is distinct from w.warehouse_id
  ), alike as (
    select w.id, c.offer, c.likeness from wanted w cross join lateral (
      select d.id as offer, similarity(fold(p.name), fold(w.name)) as likeness
      from products p join product_variations v on v.product_id = p.id and v.attributes = w.attributes
        join dropship_items d on d.variation_id = v.id and d.active and d.warehouse_id is distinct from w.warehouse_id
      where fold(p.name) % fold(w.name) and w.brand <> '' and fold(p.brand) = fold(w.brand)
      order by likeness desc, d.id limit 60) c
  )
  select c.id, c.offer, true, similarity(fold(p.name), fold(c.name)) from coded c join products p on p.id = c.product_id
  union all
  select a.id, a.offer, false, a.likeness from alike a
  where not exists (select from coded c where c.id = a.id and c.offer = a.offer)
$$;
alter function substitute_offers(bigint) owner to easy_system;
revoke all on function substitute_offers(bigint) from public;

-- The substitutes that the policies let the business of the transaction see.
create function substitutes_of(sale bigint) returns table(part bigint, offer bigint, same_gtin boolean, likeness real,
    warehouse text, city text) language sql stable security definer set search_path = public, pg_temp as $$
  select s.part, s.offer, s.same_gtin, s.likeness, w.name,
    w.city || case when w.city <> '' and w.state <> '' then ' - ' || w.state else '' end
  from substitute_offers(sale) s join dropship_items d on d.id = s.offer join warehouses w on w.id = d.warehouse_id
$$;
call system_function('substitutes_of(bigint)');

create trigger keep_codes after insert or delete or update of sku on advertisement_components
  for each row execute function keep_advertisement_codes();
create trigger keep_codes after insert or update of remote_item_id, advertisement_id on publications
  for each row execute function keep_advertisement_codes();
create trigger keep_linked_account after update of state on publications
  for each row when ((old.state = 'closed') <> (new.state = 'closed')) execute function keep_linked_account();
create trigger keep_codes after insert or delete or update of sku, remote_item_id on publication_variations
  for each row execute function keep_advertisement_codes();
create trigger keep_linked_account before insert or update of remote_item_id, publication_id on publication_variations
  for each row execute function keep_linked_account();
