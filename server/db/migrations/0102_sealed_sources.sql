-- Whatever a marketplace said of a sale is stored encrypted, for each names the buyer's document in an answer of its own
-- choice; rows from before are sealed by the first start of this release (server/seal-plain-rows.ts).
drop index plain_billing;
create index plain_sources on order_sources (business_id) where not body ? 'sealed';

create or replace function businesses_with_plain_rows() returns setof bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select business_id from supplier_bank_accounts where not sealed
  union select supplier_id from dropinvoices where jsonb_typeof(bank) = 'object'
  union select business_id from orders where buyer ? 'document'
  union select business_id from order_sources where not body ? 'sealed'
$$;
