-- Productivity is read from what the floor records anyway. These indexes find the acts of one business on one day.
-- Null: counted in before people were stored with their scans.
alter table receiving_scans add column user_id bigint;

create index order_scans_worked on order_scans (business_id, at);
create index picking_scans_worked on picking_scans (business_id, at);
create index receiving_scans_worked on receiving_scans (business_id, at);
create index balance_counts_worked on balance_counts (business_id, at);
create index parcel_return_units_worked on parcel_return_units (business_id, at);
create index parcel_returns_worked on parcel_returns (business_id, closed_at) where closed_at is not null;
create index order_events_worked on order_events (fulfiller_id, at) where kind in ('packed', 'packing-reset', 'collected');
create index volume_events_worked on volume_events (business_id, at)
  where kind in ('received', 'tagged', 'launched', 'put-back');
create index balances_judged on balances (business_id, state, ended_at) where ended_at is not null;

create table work_days (
  business_id bigint not null references businesses,
  user_id bigint not null,
  day date not null,
  kind text not null check (kind in ('receiving', 'put_away', 'picking', 'packing', 'hand_over', 'counting', 'returns')),
  lines integer not null check (lines >= 0),
  units integer not null check (units >= 0),
  parcels integer not null check (parcels >= 0),
  seconds integer not null check (seconds >= 0),
  primary key (business_id, day, user_id, kind)
);
comment on table work_days is
  'What a person did on a day that is over, by kind of work, added up once from scans and histories. Growth: some rows '
  'per person and day, deleted after a year as the scans are.';
call tenant_table('work_days', 'select, insert');
call system_reads('work_days');
create policy system_removing on work_days for delete to easy_system using (true);
grant delete on work_days to easy_system;

create table work_closings (
  business_id bigint primary key references businesses,
  -- The last day whose sums are in work_days; later days are read from scans and histories.
  through date not null
);
comment on table work_closings is
  'How far the work of a business is added up. One row per business with a warehouse.';
call tenant_table('work_closings', 'select, insert, update');

create function forget_work_days(before timestamptz, most integer) returns bigint
  language sql security definer set search_path = public, pg_temp as $$
  with gone as (delete from work_days where (business_id, day, user_id, kind) in
      (select business_id, day, user_id, kind from work_days
        where day < (before at time zone 'America/Sao_Paulo')::date limit most) returning 1)
    select count(*) from gone $$;
call system_function('forget_work_days(timestamptz, integer)');
create index work_days_day on work_days using brin (day) with (autosummarize = on);
