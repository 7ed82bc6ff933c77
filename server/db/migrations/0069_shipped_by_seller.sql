-- The marketplace of the sale makes no label and hears from us that the parcel was sent.
alter table orders add column shipped_by_seller boolean not null default false;
