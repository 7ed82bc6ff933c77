-- Sheets of other systems are recognized by their titles. The imports of one move are checked and applied in their order.
alter table imports
  drop constraint imports_kind_check,
  add constraint imports_kind_check
    check (kind in ('products', 'offers', 'prices', 'volumes', 'stock', 'vendors')),
  -- The system that exported the file; null: its titles are those of no known system.
  add column system text,
  -- The first import of the move that this one belongs to.
  add column move_id bigint,
  -- Titles of the columns that the sheet hides.
  add column hidden_columns text[] not null default '{}',
  add foreign key (business_id, move_id) references imports (business_id, id);
create index imports_business_id_move_id_idx on imports (business_id, move_id) where move_id is not null;
