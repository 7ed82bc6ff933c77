-- The codes of an advertisement are gathered only when one of them changes. `update of` also fires for a column that is
-- written with the value it has, and the function was called twice for each row.
create or replace function keep_advertisement_codes() returns trigger
language plpgsql set search_path to 'public', 'pg_temp' as $$
declare
  ad bigint;
  gathered text;
begin
  if tg_table_name = 'publication_variations' then
    select p.advertisement_id into ad from publications p where p.id = coalesce(new.publication_id, old.publication_id);
  else
    ad := coalesce(new.advertisement_id, old.advertisement_id);
  end if;
  gathered := codes_of_advertisement(ad);
  update advertisements a set codes = gathered where a.id = ad and a.codes <> gathered;
  return null;
end $$;

drop trigger keep_codes on advertisement_components;
create trigger keep_codes after insert or delete on advertisement_components
  for each row execute function keep_advertisement_codes();
create trigger keep_changed_codes after update of sku on advertisement_components
  for each row when (old.sku <> new.sku) execute function keep_advertisement_codes();

drop trigger keep_codes on publication_variations;
create trigger keep_codes after insert or delete on publication_variations
  for each row execute function keep_advertisement_codes();
create trigger keep_changed_codes after update of sku, remote_item_id on publication_variations
  for each row when (old.sku <> new.sku or old.remote_item_id is distinct from new.remote_item_id)
  execute function keep_advertisement_codes();

drop trigger keep_codes on publications;
create trigger keep_codes after insert on publications
  for each row execute function keep_advertisement_codes();
create trigger keep_changed_codes after update of remote_item_id, advertisement_id on publications
  for each row when (old.remote_item_id is distinct from new.remote_item_id or old.advertisement_id <> new.advertisement_id)
  execute function keep_advertisement_codes();
