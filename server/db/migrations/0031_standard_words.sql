-- Columns and tables get the words a developer of the field would guess.
alter table categories rename column father_id to parent_id;
alter table publications rename column wanted_state to desired_state;
alter table publications rename column unsent to pending_fields;
alter table marketplace_accounts rename column house_parcels_read_to to pre_dispatch_parcels_read_to;
alter table marketplace_accounts rename column road_parcels_read_to to in_transit_parcels_read_to;
alter table pins rename to pick_allocations;
alter table pick_allocations rename constraint pins_pkey to pick_allocations_pkey;
alter table pick_allocations
  rename constraint pins_business_id_volume_line_id_fkey to pick_allocations_business_id_volume_line_id_fkey;
alter table pick_allocations rename constraint pins_order_id_fkey to pick_allocations_order_id_fkey;
alter table pick_allocations rename constraint pins_part_id_fkey to pick_allocations_part_id_fkey;
alter table pick_allocations rename constraint pins_quantity_check to pick_allocations_quantity_check;
alter index pins_business_id_volume_line_id_idx rename to pick_allocations_business_id_volume_line_id_idx;
alter index pins_order_id_idx rename to pick_allocations_order_id_idx;
alter sequence pins_id_seq rename to pick_allocations_id_seq;
