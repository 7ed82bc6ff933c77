-- Null: the marketplace has not said what it takes.
alter table order_lines alter column sale_fee_centavos drop not null;

-- A store of the seller's own tells no fee, and the other one tells it only of what is paid: nothing stood for unknown.
alter table orders no force row level security;
alter table order_lines no force row level security;
update order_lines l set sale_fee_centavos = null from orders o
where o.id = l.order_id and l.sale_fee_centavos = 0 and o.account_id is not null and o.marketplace in ('nuvemshop', 'shopee');
alter table order_lines force row level security;
alter table orders force row level security;
