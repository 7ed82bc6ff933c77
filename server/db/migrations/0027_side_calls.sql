-- What a failing call beside the sale must not cost it, and what the payment says besides the price.
alter table orders
  -- Of the buyer's instalments, which the marketplace keeps; and what coupons took off what the buyer paid.
  add column interest_centavos bigint not null default 0,
  add column discount_centavos bigint not null default 0,
  -- The marketplace could not say yet what else is in the pack: reserved, and not released before it has.
  add column pack_pending boolean not null default false,
  -- How far the parcel is, in our words: the marketplace's are kept beside it. `shipment_progress` orders news of one second.
  add column shipment_step text check (shipment_step in ('collected', 'sent', 'delivered')),
  add column shipment_progress smallint not null default 0,
  -- The marketplace's own warehouse packs it; our shelf has no part in the sale.
  add column marketplace_fulfilled boolean not null default false;
alter table orders no force row level security;
update orders set marketplace_fulfilled = true where logistic_type = 'fulfillment';
update orders set shipment_step = case when shipment_status = 'delivered' then 'delivered'
    when shipment_status in ('shipped', 'not_delivered') then 'sent' else 'collected' end
  where shipment_status in ('delivered', 'shipped', 'not_delivered')
    or shipment_status = 'ready_to_ship' and shipment_substatus in ('picked_up', 'dropped_off', 'in_hub');
alter table orders force row level security;
create index orders_pack_pending on orders (account_id) where pack_pending;

-- The renewal of the tokens was refused for now: nobody tries before then.
alter table marketplace_accounts add column renewal_retry_at timestamptz;

-- An answer about something else than was asked for: nothing of it is believed, and a person can see that it was so.
-- It goes when the resource answers rightly.
create table parked_answers (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  account_id bigint not null,
  resource text not null,
  reason text not null check (reason in ('other_resource', 'other_seller')),
  -- What came instead: the id or the seller that the answer names.
  got text not null,
  times integer not null default 1,
  parked_at timestamptz not null,
  unique (account_id, resource),
  foreign key (business_id, account_id) references marketplace_accounts (business_id, id)
);
call tenant_table('parked_answers');

create or replace function store_sales(plans jsonb, at timestamptz) returns void language plpgsql as $$
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
      interest_centavos, discount_centavos, pack_pending, shipment_step, shipment_progress,
      marketplace_fulfilled, line_words, created_at, updated_at, version)
    select s.business_id, s.fulfiller_id, s.warehouse_id, s.account_id, s.marketplace, s.remote_order_id, s.pack_id, s.shipment_id,
      s.buyer_name, s.buyer, s.total_centavos, s.purchased_at, s.logistic_type, s.payment, s.paid_at, s.payment_expires_at,
      s.fraud_risk, s.remote_updated_at, s.reserve, s.linked, s.approval_reason, s.document, s.label_ready, s.label_available_at,
      s.shown_at, s.released_at, s.shipment_status, s.shipment_substatus, s.shipment_updated_at, s.dispatch_limit, s.promised_at,
      s.tracking_code, s.status, s.interest_centavos, s.discount_centavos, s.pack_pending,
      s.shipment_step, s.shipment_progress, s.marketplace_fulfilled, s.line_words, s.created_at, s.updated_at, s.version
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
alter function store_sales(jsonb, timestamptz) set plan_cache_mode = force_generic_plan;
