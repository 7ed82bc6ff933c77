-- How an account gets on with its marketplace: since when its tokens are held, what the marketplace says that it told and we did
-- not hear, and its last calls.
alter table marketplace_accounts
  add column token_issued_at timestamptz,
  add column missed_at timestamptz,
  add column missed integer not null default 0;

create table account_calls (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  account_id bigint not null,
  called_at timestamptz not null,
  method text not null,
  -- without what follows the question mark
  path text not null,
  -- null: nothing was answered
  status integer,
  milliseconds integer not null,
  -- of a refusal, in the marketplace's words
  code text not null default '',
  -- how far its clock is ahead of ours; null: it did not say
  ahead_milliseconds bigint,
  unique (business_id, id),
  foreign key (business_id, account_id) references marketplace_accounts (business_id, id)
);
create index account_calls_newest on account_calls (business_id, account_id, id desc);
call tenant_table('account_calls');

-- The last word of each topic about one seller.
create index notifications_of_topic on notifications (marketplace, remote_user_id, topic, received_at desc);

-- How many jobs of these keys wait, and for how many seconds the oldest has.
create function waiting_jobs(keys text[]) returns table (total integer, seconds double precision)
language sql stable security definer set search_path = public, pg_temp as $$
  select count(*)::int, extract(epoch from now() - min(created_on))::float8 from pgboss.job_common
  where name = 'jobs' and state < 'active' and singleton_key = any(keys)
$$;
revoke all on function waiting_jobs(text[]) from public;
grant execute on function waiting_jobs(text[]) to easy_app;
