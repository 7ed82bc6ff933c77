-- The rates of an account have fees by category, and the freight by weight instead of one amount.
alter table marketplace_accounts no force row level security;
update marketplace_accounts
set fee_rates = fee_rates || jsonb_build_object(
  'categories', '[]'::jsonb,
  'freight', case when jsonb_typeof(fee_rates -> 'freight') = 'number'
    then jsonb_build_array(jsonb_build_object('from', 0, 'amount', fee_rates -> 'freight')) end)
where fee_rates ->> 'kind' = 'typed';
alter table marketplace_accounts force row level security;
