import type { Invariant } from '#server/db/invariant.ts';

/** Invariants of people, sessions and stored answers: each query must return no row. */
export const peopleInvariants: readonly Invariant[] = [
  {
    name: 'INV-34 a business in which people work has an owner',
    sql: `select b.id from businesses b where exists (select from staff s where s.business_id = b.id)
        and not exists (select from staff s where s.business_id = b.id and 'owner' = any (s.roles))`,
  },
  {
    name: 'INV-40 sessions are kept as digests of their tokens, never as tokens',
    sql: `select id from sessions where octet_length(access_hash) <> 32 or octet_length(refresh_hash) <> 32
        or octet_length(family_hash) <> 32 or octet_length(coalesce(previous_refresh_hash, refresh_hash)) <> 32`,
  },
  {
    name: 'INV-41 a person without an activated account has no living session',
    sql: `select s.id from sessions s join users u on u.id = s.user_id
      where s.revoked_at is null and u.activated_at is null`,
  },
  {
    name: 'INV-42 links sent by mail are kept as digests, and none was used after its end',
    sql: `select id from mail_tokens where octet_length(token_hash) <> 32 or used_at > expires_at
      union all select id from staff_invitations where octet_length(token_hash) <> 32 or accepted_at > expires_at`,
  },
  {
    name: 'INV-52 what is kept for a key is the answer of an act that held',
    sql: `select id from idempotency_keys where status not between 200 and 299`,
  },
  {
    name: 'INV-55 each answered key has its line in the audit',
    sql: `select k.business_id, k.user_id, k.endpoint, k.answered from (
        select business_id, user_id, endpoint, count(*) as answered from idempotency_keys
        where status is not null and business_id > 0 group by 1, 2, 3) k cross join lateral (
        select count(*) as audited from audit_entries a
        where a.business_id = k.business_id and a.user_id = k.user_id and a.endpoint = k.endpoint) a
      where a.audited < k.answered`,
  },
  {
    name: 'INV-56 tokens of marketplaces are sealed, passwords are argon2id digests',
    sql: `select id from marketplace_accounts
      where concat_ws(' ', access_token, refresh_token) ~ '(^| )(APP_USR-|TG-)'
      union all select id from users where password_hash !~ '^(-|\\$argon2id\\$.*)$'`,
  },
];
