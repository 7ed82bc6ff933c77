-- The second step of signing in: the secret of an authenticator app, sealed. Not asked for before `activated_at`.
create table two_step_secrets (
  user_id bigint primary key references users (id) on delete cascade,
  secret text not null,
  created_at timestamptz not null,
  activated_at timestamptz,
  -- The thirty seconds whose code was taken last: neither it nor an earlier one is taken again.
  last_step bigint not null default 0
);
call protect('two_step_secrets', 'user_id = app_user_or_null()', 'user_id = app_user_or_null()',
  'select, insert, update, delete');
call system_reads('two_step_secrets');

create table recovery_codes (
  user_id bigint not null references users (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
call protect('recovery_codes', 'user_id = app_user_or_null()', 'user_id = app_user_or_null()',
  'select, insert, update, delete');
call system_reads('recovery_codes');

create table second_step_failures (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  at timestamptz not null
);
create index second_step_failures_user on second_step_failures (user_id, at);
call protect('second_step_failures', 'user_id = app_user_or_null()', 'user_id = app_user_or_null()',
  'select, insert, update, delete');
call system_reads('second_step_failures');
