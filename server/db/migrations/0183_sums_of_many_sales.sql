-- Lines and parts of thousands of sales that are stored by one statement are summed by one join. A lookup for each sale
-- reads the whole table each time while the planner knows nothing of a table that was just filled.
create or replace function sum_lines(sales bigint[]) returns void
language plpgsql set search_path to 'public', 'pg_temp' as $$
begin
  perform from orders where id in (select unnest(sales)) order by id for no key update;
  update orders o set units = s.units, fee_centavos = s.fee
    from (
      select sale.id, coalesce(sum(l.quantity), 0)::integer as units,
        case when bool_and(l.sale_fee_centavos is not null or l.quantity = 0)
          then (sum(l.sale_fee_centavos) filter (where l.quantity > 0))::bigint end as fee
      from unnest(sales) as sale (id) left join order_lines l on l.order_id = sale.id group by sale.id) s
    where o.id = s.id and (o.units, o.fee_centavos) is distinct from (s.units, s.fee);
end $$;

create or replace function sum_parts(sales bigint[]) returns void
language plpgsql set search_path to 'public', 'pg_temp' as $$
begin
  perform from orders where id in (select unnest(sales)) order by id for no key update;
  update orders o set cost_centavos = s.cost
    from (
      select sale.id, coalesce(sum(p.unit_cost_centavos * p.quantity), 0)::bigint as cost
      from unnest(sales) as sale (id) left join order_parts p on p.order_id = sale.id group by sale.id) s
    where o.id = s.id and o.cost_centavos is distinct from s.cost;
end $$;
