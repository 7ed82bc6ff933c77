-- A SKU is the same in any case, also where an ad that is linked names it.
drop index product_variations_of_sku;
create index product_variations_of_sku on product_variations (sku_key);

create or replace function offers_by_code(gtins text[], skus text[])
returns table (offer bigint, gtin text, sku text)
language sql stable security definer set search_path to 'public', 'pg_temp'
as $function$
  select d.id, v.gtin, v.sku from product_variations v join dropship_items d on d.variation_id = v.id and d.active
  where v.gtin = any(gtins) and v.gtin <> ''
  union
  select d.id, v.gtin, v.sku from product_variations v join dropship_items d on d.variation_id = v.id and d.active
  where v.sku_key = any(skus) and v.sku_key <> ''
$function$;
