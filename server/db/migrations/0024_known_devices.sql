-- Wrong passwords are counted by where they come from, so that nobody locks another one out of his account.
delete from sign_in_failures;
alter table sign_in_failures add column source_hash bytea not null, add column known boolean not null;

-- Browsers in which somebody has signed in, by the hash of their cookie.
create table known_devices (
  user_id bigint not null references users (id) on delete cascade,
  device_hash bytea not null,
  last_used_at timestamptz not null,
  primary key (user_id, device_hash)
);
call protect('known_devices', 'user_id = app_user_or_null()', 'user_id = app_user_or_null()',
  'select, insert, update, delete');
call system_reads('known_devices');
create function is_known_device(mail text, device bytea) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from known_devices d join users u on u.id = d.user_id where u.email = mail and d.device_hash = device)
$$;
call system_function('is_known_device(text, bytea)');

-- What was seen expired is written down as such (`-infinity`), or a clock that goes back would revive it.
create function find_expired_session(token bytea, at timestamptz) returns table (id bigint, user_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select id, user_id from sessions where access_hash = token
    and ((access_expires_at <= at and access_expires_at > '-infinity') or fresh_until <= at)
$$;
call system_function('find_expired_session(bytea, timestamptz)');
