-- What was published before 0098 follows the size that it has exactly: today that changes nothing. Another size is the
-- seller's word, and that of a linked listing, which was never made here, is the listing's.
alter table publications no force row level security;
alter table publication_variations no force row level security;
alter table publication_components no force row level security;
alter table advertisements no force row level security;
alter table dropship_items no force row level security;
alter table products no force row level security;
alter table virtual_products no force row level security;
alter table virtual_product_components no force row level security;

with
  -- Per kit of a business its box, by what is in it; of kits alike the first.
  boxes as (
    select distinct on (k.business_id, o.key) k.business_id, o.key, k.weight, k.width, k.height, k.depth
    from virtual_products k cross join lateral (
      select string_agg(o.dropship_item_id || 'x' || o.quantity, ' ' order by o.dropship_item_id) as key
      from virtual_product_components o where o.virtual_product_id = k.id) o
    where not k.archived order by k.business_id, o.key, k.id),
  contents as (
    select c.publication_variation_id, sum(c.quantity) as units,
      case when bool_and(g.weight is not null) then sum(g.weight * c.quantity) end as weight,
      max(g.width) as width, max(g.height) as height, max(g.depth) as depth,
      string_agg(c.dropship_item_id || 'x' || c.quantity, ' ' order by c.dropship_item_id) as key
    from publication_components c left join dropship_items d on d.id = c.dropship_item_id
      left join products g on g.id = d.product_id
    group by c.publication_variation_id),
  parcels as (
    select v.id, v.publication_id, coalesce(k.weight, m.weight) as weight,
      case when m.units = 1 then m.width else coalesce(k.width, a.width) end as width,
      case when m.units = 1 then m.height else coalesce(k.height, a.height) end as height,
      case when m.units = 1 then m.depth else coalesce(k.depth, a.depth) end as depth
    from publications p join publication_variations v on v.publication_id = p.id
      join advertisements a on a.id = p.advertisement_id
      left join contents m on m.publication_variation_id = v.id
      left join boxes k on m.units > 1 and k.business_id = p.business_id and k.key = m.key
    where not p.follows_size and p.attempted_at is distinct from p.created_at),
  sizes as (
    select publication_id, case when bool_and(weight is not null) then max(weight) end as weight,
      (array_agg(width order by id))[1] as width, (array_agg(height order by id))[1] as height,
      (array_agg(depth order by id))[1] as depth
    from parcels group by publication_id)
update publications p set follows_size = true from sizes s
where s.publication_id = p.id and (p.weight, p.width, p.height, p.depth) = (s.weight, s.width, s.height, s.depth);

alter table virtual_product_components force row level security;
alter table virtual_products force row level security;
alter table products force row level security;
alter table dropship_items force row level security;
alter table advertisements force row level security;
alter table publication_components force row level security;
alter table publication_variations force row level security;
alter table publications force row level security;
