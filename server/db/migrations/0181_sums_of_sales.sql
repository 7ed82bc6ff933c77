-- Sums over the sales of months read the sales alone: the units, the fees and the costs of their lines and parts are kept
-- with each sale. What is late is found by an index, also among a million open sales.
alter table orders
  add column units integer not null default 0,
  add column fee_centavos bigint,
  add column cost_centavos bigint not null default 0;
comment on column orders.units is 'Sum of its lines, kept by keep_sums_of_lines().';
comment on column orders.fee_centavos is
  'Fees of its lines, kept by keep_sums_of_lines(); null if that of a line with units is unknown.';
comment on column orders.cost_centavos is 'Cost of its parts, kept by keep_cost_of_parts().';

-- The lock comes first: changes of other lines of the sale that were committed meanwhile are visible after it.
create function sum_lines(sales bigint[]) returns void
language plpgsql set search_path to 'public', 'pg_temp' as $$
begin
  perform from orders where id = any(sales) order by id for no key update;
  update orders o set units = s.units, fee_centavos = s.fee
    from unnest(sales) as sale (id), lateral (
      select coalesce(sum(l.quantity), 0)::integer as units,
        case when bool_and(l.sale_fee_centavos is not null or l.quantity = 0)
          then (sum(l.sale_fee_centavos) filter (where l.quantity > 0))::bigint end as fee
      from order_lines l where l.order_id = sale.id) s
    where o.id = sale.id and (o.units, o.fee_centavos) is distinct from (s.units, s.fee);
end $$;

create function sum_parts(sales bigint[]) returns void
language plpgsql set search_path to 'public', 'pg_temp' as $$
begin
  perform from orders where id = any(sales) order by id for no key update;
  update orders o set cost_centavos = s.cost
    from unnest(sales) as sale (id), lateral (
      select coalesce(sum(p.unit_cost_centavos * p.quantity), 0)::bigint as cost
      from order_parts p where p.order_id = sale.id) s
    where o.id = sale.id and o.cost_centavos is distinct from s.cost;
end $$;

create function keep_sums_of_lines() returns trigger
language plpgsql set search_path to 'public', 'pg_temp' as $$
begin
  if tg_level = 'ROW' then
    perform sum_lines(array[new.order_id]);
  else
    perform sum_lines(array(select distinct order_id from changed));
  end if;
  return null;
end $$;

create function keep_cost_of_parts() returns trigger
language plpgsql set search_path to 'public', 'pg_temp' as $$
begin
  if tg_level = 'ROW' then
    perform sum_parts(array[new.order_id]);
  else
    perform sum_parts(array(select distinct order_id from changed));
  end if;
  return null;
end $$;

create trigger keep_sums_added after insert on order_lines referencing new table as changed
  for each statement execute function keep_sums_of_lines();
create trigger keep_sums_removed after delete on order_lines referencing old table as changed
  for each statement execute function keep_sums_of_lines();
create trigger keep_sums_changed after update of quantity, sale_fee_centavos on order_lines for each row
  when ((old.quantity, old.sale_fee_centavos) is distinct from (new.quantity, new.sale_fee_centavos))
  execute function keep_sums_of_lines();
create trigger keep_cost_added after insert on order_parts referencing new table as changed
  for each statement execute function keep_cost_of_parts();
create trigger keep_cost_removed after delete on order_parts referencing old table as changed
  for each statement execute function keep_cost_of_parts();
create trigger keep_cost_changed after update of quantity, unit_cost_centavos on order_parts for each row
  when ((old.quantity, old.unit_cost_centavos) is distinct from (new.quantity, new.unit_cost_centavos))
  execute function keep_cost_of_parts();

alter table orders no force row level security;
alter table order_lines no force row level security;
alter table order_parts no force row level security;
update orders o set units = l.units, fee_centavos = l.fee
  from (select order_id, sum(quantity)::integer as units,
      case when bool_and(sale_fee_centavos is not null or quantity = 0)
        then (sum(sale_fee_centavos) filter (where quantity > 0))::bigint end as fee
    from order_lines group by 1) l
  where l.order_id = o.id;
update orders o set cost_centavos = p.cost
  from (select order_id, sum(unit_cost_centavos * quantity)::bigint as cost from order_parts group by 1) p
  where p.order_id = o.id and p.cost <> 0;
alter table order_parts force row level security;
alter table order_lines force row level security;
alter table orders force row level security;

-- The time after which a sale is late: its dispatch limit while the goods are here, its promise while they travel.
alter table orders add column due_at timestamptz generated always as (
  case when status in ('waiting_separation', 'waiting_approval', 'pending', 'picking', 'waiting_collect') then dispatch_limit
    when status = 'sent' then promised_at end) stored;
create index orders_due on orders (business_id, due_at) where due_at is not null;
create index orders_refused on orders (business_id)
  where refused_at is not null and status not in ('canceled', 'complete');
create index orders_unlinked on orders (business_id)
  where not linked and status in ('waiting_payment', 'waiting_separation');
create index orders_undocumented on orders (business_id)
  where document in ('missing', 'rejected')
    and status in ('waiting_separation', 'waiting_approval', 'pending', 'picking', 'waiting_collect');
create index orders_due_at_bench on orders (fulfiller_id, due_at) where due_at is not null and shown_at is not null;

-- What the home counts of the stock, beside years of volumes that are gone.
create index volumes_kept on volumes (business_id, warehouse_id) where state not in ('voided', 'archived');
create index volumes_zero_check on volumes (business_id, warehouse_id) where zero_check_at is not null;
