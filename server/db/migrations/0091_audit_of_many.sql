-- An act on thousands of rows names each of them: as a key of a b-tree that is too long a text, and the act failed. Acts on
-- several rows are found by the other index (audit_entries_bulk).
drop index audit_entries_record;
create index audit_entries_record on audit_entries (business_id, entity_id) where entity_id not like '% %';

create or replace function audit_of_record(record text) returns bigint[]
language plpgsql stable security definer set search_path = public, pg_temp set enable_bitmapscan = on as $$
begin
  return array(select id from audit_entries where business_id = app_business() and entity_id = record
      and entity_id not like '% %'
    union all select id from audit_entries where business_id = app_business() and entity_id like '% %'
      and string_to_array(entity_id, ' ') @> array[record]);
end $$;
