-- A report that was read from the marketplace was uploaded by nobody.
alter table payout_files alter column user_id drop not null;
comment on table payout_files is
  'Payout reports of marketplaces: uploaded by a person, or read from the marketplace.';

create table payout_readings (
  business_id bigint not null references businesses,
  account_id bigint not null,
  -- A reading that was requested and has not ended; null: none.
  requested_at timestamptz,
  -- Of the last reading that ended well, and the last day of it.
  read_at timestamptz,
  read_through date,
  failed_at timestamptz,
  failure text check (failure in ('disconnected', 'month_closed', 'no_answer', 'not_allowed', 'not_ready', 'refused',
    'report_differs', 'unreadable')),
  -- The days of a report that the marketplace prepares, and when it was requested.
  asked_from date,
  asked_through date,
  asked_at timestamptz,
  primary key (business_id, account_id),
  foreign key (business_id, account_id) references marketplace_accounts (business_id, id),
  check ((failed_at is null) = (failure is null)),
  check ((asked_from is null) = (asked_at is null) and (asked_through is null) = (asked_at is null))
);
comment on table payout_readings is
  'When the payouts of an account were read from its marketplace, and why not. Retention: one row per account.';
call tenant_table('payout_readings', 'select, insert, update');

-- A line of released money is identified by its movement, and one of an income report by its sale: the columns of a file
-- that was uploaded and of one that was read may differ. The prefix keeps new keys apart from those to be replaced.
alter table payout_lines no force row level security;
alter table payout_files no force row level security;
with keyed as (
  select l.business_id, l.account_id, l.id, 'new ' || encode(sha256(convert_to(
    case f.report
      when 'income' then concat_ws('|', 'income', l.day::text, '', '', l.amount_centavos::text, coalesce(l.numbers[1], ''))
      else concat_ws('|', 'release', l.day::text, l.reference, l.text, l.amount_centavos::text,
        case when l.reference = '' then coalesce(l.numbers[1], '') else '' end)
    end, 'UTF8')), 'hex') as fingerprint
  from payout_lines l join payout_files f on f.business_id = l.business_id and f.id = l.file_id
  where f.report in ('income', 'release')
), counted as (
  select k.*, row_number() over (partition by business_id, account_id, fingerprint order by id) - 1 as occurrence
  from keyed k
)
update payout_lines l set fingerprint = c.fingerprint, occurrence = c.occurrence
  from counted c where c.business_id = l.business_id and c.id = l.id;
update payout_lines set fingerprint = substr(fingerprint, 5) where fingerprint like 'new %';
alter table payout_lines force row level security;
alter table payout_files force row level security;
