-- Roles, the tenant of a transaction, and the templates by which every later table is protected.
do $$
declare
  -- Before PostgreSQL 16 a member may always act as the role.
  right_to_act text := case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end;
begin
  -- Roles belong to the whole server: several databases may migrate at the same moment.
  perform pg_advisory_xact_lock(727001);
  if not exists (select from pg_roles where rolname = 'easy_app') then
    create role easy_app nologin;
  end if;
  if not exists (select from pg_roles where rolname = 'easy_system') then
    create role easy_system nologin;
  end if;
  if not pg_has_role(current_user, 'easy_app', right_to_act) then
    execute format('grant easy_app to %I', current_user);
  end if;
  if not pg_has_role(current_user, 'easy_system', right_to_act) then
    execute format('grant easy_system to %I', current_user);
  end if;
end $$;

grant usage on schema public to easy_app, easy_system;
grant create on schema public to easy_system;
create extension if not exists pg_trgm;

-- The tenant of this transaction. Missing or empty is an error, never an empty answer.
create function app_business() returns bigint language sql stable parallel safe
  as $$ select current_setting('app.business_id')::bigint $$;
create function app_business_or_null() returns bigint language sql stable parallel safe
  as $$ select nullif(current_setting('app.business_id', true), '')::bigint $$;
create function app_user_or_null() returns bigint language sql stable parallel safe
  as $$ select nullif(current_setting('app.user_id', true), '')::bigint $$;

-- Case and accents folded, for searching.
create function fold(value text) returns text language sql immutable parallel safe strict
  as $$ select lower(translate(value,
    'ÁÀÂÃÄÅáàâãäåÉÈÊËéèêëÍÌÎÏíìîïÓÒÔÕÖóòôõöÚÙÛÜúùûüÇçÑñÝýÿ',
    'AAAAAAaaaaaaEEEEeeeeIIIIiiiiOOOOOoooooUUUUuuuuCcNnYyy')) $$;

-- Forced row-level security with the given rule for reading and for writing.
create procedure protect(target regclass, reading text, writing text, rights text) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy reading on %s for select to easy_app using (%s)', target, reading);
  execute format('create policy adding on %s for insert to easy_app with check (%s)', target, writing);
  execute format('create policy changing on %s for update to easy_app using (%s) with check (%s)', target, writing, writing);
  execute format('create policy removing on %s for delete to easy_app using (%s)', target, writing);
  execute format('grant %s on %s to easy_app', rights, target);
end $$;

-- The one template: a row belongs to one business and nobody else meets it.
create procedure tenant_table(target regclass, rights text default 'select, insert, update, delete') language sql as $$
  call protect(target, 'business_id = app_business()', 'business_id = app_business()', rights);
$$;

-- What a named function may look up across businesses; reading only.
create procedure system_reads(target regclass) language plpgsql as $$
begin
  execute format('create policy system_reading on %s for select to easy_system using (true)', target);
  execute format('grant select on %s to easy_system', target);
end $$;

-- Hands a look-up to easy_system and lets the application call it.
create procedure system_function(target regprocedure) language plpgsql as $$
begin
  execute format('alter function %s owner to easy_system', target);
  execute format('revoke all on function %s from public', target);
  execute format('grant execute on function %s to easy_app', target);
end $$;

create table idempotency_keys (
  id bigint generated always as identity primary key,
  business_id bigint not null default coalesce(app_business_or_null(), 0),
  user_id bigint not null default coalesce(app_user_or_null(), 0),
  endpoint text not null,
  key text not null check (length(key) between 1 and 100),
  body_hash bytea not null,
  status integer,
  response jsonb,
  created_at timestamptz not null,
  unique (business_id, user_id, endpoint, key)
);
create index on idempotency_keys (created_at);
call protect('idempotency_keys',
  'business_id = coalesce(app_business_or_null(), 0) and user_id = coalesce(app_user_or_null(), 0)',
  'business_id = coalesce(app_business_or_null(), 0) and user_id = coalesce(app_user_or_null(), 0)',
  'select, insert, update, delete');
call system_reads('idempotency_keys');
create policy system_removing on idempotency_keys for delete to easy_system using (true);
grant delete on idempotency_keys to easy_system;

create function forget_idempotency_keys(before timestamptz) returns bigint language sql security definer
  set search_path = public, pg_temp
  as $$ with gone as (delete from idempotency_keys where created_at < before returning 1) select count(*) from gone $$;
call system_function('forget_idempotency_keys(timestamptz)');

create table audit_entries (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  user_id bigint,
  endpoint text not null,
  entity_id text,
  request_id text not null,
  at timestamptz not null
);
create index on audit_entries (business_id, id desc);
call tenant_table('audit_entries', 'select, insert');

-- Jobs go in by this door only, in the transaction that causes them. An outbox of [{task, payload, key, runAt, queue}].
create function enqueue_jobs(jobs jsonb) returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
declare job jsonb;
begin
  for job in select * from jsonb_array_elements(jobs) loop
    perform graphile_worker.add_job(
      job->>'task', (job->'payload')::json,
      queue_name => job->>'queue',
      run_at => (job->>'runAt')::timestamptz,
      max_attempts => coalesce((job->>'maxAttempts')::int, 8),
      job_key => job->>'key',
      job_key_mode => coalesce(job->>'keyMode', 'replace'));
  end loop;
end $$;
revoke all on function enqueue_jobs(jsonb) from public;
grant execute on function enqueue_jobs(jsonb) to easy_app;
