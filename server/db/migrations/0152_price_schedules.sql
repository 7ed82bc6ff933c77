create table price_schedules (
  id bigint generated always as identity,
  business_id bigint not null references businesses,
  user_id bigint not null references users,
  -- A schedule that a key made acts with the permissions of the key and is deleted with it.
  api_key_id bigint,
  rule jsonb not null,
  -- The centavos that each new price ends in.
  ending integer check (ending between 0 and 99),
  begins_at timestamptz not null,
  -- null: the prices stay
  ends_at timestamptz,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'ended', 'canceled')),
  -- The long work that set the prices: it keeps the former ones.
  run_id bigint,
  created_at timestamptz not null,
  primary key (business_id, id),
  foreign key (business_id, api_key_id) references api_keys (business_id, id) on delete cascade,
  foreign key (business_id, run_id) references bulk_runs (business_id, id) on delete set null (run_id),
  check (ends_at is null or ends_at >= begins_at)
);
comment on table price_schedules is
  'Prices by a rule that begin at a time, and at another one go back to what they were. '
  'Retention: a schedule is deleted 90 days after it ended.';
create index price_schedules_open on price_schedules (business_id, state) where state in ('waiting', 'running');
create index price_schedules_api_key on price_schedules (business_id, api_key_id) where api_key_id is not null;
create index price_schedules_run on price_schedules (business_id, run_id) where run_id is not null;
call tenant_table('price_schedules');

create table price_schedule_publications (
  business_id bigint not null,
  schedule_id bigint not null,
  publication_id bigint not null,
  primary key (business_id, schedule_id, publication_id),
  foreign key (business_id, schedule_id) references price_schedules (business_id, id) on delete cascade,
  foreign key (business_id, publication_id) references publications (business_id, id) on delete cascade
);
comment on table price_schedule_publications is 'The publications whose prices a schedule changes.';
create index price_schedule_publications_publication on price_schedule_publications (business_id, publication_id);
call tenant_table('price_schedule_publications');
