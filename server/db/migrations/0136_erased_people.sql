-- Who sent a file. Rows from before name nobody; documents that say who attached them are found by that.
alter table files add column created_by bigint;
alter table files alter column created_by set default app_user_or_null();
alter table images add column created_by bigint;
alter table images alter column created_by set default app_user_or_null();

create index files_created_by on files (created_by) where created_by is not null;
create index images_created_by on images (created_by) where created_by is not null;

create policy system_changing on api_keys for update to easy_system using (true) with check (true);
grant update (name, last_address) on api_keys to easy_system;
create policy system_changing on audit_entries for update to easy_system using (true) with check (true);
grant update (changes) on audit_entries to easy_system;
create policy system_reading on files for select to easy_system using (true);
create policy system_changing on files for update to easy_system using (true) with check (true);
grant select, update (name) on files to easy_system;
create policy system_reading on images for select to easy_system using (true);
create policy system_changing on images for update to easy_system using (true) with check (true);
grant select, update (name) on images to easy_system;
create policy system_reading on imports for select to easy_system using (true);
create policy system_changing on imports for update to easy_system using (true) with check (true);
grant select, update (file_name) on imports to easy_system;
create policy system_changing on bank_statements for update to easy_system using (true) with check (true);
grant update (file_name) on bank_statements to easy_system;
create policy system_reading on dropinvoice_proofs for select to easy_system using (true);
grant select on dropinvoice_proofs to easy_system;
create policy system_reading on supplier_documents for select to easy_system using (true);
create policy system_changing on supplier_documents for update to easy_system using (true) with check (true);
grant select, update (name) on supplier_documents to easy_system;
create policy system_reading on chat_messages for select to easy_system using (true);
grant select on chat_messages to easy_system;
create policy system_reading on chat_files for select to easy_system using (true);
create policy system_changing on chat_files for update to easy_system using (true) with check (true);
grant select, update (name) on chat_files to easy_system;
create policy system_reading on saved_views for select to easy_system using (true);
create policy system_removing on saved_views for delete to easy_system using (true);
grant select, delete on saved_views to easy_system;

-- Takes the name of the current person out of what they named, in every business they ever were in. Rows stay, with what
-- was done: a key goes by its number, a file by its number and ending. The name of a picture is a label of the business's
-- catalogue and goes only where it has a word of the person's name.
create function erase_person() returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person users%rowtype;
  whole text;
  word text;
begin
  select * into person from users where id = app_user_or_null();
  if not found then return; end if;
  select '(^|[^[:alnum:]])(' || string_agg(regexp_replace(v, '[^[:alnum:]]+', '[^[:alnum:]]*', 'g'), '|')
      || ')([^[:alnum:]]|$)' into whole
    from unnest(array[fold(person.name), fold(person.email)]) v;
  select '(^|[^[:alnum:]])(' || string_agg(v, '|') || ')([^[:alnum:]]|$)' into word
    from regexp_split_to_table(fold(person.name || ' ' || split_part(person.email, '@', 1)), '[^[:alnum:]]+') v
    where length(v) >= 3;

  with renamed as (
    update api_keys k set name = '#' || k.id, last_address = case when k.created_by = person.id then null else last_address end
      where k.created_by = person.id or (fold(k.name) ~ whole
        and exists (select from audit_entries a where a.business_id = k.business_id and a.user_id = person.id))
      returning k.id, k.business_id)
  update audit_entries a set changes = jsonb_set(a.changes, '{name}', jsonb_build_array(null, '#' || r.id))
    from renamed r
    where a.business_id = r.business_id and a.endpoint = 'apiKeys.create' and a.entity_id = r.id::text and a.changes ? 'name';

  update files f set name = 'file-' || f.id || coalesce(substring(f.name from '\.[[:alnum:]]{1,5}$'), '')
    where f.created_by = person.id
      or f.id in (select file_id from dropinvoice_proofs where user_id = person.id
        union select file_id from supplier_documents where created_by = person.id
        union select file_id from imports where user_id = person.id);
  update imports set file_name = 'import-' || id where user_id = person.id;
  update bank_statements set file_name = 'statement-' || id where user_id = person.id;
  update images set name = 'image-' || id where created_by = person.id and fold(name) ~ word;
  update supplier_documents set name = 'document-' || id || coalesce(substring(name from '\.[[:alnum:]]{1,5}$'), '')
    where created_by = person.id;
  update chat_files f set name = 'file-' || f.id || coalesce(substring(f.name from '\.[[:alnum:]]{1,5}$'), '')
    from chat_messages m where m.id = f.message_id and m.written_by = person.id;
  delete from saved_views where user_id = person.id;
end $$;
call system_function('erase_person()');
