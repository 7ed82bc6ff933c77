-- Columns that were written and that nothing read. Who did it is in the audit trail, under the act and the record.
alter table authorization_requests drop column user_id, drop column created_at;
alter table bank_columns drop column updated_at;
alter table bank_rows drop column decided_by, drop column decided_at;
alter table content_declarations drop column issued_by, drop column canceled_by;
alter table dropinvoice_disputes drop column opened_by;
alter table manifest_sales drop column user_id;
alter table order_scans drop column void_reason;
alter table orders drop column picking_at;
alter table pair_payouts drop column sent_by, drop column decided_by;
alter table parked_answers drop column times;
alter table receiving_scans drop column user_id, drop column station_id;
alter table reviews drop column replied_by, drop column replied_at;
alter table supply_request_answers drop column decided_by, drop column decided_at;
alter table two_step_resets drop column asked_at;

-- The audit trail is kept for five years, in which a claim of a buyer or of the tax office may begin.
create index audit_entries_time on audit_entries using brin (at) with (autosummarize = on);
create policy system_removing on audit_entries for delete to easy_system using (true);
grant delete on audit_entries to easy_system;

create function forget_audit_entries(before timestamptz, most integer) returns bigint
  language sql security definer set search_path = public, pg_temp as $$
  with gone as (delete from audit_entries where (business_id, id) in
      (select business_id, id from audit_entries where at < before limit most) returning 1)
    select count(*) from gone $$;
call system_function('forget_audit_entries(timestamptz, integer)');

comment on table audit_entries is
  'The audit trail: who called which endpoint on which record, from where, and what changed of money, rights and security. '
  'Rows are only added. Retention: deleted after five years by the task jobs.forget-passed. docs/operations.md, "Tables '
  'that grow", has the figures of this and the other growing tables.';
