-- Long work on many rows: done in steps by a job, so that whoever asked for it may leave and come back to it.
create table bulk_runs (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses (id),
  user_id bigint not null references users (id),
  kind text not null check (kind in ('labels', 'invoices', 'prices')),
  state text not null default 'running' check (state in ('running', 'done', 'stopped', 'undone')),
  -- what is to be done, in order; the first `finished` of them are over, well or badly
  items jsonb not null,
  input jsonb not null,
  total integer not null,
  finished integer not null default 0,
  succeeded integer not null default 0,
  -- [{id, name, code, reason}]
  failed jsonb not null default '[]',
  -- what each step made, until it is one file
  part_ids bigint[] not null default '{}',
  file_id bigint,
  -- what was before, by row, where that can be brought back
  before jsonb not null default '[]',
  created_at timestamptz not null,
  finished_at timestamptz,
  check (finished between 0 and total),
  foreign key (business_id, file_id) references files (business_id, id)
);
create index on bulk_runs (business_id, user_id, id desc);
create index on bulk_runs (created_at);
call tenant_table('bulk_runs');
