-- A parcel of a claim comes back under a label of its own, which says nothing of the sale.
alter table orders add column return_tracking_code text not null default '';
create index orders_return_tracking on orders (fulfiller_id, upper(return_tracking_code)) where return_tracking_code <> '';
