-- Free until another plan is chosen. A lesser plan waits in `next_plan` for the first day of the next month.
alter table businesses
  add column plan text not null default 'free' check (plan in ('free', 'pro', 'enterprise')),
  -- null: since the business is there
  add column plan_since timestamptz,
  add column next_plan text check (next_plan in ('free', 'pro', 'enterprise')),
  add column next_plan_on date,
  -- Months before are not billed; null: all since the business is there.
  add column billed_from timestamptz,
  -- The last day whose night is done.
  add column billed_on date,
  add constraint businesses_next_plan_check2 check ((next_plan is null) = (next_plan_on is null));
create index businesses_billed_on on businesses (billed_on);

-- Whoever was here before is not billed for months gone by, and every stored byte counts from now on.
alter table businesses no force row level security;
alter table files no force row level security;
update businesses b set plan_since = now(), billed_from = now(),
  storage_bytes = (select coalesce(sum(f.bytes), 0) from files f where f.business_id = b.id);
alter table businesses force row level security;
alter table files force row level security;

create table plan_changes (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses (id),
  plan text not null check (plan in ('free', 'pro', 'enterprise')),
  at timestamptz not null,
  unique (business_id, id)
);
create index plan_changes_at on plan_changes (business_id, at desc, id desc);
call tenant_table('plan_changes', 'select, insert');

create table billing_months (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses (id),
  -- Its first day, in Sao Paulo.
  month date not null check (extract(day from month) = 1),
  plan text not null check (plan in ('free', 'pro', 'enterprise')),
  storage_bytes bigint not null check (storage_bytes >= 0),
  publications integer not null check (publications >= 0),
  charge_centavos bigint not null check (charge_centavos >= 0),
  -- The highest share of the plan, in percent, that was warned of.
  warned_storage integer not null default 0,
  warned_publications integer not null default 0,
  -- null: the month is not over
  closed_at timestamptz,
  unique (business_id, id),
  unique (business_id, month)
);
call tenant_table('billing_months', 'select, insert, update');

create function businesses_to_bill(today date) returns setof bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select b.id from businesses b where b.billed_on is null or b.billed_on < today order by b.id
$$;
call system_function('businesses_to_bill(date)');
