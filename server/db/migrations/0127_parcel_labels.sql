-- When a label of ours that stands in for the channel's was printed for a parcel; a reset of the packing voids it.
alter table orders add column parcel_label_at timestamptz;

-- A return that was opened by a mistaken scan; it is kept and counts no more.
alter table parcel_returns add column called_off_at timestamptz;
drop index parcel_returns_open;
create unique index parcel_returns_open on parcel_returns (order_id) where closed_at is null and called_off_at is null;
