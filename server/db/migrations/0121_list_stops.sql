-- A sale that is canceled in the middle of a walk stops the walk until somebody has seen it.
alter table picking_list_orders add column stop_seen_at timestamptz;
-- Where a list fell short last: the walk goes on from there.
alter table picking_lists add column short_volume_id bigint, add column short_at timestamptz;
