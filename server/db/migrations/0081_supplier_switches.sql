-- What the owner of a supplier leaves to the supplier role; nothing until then.
alter table businesses add column supplier_may text[] not null default '{}'
  check (supplier_may <@ array['proofs', 'bank_data']);

drop function open_session(bytea, timestamptz);
create function open_session(token bytea, at timestamptz)
returns table (session_id bigint, user_id bigint, business_id bigint, business_type text, roles text[],
  warehouse_ids bigint[], stage text, fresh_until timestamptz, locale text, two_step_due timestamptz,
  station_id bigint, station_warehouse_id bigint, supplier_may text[])
language sql volatile security definer set search_path = public, pg_temp as $$
  select s.id, s.user_id, m.business_id, b.type, m.roles, m.warehouse_ids, s.stage, s.fresh_until, u.locale,
    case when b.two_step_from is not null and not exists (
      select from two_step_secrets t where t.user_id = s.user_id and t.activated_at is not null)
    then b.two_step_from end,
    t.id, t.warehouse_id, b.supplier_may
  from sessions s
  join users u on u.id = s.user_id
  left join staff m on m.business_id = s.business_id and m.user_id = s.user_id
  left join businesses b on b.id = m.business_id
  left join stations t on t.id = s.station_id and t.business_id = m.business_id and t.revoked_at is null,
  lateral (select set_config('app.user_id', s.user_id::text, true),
    set_config('app.business_id', coalesce(m.business_id::text, ''), true),
    set_config('app.station_id', coalesce(t.id::text, ''), true)) as opened
  where s.access_hash = token and s.access_expires_at > at and s.expires_at > at and s.revoked_at is null
    and (s.station_id is null or t.id is not null)
$$;
call system_function('open_session(bytea, timestamptz)');
