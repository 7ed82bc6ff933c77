-- Kits are imported from sheets that name their components. Other systems list their kits among the products too.
alter table imports
  drop constraint imports_kind_check,
  add constraint imports_kind_check
    check (kind in ('products', 'offers', 'prices', 'volumes', 'stock', 'vendors', 'kits')),
  -- Rows of kits in a sheet of goods: they are made from the sheet with their components.
  add column kit_rows integer not null default 0 check (kit_rows >= 0);
