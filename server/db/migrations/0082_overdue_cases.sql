-- Closed invoices of a pair that are past due: said to the seller, asked of the supplier, and what he decided.
create table overdue_cases (
  id bigint generated always as identity primary key,
  seller_id bigint not null,
  supplier_id bigint not null,
  state text not null default 'noticed' check (state in ('noticed', 'asked', 'held', 'extended', 'ended')),
  opened_at timestamptz not null,
  asked_at timestamptz,
  held_at timestamptz,
  extended_until date,
  ended_at timestamptz,
  check ((ended_at is null) = (state <> 'ended')),
  check (state <> 'held' or held_at is not null),
  check (state <> 'extended' or extended_until is not null)
);
create unique index overdue_cases_open on overdue_cases (seller_id, supplier_id) where ended_at is null;
create index overdue_cases_of_supplier on overdue_cases (supplier_id) where ended_at is null;
call protect('overdue_cases', 'app_business() in (seller_id, supplier_id)',
  'app_business() in (seller_id, supplier_id)', 'select, insert, update');
call system_reads('overdue_cases');

-- Days past due after which the supplier is asked.
alter table trade_links add column overdue_days integer not null default 3
  check (overdue_days between 0 and 90);

create index dropinvoices_unpaid on dropinvoices (due_on) where closed_at is not null and state <> 'complete';
create function overdue_pairs(today date) returns table (seller_id bigint, supplier_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select d.seller_id, d.supplier_id from dropinvoices d
  where d.closed_at is not null and d.state <> 'complete' and d.due_on < today
  union
  select c.seller_id, c.supplier_id from overdue_cases c where c.ended_at is null
$$;
call system_function('overdue_pairs(date)');
