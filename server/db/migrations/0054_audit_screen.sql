-- Where a call came from, and what it changed: money, rights, security.
alter table audit_entries add column address text, add column changes jsonb;

-- The newest first, of everybody and of one person; what is rarely done; one record, also in acts on many.
drop index audit_entries_business_id_id_idx;
create index audit_entries_at on audit_entries (business_id, at desc, id desc);
create index audit_entries_person on audit_entries (business_id, user_id, at desc, id desc);
create index audit_entries_endpoint on audit_entries (business_id, endpoint);
create index audit_entries_record on audit_entries (business_id, entity_id);
create index audit_entries_bulk on audit_entries using gin (business_id, string_to_array(entity_id, ' '))
  where entity_id like '% %';

call system_reads('audit_entries');
-- Entries about one record, also those of acts on many. Behind the policy of the application no index of what an array
-- contains is read, and only a bitmap reads that one.
create function audit_of_record(record text) returns bigint[] language plpgsql stable security definer
  set search_path = public, pg_temp set enable_bitmapscan = on as $$
begin
  return array(select id from audit_entries where business_id = app_business() and entity_id = record
    union all select id from audit_entries where business_id = app_business() and entity_id like '% %'
      and string_to_array(entity_id, ' ') @> array[record]);
end $$;
call system_function('audit_of_record(text)');

-- The name of somebody who stands in the trail of the business that asks, whether or not they still belong to it.
create function name_in_audit(person bigint) returns text language plpgsql stable security definer
  set search_path = public, pg_temp as $$
begin
  return (select u.name from users u where u.id = person and exists (
    select from audit_entries a where a.business_id = app_business() and a.user_id = person));
end $$;
call system_function('name_in_audit(bigint)');
