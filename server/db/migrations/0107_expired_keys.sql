-- What was seen expired is written down as such, or a clock that goes back would revive it.
alter table api_keys add column seen_expired boolean not null default false;

create function find_expired_key(token bytea, at timestamptz) returns table (id bigint, business_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select id, business_id from api_keys where token_hash = token and expires_at <= at and not seen_expired
$$;
call system_function('find_expired_key(bytea, timestamptz)');

create or replace function open_key(token bytea, at timestamptz)
returns table (key_id bigint, user_id bigint, business_id bigint, business_type text, role text, locale text)
language sql volatile security definer set search_path = public, pg_temp as $$
  select k.id, k.created_by, k.business_id, b.type, k.role, u.locale
  from api_keys k
  join businesses b on b.id = k.business_id
  join users u on u.id = k.created_by
  join staff m on m.business_id = k.business_id and m.user_id = k.created_by and 'owner' = any (m.roles),
  lateral (select set_config('app.user_id', k.created_by::text, true),
    set_config('app.business_id', k.business_id::text, true),
    set_config('app.station_id', '', true)) as opened
  where k.token_hash = token and k.revoked_at is null and k.expires_at > at and not k.seen_expired
$$;
