-- Whom goods are bought from, and whom to ask there.
create table suppliers (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses (id),
  name text not null,
  fantasy_name text not null default '',
  -- CNPJ or CPF, bare; given once where it is known
  document text not null default '',
  state_inscription text not null default '',
  zip text not null default '',
  state text not null default '',
  city text not null default '',
  neighborhood text not null default '',
  street text not null default '',
  number text not null default '',
  complement text not null default '',
  notes text not null default '',
  lead_days integer check (lead_days >= 0),
  minimum_order_centavos bigint check (minimum_order_centavos >= 0),
  archived_at timestamptz,
  search text generated always as (fold(name || ' ' || fantasy_name || ' ' || document || ' ' || city)) stored,
  created_at timestamptz not null,
  version integer not null default 1,
  unique (business_id, id)
);
create unique index suppliers_document on suppliers (business_id, document) where document <> '';
create index on suppliers (business_id, name, id);
call tenant_table('suppliers');

create table supplier_contacts (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  supplier_id bigint not null,
  name text not null default '',
  phone text not null default '',
  email text not null default '',
  main boolean not null default false,
  unique (business_id, id),
  foreign key (business_id, supplier_id) references suppliers (business_id, id) on delete cascade
);
create index on supplier_contacts (business_id, supplier_id);
create unique index supplier_contacts_main on supplier_contacts (supplier_id) where main;
call tenant_table('supplier_contacts');
