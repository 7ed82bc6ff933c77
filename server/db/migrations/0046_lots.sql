-- A product may ask for lots: each line of a volume with it then names one.
alter table products add column asks_lots boolean not null default false;

create table batches (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  variation_id bigint not null,
  code text not null,
  -- the last day on which it may be sold
  expires_on date not null,
  created_at timestamptz not null,
  version integer not null default 1,
  search text generated always as (fold(code)) stored,
  unique (business_id, id),
  unique (business_id, variation_id, code),
  foreign key (business_id, variation_id) references product_variations (business_id, id) on delete cascade
);
create index on batches (business_id, expires_on, id);
call tenant_table('batches');

-- `expired`: the units of the line stand in the bucket `hold`, because the day of their lot has passed.
alter table volume_lines add column batch_id bigint, add column expired boolean not null default false,
  add constraint volume_lines_batch foreign key (business_id, batch_id) references batches (business_id, id) not valid,
  add constraint volume_lines_expired check (batch_id is not null or not expired) not valid;
create index on volume_lines (business_id, batch_id) where batch_id is not null;

call system_reads('batches');
call system_reads('volume_lines');
call system_reads('volumes');
create function businesses_with_expired_lots(today date) returns table (business_id bigint) language sql stable
  security definer set search_path = public, pg_temp as $$
  select distinct b.business_id from batches b
    join volume_lines l on l.business_id = b.business_id and l.batch_id = b.id and not l.expired
    join volumes v on v.id = l.volume_id and v.state in ('active', 'in_balance', 'blocked', 'empty')
  where b.expires_on < today
$$;
call system_function('businesses_with_expired_lots(date)');
