-- From when on nobody acts for the business without a second step; null: everybody decides for themselves.
alter table businesses add column two_step_from timestamptz;

drop function open_session(bytea, timestamptz);
create function open_session(token bytea, at timestamptz)
returns table (session_id bigint, user_id bigint, business_id bigint, business_type text, roles text[],
  warehouse_ids bigint[], stage text, fresh_until timestamptz, locale text, two_step_due timestamptz)
language sql volatile security definer set search_path = public, pg_temp as $$
  select s.id, s.user_id, m.business_id, b.type, m.roles, m.warehouse_ids, s.stage, s.fresh_until, u.locale,
    case when b.two_step_from is not null and not exists (
      select from two_step_secrets t where t.user_id = s.user_id and t.activated_at is not null)
    then b.two_step_from end
  from sessions s
  join users u on u.id = s.user_id
  left join staff m on m.business_id = s.business_id and m.user_id = s.user_id
  left join businesses b on b.id = m.business_id,
  lateral (select set_config('app.user_id', s.user_id::text, true),
    set_config('app.business_id', coalesce(m.business_id::text, ''), true)) as opened
  where s.access_hash = token and s.access_expires_at > at and s.expires_at > at and s.revoked_at is null
$$;
call system_function('open_session(bytea, timestamptz)');

drop function list_my_businesses();
create function list_my_businesses()
returns table (id bigint, name text, type text, two_step_from timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select b.id, b.name, b.type, b.two_step_from from staff m join businesses b on b.id = m.business_id
  where m.user_id = app_user_or_null() order by m.id
$$;
call system_function('list_my_businesses()');

-- Of a colleague in the current business; of anybody else: no.
create function staff_has_two_step(person bigint) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from staff m join two_step_secrets t on t.user_id = m.user_id
    where m.business_id = app_business_or_null() and m.user_id = person and t.activated_at is not null)
$$;
call system_function('staff_has_two_step(bigint)');

-- An owner takes away the second step of a colleague who lost it: it counts from `due_at`, and can be stopped until then.
create table two_step_resets (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses (id),
  user_id bigint not null references users (id) on delete cascade,
  asked_by bigint not null,
  asked_at timestamptz not null,
  due_at timestamptz not null,
  -- Drawn when the mail with the link is written.
  stop_hash bytea unique,
  stopped_at timestamptz,
  done_at timestamptz,
  unique (business_id, id)
);
create unique index two_step_resets_open on two_step_resets (business_id, user_id)
  where stopped_at is null and done_at is null;
create index on two_step_resets (user_id);
call tenant_table('two_step_resets', 'select, insert, update');

create function find_two_step_reset(token bytea)
returns table (id bigint, business_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select r.id, r.business_id from two_step_resets r
  where r.stop_hash = token and r.stopped_at is null and r.done_at is null
$$;
call system_reads('two_step_resets');
call system_function('find_two_step_reset(bytea)');
