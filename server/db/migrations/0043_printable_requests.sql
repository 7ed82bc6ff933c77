-- The address under which a request is printed and answered without an account; null: none yet, or revoked.
alter table supply_requests add column print_key uuid;
create unique index supply_requests_print_key on supply_requests (print_key) where print_key is not null;

-- What a vendor said to a line; each answer is kept.
create table supply_request_answers (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  request_id bigint not null,
  line_id bigint not null,
  name text not null,
  quantity integer not null check (quantity >= 0),
  delivery_on date,
  note text not null default '',
  at timestamptz not null,
  -- null: nobody has decided
  taken boolean,
  decided_by bigint,
  decided_at timestamptz,
  unique (business_id, id),
  foreign key (business_id, request_id) references supply_requests (business_id, id),
  foreign key (business_id, line_id) references supply_request_lines (business_id, id),
  check ((taken is null) = (decided_at is null))
);
create index on supply_request_answers (business_id, request_id);
create index on supply_request_answers (business_id, line_id, id desc);
call tenant_table('supply_request_answers', 'select, insert, update');

-- A guest knows the address only.
create function find_printable_request(key uuid)
returns table (id bigint, business_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select r.id, r.business_id from supply_requests r where r.print_key = key
$$;
call system_reads('supply_requests');
call system_function('find_printable_request(uuid)');
