-- Counts that begin by themselves: how many volumes of a warehouse in a day, and after how many days each class of
-- products is due again.
alter table balance_settings
  -- null: no schedule
  add column scheduled_per_day integer check (scheduled_per_day between 1 and 200),
  add column days_a integer not null default 7 check (days_a between 1 and 730),
  add column days_b integer not null default 30 check (days_b between 1 and 730),
  add column days_c integer not null default 90 check (days_c between 1 and 730);

alter table balances
  drop constraint balances_origin_check,
  add constraint balances_origin_check
    check (origin in ('volume', 'position', 'product', 'plan', 'schedule', 'zero_check', 'short')),
  -- null: the schedule
  alter column started_by drop not null,
  add constraint balances_started_by check ((started_by is null) = (origin = 'schedule'));

create function businesses_with_scheduled_counts() returns setof bigint
  language sql stable security definer set search_path = public, pg_temp as $$
  select business_id from balance_settings where scheduled_per_day is not null order by 1
$$;
call system_function('businesses_with_scheduled_counts()');
call system_reads('balance_settings');
