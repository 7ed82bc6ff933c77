-- Address of an ad that shows how the offer may be sold.
alter table dropship_items add column example text not null default '';

-- A product with many codes is told by its name alone.
create index products_by_name on products using gin (fold(name) gin_trgm_ops);
create or replace function offers_by_title(titles text[]) returns table (n integer, offer bigint, score real)
language sql stable security definer set search_path = public, pg_temp set enable_bitmapscan = on as $$
  select t.n::int, c.id, c.score from unnest(titles) with ordinality as t (title, n)
    cross join lateral (
      select d.id, similarity(fold(p.name || ' ' || v.name), fold(t.title)) as score
      from products p join product_variations v on v.product_id = p.id
        join dropship_items d on d.variation_id = v.id and d.active
      where fold(p.name) % fold(t.title)
      order by score desc, d.id limit 30) as c
  where c.score >= 0.3
$$;
