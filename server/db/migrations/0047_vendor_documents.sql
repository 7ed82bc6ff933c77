-- What a vendor delivered on paper: NF-e as they came, and whatever else is kept with him.
create table supplier_documents (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  supplier_id bigint not null,
  file_id bigint not null,
  name text not null,
  created_by bigint not null,
  created_at timestamptz not null,
  unique (business_id, id),
  foreign key (business_id, supplier_id) references suppliers (business_id, id),
  foreign key (business_id, file_id) references files (business_id, id)
);
create index on supplier_documents (business_id, supplier_id, id desc);
create index on supplier_documents (file_id);
call tenant_table('supplier_documents', 'select, insert');

-- The owner of the tables meets no rows, and so checks none, until their policies let it.
alter table supply_requests no force row level security;
alter table supply_request_lines no force row level security;
alter table volumes no force row level security;
alter table vendor_invoices no force row level security;
alter table vendor_invoice_items no force row level security;

-- Keys that were added without a look at the rows.
alter table supply_requests validate constraint supply_requests_parent;
alter table volumes validate constraint volumes_request_line;

-- What came beside the price of the goods, and what the goods of each line cost with their share of it.
alter table vendor_invoices add column document_id bigint,
  add column charges_centavos bigint not null default 0 check (charges_centavos >= 0),
  add column discount_centavos bigint not null default 0 check (discount_centavos >= 0),
  add constraint vendor_invoices_document foreign key (business_id, document_id)
    references supplier_documents (business_id, id);
-- null: received before costs were kept
alter table vendor_invoice_items add column cost_centavos bigint check (cost_centavos >= 0);

-- A pending request that was opened by an NF-e may still be changed and removed.
alter table vendor_invoices drop constraint vendor_invoices_business_id_request_id_fkey,
  add constraint vendor_invoices_request foreign key (business_id, request_id)
    references supply_requests (business_id, id) on delete cascade;
alter table vendor_invoice_items drop constraint vendor_invoice_items_business_id_invoice_id_fkey,
  drop constraint vendor_invoice_items_business_id_line_id_fkey,
  add constraint vendor_invoice_items_invoice foreign key (business_id, invoice_id)
    references vendor_invoices (business_id, id) on delete cascade,
  add constraint vendor_invoice_items_line foreign key (business_id, line_id)
    references supply_request_lines (business_id, id) on delete set null (line_id);

alter table supply_requests force row level security;
alter table supply_request_lines force row level security;
alter table volumes force row level security;
alter table vendor_invoices force row level security;
alter table vendor_invoice_items force row level security;
