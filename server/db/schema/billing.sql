-- Plans and what a business used each month.

create table plan_changes (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses,
  plan text not null check (plan in ('free', 'pro', 'enterprise')),
  at timestamptz not null,
  unique (business_id, id)
);
comment on table plan_changes is
  'The history of plans of a business.';
create index plan_changes_at on plan_changes (business_id, at desc, id desc);
call tenant_table('plan_changes', 'select, insert');

create table billing_months (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses,
  -- The first day of the month, in São Paulo.
  month date not null check (extract(day from month) = 1),
  plan text not null check (plan in ('free', 'pro', 'enterprise')),
  storage_bytes bigint not null check (storage_bytes >= 0),
  publications integer not null check (publications >= 0),
  charge_centavos bigint not null check (charge_centavos >= 0),
  -- The highest share of the plan, in percent, of which the owners were warned.
  warned_storage integer not null default 0,
  warned_publications integer not null default 0,
  -- null: the month is not over
  closed_at timestamptz,
  unique (business_id, id),
  unique (business_id, month)
);
comment on table billing_months is
  'What a business used in a month and what it costs, final once closed_at is set.';
call tenant_table('billing_months', 'select, insert, update');

-- Businesses whose nightly billing is due.
create function businesses_to_bill(today date) returns setof bigint
  language sql stable security definer set search_path = public, pg_temp as $$
  select b.id from businesses b
  where b.ended_at is null and (b.billed_on is null or b.billed_on < today) order by b.id
$$;
call system_function('businesses_to_bill(date)');
