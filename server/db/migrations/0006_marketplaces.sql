create table marketplace_accounts (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses (id),
  marketplace text not null check (marketplace in ('mercado-livre')),
  name text not null,
  remote_user_id text not null,
  nickname text not null default '',
  email text not null default '',
  site_id text not null default 'MLB',
  -- tags of the seller at the marketplace; `user_product_seller` chooses the item model
  tags text[] not null default '{}',
  state text not null default 'connected' check (state in ('connected', 'disconnected')),
  -- why it is disconnected: invalid_grant, revoked, removed
  state_reason text,
  -- sealed with the application's key
  access_token text,
  refresh_token text,
  token_expires_at timestamptz,
  -- somebody is renewing the tokens until then; everybody else waits for the new pair
  renewing_until timestamptz,
  swept_at timestamptz,
  connected_at timestamptz,
  removed_at timestamptz,
  created_at timestamptz not null,
  version integer not null default 1,
  unique (business_id, id)
);
create unique index marketplace_accounts_remote on marketplace_accounts (marketplace, remote_user_id) where removed_at is null;
call tenant_table('marketplace_accounts', 'select, insert, update');
call system_reads('marketplace_accounts');

create table authorization_requests (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses (id),
  user_id bigint not null,
  session_id bigint not null,
  marketplace text not null,
  state_hash bytea not null unique,
  verifier text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
call tenant_table('authorization_requests', 'select, insert, update');

-- What marketplaces tell us, kept before anything is believed. No tenant: nobody is known yet (named in the rules).
create table notifications (
  id bigint generated always as identity primary key,
  marketplace text not null,
  remote_user_id text not null,
  topic text not null,
  resource text not null,
  body jsonb not null,
  received_at timestamptz not null
);
create index on notifications (received_at);
grant select, insert on notifications to easy_app;

create function account_of_remote_user(place text, remote text)
returns table (account_id bigint, business_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select id, business_id from marketplace_accounts
  where marketplace = place and remote_user_id = remote and removed_at is null
$$;
call system_function('account_of_remote_user(text, text)');

create function connected_accounts()
returns table (account_id bigint, business_id bigint, swept_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select id, business_id, swept_at from marketplace_accounts where state = 'connected' and removed_at is null
$$;
call system_function('connected_accounts()');
