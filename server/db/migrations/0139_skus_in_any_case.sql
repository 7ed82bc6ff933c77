-- A SKU is the same in any case, also where an existing ad or a line of a sale names it. Callers pass SKUs as `asCode` writes
-- them: trimmed, in capitals.
drop index product_variations_of_sku;
create index product_variations_of_sku on product_variations (sku_key);

create or replace function offers_by_code(gtins text[], skus text[]) returns table (offer bigint, gtin text, sku text)
language sql stable security definer set search_path to 'public', 'pg_temp' as $function$
  select d.id, v.gtin, v.sku_key from product_variations v join dropship_items d on d.variation_id = v.id and d.active
  where v.gtin = any(gtins) and v.gtin <> ''
  union
  select d.id, v.gtin, v.sku_key from product_variations v join dropship_items d on d.variation_id = v.id and d.active
  where v.sku_key = any(skus) and v.sku_key <> ''
$function$;

-- Only compared; what the ad calls them is in `variations`.
alter table remote_listings no force row level security;
update remote_listings set skus = array(select upper(btrim(code)) from unnest(skus) as code) where skus <> '{}';
alter table remote_listings force row level security;

drop index publication_variations_business_id_sku_idx;
create index publication_variations_sku on publication_variations (business_id, upper(sku)) where sku <> '';

-- A kit's SKU too; `lower` and `upper` differ in a few letters.
alter table virtual_products no force row level security;
update virtual_products k set sku = left(k.sku, 48) || '-' || k.id where k.sku <> ''
  and exists (select from virtual_products o where o.business_id = k.business_id and upper(o.sku) = upper(k.sku) and o.id < k.id);
alter table virtual_products force row level security;
drop index virtual_products_sku;
create unique index virtual_products_sku on virtual_products (business_id, upper(sku)) where sku <> '';

create or replace function sold_offers(account bigint, lines jsonb)
 RETURNS TABLE(line integer, publication_variation_id bigint, published_centavos bigint, dropship_item_id bigint, stock_id bigint, supplier_id bigint, warehouse_id bigint, product_id bigint, variation_id bigint, units integer, unit_cost_centavos bigint, product_name text, variation_name text, sku text, gtin text, accept_mode text, link_state text, credit_limit_centavos bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
    from sold s join publication_variations v on v.business_id = seller and upper(v.sku) = s.sku and v.sku <> ''
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
end $function$;
