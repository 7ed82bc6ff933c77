-- A volume in balance whose contents are held back until they are counted; one that is counted as a routine goes on selling.
alter table volumes add column suspect boolean not null default false;
alter table volumes add constraint volumes_suspect check (not suspect or state = 'in_balance') not valid;

-- The owner's rules of counting.
create table balance_settings (
  business_id bigint primary key references businesses (id),
  -- a difference beyond both of them is counted again by somebody else
  tolerance_units integer not null default 1 check (tolerance_units >= 0),
  tolerance_percent integer not null default 2 check (tolerance_percent between 0 and 100),
  -- so is one worth more than this; null: no limit
  limit_centavos bigint check (limit_centavos >= 0),
  version integer not null default 1
);
call tenant_table('balance_settings');

-- A count of one volume, from the moment it is flagged until it is checked, corrected or canceled.
create table balances (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  warehouse_id bigint not null,
  volume_id bigint not null,
  -- only this product is counted; null: everything in the volume
  variation_id bigint,
  kind text not null check (kind in ('routine', 'suspect')),
  origin text not null check (origin in ('volume', 'position', 'product', 'plan', 'zero_check', 'short')),
  state text not null default 'open'
    check (state in ('open', 'recount', 'waiting_approval', 'checked', 'corrected', 'canceled')),
  -- of the volume, when what is being counted now began: a later one is another content
  volume_version integer not null,
  cause text check (cause in ('miscounted', 'missing_movement', 'found', 'lost', 'damaged', 'expired')),
  started_by bigint not null,
  started_at timestamptz not null,
  ended_by bigint,
  ended_at timestamptz,
  unique (business_id, id),
  check ((ended_at is null) = (state in ('open', 'recount', 'waiting_approval'))),
  foreign key (business_id, warehouse_id) references warehouses (business_id, id),
  foreign key (business_id, volume_id) references volumes (business_id, id),
  foreign key (business_id, variation_id) references product_variations (business_id, id)
);
create unique index balances_open on balances (volume_id) where ended_at is null;
create index on balances (business_id, id desc);
create index on balances (business_id, volume_id);
call tenant_table('balances', 'select, insert, update');

-- Each time somebody counted: what they found beside what the ledger said then.
create table balance_counts (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  balance_id bigint not null,
  user_id bigint not null,
  at timestamptz not null,
  outcome text not null check (outcome in ('equal', 'differs', 'outdated')),
  unique (business_id, id),
  foreign key (business_id, balance_id) references balances (business_id, id)
);
create index on balance_counts (business_id, balance_id, id);
call tenant_table('balance_counts', 'select, insert');

create table balance_count_lines (
  business_id bigint not null,
  count_id bigint not null,
  variation_id bigint not null,
  expected integer not null check (expected >= 0),
  counted integer not null check (counted >= 0),
  -- of goods that the volume had none of
  batch_id bigint,
  -- what one unit is worth, as far as it is known
  unit_centavos bigint,
  primary key (count_id, variation_id),
  foreign key (business_id, count_id) references balance_counts (business_id, id),
  foreign key (business_id, variation_id) references product_variations (business_id, id),
  foreign key (business_id, batch_id) references batches (business_id, id)
);
call tenant_table('balance_count_lines', 'select, insert');

-- Volumes that wait to be counted already: each is suspect, and has its count from now on.
alter table volumes no force row level security;
alter table volume_events no force row level security;
alter table balances no force row level security;
update volumes set suspect = true where state = 'in_balance';
insert into balances (business_id, warehouse_id, volume_id, kind, origin, volume_version, started_by, started_at)
  select v.business_id, v.warehouse_id, v.id, 'suspect', case e.kind when 'suspected' then 'short' else 'zero_check' end,
    v.version, e.user_id, e.at
  from volumes v cross join lateral (select kind, user_id, at from volume_events
    where volume_id = v.id and kind in ('suspected', 'not-empty') order by id desc limit 1) e
  where v.state = 'in_balance';
alter table balances force row level security;
alter table volume_events force row level security;
alter table volumes force row level security;
