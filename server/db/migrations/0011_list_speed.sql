-- Indexes and functions that keep lists and searches fast.

-- The trigram indexes begin with the business: words that all businesses use cost each only its own rows.
create extension if not exists btree_gin;
drop index products_search;
create index products_search on products using gin (business_id, search gin_trgm_ops);
create index product_variations_search on product_variations using gin (business_id, search gin_trgm_ops);
drop index advertisements_search;
create index advertisements_search on advertisements using gin (business_id, search gin_trgm_ops);
drop index orders_search;
create index orders_search on orders using gin (business_id, fulfiller_id, search gin_trgm_ops);

-- What the bench sorts and filters by. A sale that this side refused is over for it; what has left the house, or has no
-- limit, comes after everything that is still to be done.
alter table orders
  add column bench_status text not null generated always as (
    case when refused_at is not null and packed_at is null then 'canceled' else status end) stored,
  add column urgency timestamptz not null generated always as (
    case when collected_at is null and sent_at is null and canceled_at is null and refused_at is null
      then coalesce(dispatch_limit, 'infinity') else 'infinity' end) stored;
create index orders_urgency on orders (fulfiller_id, urgency, id) where shown_at is not null;
create index orders_bench_status on orders (fulfiller_id, bench_status, urgency, id) where shown_at is not null;
create index orders_packed on orders (fulfiller_id, packed_at) where packed_at is not null;

-- A status nobody has is known at once, in the order of the list; so is the order of what is due.
drop index orders_business_id_status_id_idx;
create index orders_status on orders (business_id, status, purchased_at, id);
create index orders_limit on orders (business_id, dispatch_limit, id);

create index advertisements_created on advertisements (business_id, created_at, id);

-- `like` may not look at a row before its policy has let it through, so below row-level security no index serves it.
-- This look-up names the business itself, and answers with the rows in which every piece of text is found. Null: more
-- than `most` rows; such are met soon enough by a list that reads in its own order.
call system_reads('advertisements');
create function find_matches(list text, pieces text[], most integer) returns bigint[] language plpgsql stable
  security definer set search_path = public, pg_temp as $$
declare
  mine text := format('%L::bigint', app_business());
  patterns text[] := array(select format('%L', '%' || replace(replace(replace(fold(piece), '\', '\\'), '%', '\%'), '_', '\_') || '%')
    from unnest(pieces) as piece);
  every text := (select string_agg(format('search like %s', pattern), ' and ') from unnest(patterns) as pattern);
  pattern text;
  found bigint[];
  matches bigint[];
begin
  -- Composed and not bound: the planner chooses between index and scan by how common this very text is.
  if list in ('products', 'advertisements', 'sales', 'bench') then
    execute format('select array_agg(id) from (select id from %s and %s limit %s) as capped', case list
      when 'products' then format('products where business_id = %s', mine)
      when 'advertisements' then format('advertisements where business_id = %s', mine)
      when 'sales' then format('orders where business_id = %s', mine)
      else format('orders where fulfiller_id = %s', mine) end, every, most + 1) into found;
    return case when cardinality(found) > most then null else coalesce(found, '{}') end;
  end if;
  -- Variations, and offers of them: a piece may stand in the product's text or in the variation's own. A piece that is
  -- too common is left to the list, as long as another is not.
  foreach pattern in array patterns loop
    execute format(case list
      when 'variations' then 'select array_agg(id) from (
        select id from product_variations where business_id = %1$s and search like %2$s
        union all select v.id from products p join product_variations v on v.business_id = p.business_id and v.product_id = p.id
        where p.business_id = %1$s and p.search like %2$s limit %3$s) as capped'
      when 'offered' then 'select array_agg(id) from (
        select d.id from product_variations v join dropship_items d on d.variation_id = v.id where d.active and v.search like %2$s
        union all select d.id from products p join dropship_items d on d.product_id = p.id
        where d.active and p.search like %2$s limit %3$s) as capped'
      end, mine, pattern, most + 1) into found;
    continue when cardinality(found) > most;
    matches := case when matches is null then coalesce(found, '{}')
      else array(select unnest(matches) intersect select unnest(found)) end;
  end loop;
  return matches;
end $$;
call system_function('find_matches(text, text[], integer)');

-- Publications that sell from a shelf, whoever's they are: a number for its supplier.
create function count_publications(shelf bigint) returns integer language plpgsql stable
  security definer set search_path = public, pg_temp as $$
begin
  return (select count(distinct v.publication_id) from publication_components c
    join publication_variations v on v.id = c.publication_variation_id where c.stock_id = shelf);
end $$;
call system_function('count_publications(bigint)');

-- What a seller meets of other businesses' shelves. The policies asked with sub-queries, which carried the policies of
-- their own tables along: one list of products was planned with 54 of them. A function is asked only about the rows of
-- others, one at a time, and keeps its plan.
create view met_offers with (security_invoker = true) as
  select d.product_id, d.variation_id, d.stock_id
  from dropship_items d
    join businesses supplier on supplier.id = d.business_id and supplier.type = 'supply'
    join businesses seller on seller.id = app_business() and seller.type = 'sales'
    left join trade_links t on t.seller_id = seller.id and t.supplier_id = supplier.id
  where d.active and coalesce(t.state, '') <> 'blocked' and (not d.linked_only or t.state = 'active');
grant select on met_offers to easy_system;

create function is_offered_product(product bigint) returns boolean language plpgsql stable
  security definer set search_path = public, pg_temp as $$
begin
  return exists (select from met_offers m where m.product_id = product);
end $$;
create function is_offered_variation(variation bigint) returns boolean language plpgsql stable
  security definer set search_path = public, pg_temp as $$
begin
  return exists (select from met_offers m where m.variation_id = variation);
end $$;
create function is_offered_stock(shelf bigint) returns boolean language plpgsql stable
  security definer set search_path = public, pg_temp as $$
begin
  return exists (select from met_offers m where m.stock_id = shelf);
end $$;
create function is_offered_category(category bigint) returns boolean language plpgsql stable
  security definer set search_path = public, pg_temp as $$
begin
  return exists (select from products p join met_offers m on m.product_id = p.id where p.category_id = category);
end $$;
create or replace function is_offered_image(image bigint) returns boolean language plpgsql stable
  security definer set search_path = public, pg_temp as $$
begin
  return exists (select from product_images i join met_offers m on m.product_id = i.product_id where i.image_id = image);
end $$;
-- Whom this person and this business know: a place of work, or a trade.
create function is_known_business(business bigint) returns boolean language plpgsql stable
  security definer set search_path = public, pg_temp as $$
begin
  return exists (select from staff s where s.business_id = business and s.user_id = app_user_or_null())
    or exists (select from trade_links t where t.seller_id = business and t.supplier_id = app_business_or_null());
end $$;
create function is_colleague(person bigint) returns boolean language plpgsql stable
  security definer set search_path = public, pg_temp as $$
begin
  return exists (select from staff s where s.user_id = person and s.business_id = app_business_or_null());
end $$;
call system_function('is_offered_product(bigint)');
call system_function('is_offered_variation(bigint)');
call system_function('is_offered_stock(bigint)');
call system_function('is_offered_category(bigint)');
call system_function('is_known_business(bigint)');
call system_function('is_colleague(bigint)');

alter policy reading on products using (business_id = (select app_business()) or is_offered_product(id));
alter policy reading on product_variations using (business_id = (select app_business()) or is_offered_variation(id));
alter policy reading on product_images using (business_id = (select app_business()) or is_offered_product(product_id));
alter policy reading on categories using (business_id = (select app_business()) or is_offered_category(id));
alter policy reading on stock using (business_id = (select app_business()) or is_offered_stock(id));
alter policy reading on businesses using (id = (select app_business_or_null()) or type = 'supply' or is_known_business(id));
alter policy reading on users using (id = (select app_user_or_null()) or is_colleague(id));

-- The tenant is read once per statement and not once per row: the template, what was made by it, and tables of two sides.
create or replace procedure tenant_table(target regclass, rights text default 'select, insert, update, delete') language sql as $$
  call protect(target, 'business_id = (select app_business())', 'business_id = (select app_business())', rights);
$$;
do $$
declare
  policy record;
begin
  for policy in select tablename, policyname, qual from pg_policies
    where schemaname = 'public' and qual = '(business_id = app_business())' loop
    execute format('alter policy %I on %I using (business_id = (select app_business()))', policy.policyname, policy.tablename);
  end loop;
  for policy in select tablename, policyname from pg_policies where schemaname = 'public'
    and qual = '((business_id = app_business()) OR (fulfiller_id = app_business()))' loop
    execute format('alter policy %I on %I using (business_id = (select app_business()) or fulfiller_id = (select app_business()))',
      policy.policyname, policy.tablename);
  end loop;
end $$;
alter policy reading on orders using (business_id = (select app_business())
  or (fulfiller_id = (select app_business()) and shown_at is not null));
alter policy reading on images using (business_id = (select app_business()) or is_offered_image(id));
alter policy reading on dropship_items using (business_id = (select app_business())
  or (active and business_id = any ((select open_suppliers())::bigint[])
    and (not linked_only or business_id = any ((select linked_suppliers())::bigint[]))));
