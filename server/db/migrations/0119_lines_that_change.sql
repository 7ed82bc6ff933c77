-- Lines of a sale as its marketplace has them now, where they differ from what is being picked, is packed or has left: null
-- where they do not differ. Before picking the lines themselves follow.
alter table orders add column changed_lines jsonb, add column changed_at timestamptz;
create index changed_sales on orders (fulfiller_id) where changed_lines is not null;

-- A line that its marketplace took away, and what it took of the shelf, stay with no units: reservations and entries name them.
alter table order_lines drop constraint order_lines_quantity_check;
alter table order_lines add constraint order_lines_quantity_check check (quantity >= 0) not valid;
alter table order_lines validate constraint order_lines_quantity_check;
alter table order_parts drop constraint order_parts_quantity_check;
alter table order_parts add constraint order_parts_quantity_check check (quantity >= 0) not valid;
alter table order_parts validate constraint order_parts_quantity_check;
