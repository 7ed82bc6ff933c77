-- What the fiscal document of a product says of it; empty or null: not known here. Codes stay text: their zeros count.
alter table products
  add column ncm text not null default '',
  add column cest text not null default '',
  add column origin smallint check (origin between 0 and 8),
  add column csosn text not null default '',
  add column cfop_same_state text not null default '',
  add column cfop_other_state text not null default '',
  add column tax_unit text not null default '';
