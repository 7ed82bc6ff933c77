-- The size of a parcel is the one that its product, kit or advertisement had when it was said: then it follows them.
-- Otherwise it is the seller's word, or the listing's that was linked.
alter table publications add column follows_size boolean not null default false;

alter table margin_changes drop constraint margin_changes_cause_check,
  add constraint margin_changes_cause_check check (cause in ('cost', 'fee', 'freight', 'size', 'floor'));

-- Publications of every seller whose parcel follows one of these products.
create function publications_of_products(products bigint[]) returns table (business_id bigint, publication_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct p.business_id, p.id
  from dropship_items d join publication_components c on c.dropship_item_id = d.id
    join publication_variations v on v.id = c.publication_variation_id join publications p on p.id = v.publication_id
  where d.product_id = any(products) and p.follows_size and p.state <> 'closed'
$$;
call system_function('publications_of_products(bigint[])');
