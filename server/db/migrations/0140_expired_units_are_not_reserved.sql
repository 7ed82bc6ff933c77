-- Units expire at midnight: a sale of a minute later reserves none of them, whether the job that holds them back has run or not.
create or replace function reserve_stock(fulfiller bigint, sales jsonb, at timestamp with time zone, OUT met bigint[], OUT moved bigint[])
 RETURNS record
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  acting text := current_setting('app.business_id', true);
  shelf bigint[];
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
  select array_agg(h.id), array_agg(h.free) into shelf, free from (
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
    where s.id = any(shelf) group by s.id
  loop
    place := array_position(shelf, lot.stock);
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
      fits := fits and sale.units[i] <= coalesce(free[array_position(shelf, sale.stocks[i])], -1);
    end loop;
    continue when not fits;
    met := met || sale.id;
    for i in 1 .. coalesce(cardinality(sale.stocks), 0) loop
      place := array_position(shelf, sale.stocks[i]);
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
