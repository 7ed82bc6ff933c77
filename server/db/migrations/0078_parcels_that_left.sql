-- A sale whose parcel is on its way already leaves its picking list.
alter table picking_list_orders drop constraint picking_list_orders_left_reason_check;
alter table picking_list_orders add constraint picking_list_orders_left_reason_check check (left_reason in
  ('not_pending', 'insufficient_stock', 'upstream_unknown', 'canceled', 'left_unpacked', 'short', 'taken_off',
    'list_canceled'));
