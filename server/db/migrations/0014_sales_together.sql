-- Several sales of one account in one statement and one commit.

-- What sales want of one fulfiller's shelf, in the order in which they came: those that get all they want. `wants` are
-- [{n, stocks, units}]. `holding` keeps the rows until the transaction ends; without it the answer is only likely.
create function share_shelf(fulfiller bigint, wants jsonb, holding boolean) returns integer[] language plpgsql as $$
declare
  shelf bigint[];
  free integer[];
  met integer[] := '{}';
  place integer;
  fits boolean;
  want record;
begin
  if holding then
    select array_agg(h.id), array_agg(h.free) into shelf, free from (
      select s.id, s.on_hand - s.reserved - s.soft - s.hold - s.buffer as free from stock s
      where s.business_id = fulfiller and s.id in (select jsonb_array_elements(w->'stocks')::bigint from jsonb_array_elements(wants) w)
      order by s.id for no key update) h;
  else
    select array_agg(s.id), array_agg(s.on_hand - s.reserved - s.soft - s.hold - s.buffer) into shelf, free from stock s
    where s.business_id = fulfiller and s.id in (select jsonb_array_elements(w->'stocks')::bigint from jsonb_array_elements(wants) w);
  end if;
  for want in select w.n, w.stocks, w.units from jsonb_to_recordset(wants) as w (n integer, stocks bigint[], units integer[]) order by w.n loop
    fits := true;
    for i in 1 .. cardinality(want.stocks) loop
      fits := fits and want.units[i] <= coalesce(free[array_position(shelf, want.stocks[i])], -1);
    end loop;
    continue when not fits;
    met := met || want.n;
    for i in 1 .. cardinality(want.stocks) loop
      place := array_position(shelf, want.stocks[i]);
      free[place] := free[place] - want.units[i];
    end loop;
  end loop;
  return met;
end $$;
revoke all on function share_shelf(bigint, jsonb, boolean) from public;
grant execute on function share_shelf(bigint, jsonb, boolean) to easy_app;

-- Sales met for the first time, all of one account: rows and all that hangs on them, the promise of the shelf, and the
-- history that follows from the shelf's answer. What is written was decided by the caller, for both answers; which it
-- will be is looked up first and made sure of last, so that a hot row is held for a moment only.
create function store_sales(plans jsonb, at timestamptz) returns void language plpgsql as $$
declare
  seller text := current_setting('app.business_id', true);
  likely integer[] := '{}';
  sure integer[] := '{}';
  held integer[];
  ids bigint[];
  made jsonb;
  moved bigint[];
  told bigint[] := '{}';
  asked jsonb;
  one record;
begin
  -- Fulfillers in the order of their ids, rows of the shelf too: whoever promises waits for others, never in a ring.
  select jsonb_agg(jsonb_build_object('fulfiller', w.fulfiller, 'wants', w.wants) order by w.fulfiller) into asked from (
    select s.fulfiller, jsonb_agg(jsonb_build_object('n', s.n, 'stocks', s.stocks, 'units', s.units)) as wants from (
      select t.n, t.fulfiller, array_agg(t.stock) as stocks, array_agg(t.units) as units from (
        select p.n, (p.plan->'order'->>'fulfiller_id')::bigint as fulfiller, (part->>'stock_id')::bigint as stock,
          sum((part->>'quantity')::int)::int as units
        from jsonb_array_elements(plans) with ordinality p (plan, n), jsonb_array_elements(p.plan->'lines') line,
          jsonb_array_elements(line->'parts') part
        where p.plan->'order'->>'reserve' in ('soft', 'firm') group by 1, 2, 3) t group by t.n, t.fulfiller) s group by s.fulfiller) w;
  for one in select * from jsonb_to_recordset(asked) as a (fulfiller bigint, wants jsonb) loop
    perform set_config('app.business_id', one.fulfiller::text, true);
    likely := likely || share_shelf(one.fulfiller, one.wants, false);
  end loop;
  perform set_config('app.business_id', coalesce(seller, ''), true);

  with sold as materialized (
    select p.n, o.* from jsonb_array_elements(plans) with ordinality p (plan, n), jsonb_populate_record(null::orders,
      case when p.n = any (likely) or p.plan->'order'->>'reserve' not in ('soft', 'firm') then p.plan->'order'
        else (p.plan->'order') || (p.plan->'short'->'order') end) o
  ), stored as (
    insert into orders (business_id, fulfiller_id, warehouse_id, account_id, marketplace, remote_order_id, pack_id, shipment_id,
      buyer_name, buyer, total_centavos, purchased_at, logistic_type, payment, paid_at, payment_expires_at, fraud_risk,
      remote_updated_at, reserve, linked, approval_reason, document, label_ready, label_available_at, shown_at, released_at,
      shipment_status, shipment_substatus, shipment_updated_at, dispatch_limit, promised_at, tracking_code, status,
      line_words, created_at, updated_at, version)
    select s.business_id, s.fulfiller_id, s.warehouse_id, s.account_id, s.marketplace, s.remote_order_id, s.pack_id, s.shipment_id,
      s.buyer_name, s.buyer, s.total_centavos, s.purchased_at, s.logistic_type, s.payment, s.paid_at, s.payment_expires_at,
      s.fraud_risk, s.remote_updated_at, s.reserve, s.linked, s.approval_reason, s.document, s.label_ready, s.label_available_at,
      s.shown_at, s.released_at, s.shipment_status, s.shipment_substatus, s.shipment_updated_at, s.dispatch_limit, s.promised_at,
      s.tracking_code, s.status, s.line_words, s.created_at, s.updated_at, s.version
    from sold s order by s.n returning id, remote_order_id
  )
  select array_agg(t.id order by s.n) into ids from sold s join stored t on t.remote_order_id = s.remote_order_id;

  with line as materialized (
    select ids[p.n] as sale, (p.plan->'order'->>'fulfiller_id')::bigint as fulfiller, l.place, l.line
    from jsonb_array_elements(plans) with ordinality p (plan, n), jsonb_array_elements(p.plan->'lines') with ordinality l (line, place)
  ), stored as (
    insert into order_lines (business_id, fulfiller_id, order_id, publication_variation_id, remote_item_id, remote_variation_id,
      title, sku, quantity, unit_price_centavos, sale_fee_centavos)
    select seller::bigint, t.fulfiller, t.sale, l.publication_variation_id, l.remote_item_id, l.remote_variation_id,
      l.title, l.sku, l.quantity, l.unit_price_centavos, l.sale_fee_centavos
    from line t, jsonb_populate_record(null::order_lines, t.line) l order by t.sale, t.place returning id, order_id
  ), placed as (
    select id, order_id, row_number() over (partition by order_id order by id) as place from stored
  ), part as (
    insert into order_parts (business_id, fulfiller_id, order_id, line_id, dropship_item_id, product_id, variation_id,
      stock_id, quantity, unit_cost_centavos, product_name, sku, gtin)
    select seller::bigint, t.fulfiller, t.sale, k.id, p.dropship_item_id, p.product_id, p.variation_id, p.stock_id,
      p.quantity, p.unit_cost_centavos, p.product_name, p.sku, p.gtin
    from placed k join line t on t.sale = k.order_id and t.place = k.place, jsonb_populate_recordset(null::order_parts, t.line->'parts') p
    order by k.id, p.stock_id returning id, order_id, stock_id, quantity
  )
  select jsonb_agg(to_jsonb(p)) into made from part p;

  insert into order_sources (business_id, order_id, kind, body, received_at)
  select seller::bigint, ids[p.n], s.kind, s.body, at
  from jsonb_array_elements(plans) with ordinality p (plan, n), jsonb_to_recordset(p.plan->'sources') as s (kind text, body jsonb);

  for one in select * from jsonb_to_recordset(asked) as a (fulfiller bigint, wants jsonb) loop
    perform set_config('app.business_id', one.fulfiller::text, true);
    held := share_shelf(one.fulfiller, one.wants, true);
    sure := sure || held;
    with promised as (
      insert into reservations (business_id, stock_id, order_id, part_id, kind, quantity, created_at)
      select one.fulfiller, p.stock_id, p.order_id, p.id, plans->(n - 1)->'order'->>'reserve', p.quantity, at
      from unnest(held) n join jsonb_to_recordset(made) as p (id bigint, order_id bigint, stock_id bigint, quantity integer)
        on p.order_id = ids[n] order by p.id returning id, stock_id, kind, quantity
    ), posted as (
      insert into ledger_entries (business_id, stock_id, kind, source, source_id, reserved, soft, at)
      select one.fulfiller, stock_id, 'reserve', 'reservation', id::text, case kind when 'firm' then quantity else 0 end,
        case kind when 'soft' then quantity else 0 end, at from promised returning stock_id, reserved, soft
    ), changed as (
      update stock s set reserved = s.reserved + p.reserved, soft = s.soft + p.soft, revision = s.revision + 1
      from (select stock_id, sum(reserved)::int as reserved, sum(soft)::int as soft from posted group by stock_id) p
      where s.id = p.stock_id returning s.id
    )
    select array_agg(id) into moved from changed;
    told := told || moved;
  end loop;
  perform set_config('app.business_id', coalesce(seller, ''), true);

  -- Sold to somebody else between the look and the promise, or given back.
  update orders o set reserve = r.reserve, approval_reason = r.approval_reason, shown_at = r.shown_at,
    released_at = r.released_at, status = r.status, version = r.version
  from jsonb_array_elements(plans) with ordinality p (plan, n), jsonb_populate_record(null::orders,
    case when p.n = any (sure) then p.plan->'order' else p.plan->'short'->'order' end) r
  where o.id = ids[p.n] and (p.n = any (sure)) <> (p.n = any (likely));

  insert into order_events (business_id, fulfiller_id, order_id, at, actor, kind, status_from, status_to, detail)
  select seller::bigint, e.fulfiller_id, ids[p.n], at, e.actor, e.kind, e.status_from, e.status_to, e.detail
  from jsonb_array_elements(plans) with ordinality p (plan, n), rows from (jsonb_to_recordset(
    case when p.n = any (sure) or p.plan->'order'->>'reserve' not in ('soft', 'firm') then p.plan->'events'
      else p.plan->'short'->'events' end)
    as (fulfiller_id bigint, actor text, kind text, status_from text, status_to text, detail jsonb)) with ordinality
    as e (fulfiller_id, actor, kind, status_from, status_to, detail, place)
  order by p.n, e.place;
  perform tell_shelf(told);
end $$;
revoke all on function store_sales(jsonb, timestamptz) from public;
grant execute on function store_sales(jsonb, timestamptz) to easy_app;

-- For processes of the release before.
create or replace function store_sale(plan jsonb, at timestamptz) returns void language sql as $$
  select store_sales(jsonb_build_array(plan), at)
$$;
