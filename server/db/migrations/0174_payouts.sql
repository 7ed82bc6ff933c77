-- Which column is which in payout reports whose titles do not say it, as a person assigned them for an account.
create table payout_columns (
  business_id bigint not null references businesses,
  account_id bigint not null,
  titles text not null,
  columns jsonb not null,
  primary key (business_id, account_id, titles),
  foreign key (business_id, account_id) references marketplace_accounts (business_id, id)
);
comment on table payout_columns is
  'Which column is which in payout reports of an account, as a person assigned them.';
call tenant_table('payout_columns', 'select, insert, update');

create table payout_files (
  id bigint generated always as identity,
  business_id bigint not null references businesses,
  account_id bigint not null,
  report text not null check (report in ('release', 'settlement', 'income', 'mapped')),
  first_day date not null,
  last_day date not null,
  -- Lines that an earlier file had.
  known_count integer not null check (known_count >= 0),
  user_id bigint not null,
  at timestamptz not null,
  primary key (business_id, id),
  foreign key (business_id, account_id) references marketplace_accounts (business_id, id)
);
comment on table payout_files is 'Payout reports of marketplaces that were uploaded.';
create index payout_files_business_id_account_id_idx on payout_files (business_id, account_id);
call tenant_table('payout_files');

create table payout_lines (
  id bigint generated always as identity,
  business_id bigint not null references businesses,
  account_id bigint not null,
  file_id bigint not null,
  -- Digest of the content, and the number among equal lines: a line is stored once.
  fingerprint text not null,
  occurrence integer not null check (occurrence >= 0),
  day date not null,
  kind text not null check (kind in ('sale', 'refund', 'fee', 'freight', 'transfer', 'other')),
  amount_centavos bigint not null check (amount_centavos <> 0),
  -- What the line says of the fee and the freight of its sale, as costs; null: nothing.
  fee_centavos bigint,
  freight_centavos bigint,
  -- The marketplace's id of the movement, and the numbers of its sale, cart and parcel.
  reference text not null,
  numbers text[] not null,
  text text not null,
  order_id bigint,
  primary key (business_id, id),
  unique (business_id, account_id, fingerprint, occurrence),
  foreign key (business_id, account_id) references marketplace_accounts (business_id, id),
  foreign key (business_id, file_id) references payout_files (business_id, id) on delete cascade,
  foreign key (business_id, order_id) references orders (business_id, id)
);
comment on table payout_lines is
  'Movements of payout reports, with the sale that each belongs to. Kept with the report.';
create index payout_lines_business_id_day_id_idx on payout_lines (business_id, day, id);
create index payout_lines_business_id_account_id_day_idx on payout_lines (business_id, account_id, day);
create index payout_lines_business_id_file_id_idx on payout_lines (business_id, file_id);
create index payout_lines_business_id_order_id_idx on payout_lines (business_id, order_id) where order_id is not null;
create index payout_lines_without_sale on payout_lines (business_id, account_id) where order_id is null;
call tenant_table('payout_lines', 'select, insert, update, delete');

-- Differences that a person accepted, of a sale or of a line without a sale; a difference that changes is open again.
create table payout_acceptances (
  id bigint generated always as identity,
  business_id bigint not null references businesses,
  order_id bigint,
  line_id bigint,
  difference_centavos bigint not null check (difference_centavos <> 0),
  note text not null,
  user_id bigint not null,
  at timestamptz not null,
  primary key (business_id, id),
  unique (business_id, order_id),
  unique (business_id, line_id),
  foreign key (business_id, order_id) references orders (business_id, id),
  foreign key (business_id, line_id) references payout_lines (business_id, id) on delete cascade,
  check ((order_id is null) <> (line_id is null))
);
comment on table payout_acceptances is
  'Differences between a payout and what was expected that a person accepted with a note.';
call tenant_table('payout_acceptances');

create table payout_months (
  business_id bigint not null references businesses,
  account_id bigint not null,
  month date not null check (month = date_trunc('month', month)),
  user_id bigint not null,
  at timestamptz not null,
  primary key (business_id, account_id, month),
  foreign key (business_id, account_id) references marketplace_accounts (business_id, id)
);
comment on table payout_months is 'Closed months of an account: no line is added to them or removed.';
call tenant_table('payout_months', 'select, insert, delete');

-- Sales whose payout should have arrived are found by their delivery.
create index orders_delivered on orders (business_id, account_id, delivered_at) where delivered_at is not null;
create index orders_store_number on orders (account_id, store_number) where store_number <> '';
