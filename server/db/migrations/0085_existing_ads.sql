-- What the accounts have published at their marketplaces, as it was last read: also what nothing here stands for.
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
  -- [{id, name, sku, gtin, price, quantity}]; an ad without variations is its own only one
  variations jsonb not null default '[]',
  skus text[] not null default '{}',
  gtins text[] not null default '{}',
  codes text not null default '',
  search text not null generated always as (fold(name || ' ' || remote_id || ' ' || codes)) stored,
  -- when the marketplace last named it among the account's, and when it was last read; null: known by its id alone
  found_at timestamptz not null,
  read_at timestamptz,
  unique (business_id, id),
  unique (account_id, remote_id),
  foreign key (business_id, account_id) references marketplace_accounts (business_id, id)
);
create index remote_listings_named on remote_listings (business_id, name, id);
call tenant_table('remote_listings');

alter table marketplace_accounts
  add column listings_asked_at timestamptz,
  add column listings_found_at timestamptz,
  add column listings_read_at timestamptz,
  -- the last reading was given up: the marketplace did not answer
  add column listings_failed boolean not null default false;

create index publications_remote_item on publications (business_id, remote_item_id) where remote_item_id is not null;
create index product_variations_of_gtin on product_variations (gtin) where gtin <> '';
create index product_variations_of_sku on product_variations (sku);

-- Offers of whatever business that carry one of these codes, and those whose product is called alike. Whoever asks reads them
-- through his own policies.
create function offers_by_code(gtins text[], skus text[]) returns table (offer bigint, gtin text, sku text)
language sql stable security definer set search_path = public, pg_temp as $$
  select d.id, v.gtin, v.sku from product_variations v join dropship_items d on d.variation_id = v.id and d.active
  where v.gtin = any(gtins) and v.gtin <> ''
  union
  select d.id, v.gtin, v.sku from product_variations v join dropship_items d on d.variation_id = v.id and d.active
  where v.sku = any(skus) and v.sku <> ''
$$;
call system_function('offers_by_code(text[], text[])');

create function offers_by_title(titles text[]) returns table (n integer, offer bigint, score real)
language sql stable security definer set search_path = public, pg_temp set enable_bitmapscan = on as $$
  select t.n::int, c.id, c.score from unnest(titles) with ordinality as t (title, n)
    cross join lateral (
      select d.id, similarity(fold(p.name || ' ' || p.brand || ' ' || v.name), fold(t.title)) as score
      from products p join product_variations v on v.product_id = p.id
        join dropship_items d on d.variation_id = v.id and d.active
      where p.search % fold(t.title)
      order by score desc, d.id limit 30) as c
  where c.score >= 0.35
$$;
call system_function('offers_by_title(text[])');

alter table bulk_runs drop constraint bulk_runs_kind_check,
  add constraint bulk_runs_kind_check check (kind in ('labels', 'invoices', 'prices', 'links')) not valid;
alter table bulk_runs validate constraint bulk_runs_kind_check;
