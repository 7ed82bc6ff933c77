-- Files of a bank: what came into an account, and what it was received for.
create table bank_statements (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses (id),
  file_name text not null,
  format text not null check (format in ('ofx', 'sheet')),
  -- sealed JSON: accounts as the file says them, and the text of lines that could not be read
  details text not null,
  first_day date,
  last_day date,
  known_count integer not null default 0,
  debit_count integer not null default 0,
  balance_count integer not null default 0,
  user_id bigint not null,
  at timestamptz not null,
  unique (business_id, id)
);
comment on table bank_statements is
  'Files of a bank that were read, a few each month.';
create index on bank_statements (business_id, id desc);
create index on bank_statements (at);
call tenant_table('bank_statements');

create table bank_rows (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses (id),
  statement_id bigint not null,
  -- keyed digests: of bank, branch and account; of what the bank calls the movement; of its texts
  account text not null,
  bank_id text not null,
  fingerprint text not null,
  -- equal movements of one day are told apart by their number
  occurrence integer not null,
  day date not null,
  amount_centavos bigint not null check (amount_centavos > 0),
  -- sealed JSON: what the bank wrote of the movement and of who paid
  details text not null,
  state text not null default 'new' check (state in ('new', 'received', 'ignored')),
  payout_id bigint references pair_payouts (id),
  decided_by bigint,
  decided_at timestamptz,
  foreign key (business_id, statement_id) references bank_statements (business_id, id),
  constraint bank_rows_once unique (business_id, account, day, amount_centavos, fingerprint, occurrence),
  check ((state = 'new') = (decided_at is null))
);
comment on table bank_rows is
  'Credits of bank statements; money that left is not kept. Rows that were not received go after 90 days; one that was received stays as the evidence of its settlements.';
create index on bank_rows (business_id, statement_id);
create index on bank_rows (business_id, day, amount_centavos);
create index on bank_rows (payout_id) where payout_id is not null;
call tenant_table('bank_rows');

-- Which column is which in tables whose titles do not tell, as a person said it.
create table bank_columns (
  business_id bigint not null references businesses (id),
  titles text not null,
  columns jsonb not null,
  updated_at timestamptz not null,
  primary key (business_id, titles)
);
comment on table bank_columns is 'Columns of bank files by their titles: one row for each layout that a business uses.';
call tenant_table('bank_columns');

alter table dropinvoice_settlements add column bank_row_id bigint references bank_rows (id);
create index on dropinvoice_settlements (bank_row_id) where bank_row_id is not null;

create policy system_reading on bank_statements for select to easy_system using (true);
grant select on bank_statements to easy_system;
create policy system_reading on bank_rows for select to easy_system using (true);
create policy system_removing on bank_rows for delete to easy_system using (true);
grant select, delete on bank_rows to easy_system;
-- Rows of payers that concern nobody here do not stay.
create function forget_bank_rows(before timestamptz, most integer) returns bigint language sql security definer
  set search_path = public, pg_temp
  as $$ with gone as (delete from bank_rows where id in
      (select r.id from bank_statements s join bank_rows r on r.statement_id = s.id
        where s.at < before and r.state <> 'received' order by s.at limit most) returning 1)
    select count(*) from gone $$;
call system_function('forget_bank_rows(timestamptz, integer)');
