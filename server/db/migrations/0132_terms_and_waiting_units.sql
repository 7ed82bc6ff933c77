-- How and when a vendor is paid, in the vendor's words: `28/56 dias`, `à vista`.
alter table suppliers add column payment_terms text not null default '';

-- Units of a warehouse that sales wait for. Their fulfiller buys them, and may not see the sales yet: it learns the sum only.
create function waiting_units(warehouse bigint) returns table (stock_id bigint, units bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.stock_id, sum(p.quantity)::bigint
  from stock s join order_parts p on p.stock_id = s.id join orders o on o.id = p.order_id
  where s.business_id = app_business() and s.warehouse_id = warehouse and p.fulfiller_id = s.business_id
    and o.reserve = 'short' and o.canceled_at is null and p.quantity > 0
  group by p.stock_id
$$;
call system_reads('stock');
call system_function('waiting_units(bigint)');
create index orders_short on orders (id) where reserve = 'short' and canceled_at is null;
