-- Units sold in 30 days of an advertisement are found by an index that has the time of the sale, instead of reading every
-- line that was ever sold. A sale never changes the time of its purchase.
alter table order_lines add column purchased_at timestamptz;
alter table orders no force row level security;
alter table order_lines no force row level security;
update order_lines l set purchased_at = o.purchased_at from orders o where o.id = l.order_id;
alter table order_lines force row level security;
alter table orders force row level security;
alter table order_lines alter column purchased_at set not null;

drop index order_lines_business_id_publication_variation_id_idx;
create index order_lines_sold on order_lines (business_id, publication_variation_id, purchased_at)
  where publication_variation_id is not null;
drop index order_lines_business_id_advertisement_id_idx;
create index order_lines_sold_by_hand on order_lines (business_id, advertisement_id, purchased_at)
  where advertisement_id is not null;
