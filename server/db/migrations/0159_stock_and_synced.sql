-- Stock levels are called stock in every routine, and what a publication last received is `synced`.
alter table publication_variations rename column pushed_quantity to synced_quantity;
alter table publication_variations rename column pushed_price_centavos to synced_price_centavos;
alter table publication_variations rename column pushed_revision to synced_revision;
alter table publication_variations rename column pushed_at to synced_at;

drop function count_publications(bigint);
drop function publications_by_shelf(bigint[]);
drop function publications_of_shelf(bigint[]);
drop function short_orders(bigint[]);

create function count_publications(stock bigint)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return (select count(distinct v.publication_id) from publication_components c
    join publication_variations v on v.id = c.publication_variation_id where c.stock_id = stock);
end $function$;
alter function count_publications(bigint) owner to easy_system;
revoke execute on function count_publications(bigint) from public;
grant execute on function count_publications(bigint) to easy_app;

create function publications_by_stock(stocks bigint[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return (select coalesce(jsonb_object_agg(stock, (select count(distinct v.publication_id) from publication_components c
    join publication_variations v on v.id = c.publication_variation_id where c.stock_id = stock)), '{}')
    from unnest(stocks) as stock);
end $function$;
alter function publications_by_stock(bigint[]) owner to easy_system;
revoke execute on function publications_by_stock(bigint[]) from public;
grant execute on function publications_by_stock(bigint[]) to easy_app;

create function publications_of_stock(stocks bigint[])
 RETURNS TABLE(business_id bigint, publication_id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  select distinct v.business_id, v.publication_id
  from publication_components c join publication_variations v on v.id = c.publication_variation_id
  where c.stock_id = any(stocks)
$function$;
alter function publications_of_stock(bigint[]) owner to easy_system;
revoke execute on function publications_of_stock(bigint[]) from public;
grant execute on function publications_of_stock(bigint[]) to easy_app;

create function short_orders(stocks bigint[])
 RETURNS TABLE(order_id bigint, business_id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select distinct o.id, o.business_id from orders o join order_parts p on p.order_id = o.id
  where p.stock_id = any(stocks) and o.reserve = 'short' and o.canceled_at is null order by o.id
$function$;
alter function short_orders(bigint[]) owner to easy_system;
revoke execute on function short_orders(bigint[]) from public;
grant execute on function short_orders(bigint[]) to easy_app;

create or replace function reserve_stock(fulfiller bigint, sales jsonb, at timestamp with time zone, OUT met bigint[], OUT moved bigint[])
 RETURNS record
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  acting text := current_setting('app.business_id', true);
  ids bigint[];
  free integer[];
  wanted jsonb;
  entries jsonb;
  sale record;
  lot record;
  place integer;
  fits boolean;
begin
  met := '{}';
  perform set_config('app.business_id', fulfiller::text, true);
  select array_agg(h.id), array_agg(h.free) into ids, free from (
    select s.id, s.on_hand - s.reserved - s.soft - s.hold - s.buffer as free from stock s
    where s.business_id = fulfiller and s.id in (select (d->>'stockId')::bigint
      from jsonb_array_elements(sales) o, jsonb_array_elements(o->'demands') d)
    order by s.id for no key update) h;
  -- Units of a lot whose last day is over, and that `hold` does not have yet. A statement of its own, so that it sees what
  -- was committed before the rows were locked.
  for lot in
    select s.id as stock, sum(l.quantity)::int as units
    from stock s join batches b on b.business_id = fulfiller and b.variation_id = s.variation_id
        and b.expires_on < (at at time zone 'America/Sao_Paulo')::date
      join volume_lines l on l.business_id = fulfiller and l.batch_id = b.id and not l.expired
      join volumes v on v.id = l.volume_id and v.warehouse_id = s.warehouse_id and not v.suspect
        and v.state in ('active', 'in_balance', 'empty')
    where s.id = any(ids) group by s.id
  loop
    place := array_position(ids, lot.stock);
    free[place] := free[place] - lot.units;
  end loop;
  select jsonb_agg(jsonb_build_object('n', o.n, 'sale', (o.sale->>'orderId')::bigint, 'kind', o.sale->>'kind',
      'part', d."partId", 'stock', d."stockId", 'quantity', d.quantity, 'own', coalesce(r.quantity, 0), 'held', r.id)) into wanted
  from jsonb_array_elements(sales) with ordinality o (sale, n),
    jsonb_to_recordset(o.sale->'demands') as d ("partId" bigint, "stockId" bigint, quantity integer)
    left join reservations r on r.part_id = d."partId" and r.state = 'open'
  where r.id is null or r.kind not in (o.sale->>'kind', 'firm');

  for sale in
    select (o.sale->>'orderId')::bigint as id, array_agg(w.stock) filter (where w.stock is not null) as stocks,
      array_agg(w.units) as units
    from jsonb_array_elements(sales) with ordinality o (sale, n)
      left join (select x.n, x.stock, sum(x.quantity - x.own)::int as units
        from jsonb_to_recordset(wanted) as x (n bigint, stock bigint, quantity integer, own integer) group by 1, 2) w on w.n = o.n
    group by o.n, 1 order by o.n
  loop
    fits := true;
    for i in 1 .. coalesce(cardinality(sale.stocks), 0) loop
      fits := fits and sale.units[i] <= coalesce(free[array_position(ids, sale.stocks[i])], -1);
    end loop;
    continue when not fits;
    met := met || sale.id;
    for i in 1 .. coalesce(cardinality(sale.stocks), 0) loop
      place := array_position(ids, sale.stocks[i]);
      free[place] := free[place] - sale.units[i];
    end loop;
  end loop;

  with ended as (
    update reservations set state = 'released', ended_at = at
    where id in (select w.held from jsonb_to_recordset(wanted) as w (sale bigint, held bigint) where w.sale = any (met))
    returning id, stock_id, kind, quantity
  )
  select jsonb_agg(jsonb_build_object('stock_id', stock_id, 'kind', 'release', 'source', 'reservation', 'source_id', id::text,
    case kind when 'firm' then 'reserved' else 'soft' end, -quantity)) into entries from ended;
  with made as (
    insert into reservations (business_id, stock_id, order_id, part_id, kind, quantity, created_at)
    select fulfiller, w.stock, w.sale, w.part, w.kind, w.quantity, at
    from jsonb_to_recordset(wanted) as w (sale bigint, kind text, part bigint, stock bigint, quantity integer)
    where w.sale = any (met) order by w.part returning id, stock_id, kind, quantity
  )
  select coalesce(entries, '[]') || coalesce(jsonb_agg(jsonb_build_object('stock_id', stock_id, 'kind', 'reserve',
    'source', 'reservation', 'source_id', id::text, case kind when 'firm' then 'reserved' else 'soft' end, quantity)), '[]')
    into entries from made;
  moved := post_entries(entries, null, at);
  perform set_config('app.business_id', coalesce(acting, ''), true);
end $function$;
