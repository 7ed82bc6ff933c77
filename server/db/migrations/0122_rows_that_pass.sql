-- Rows that serve for a while are deleted when their time is over, the oldest first and in batches, so that no statement
-- holds many locks. `server/jobs/forget-passed.ts` says how long each is kept.
drop function forget_idempotency_keys(timestamptz);

create function forget_idempotency_keys(before timestamptz, most integer) returns bigint language sql security definer
  set search_path = public, pg_temp
  as $$ with gone as (delete from idempotency_keys where id in
      (select id from idempotency_keys where created_at < before order by created_at limit most) returning 1)
    select count(*) from gone $$;
call system_function('forget_idempotency_keys(timestamptz, integer)');

create policy system_removing on sessions for delete to easy_system using (true);
grant delete on sessions to easy_system;
create function forget_sessions(before timestamptz, most integer) returns bigint language sql security definer
  set search_path = public, pg_temp
  as $$ with gone as (delete from sessions where id in
      (select id from sessions where expires_at < before limit most) returning 1)
    select count(*) from gone $$;
call system_function('forget_sessions(timestamptz, integer)');

create policy system_removing on mail_tokens for delete to easy_system using (true);
grant delete on mail_tokens to easy_system;
create function forget_mail_tokens(before timestamptz, most integer) returns bigint language sql security definer
  set search_path = public, pg_temp
  as $$ with gone as (delete from mail_tokens where id in
      (select id from mail_tokens where expires_at < before limit most) returning 1)
    select count(*) from gone $$;
call system_function('forget_mail_tokens(timestamptz, integer)');

create policy system_reading on authorization_requests for select to easy_system using (true);
create policy system_removing on authorization_requests for delete to easy_system using (true);
grant select, delete on authorization_requests to easy_system;
create function forget_authorization_requests(before timestamptz, most integer) returns bigint language sql security definer
  set search_path = public, pg_temp
  as $$ with gone as (delete from authorization_requests where id in
      (select id from authorization_requests where expires_at < before limit most) returning 1)
    select count(*) from gone $$;
call system_function('forget_authorization_requests(timestamptz, integer)');

-- Only the oldest are looked at: nothing else has an order by time here.
grant delete on notifications to easy_system;
create function forget_notifications(before timestamptz, most integer) returns bigint language sql security definer
  set search_path = public, pg_temp
  as $$ with gone as (delete from notifications where received_at < before and id in
      (select id from notifications order by id limit most) returning 1)
    select count(*) from gone $$;
call system_function('forget_notifications(timestamptz, integer)');
