alter table imports drop constraint imports_kind_check;
alter table imports add constraint imports_kind_check check (
  kind in ('products', 'offers', 'prices', 'volumes', 'stock', 'vendors', 'kits', 'ads'));
