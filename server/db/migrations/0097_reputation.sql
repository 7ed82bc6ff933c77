-- What a marketplace thinks of the seller behind an account: one reading a day is kept, the last of each.
create table reputation_readings (
  business_id bigint not null,
  account_id bigint not null,
  day date not null,
  read_at timestamptz not null,
  reading jsonb not null,
  primary key (account_id, day),
  foreign key (business_id, account_id) references marketplace_accounts (business_id, id)
);
create index on reputation_readings (business_id, account_id);
call tenant_table('reputation_readings', 'select, insert, update');

-- When it was last read, how it stood then, and how the last try went where it failed.
alter table marketplace_accounts
  add column reputation_read_at timestamptz,
  add column reputation_risk text check (reputation_risk in ('good', 'near', 'over')),
  add column reputation_failed_at timestamptz,
  add column reputation_failure text check (reputation_failure in ('no_answer', 'refused')),
  add check ((reputation_failed_at is null) = (reputation_failure is null));
