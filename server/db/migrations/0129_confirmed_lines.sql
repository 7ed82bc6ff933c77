-- What the vendor confirmed of a line and the buyer took. Null: nothing yet, the ordered quantity and day hold.
alter table supply_request_lines
  add column confirmed_quantity integer check (confirmed_quantity >= 0),
  add column confirmed_on date;

-- The estimated delivery as it was approved: the day of lines for which no other day was confirmed.
alter table supply_requests add column ordered_delivery date;
alter table supply_requests no force row level security;
update supply_requests set ordered_delivery = estimated_delivery where approved_at is not null;
alter table supply_requests force row level security;
