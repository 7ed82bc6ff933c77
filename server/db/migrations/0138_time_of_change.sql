-- A bulk act on all that a list shows is refused on rows that changed after the list was read. The tables of those lists
-- therefore keep the time of their last change. It follows the version, so no statement that changes a row can forget it.

-- The time of the transaction by the clock of the application, and by the clock of the database where none was set.
create function app_now() returns timestamptz language sql stable parallel safe set search_path = public, pg_temp
  as $$ select coalesce(nullif(current_setting('app.now', true), '')::timestamptz, now()) $$;
grant execute on function app_now() to easy_app;

create function stamp_change() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.updated_at := app_now();
  return new;
end $$;

alter table volumes add column updated_at timestamptz not null default app_now();
alter table trade_links add column updated_at timestamptz not null default app_now();
alter table categories add column updated_at timestamptz not null default app_now();
alter table supply_requests add column updated_at timestamptz not null default app_now();
alter table suppliers add column updated_at timestamptz not null default app_now();
alter table inventory_locations add column updated_at timestamptz not null default app_now();

create trigger stamp_change before update on volumes
  for each row when (new.version <> old.version) execute function stamp_change();
create trigger stamp_change before update on trade_links
  for each row when (new.version <> old.version) execute function stamp_change();
create trigger stamp_change before update on categories
  for each row when (new.version <> old.version) execute function stamp_change();
create trigger stamp_change before update on supply_requests
  for each row when (new.version <> old.version) execute function stamp_change();
create trigger stamp_change before update on suppliers
  for each row when (new.version <> old.version) execute function stamp_change();
create trigger stamp_change before update on inventory_locations
  for each row when (new.version <> old.version) execute function stamp_change();
create trigger stamp_change before update on dropship_items
  for each row when (new.version <> old.version) execute function stamp_change();
create trigger stamp_change before update on publications
  for each row when (new.version <> old.version) execute function stamp_change();

-- Whose request it is and when it is made are set by one statement.
create or replace function open_key(token bytea, at timestamp with time zone)
 RETURNS TABLE(key_id bigint, user_id bigint, business_id bigint, business_type text, role text, locale text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select k.id, k.created_by, k.business_id, b.type, k.role, u.locale
  from api_keys k
  join businesses b on b.id = k.business_id
  join users u on u.id = k.created_by
  join staff m on m.business_id = k.business_id and m.user_id = k.created_by and 'owner' = any (m.roles),
  lateral (select set_config('app.user_id', k.created_by::text, true),
    set_config('app.business_id', k.business_id::text, true),
    set_config('app.station_id', '', true),
    set_config('app.now', at::text, true)) as opened
  where k.token_hash = token and k.revoked_at is null and k.expires_at > at and not k.seen_expired
$function$;
create or replace function open_session(token bytea, at timestamp with time zone)
 RETURNS TABLE(session_id bigint, user_id bigint, business_id bigint, business_type text, roles text[], warehouse_ids bigint[], stage text, fresh_until timestamp with time zone, locale text, two_step_due timestamp with time zone, station_id bigint, station_warehouse_id bigint, supplier_may text[])
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
    set_config('app.station_id', coalesce(t.id::text, ''), true),
    set_config('app.now', at::text, true)) as opened
  where s.access_hash = token and s.access_expires_at > at and s.expires_at > at and s.revoked_at is null
    and (s.station_id is null or t.id is not null)
$function$;
