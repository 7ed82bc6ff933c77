-- An advertisement is found by what it is made of and by its code at the marketplace.
alter table advertisements drop column search;
alter table advertisements add column codes text not null default '';
alter table advertisements add column search text
  generated always as (fold(product || ' ' || brand || ' ' || codes)) stored;
create index advertisements_search on advertisements using gin (business_id, search gin_trgm_ops);

create function codes_of_advertisement(advertisement bigint) returns text language sql stable
  set search_path = public, pg_temp as $$
  select coalesce(string_agg(distinct code, ' '), '') from (
    select c.sku as code from advertisement_components c where c.advertisement_id = advertisement
    union all select p.remote_item_id from publications p where p.advertisement_id = advertisement
    union all select unnest(array[v.sku, v.remote_item_id]) from publications p
      join publication_variations v on v.publication_id = p.id and v.business_id = p.business_id
      where p.advertisement_id = advertisement) as all_codes
  where code <> ''
$$;

-- Written here and not by the rules: a code comes from publishing, linking, splitting and reading back alike.
create function keep_advertisement_codes() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
declare
  ad bigint;
begin
  if tg_table_name = 'publication_variations' then
    select p.advertisement_id into ad from publications p where p.id = coalesce(new.publication_id, old.publication_id);
  else
    ad := coalesce(new.advertisement_id, old.advertisement_id);
  end if;
  update advertisements a set codes = c.codes from (select codes_of_advertisement(ad) as codes) c
    where a.id = ad and a.codes <> c.codes;
  return null;
end $$;
create trigger keep_codes after insert or delete or update of sku, remote_item_id on publication_variations
  for each row execute function keep_advertisement_codes();
create trigger keep_codes after insert or update of remote_item_id, advertisement_id on publications
  for each row execute function keep_advertisement_codes();
create trigger keep_codes after insert or delete or update of sku on advertisement_components
  for each row execute function keep_advertisement_codes();

alter table advertisements no force row level security;
alter table publications no force row level security;
alter table publication_variations no force row level security;
alter table advertisement_components no force row level security;
update advertisements set codes = codes_of_advertisement(id);
alter table advertisements force row level security;
alter table publications force row level security;
alter table publication_variations force row level security;
alter table advertisement_components force row level security;

-- How much of the shelf the seller shows at most; null: all of it.
alter table publication_variations add column quantity_cap integer check (quantity_cap >= 0);

-- Units sold of a variation in the last days.
create index on order_lines (business_id, publication_variation_id) where publication_variation_id is not null;

-- Which task does it, so that what was done by it can be undone by it.
alter table bulk_runs add column task text not null default 'orders.print-labels';
alter table bulk_runs alter column task drop default;
