-- An entry of the bench names the part it took and the packing it belongs to; its source id has one form.
alter table ledger_entries add column part_id bigint references order_parts (id), add column attempt integer;
alter table ledger_entries no force row level security;
update ledger_entries set source_id = replace(source_id, ':', '/'),
  part_id = split_part(replace(source_id, ':', '/'), '/', 1)::bigint,
  attempt = split_part(replace(source_id, ':', '/'), '/', 2)::integer
  where source = 'packing';
alter table ledger_entries force row level security;
create index ledger_entries_part on ledger_entries (business_id, part_id) where part_id is not null;

-- Ledger entries and the buckets they move are written here and nowhere else. Rows of the shelf are locked in the order
-- of their ids; an entry that exists already is left out. Answers the shelf rows that moved.
create function post_entries(entries jsonb, person bigint, at timestamptz) returns bigint[]
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  ids bigint[];
begin
  perform from stock s where s.business_id = app_business()
    and s.id in (select e.stock_id from jsonb_to_recordset(entries) as e (stock_id bigint)) order by s.id for no key update;
  with posted as (
    insert into ledger_entries (business_id, stock_id, kind, source, source_id, on_hand, reserved, soft, hold, inbound,
      packed, volume_id, position_id, reason, user_id, at, part_id, attempt)
    select app_business(), e.stock_id, e.kind, e.source, e.source_id, coalesce(e.on_hand, 0), coalesce(e.reserved, 0),
      coalesce(e.soft, 0), coalesce(e.hold, 0), coalesce(e.inbound, 0), coalesce(e.packed, 0), e.volume_id, e.position_id,
      e.reason, person, post_entries.at, e.part_id, e.attempt
    from jsonb_populate_recordset(null::ledger_entries, entries) e
    on conflict (business_id, source, source_id, kind) do nothing
    returning stock_id, kind, on_hand, reserved, soft, hold, inbound, packed
  ), moved as (
    select stock_id, sum(on_hand)::int as on_hand, sum(reserved)::int as reserved, sum(soft)::int as soft,
      sum(hold)::int as hold, sum(inbound)::int as inbound, sum(packed)::int as packed,
      coalesce(sum(on_hand) filter (where kind = 'adjustment'), 0) < 0 as counted_less
    from posted group by stock_id
  ), changed as (
    update stock s set on_hand = s.on_hand + m.on_hand, reserved = s.reserved + m.reserved, soft = s.soft + m.soft,
      hold = s.hold + m.hold, inbound = s.inbound + m.inbound, packed = s.packed + m.packed, revision = s.revision + 1,
      shortfall = least(greatest(0, s.reserved + m.reserved - s.on_hand - m.on_hand),
        case when m.counted_less then 2147483647 else s.shortfall end)
    from moved m where s.id = m.stock_id and s.business_id = app_business()
    returning s.id
  )
  select coalesce(array_agg(id), '{}') into ids from changed;
  return ids;
end $$;

-- Reserves stock of one fulfiller for sales, in the order in which they are given: all parts of a sale or none. A part that
-- holds an open reservation of this kind or a firm one keeps it; a soft one becomes firm. Answers the sales that were
-- met, and the shelf rows that moved.
create function reserve_stock(fulfiller bigint, sales jsonb, at timestamptz, out met bigint[], out moved bigint[])
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  acting text := current_setting('app.business_id', true);
  shelf bigint[];
  free integer[];
  wanted jsonb;
  entries jsonb;
  sale record;
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
end $$;

drop function store_sale(jsonb, timestamptz);
drop function store_sales(jsonb, timestamptz);
drop function promise_shelf(bigint, bigint, text, jsonb, timestamptz);
drop function share_shelf(bigint, jsonb, boolean);
drop function tell_shelf(bigint[]);
