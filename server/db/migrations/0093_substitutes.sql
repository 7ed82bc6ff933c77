-- Offers of other warehouses that may stand in for what a sale takes: the same code, else the same brand and attributes
-- under a like name. Which of them the seller may meet is for the row policies to say.
create function substitutes_of(sale bigint) returns table (part bigint, offer bigint, same_gtin boolean, likeness real)
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
call system_function('substitutes_of(bigint)');

-- What a supplier did not keep, for his scorecard.
create index order_events_not_kept on order_events (business_id, fulfiller_id, at)
  where kind in ('refused', 'picked-short', 'counted-short');
