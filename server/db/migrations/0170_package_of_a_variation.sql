-- The parcel of a variation, kg and cm: all of it, or none, and then that of its publication is meant.
alter table publication_variations
  add column weight numeric(10,3) check (weight > 0),
  add column width numeric(8,1) check (width > 0),
  add column height numeric(8,1) check (height > 0),
  add column depth numeric(8,1) check (depth > 0),
  -- It follows its product or kit; otherwise it is what the seller entered or the linked listing had.
  add column follows_size boolean not null default false,
  add constraint publication_variations_package check (num_nulls(weight, width, height, depth) in (0, 4));

-- The parcel of the publication follows the product, or that of one of its variations does.
create or replace function publications_of_products(products bigint[]) returns table(business_id bigint, publication_id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select distinct p.business_id, p.id
  from dropship_items d join publication_components c on c.dropship_item_id = d.id
    join publication_variations v on v.id = c.publication_variation_id join publications p on p.id = v.publication_id
  where d.product_id = any(products) and p.state <> 'closed'
    and (p.follows_size or v.follows_size)
$$;
