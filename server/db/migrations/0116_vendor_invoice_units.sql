-- A line of a vendor's NF-e as the document has it, what its goods are together, and the lots that it names. `units` is null
-- until somebody says how many stock units it brings, where the document does not say so for certain.
alter table vendor_invoice_items
  alter column units drop not null,
  add column goods_centavos bigint,
  add column sold_quantity numeric(20, 10),
  add column sold_unit text not null default '',
  add column lots jsonb not null default '[]';
alter table vendor_invoice_items no force row level security;
update vendor_invoice_items set goods_centavos = price_centavos * units;
alter table vendor_invoice_items force row level security;
alter table vendor_invoice_items
  alter column goods_centavos set not null,
  drop column price_centavos,
  add constraint vendor_invoice_items_goods_centavos_check check (goods_centavos >= 0);
grant update (units) on vendor_invoice_items to easy_app;

-- A document of a canceled request may come again, with another request: its key is received once among those that count.
alter table vendor_invoices add column released boolean not null default false;
alter table vendor_invoices no force row level security;
alter table supply_requests no force row level security;
update vendor_invoices i set released = true
  from supply_requests r where r.id = i.request_id and r.state = 'canceled';
alter table supply_requests force row level security;
alter table vendor_invoices force row level security;
alter table vendor_invoices drop constraint vendor_invoices_business_id_key_key;
create unique index vendor_invoices_received_once on vendor_invoices (business_id, key) where not released;
grant update (released) on vendor_invoices to easy_app;
