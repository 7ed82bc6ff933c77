-- Bank data, what invoices copied of them, and buyers' documents are stored encrypted. The database has no key: rows from
-- before are sealed by the first start of this release (server/seal-plain-rows.ts), and these indexes say that none is left.
alter table supplier_bank_accounts add column sealed boolean not null default false;
create index plain_bank_accounts on supplier_bank_accounts (business_id) where not sealed;
create index plain_dropinvoices on dropinvoices (supplier_id) where jsonb_typeof(bank) = 'object';
create index plain_buyers on orders (business_id) where buyer ? 'document';
create index plain_billing on order_sources (business_id) where kind = 'billing' and not body ? 'sealed';

call system_reads('supplier_bank_accounts');
call system_reads('order_sources');
create function businesses_with_plain_rows() returns setof bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select business_id from supplier_bank_accounts where not sealed
  union select supplier_id from dropinvoices where jsonb_typeof(bank) = 'object'
  union select business_id from orders where buyer ? 'document'
  union select business_id from order_sources where kind = 'billing' and not body ? 'sealed'
$$;
call system_function('businesses_with_plain_rows()');
