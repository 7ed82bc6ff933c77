-- Passkeys (WebAuthn) as second step beside the authenticator app. A public key is no secret; it proves nothing alone.
create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  -- As the authenticator names it, in base64url.
  credential_id text not null,
  public_key bytea not null,
  -- How often the authenticator signed; one that counts and falls behind was copied. 0: it does not count.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  unique (user_id, credential_id)
);
call protect('passkeys', 'user_id = app_user_or_null()', 'user_id = app_user_or_null()',
  'select, insert, update, delete');
call system_reads('passkeys');

-- What a session was asked to sign: one at a time, taken once, as a hash.
create table passkey_challenges (
  user_id bigint not null references users (id) on delete cascade,
  session_id bigint not null,
  purpose text not null check (purpose in ('create', 'prove')),
  challenge_hash bytea not null,
  expires_at timestamptz not null,
  primary key (user_id, session_id)
);
call protect('passkey_challenges', 'user_id = app_user_or_null()', 'user_id = app_user_or_null()',
  'select, insert, update, delete');
call system_reads('passkey_challenges');
