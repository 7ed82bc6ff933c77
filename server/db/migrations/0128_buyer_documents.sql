-- A buyer's CPF or CNPJ is sealed; its keyed digest finds the sales of one buyer. Rows from before have it after the first
-- start of this release (server/seal-plain-rows.ts).
alter table orders add column buyer_document_digest text;
create index sales_of_document on orders (business_id, buyer_document_digest, id desc) where buyer_document_digest is not null;
create index undigested_documents on orders (business_id) where buyer ? 'sealedDocument' and buyer_document_digest is null;

create or replace function businesses_with_plain_rows() returns setof bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select business_id from supplier_bank_accounts where not sealed
  union select supplier_id from dropinvoices where jsonb_typeof(bank) = 'object'
  union select business_id from orders where buyer ? 'document'
  union select business_id from orders where buyer ? 'sealedDocument' and buyer_document_digest is null
  union select business_id from order_sources where not body ? 'sealed'
$$;
