-- A volume that is on its way to another warehouse of its business: it lies in no position, and nothing of it is stock.
alter table volumes drop constraint volumes_state_check;
alter table volumes add constraint volumes_state_check check (state in ('registered', 'tagged', 'active', 'in_balance',
  'blocked', 'in_transit', 'empty', 'voided', 'archived'));
-- Where it left from, and when; of the latest transfer, also after it arrived.
alter table volumes add column transfer_from_id bigint;
alter table volumes add column transferred_at timestamptz;
alter table volumes add constraint volumes_transfer_from
  foreign key (business_id, transfer_from_id) references warehouses (business_id, id) not valid;
alter table volumes add constraint volumes_in_transit
  check (state <> 'in_transit' or (transfer_from_id is not null and transferred_at is not null and position_id is null)) not valid;
create index on volumes (business_id, transfer_from_id) where transfer_from_id is not null;

-- Why its contents are held back.
alter table volumes add column blocked_as text check (blocked_as in ('damaged', 'quarantine', 'failed_test'));
alter table volumes add constraint volumes_blocked_as check (blocked_as is null or state = 'blocked') not valid;

-- What left for another warehouse, and what arrived there.
alter table ledger_entries drop constraint ledger_entries_kind_check;
alter table ledger_entries add constraint ledger_entries_kind_check check (kind in ('receipt', 'reserve', 'release',
  'sale_out', 'sale_out_reversal', 'dispatch', 'cancel_return', 'adjustment', 'move', 'transfer', 'unlaunch', 'hold',
  'expected'));
