-- A sweep goes through an account's open parcels in the order of their sales, those in the house and those on the road each
-- in their own round, and remembers how far it came here. A time at each sale (orders.shipment_checked_at) was a new version
-- of the whole row in all of its indexes, for 40,000 parcels every ten minutes. That column is written by servers of the
-- release before only; it goes when none of them can be running.
alter table marketplace_accounts
  add column house_parcels_read_to bigint not null default 0,
  add column road_parcels_read_to bigint not null default 0;

drop index orders_open_parcels;
create index orders_open_parcels on orders (account_id, (sent_at is not null), id)
  where shipment_id is not null and status not in ('complete', 'canceled');
