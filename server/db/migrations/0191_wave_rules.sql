-- Rules that make picking lists by themselves.
create table wave_rules (
  business_id bigint not null references businesses,
  id bigint generated always as identity,
  warehouse_id bigint not null,
  name text not null check (name <> ''),
  is_on boolean not null,
  -- Within the warehouse: an earlier rule takes its sales first.
  position integer not null check (position > 0),
  -- Empty: all.
  logistic_types text[] not null default '{}',
  -- Prefixes of positions; empty: everywhere.
  zones text[] not null default '{}',
  singles boolean not null default false,
  -- To be dispatched until this hour in São Paulo; null: any time.
  cutoff_hour integer check (cutoff_hour between 0 and 23),
  places integer not null check (places between 1 and 100),
  -- Both null: only a person releases it.
  min_sales integer check (min_sales between 1 and 1000),
  minutes_before integer check (minutes_before between 0 and 1440),
  released_at timestamptz,
  version integer not null default 1,
  primary key (business_id, id),
  foreign key (business_id, warehouse_id) references warehouses (business_id, id)
);
comment on table wave_rules is
  'Rules by which picking lists are made, at most fifty of a business. Retention: until they are removed.';
create unique index wave_rules_name on wave_rules (business_id, warehouse_id, fold(name));
call tenant_table('wave_rules', 'select, insert, update, delete');

create function businesses_with_wave_rules() returns setof bigint
  language sql stable security definer set search_path = public, pg_temp as $$
  select distinct business_id from wave_rules
    where is_on and (min_sales is not null or minutes_before is not null) order by 1
$$;
call system_function('businesses_with_wave_rules()');
call system_reads('wave_rules');

alter table picking_lists
  -- null: the clock released it
  alter column created_by drop not null,
  -- The name that the rule had; the rule may be removed.
  add column wave_rule text not null default '',
  add column wave_rule_id bigint,
  add foreign key (business_id, wave_rule_id) references wave_rules (business_id, id)
    on delete set null (wave_rule_id),
  add constraint picking_lists_made check (created_by is not null or wave_rule <> '');
create index picking_lists_wave_rule on picking_lists (business_id, wave_rule_id) where wave_rule_id is not null;
