-- The cart of a walk, until no unit of its sales lies on it any more.
create table cart_uses (
  business_id bigint not null references businesses,
  list_id bigint not null,
  cart_id bigint not null,
  freed_at timestamptz,
  primary key (business_id, list_id),
  foreign key (business_id, list_id) references picking_lists (business_id, id),
  foreign key (business_id, cart_id) references carts (business_id, id)
);
comment on table cart_uses is
  'Carts that picking lists use, each at most one at a time. A cart is free again when the sales of the list are packed or have left it.';
create unique index cart_uses_live on cart_uses (business_id, cart_id) where freed_at is null;
call tenant_table('cart_uses', 'select, insert, update, delete');

-- Null: the list had no cart. A place that is not scanned before the next unit is skipped.
alter table picking_scans
  add column place_scan text check (place_scan in ('awaited', 'scanned', 'skipped'));
grant update (place_scan) on picking_scans to easy_app;

alter table businesses add column cart_places_required boolean not null default false;
