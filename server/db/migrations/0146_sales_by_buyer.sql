-- The list of sales is sorted by the buyer's name; without an index it reads all sales of the business.
create index orders_business_id_buyer_name_id_idx on orders (business_id, buyer_name, id);
