-- Devices of the floor at which people change by PIN.
create table stations (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses (id),
  warehouse_id bigint not null,
  name text not null,
  -- of the token in the browser that was enrolled
  token_hash bytea not null unique,
  enrolled_by bigint not null,
  enrolled_at timestamptz not null,
  last_used_at timestamptz,
  last_user_id bigint,
  revoked_at timestamptz,
  version integer not null default 1,
  unique (business_id, id),
  foreign key (business_id, warehouse_id) references warehouses (business_id, id)
);
create unique index stations_name on stations (business_id, fold(name)) where revoked_at is null;
call tenant_table('stations', 'select, insert, update');
call system_reads('stations');

-- Wrong PINs at a station, and those that are just being looked at. Who is right takes back what was booked for them.
create table station_failures (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  station_id bigint not null,
  user_id bigint not null,
  at timestamptz not null,
  foreign key (business_id, station_id) references stations (business_id, id)
);
create index on station_failures (business_id, station_id);
call tenant_table('station_failures', 'select, insert, delete');

create table pins (
  user_id bigint primary key references users (id) on delete cascade,
  -- argon2id, sealed: a PIN is short
  pin_hash text not null,
  set_at timestamptz not null
);
call protect('pins', 'user_id = app_user_or_null()', 'user_id = app_user_or_null()', 'select, insert, update, delete');
call system_reads('pins');

-- The station of a transaction that a person acts at.
create function app_station_or_null() returns bigint language sql stable parallel safe
  as $$ select nullif(current_setting('app.station_id', true), '')::bigint $$;

-- Before anybody is known there is the device's token.
create function find_station(token bytea)
returns table (id bigint, business_id bigint, revoked boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select id, business_id, revoked_at is not null from stations where token_hash = token
$$;
call system_function('find_station(bytea)');

-- Who of the station's business has a PIN; its hash is for the one who is asked about.
create function station_pins(token bytea)
returns table (user_id bigint, pin_hash text)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.user_id, p.pin_hash from stations t join staff m on m.business_id = t.business_id
    join pins p on p.user_id = m.user_id
  where t.token_hash = token and t.revoked_at is null
$$;
call system_function('station_pins(bytea)');

alter table sessions add column station_id bigint,
  add foreign key (business_id, station_id) references stations (business_id, id) not valid;
drop function open_session(bytea, timestamptz);
create function open_session(token bytea, at timestamptz)
returns table (session_id bigint, user_id bigint, business_id bigint, business_type text, roles text[],
  warehouse_ids bigint[], stage text, fresh_until timestamptz, locale text, two_step_due timestamptz,
  station_id bigint, station_warehouse_id bigint)
language sql volatile security definer set search_path = public, pg_temp as $$
  select s.id, s.user_id, m.business_id, b.type, m.roles, m.warehouse_ids, s.stage, s.fresh_until, u.locale,
    case when b.two_step_from is not null and not exists (
      select from two_step_secrets t where t.user_id = s.user_id and t.activated_at is not null)
    then b.two_step_from end,
    t.id, t.warehouse_id
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

-- Where what was scanned and written down was done; the database knows it of whoever acts at a station.
alter table audit_entries add column station_id bigint default app_station_or_null(),
  add foreign key (business_id, station_id) references stations (business_id, id) not valid;
alter table ledger_entries add column station_id bigint default app_station_or_null(),
  add foreign key (business_id, station_id) references stations (business_id, id) not valid;
alter table order_events add column station_id bigint default app_station_or_null(),
  add foreign key (fulfiller_id, station_id) references stations (business_id, id) not valid;
alter table order_scans add column station_id bigint default app_station_or_null(),
  add foreign key (business_id, station_id) references stations (business_id, id) not valid;
alter table picking_scans add column station_id bigint default app_station_or_null(),
  add foreign key (business_id, station_id) references stations (business_id, id) not valid;
alter table volume_events add column station_id bigint default app_station_or_null(),
  add foreign key (business_id, station_id) references stations (business_id, id) not valid;
alter table balance_counts add column station_id bigint default app_station_or_null(),
  add foreign key (business_id, station_id) references stations (business_id, id) not valid;
alter table receiving_scans add column station_id bigint default app_station_or_null(),
  add foreign key (business_id, station_id) references stations (business_id, id) not valid;
alter table supply_request_events add column station_id bigint default app_station_or_null(),
  add foreign key (business_id, station_id) references stations (business_id, id) not valid;
alter table parcel_return_units add column station_id bigint default app_station_or_null(),
  add foreign key (business_id, station_id) references stations (business_id, id) not valid;
