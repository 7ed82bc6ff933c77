-- Roles, the tenant of a transaction, the procedures that protect every table, and what every request uses. The
-- tables belong to the owner of the database. The application acts as easy_app, which sees the rows of one business
-- at a time; functions that look across businesses run as easy_system, which may read what they need and nothing
-- else; workers reach the queue as easy_queue.

-- A function may name tables of a later area; a test compiles all functions of the complete schema.
set local check_function_bodies = off;
-- Adding a foreign key reads both tables, still empty, as their owner, to whom the policies apply.
set local app.business_id = '0';

do $$
declare
  -- Before PostgreSQL 16 a member may always act as the role.
  right_to_act text := case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end;
  needed text;
begin
  -- Roles belong to the whole server, in which several databases may be set up at the same moment.
  perform pg_advisory_xact_lock(727001);
  foreach needed in array '{easy_app, easy_system, easy_queue}'::text[] loop
    if not exists (select from pg_roles where rolname = needed) then
      execute format('create role %I nologin', needed);
    end if;
  end loop;
  -- The owner of the database hands functions to easy_system and tests act as easy_app.
  foreach needed in array '{easy_app, easy_system}'::text[] loop
    if not pg_has_role(current_user, needed, right_to_act) then
      execute format('grant %I to %I', needed, current_user);
    end if;
  end loop;
end $$;

grant usage on schema public to easy_app, easy_system;
grant create on schema public to easy_system;
grant select on schema_migrations to easy_app;
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- The tenant of the transaction. A missing or empty setting is an error, never an empty answer.
create function app_business() returns bigint
  language sql stable parallel safe
  as $$ select current_setting('app.business_id')::bigint $$;

-- The tenant, for requests without one.
create function app_business_or_null() returns bigint
  language sql stable parallel safe
  as $$ select nullif(current_setting('app.business_id', true), '')::bigint $$;

-- The person of the transaction.
create function app_user_or_null() returns bigint
  language sql stable parallel safe
  as $$ select nullif(current_setting('app.user_id', true), '')::bigint $$;

-- The station at which the person of the transaction acts.
create function app_station_or_null() returns bigint
  language sql stable parallel safe
  as $$ select nullif(current_setting('app.station_id', true), '')::bigint $$;

-- Folds case and accents, for searching.
create function fold(value text) returns text language sql immutable parallel safe strict as $$ select lower(translate(value,
    'ÁÀÂÃÄÅáàâãäåÉÈÊËéèêëÍÌÎÏíìîïÓÒÔÕÖóòôõöÚÙÛÜúùûüÇçÑñÝýÿ',
    'AAAAAAaaaaaaEEEEeeeeIIIIiiiiOOOOOoooooUUUUuuuuCcNnYyy')) $$;

-- Forces row-level security with one condition for reading and one for writing.
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

-- The template of most tables: a row belongs to one business, and no other business sees it. The sub-query is
-- evaluated once per statement and not once per row.
create procedure tenant_table(target regclass, rights text default 'select, insert, update, delete') language sql as $$
  call protect(target, 'business_id = (select app_business())', 'business_id = (select app_business())', rights);
$$;

-- Lets the functions of easy_system read a table across businesses.
create procedure system_reads(target regclass) language plpgsql as $$
begin
  execute format('create policy system_reading on %s for select to easy_system using (true)', target);
  execute format('grant select on %s to easy_system', target);
end $$;

-- Hands a function to easy_system and lets the application call it.
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
  key text not null check (length(key) between 1 and 130),
  body_hash bytea not null,
  status integer,
  response jsonb,
  created_at timestamptz not null,
  -- Process that works on a claim without an answer; when the process is gone the key is free at once.
  holder text,
  unique (business_id, user_id, endpoint, key)
);
comment on table idempotency_keys is
  'One row per request with an Idempotency-Key header: the first request claims the key, and a repetition gets its '
  'stored answer. Retention: rows are deleted after 7 days by the task jobs.forget-passed.';
create index idempotency_keys_created_at_idx on idempotency_keys (created_at);
call protect('idempotency_keys',
  'business_id = coalesce(app_business_or_null(), 0) and user_id = coalesce(app_user_or_null(), 0)',
  'business_id = coalesce(app_business_or_null(), 0) and user_id = coalesce(app_user_or_null(), 0)',
  'select, insert, update, delete');
call system_reads('idempotency_keys');
create policy system_removing on idempotency_keys for delete to easy_system using (true);
grant delete on idempotency_keys to easy_system;

create function forget_idempotency_keys(before timestamptz, most integer) returns bigint
  language sql security definer set search_path = public, pg_temp as $$ with gone as (delete from idempotency_keys where id in
      (select id from idempotency_keys where created_at < before order by created_at limit most) returning 1)
    select count(*) from gone $$;
call system_function('forget_idempotency_keys(timestamptz, integer)');

-- Analyzes tables that have doubled since they were last analyzed. A transaction that fills an empty table would
-- otherwise check each foreign key of its rows by the plan for an empty table.
create function refresh_statistics(tables text[], added bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  stale name;
begin
  for stale in select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname = any(tables) and reltuples < added / 2
  loop
    execute format('analyze (skip_locked) public.%I', stale);
  end loop;
end $$;
revoke all on function refresh_statistics(text[],bigint) from public;
grant execute on function refresh_statistics(text[],bigint) to easy_app;
