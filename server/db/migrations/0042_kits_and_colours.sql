-- A kit has a SKU and a box of its own; the parts of an advertisement may instead be its variations, sold one at a time.
alter table advertisements
  add column as_variations boolean not null default false,
  add column sku text not null default '',
  add column width numeric(10,1) check (width > 0),
  add column height numeric(10,1) check (height > 0),
  add column depth numeric(10,1) check (depth > 0);

-- The SKU of a kit finds its advertisement like the SKUs of its parts.
create or replace function codes_of_advertisement(advertisement bigint) returns text language sql stable
  set search_path = public, pg_temp as $$
  select coalesce(string_agg(distinct code, ' '), '') from (
    select a.sku as code from advertisements a where a.id = advertisement
    union all select c.sku from advertisement_components c where c.advertisement_id = advertisement
    union all select p.remote_item_id from publications p where p.advertisement_id = advertisement
    union all select unnest(array[v.sku, v.remote_item_id]) from publications p
      join publication_variations v on v.publication_id = p.id and v.business_id = p.business_id
      where p.advertisement_id = advertisement) as all_codes
  where code <> ''
$$;
