-- What keeps sales, reservations and pushes fast.

-- A sold item finds its publication by the marketplace's id, however many publications an account has.
create index on publications (account_id, remote_item_id);
create index on publication_variations (business_id, sku) where sku <> '';

-- A job that a worker takes at the very moment in which it is asked for again is skipped by the queue, although the worker
-- may have looked too early: it is asked for once more.
create function add_asked_jobs(asked graphile_worker.job_spec[], keeps_time boolean) returns void language plpgsql
  security invoker set search_path = public, pg_temp as $$
declare
  missed graphile_worker.job_spec[] := asked;
  added text[];
begin
  while missed is not null loop
    -- A statement of its own: within another, jobs without a key would have no reader, and never be added.
    select coalesce(array_agg(a.key) filter (where a.key is not null), '{}') into added
    from graphile_worker.add_jobs(missed, keeps_time) a;
    select array_agg(m) into missed from unnest(missed) m where m.job_key is not null and m.job_key <> all (added);
  end loop;
end $$;
revoke all on function add_asked_jobs(graphile_worker.job_spec[], boolean) from public;

-- All jobs of a transaction in one call of the queue, in the order of their keys: two transactions that wake the same
-- jobs wait for each other, never in a ring. Of jobs with one key the last stands.
create or replace function enqueue_jobs(jobs jsonb) returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  specs graphile_worker.job_spec[];
  early graphile_worker.job_spec[];
begin
  select array_agg(spec order by key) filter (where not keeps_time), array_agg(spec order by key) filter (where keeps_time)
    into specs, early
  from (
    select distinct on (coalesce(job->>'key', n::text), job->>'key' is null)
      coalesce(job->>'key', '') as key, coalesce(job->>'keyMode', 'replace') = 'preserve_run_at' as keeps_time,
      (job->>'task', (job->'payload')::json, job->>'queue', (job->>'runAt')::timestamptz,
        coalesce((job->>'maxAttempts')::smallint, 8::smallint), job->>'key', 0::smallint, null::text[])::graphile_worker.job_spec as spec
    from jsonb_array_elements(jobs) with ordinality as j (job, n)
    order by coalesce(job->>'key', n::text), job->>'key' is null, n desc) asked;
  perform add_asked_jobs(specs, false);
  perform add_asked_jobs(early, true);
end $$;

-- What stands behind the lines a marketplace sold on an account of this business: for each line the variation of our
-- publication (item and variation first, the SKU where exactly one has it), each offer of its composition as its
-- supplier has it, and the terms with him. Nothing for a line we do not know.
call system_reads('publications');
call system_reads('products');
call system_reads('product_variations');
create function sold_offers(account bigint, lines jsonb)
returns table (line integer, publication_variation_id bigint, published_centavos bigint, dropship_item_id bigint,
  stock_id bigint, supplier_id bigint, warehouse_id bigint, product_id bigint, variation_id bigint, units integer,
  unit_cost_centavos bigint, product_name text, variation_name text, sku text, gtin text,
  accept_mode text, link_state text, credit_limit_centavos bigint)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  seller bigint := app_business();
begin
  return query
  with sold as (
    select l.n, l.item, l.variation, l.sku, l.known
    from jsonb_to_recordset(lines) as l (n integer, item text, variation text, sku text, known bigint)
  ), candidate as (
    select s.n, v.id, v.remote_variation_id is not distinct from s.variation as exact
    from sold s join publication_variations v on v.business_id = seller and v.remote_item_id = s.item
      join publications p on p.id = v.publication_id and p.account_id = account
    where s.variation is null or v.remote_variation_id = s.variation or v.remote_variation_id is null
    union
    select s.n, v.id, v.remote_variation_id is not distinct from s.variation
    from sold s join publications p on p.account_id = account and p.remote_item_id = s.item and p.business_id = seller
      join publication_variations v on v.publication_id = p.id and v.remote_item_id is null
    where s.variation is null or v.remote_variation_id = s.variation or v.remote_variation_id is null
  ), by_item as (
    select c.n, coalesce(min(c.id) filter (where c.exact), case when count(*) = 1 then min(c.id) end) as id
    from candidate c group by c.n
  ), by_sku as (
    select s.n, case when count(*) = 1 then min(v.id) end as id
    from sold s join publication_variations v on v.business_id = seller and v.sku = s.sku and v.sku <> ''
      join publications p on p.id = v.publication_id and p.account_id = account and p.state <> 'closed'
    group by s.n
  ), named as (
    select s.n, coalesce(s.known, i.id, k.id) as id
    from sold s left join by_item i on i.n = s.n left join by_sku k on k.n = s.n
  )
  select m.n, v.id, v.cost_centavos, d.id, d.stock_id, d.business_id, d.warehouse_id, d.product_id, d.variation_id,
    c.quantity, d.price_centavos, r.name, w.name, w.sku, w.gtin, t.accept_mode, t.state, t.credit_limit_centavos
  from named m
    join publication_variations v on v.id = m.id and v.business_id = seller
    join publication_components c on c.publication_variation_id = v.id
    left join dropship_items d on d.id = c.dropship_item_id and d.business_id = c.supplier_id
    left join product_variations w on w.id = d.variation_id
    left join products r on r.id = d.product_id
    left join trade_links t on t.seller_id = seller and t.supplier_id = d.business_id
  order by m.n, c.id;
end $$;
call system_function('sold_offers(bigint, jsonb)');

-- Shelf rows changed: every publication that promises something from them is told, merged by key.
create function tell_shelf(shelf bigint[]) returns void language sql as $$
  select enqueue_jobs(jsonb_agg(jsonb_build_object('task', 'shelf.push', 'payload', jsonb_build_object('stockId', id),
    'key', 'shelf:' || id))) from unnest(shelf) as id having count(*) > 0
$$;
revoke all on function tell_shelf(bigint[]) from public;
grant execute on function tell_shelf(bigint[]) to easy_app;

-- Promises shelf to all parts of a sale or to none, as the owner of the shelf, in one round trip: the row is locked for
-- no longer than this and the commit. False: too little. Demands are
-- [{partId, stockId, quantity}]. A part that holds a promise of this kind, or a firm one, keeps it; a soft one becomes
-- firm, what it holds being its own.
create function promise_shelf(fulfiller bigint, sale bigint, promise text, demands jsonb, at timestamptz)
returns boolean language plpgsql as $$
declare
  acting text := current_setting('app.business_id', true);
  held bigint[];
  wanted jsonb;
  moved bigint[];
begin
  perform set_config('app.business_id', fulfiller::text, true);
  perform from stock s where s.business_id = fulfiller
    and s.id in (select d."stockId" from jsonb_to_recordset(demands) as d ("stockId" bigint)) order by s.id for no key update;
  select jsonb_agg(jsonb_build_object('part', d."partId", 'stock', d."stockId", 'quantity', d.quantity, 'own', coalesce(r.quantity, 0))),
      array_agg(r.id) filter (where r.id is not null)
    into wanted, held
  from jsonb_to_recordset(demands) as d ("partId" bigint, "stockId" bigint, quantity integer)
    left join reservations r on r.part_id = d."partId" and r.state = 'open'
  where r.id is null or r.kind not in (promise, 'firm');
  if wanted is not null then
    if exists (
      select from (select w.stock, sum(w.quantity - w.own) as units
        from jsonb_to_recordset(wanted) as w (stock bigint, quantity integer, own integer) group by w.stock) n
      left join stock s on s.id = n.stock and s.business_id = fulfiller
      where s.id is null or n.units > s.on_hand - s.reserved - s.soft - s.hold - s.buffer) then
      perform set_config('app.business_id', coalesce(acting, ''), true);
      return false;
    end if;
    if held is not null then
      with ended as (
        update reservations set state = 'released', ended_at = at where id = any (held) returning id, stock_id, kind, quantity
      ), posted as (
        insert into ledger_entries (business_id, stock_id, kind, source, source_id, reserved, soft, at)
        select fulfiller, stock_id, 'release', 'reservation', id::text, case kind when 'firm' then -quantity else 0 end,
          case kind when 'soft' then -quantity else 0 end, at from ended returning stock_id, reserved, soft
      )
      update stock s set reserved = s.reserved + p.reserved, soft = s.soft + p.soft, revision = s.revision + 1
      from (select stock_id, sum(reserved)::int as reserved, sum(soft)::int as soft from posted group by stock_id) p
      where s.id = p.stock_id;
    end if;
    with made as (
      insert into reservations (business_id, stock_id, order_id, part_id, kind, quantity, created_at)
      select fulfiller, w.stock, sale, w.part, promise, w.quantity, at
      from jsonb_to_recordset(wanted) as w (part bigint, stock bigint, quantity integer) returning id, stock_id, quantity
    ), posted as (
      insert into ledger_entries (business_id, stock_id, kind, source, source_id, reserved, soft, at)
      select fulfiller, stock_id, 'reserve', 'reservation', id::text, case promise when 'firm' then quantity else 0 end,
        case promise when 'soft' then quantity else 0 end, at from made returning stock_id, reserved, soft
    ), changed as (
      update stock s set reserved = s.reserved + p.reserved, soft = s.soft + p.soft, revision = s.revision + 1
      from (select stock_id, sum(reserved)::int as reserved, sum(soft)::int as soft from posted group by stock_id) p
      where s.id = p.stock_id returning s.id
    )
    select array_agg(id) into moved from changed;
    perform tell_shelf(moved);
  end if;
  perform set_config('app.business_id', coalesce(acting, ''), true);
  return true;
end $$;
revoke all on function promise_shelf(bigint, bigint, text, jsonb, timestamptz) from public;
grant execute on function promise_shelf(bigint, bigint, text, jsonb, timestamptz) to easy_app;

-- A sale met for the first time: the row and all that hangs on it, the promise of the shelf, and the history that
-- follows from the shelf's answer. What is written was decided by the caller, for both answers. The shelf is asked
-- last but for the history: a hot row is held for a moment only.
create function store_sale(plan jsonb, at timestamptz) returns void language plpgsql as $$
declare
  sale orders := jsonb_populate_record(null::orders, plan->'order');
  other orders := jsonb_populate_record(sale, coalesce(plan->'short'->'order', '{}'));
  demands jsonb := '[]';
  met boolean := true;
  line jsonb;
  of_line bigint;
  made jsonb;
begin
  insert into orders (business_id, fulfiller_id, warehouse_id, account_id, marketplace, remote_order_id, pack_id, shipment_id,
    buyer_name, buyer, total_centavos, purchased_at, logistic_type, payment, paid_at, payment_expires_at, fraud_risk,
    remote_updated_at, reserve, linked, approval_reason, document, label_ready, label_available_at, shown_at, released_at,
    shipment_status, shipment_substatus, shipment_updated_at, dispatch_limit, promised_at, tracking_code, status,
    line_words, created_at, updated_at, version)
  values (sale.business_id, sale.fulfiller_id, sale.warehouse_id, sale.account_id, sale.marketplace, sale.remote_order_id, sale.pack_id,
    sale.shipment_id, sale.buyer_name, sale.buyer, sale.total_centavos, sale.purchased_at, sale.logistic_type, sale.payment,
    sale.paid_at, sale.payment_expires_at, sale.fraud_risk, sale.remote_updated_at, sale.reserve, sale.linked,
    sale.approval_reason, sale.document, sale.label_ready, sale.label_available_at, sale.shown_at, sale.released_at,
    sale.shipment_status, sale.shipment_substatus, sale.shipment_updated_at, sale.dispatch_limit, sale.promised_at,
    sale.tracking_code, sale.status, sale.line_words, sale.created_at, sale.updated_at, sale.version)
  returning id into sale.id;
  for line in select l from jsonb_array_elements(plan->'lines') l loop
    insert into order_lines (business_id, fulfiller_id, order_id, publication_variation_id, remote_item_id, remote_variation_id,
      title, sku, quantity, unit_price_centavos, sale_fee_centavos)
    select sale.business_id, sale.fulfiller_id, sale.id, l.publication_variation_id, l.remote_item_id, l.remote_variation_id,
      l.title, l.sku, l.quantity, l.unit_price_centavos, l.sale_fee_centavos
    from jsonb_populate_record(null::order_lines, line) l returning id into of_line;
    with part as (
      insert into order_parts (business_id, fulfiller_id, order_id, line_id, dropship_item_id, product_id, variation_id,
        stock_id, quantity, unit_cost_centavos, product_name, sku, gtin)
      select sale.business_id, sale.fulfiller_id, sale.id, of_line, p.dropship_item_id, p.product_id, p.variation_id, p.stock_id,
        p.quantity, p.unit_cost_centavos, p.product_name, p.sku, p.gtin
      from jsonb_populate_recordset(null::order_parts, line->'parts') p returning id, stock_id, quantity
    )
    select jsonb_agg(jsonb_build_object('partId', id, 'stockId', stock_id, 'quantity', quantity) order by id) into made from part;
    demands := demands || coalesce(made, '[]');
  end loop;
  insert into order_sources (business_id, order_id, kind, body, received_at)
  select sale.business_id, sale.id, s.kind, s.body, at from jsonb_to_recordset(plan->'sources') as s (kind text, body jsonb);
  if sale.reserve in ('soft', 'firm') then
    met := promise_shelf(sale.fulfiller_id, sale.id, sale.reserve, demands, at);
    if not met then
      update orders set reserve = other.reserve, approval_reason = other.approval_reason, shown_at = other.shown_at,
        released_at = other.released_at, status = other.status, version = other.version where id = sale.id;
    end if;
  end if;
  insert into order_events (business_id, fulfiller_id, order_id, at, actor, kind, status_from, status_to, detail)
  select sale.business_id, e.fulfiller_id, sale.id, at, e.actor, e.kind, e.status_from, e.status_to, e.detail
  from jsonb_to_recordset(case when met then plan->'events' else plan->'short'->'events' end)
    as e (fulfiller_id bigint, actor text, kind text, status_from text, status_to text, detail jsonb);
end $$;
revoke all on function store_sale(jsonb, timestamptz) from public;
grant execute on function store_sale(jsonb, timestamptz) to easy_app;

-- Notifications that came together, and for the topics that are handled the jobs that look at them: one statement, one
-- commit. Repeats of one resource that wait together are looked at once.
create function store_notifications(told jsonb, handled text[], at timestamptz) returns void language plpgsql as $$
declare
  jobs jsonb;
begin
  with kept as (
    insert into notifications (marketplace, remote_user_id, topic, resource, body, received_at)
    select t.marketplace, t.remote_user_id, t.topic, t.resource, t.body, at
    from jsonb_to_recordset(told) as t (marketplace text, remote_user_id text, topic text, resource text, body jsonb)
    returning id, marketplace, remote_user_id, topic, resource
  )
  select jsonb_agg(jsonb_build_object('task', 'notification.process', 'payload', jsonb_build_object('notificationId', k.id),
      'key', concat_ws(':', 'notice', k.marketplace, k.remote_user_id, k.topic, k.resource)) order by k.id)
    into jobs from kept k where k.topic = any (handled);
  if jobs is not null then
    perform enqueue_jobs(jobs);
  end if;
end $$;
revoke all on function store_notifications(jsonb, text[], timestamptz) from public;
grant execute on function store_notifications(jsonb, text[], timestamptz) to easy_app;
