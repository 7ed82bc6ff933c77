-- A closed invoice that nobody can pay yet, because its supplier has no bank data, has no due day. The term of the link
-- begins when the supplier enters them; cases of such invoices end at the next run of overdue-cases.advance.
alter table dropinvoices no force row level security;
update dropinvoices set due_on = null, refused_due_on = null
  where closed_at is not null and state <> 'complete' and bank is null and total_centavos > 0;
alter table dropinvoices force row level security;
comment on column dropinvoices.due_on is
  'Null while the invoice is open, and while its supplier has no bank data.';
