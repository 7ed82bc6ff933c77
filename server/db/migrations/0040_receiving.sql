alter table supply_request_lines add column counted_volumes integer check (counted_volumes >= 0), add column counted_by bigint,
  -- what was given up when the request was attended
  add column closed_units integer not null default 0 check (closed_units >= 0);
alter table supply_requests add column arrived_at timestamptz, add column attended_at timestamptz, add column parent_id bigint,
  add constraint supply_requests_parent foreign key (business_id, parent_id) references supply_requests (business_id, id)
  -- every row is new to it; checking them would ask for a tenant
  not valid;
create unique index supply_requests_child on supply_requests (parent_id) where parent_id is not null;

-- A volume that came with a request: of which line, how many units its label promised, and what its launch took from
-- what was expected.
alter table volumes add column request_line_id bigint, add column expected_quantity integer,
  add column inbound_taken integer not null default 0 check (inbound_taken >= 0),
  add constraint volumes_request_line foreign key (business_id, request_line_id)
    references supply_request_lines (business_id, id) not valid;
create index on volumes (business_id, request_line_id) where request_line_id is not null;

-- One row per scan that counted a volume: repeated by its sender, it counts once.
create table receiving_scans (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  line_id bigint not null,
  client_id text not null,
  user_id bigint not null,
  at timestamptz not null,
  unique (business_id, line_id, client_id),
  foreign key (business_id, line_id) references supply_request_lines (business_id, id) on delete cascade
);
call tenant_table('receiving_scans', 'select, insert');

create table reported_problems (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  request_id bigint not null,
  line_id bigint,
  kind text not null check (kind in ('missing', 'too_many', 'wrong', 'damaged', 'label', 'price', 'other')),
  title text not null,
  description text not null default '',
  state text not null default 'open' check (state in ('open', 'solved')),
  created_by bigint not null,
  created_at timestamptz not null,
  solved_by bigint,
  solved_at timestamptz,
  solution text not null default '',
  search text generated always as (fold(title || ' ' || description)) stored,
  unique (business_id, id),
  foreign key (business_id, request_id) references supply_requests (business_id, id),
  foreign key (business_id, line_id) references supply_request_lines (business_id, id),
  check ((state = 'solved') = (solved_at is not null))
);
create index on reported_problems (business_id, request_id);
create index on reported_problems (business_id, id desc);
call tenant_table('reported_problems', 'select, insert, update');
