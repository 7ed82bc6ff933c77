import { mixed, pairOf } from './catalogue.ts';
import type { Plan } from './plan.ts';

/**
 * Sales are inserted into temporary tables first; orders, stock and invoices follow from them. Of a business's sales
 * the newest 6 % are open, the next 6 % in transit, the rest complete, and some canceled; the latest was packed two
 * days before `base`.
 */
export function planSales(plan: Plan): string[] {
  const pair = pairOf('o', plan.orders, plan.smallOrders);
  const ofPair = `case when k = 1 then ${plan.orders} else ${plan.smallOrders} end`;
  const productsOf = `case when k = 1 then ${plan.rows} else ${plan.smallProducts} end`;
  const firstOf = `case when k = 1 then 0 else ${plan.rows} + (k - 2) * ${plan.smallProducts} end`;
  const before = `case when k = 1 then 0 else ${plan.orders} + (k - 2) * ${plan.smallOrders} end`;
  const part = (salt: number) => `(${firstOf} + 1 + ${mixed(plan, 'o', salt, 1_000_000)} % (${productsOf}))`;
  const neighbour = `(${firstOf} + 1 + (${mixed(plan, 'o', 11, 1_000_000)} + 1) % (${productsOf}))`;
  return [
    `create temporary table bench_sale on commit drop as
      select o::bigint as o, k, age,
        timestamptz '2026-11-20 09:00+00' - age * interval '8 minutes' * 150 as bought_at,
        timestamptz '2026-11-18 15:00+00' - age * interval '8 minutes' * 150 as packed_at,
        case when age < 60 then (array['waiting_payment','waiting_separation','waiting_separation','waiting_approval',
            'pending','pending','pending','pending','pending','pending'])[1 + o % 10]
          when o % 20 = 7 then 'canceled' when age < 70 then 'waiting_collect' when age < 80 then 'collected'
          when age < 120 then 'sent' else 'complete' end as status,
        ${part(11)} as p1, ${neighbour} as p2
      from generate_series(1, ${plan.allOrders}) o, lateral (select ${pair}::bigint as k) w,
        lateral (select ((${ofPair} - (o - ${before})) * 1000 / (${ofPair}))::int as age) a`,
    `create temporary table bench_part on commit drop as
      select 2 * o - 2 + j as id, o, k, status, case j when 1 then p1 else p2 end as offer, (1 + (o + j) % 2)::int as quantity,
        status in ('waiting_collect', 'collected', 'sent', 'complete') as packed, bought_at, packed_at
      from bench_sale, generate_series(1, 2) j`,
    `create temporary table bench_demand on commit drop as
      select offer, sum(quantity) filter (where packed)::int as out,
        sum(quantity) filter (where status = 'waiting_payment')::int as soft,
        sum(quantity) filter (where status in ('waiting_separation', 'waiting_approval', 'pending'))::int as firm,
        sum(quantity) filter (where status = 'waiting_collect')::int as packed, count(*)::int as parts
      from bench_part group by offer`,
    'analyze bench_sale, bench_part, bench_demand',
  ];
}

export function sales(plan: Plan): string[] {
  const buyer = `(array['Ana','Bruno','Carla','Diego','Elisa','Fábio','Gabriela','Heitor'])[1 + ${mixed(plan, 'o', 5, 8)}] || ' ' ||
    (array['Silva','Souza','Oliveira','Pereira','Araújo','Gonçalves'])[1 + ${mixed(plan, 'o', 6, 6)}]`;
  const packed = `status in ('waiting_collect', 'collected', 'sent', 'complete')`;
  const shown = `(${packed} or status in ('waiting_approval', 'pending'))`;
  return [
    `insert into orders (id, business_id, fulfiller_id, warehouse_id, account_id, marketplace, remote_order_id, shipment_id,
        buyer_name, total_centavos, purchased_at, logistic_type, payment, paid_at, payment_expires_at, reserve, linked,
        approval_reason, document, label_ready, shown_at, released_at, attempt, packed_at, packed_by, collected_at, sent_at,
        delivered_at, dispatch_limit, promised_at, tracking_code, canceled_at, canceled_by, canceled_reason, status,
        line_words, created_at, updated_at) overriding system value
      select o, 2 * k, 2 * k - 1, k, case when remote then k end, case when remote then 'mercado-livre' end,
        case when remote then (2000003500000000 + o)::text end, case when remote then (43000000000 + o)::text end,
        ${buyer}, 2 * (v1.price_centavos * (1 + (o + 1) % 2) + v2.price_centavos * (1 + o % 2)), bought_at,
        case when remote then 'drop_off' else '' end, case when status = 'waiting_payment' then 'pending' else 'approved' end,
        case when status <> 'waiting_payment' then bought_at end,
        case when status = 'waiting_payment' then timestamptz '2100-01-01' end,
        case when status = 'waiting_payment' then 'soft' when status = 'canceled' then 'released' when ${packed} then 'consumed'
          else 'firm' end, true, case when status = 'waiting_approval' then 'manual-accept' end,
        case when status in ('waiting_payment', 'waiting_separation') then 'missing' else 'not_required' end,
        status not in ('waiting_payment', 'waiting_separation'), case when ${shown} then bought_at end,
        case when ${packed} or status = 'pending' then bought_at end, case when ${packed} then 1 else 0 end,
        case when ${packed} then packed_at end, case when ${packed} then 2 * k - 1 end,
        case when status in ('collected', 'sent', 'complete') then packed_at + interval '1 hour' end,
        case when status in ('sent', 'complete') then packed_at + interval '3 hours' end,
        case when status = 'complete' then packed_at + interval '3 days' end,
        case when status <> 'waiting_payment' then bought_at + interval '1 year' end,
        case when status <> 'waiting_payment' then bought_at + interval '1 year 5 days' end,
        case when ${packed} then 'ME' || o || 'BR' else '' end,
        case when status = 'canceled' then bought_at + interval '1 hour' end, case when status = 'canceled' then 'seller' end,
        case when status = 'canceled' then 'desistência' end, status, a1.product || ' ' || a2.product, bought_at, bought_at
      from bench_sale join dropship_items v1 on v1.id = p1 join dropship_items v2 on v2.id = p2
        join advertisements a1 on a1.id = p1 join advertisements a2 on a2.id = p2,
        lateral (select o % 3 <> 0 as remote) r`,
    `insert into order_lines (id, business_id, fulfiller_id, order_id, purchased_at, publication_variation_id, remote_item_id, title, sku, quantity, unit_price_centavos, sale_fee_centavos) overriding system value
      select b.id, 2 * k, 2 * k - 1, o, bought_at, offer, 'MLB' || 4000000000 + offer,
        a.product, 'PUB-' || offer, b.quantity, d.price_centavos * 2, 200
      from bench_part b join advertisements a on a.id = offer join dropship_items d on d.id = offer`,
    `insert into order_parts (id, business_id, fulfiller_id, order_id, line_id, dropship_item_id, product_id, variation_id,
        stock_id, quantity, beeped, unit_cost_centavos, product_name, sku) overriding system value
      select b.id, 2 * k, 2 * k - 1, o, b.id, offer, offer, (offer - 1) * 3 + 1, (offer - 1) * 3 + 1,
        b.quantity, case when packed then b.quantity else 0 end, d.price_centavos, a.product, 'SKU-' || offer || '-1'
      from bench_part b join advertisements a on a.id = offer join dropship_items d on d.id = offer`,
    `insert into order_scans (business_id, order_id, part_id, client_id, code, attempt, user_id, at)
      select 2 * k - 1, o, id, 'scan-' || id || '-' || n, 'SKU-' || offer || '-1', 1, 2 * k - 1, packed_at
      from bench_part, generate_series(1, quantity) n where packed`,
    `insert into order_events (business_id, fulfiller_id, order_id, at, actor, kind, status_to)
      select 2 * k, 2 * k - 1, o, bought_at + n * interval '1 minute', 'marketplace', 'created',
        case when n = 1 then status end
      from bench_sale, generate_series(0, 1) n order by o, n`,
    `insert into reservations (id, business_id, stock_id, order_id, part_id, kind, quantity, state, created_at, ended_at)
        overriding system value
      select id, 2 * k - 1, (offer - 1) * 3 + 1, o, id, case when status = 'waiting_payment' then 'soft' else 'firm' end,
        quantity, case when packed then 'consumed' when status = 'canceled' then 'released' else 'open' end, bought_at,
        case when packed then packed_at when status = 'canceled' then bought_at + interval '1 hour' end
      from bench_part`,
    `insert into ledger_entries (business_id, stock_id, kind, source, source_id, on_hand, reserved, soft, packed, volume_id,
        position_id, user_id, at, part_id, attempt)
      select 2 * k - 1, (offer - 1) * 3 + 1, e.kind, e.source, e.source_id, e.on_hand, e.reserved, e.soft, e.packed,
        case when e.on_hand <> 0 then v end,
        case when e.on_hand <> 0 then (k - 1) * 20 + 1 + v % 20 end, null, e.at,
        case when e.source = 'packing' then id end, case when e.source = 'packing' then 1 end
      from (select *, (offer + 9) / 10 as v from bench_part) b, lateral (
        select 'reserve' as kind, 'reservation' as source, id::text as source_id, 0 as on_hand,
          case when status = 'waiting_payment' then 0 else quantity end as reserved,
          case when status = 'waiting_payment' then quantity else 0 end as soft, 0 as packed, bought_at as at
        union all select 'release', 'reservation', id::text, 0, -quantity, 0, 0, bought_at + interval '1 hour'
          where status = 'canceled'
        union all select 'sale_out', 'packing', id || '/1/' || v, -quantity, -quantity, 0, quantity, packed_at where b.packed
        union all select 'dispatch', 'packing', id || '/1', 0, 0, 0, -quantity, packed_at + interval '1 hour'
          where status in ('collected', 'sent', 'complete')) e`,
    `insert into dropinvoices (id, seller_id, supplier_id, day, total_centavos, product_quantity, closed_at, due_on,
        created_at, updated_at) overriding system value
      select row_number() over (order by day, k), 2 * k, 2 * k - 1, day, sum(p.quantity * p.unit_cost_centavos),
        sum(p.quantity), day + interval '1 day 3 hours', day + 8, min(packed_at), min(packed_at)
      from (select *, (packed_at at time zone 'America/Sao_Paulo')::date as day from bench_part where packed) b
        join order_parts p on p.id = b.id group by k, day`,
    `insert into dropinvoice_items (seller_id, supplier_id, dropinvoice_id, order_id, part_id, kind, attempt, advertisement,
        product, quantity, unit_price_centavos, total_centavos, at)
      select 2 * k, 2 * k - 1, d.id, b.o, b.id, 'sale', 1, p.product_name, p.product_name, p.quantity, p.unit_cost_centavos,
        p.quantity * p.unit_cost_centavos, packed_at
      from bench_part b join order_parts p on p.id = b.id join dropinvoices d on d.seller_id = 2 * k
        and d.supplier_id = 2 * k - 1 and d.day = (packed_at at time zone 'America/Sao_Paulo')::date
      where b.packed`,
  ];
}
