-- Keys by which programs act for a business, with the rights of one role.
create table api_keys (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses (id),
  name text not null,
  role text not null check (role in ('owner', 'administrator', 'stockist', 'packer', 'distributor', 'seller', 'supplier')),
  token_hash bytea not null unique,
  -- what a key begins with, so that it is recognised where it is kept
  hint text not null,
  created_by bigint not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  last_address text,
  revoked_at timestamptz,
  unique (business_id, id)
);
create unique index api_keys_name on api_keys (business_id, fold(name)) where revoked_at is null;
call tenant_table('api_keys', 'select, insert, update');
call system_reads('api_keys');

-- Whom a key acts for. A key is its maker's word: it ends with the right to make one.
create function open_key(token bytea, at timestamptz)
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
  where k.token_hash = token and k.revoked_at is null and k.expires_at > at
$$;
call system_function('open_key(bytea, timestamptz)');

alter table audit_entries add column api_key_id bigint,
  add foreign key (business_id, api_key_id) references api_keys (business_id, id) not valid;

-- Keys of the API put their number before what a program sends.
alter table idempotency_keys drop constraint idempotency_keys_key_check,
  add constraint idempotency_keys_key_check check (length(key) between 1 and 130) not valid;
