-- A count may find less than was promised: only a correction may say so, and by how much it does stands beside it.
alter table stock add column shortfall integer not null default 0 check (shortfall >= 0);
alter table stock drop constraint stock_reserved_on_hand;
alter table stock add constraint stock_reserved_on_hand check (reserved <= on_hand + shortfall);

-- The last unit was taken, and nobody has said yet whether the volume is empty.
alter table volumes add column zero_check_at timestamptz;
alter table volumes no force row level security;
alter table volume_lines no force row level security;
update volumes v set zero_check_at = coalesce(v.launched_at, v.created_at)
where v.state = 'active' and not exists (select from volume_lines l where l.volume_id = v.id and l.quantity > 0);
alter table volumes force row level security;
alter table volume_lines force row level security;

-- Whose sales these are, as far as nobody has begun to pick them.
create function unpicked_orders(sales bigint[]) returns table (order_id bigint, business_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select id, business_id from orders where id = any(sales) and picking_by is null and packed_at is null
$$;
call system_function('unpicked_orders(bigint[])');
