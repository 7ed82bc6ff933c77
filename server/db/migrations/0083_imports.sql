-- A spreadsheet on its way to become records: checked row by row, then applied in one transaction.
create table imports (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses (id),
  user_id bigint not null references users (id),
  api_key_id bigint,
  kind text not null check (kind in ('products', 'offers', 'prices', 'volumes', 'vendors')),
  state text not null default 'matching'
    check (state in ('matching', 'checking', 'checked', 'applying', 'applied', 'stopped', 'canceled')),
  file_id bigint,
  file_name text not null,
  sha256 text not null,
  -- how the bytes are to be read: {type, encoding, separator} or {type}
  format jsonb not null,
  -- the sign of decimals where a figure may be read both ways: of who sent it, then of the file
  decimal_sign text check (decimal_sign in (',', '.')),
  -- the line that the titles stand in
  title_row integer not null,
  titles text[] not null,
  sample jsonb not null,
  -- {our column: index of the file's}
  columns jsonb not null,
  -- grows with every check: a job of an earlier one finds that it is over
  run integer not null default 0,
  skip_wrong boolean not null default false,
  total integer not null default 0,
  finished integer not null default 0,
  fates jsonb not null default '{}',
  fault text,
  created_at timestamptz not null,
  applied_at timestamptz,
  unique (business_id, id),
  foreign key (business_id, file_id) references files (business_id, id),
  foreign key (business_id, api_key_id) references api_keys (business_id, id)
);
create index on imports (business_id, id desc);
create index on imports (business_id, sha256) where state = 'applied';
call tenant_table('imports');

create table import_rows (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses (id),
  import_id bigint not null,
  -- its line in the file, and the first line of the record that it belongs to
  line integer not null,
  record integer not null,
  key text,
  cells jsonb not null,
  fate text check (fate in ('new', 'changed', 'unchanged', 'wrong')),
  changes jsonb not null default '{}',
  errors jsonb not null default '{}',
  unique (import_id, line),
  foreign key (business_id, import_id) references imports (business_id, id) on delete cascade
);
create index on import_rows (import_id, record, line);
create index on import_rows (import_id, fate, line);
call tenant_table('import_rows');
