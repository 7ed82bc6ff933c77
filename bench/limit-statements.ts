/** The limit's statement for each line; its only column is the whole answer as JSON text. */
export type Statement = { text: string; parameters: number };

const rows = (parameters: number, query: string): Statement => ({
  parameters,
  text: `select coalesce(json_agg(t), '[]')::text as body from (${query}) t`,
});
const one = (parameters: number, query: string): Statement => ({
  parameters,
  text: `select row_to_json(t)::text as body from (${query}) t`,
});

const product = `select p.id, p.name, p.brand, p.model, p.unit, p.category_id, c.description as category, p.updated_at, p.version,
    (select json_build_object('id', i.id, 'name', i.name) from product_images pi join images i on i.id = pi.image_id
      where pi.business_id = p.business_id and pi.product_id = p.id order by pi.variation_id is not null, pi.position limit 1) as image,
    v.*, (select coalesce(sum(s.sellable), 0)::int from product_variations w join stock s on s.variation_id = w.id
      where w.business_id = p.business_id and w.product_id = p.id) as available
  from products p left join categories c on c.id = p.category_id cross join lateral (
    select count(*)::int as variations, min(w.sku) as sku from product_variations w
    where w.business_id = p.business_id and w.product_id = p.id) v`;

const offer = `select d.id, p.id as product_id, p.name, v.id as variation_id, v.name as variation, v.sku, v.gtin, w.id as warehouse_id,
    w.name as warehouse, d.stock_id, d.quantity_cap, s.sellable, least(d.quantity_cap, s.sellable) as available,
    d.price_centavos, v.cost_centavos, d.active, d.linked_only, d.created_at, d.updated_at, d.version,
    (select i.image_id from product_images i where i.product_id = p.id and (i.variation_id = v.id or i.variation_id is null)
      order by i.variation_id nulls last, i.position limit 1) as image_id,
    (select count(distinct pv.publication_id)::int from publication_components k
      join publication_variations pv on pv.id = k.publication_variation_id where k.stock_id = d.stock_id) as publications
  from dropship_items d join product_variations v on v.id = d.variation_id join products p on p.id = d.product_id
    join warehouses w on w.id = d.warehouse_id join stock s on s.id = d.stock_id`;

const advertisement = `select a.id, a.product, a.brand, a.archived, a.created_at, c.*,
    (select json_build_object('id', i.id, 'name', i.name) from advertisement_images ai join images i on i.id = ai.image_id
      where ai.advertisement_id = a.id order by ai.position limit 1) as image,
    (select coalesce(json_agg(json_build_object('id', p.id, 'account_id', m.id, 'account', m.name, 'state', p.state,
        'faulty', p.sync_error is not null) order by p.id), '[]')
      from publications p join marketplace_accounts m on m.id = p.account_id
      where p.business_id = a.business_id and p.advertisement_id = a.id and p.state <> 'closed') as publications
  from advertisements a cross join lateral (
    select count(*)::int as parts,
      coalesce(min(case when d.active then least(floor(s.sellable / k.quantity)::int, d.quantity_cap) else 0 end), 0) as quantity
    from advertisement_components k join dropship_items d on d.id = k.dropship_item_id join stock s on s.id = d.stock_id
    where k.advertisement_id = a.id) c`;

const sale = `select o.id, o.status, o.dispatch_limit, o.approval_reason, o.linked, o.reserve, o.fraud_risk, o.refused_reason, o.document,
    o.label_ready, o.marketplace, o.remote_order_id, o.pack_id, o.buyer_name, o.logistic_type, o.tracking_code, o.purchased_at,
    o.sent_at, o.return_expected, o.total_centavos, o.freight_centavos, f.id as supplier_id, f.name as supplier, w.id as warehouse_id, w.name as warehouse,
    a.id as account_id, a.name as account, l.*, (select sum(p.unit_cost_centavos * p.quantity) from order_parts p
      where p.order_id = o.id) as cost
  from orders o left join businesses f on f.id = o.fulfiller_id left join warehouses w on w.id = o.warehouse_id
    left join marketplace_accounts a on a.id = o.account_id cross join lateral (
    select string_agg(l.quantity || ' × ' || l.title, ', ' order by l.id) as items, sum(l.quantity) as units,
      sum(l.sale_fee_centavos) as fee from order_lines l where l.order_id = o.id) l`;

const bench = `select o.id, o.status, o.dispatch_limit, o.promised_at, o.purchased_at, o.business_id, s.name as seller,
    o.warehouse_id, w.name as warehouse, o.marketplace, o.remote_order_id, o.pack_id, o.logistic_type, o.buyer_name, o.label_ready,
    o.document, o.approval_reason, o.tracking_code, o.picking_by, u.name as picker, o.packed_at, o.sent_at, p.*
  from orders o join businesses s on s.id = o.business_id left join warehouses w on w.id = o.warehouse_id
    left join users u on u.id = o.picking_by cross join lateral (
    select string_agg(p.quantity || ' × ' || p.product_name, ', ' order by p.id) as items, sum(p.quantity) as units,
      sum(p.beeped) as beeped from order_parts p where p.order_id = o.id) p`;

const imagesOf = (
  condition: string,
) => `(select coalesce(json_agg(json_build_object('id', i.id, 'name', i.name)
    order by pi.position), '[]') from product_images pi join images i on i.id = pi.image_id
  where pi.business_id = p.business_id and pi.product_id = p.id and ${condition})`;

const insertedParts = `jsonb_array_elements($1::jsonb->'components') x`;

export const statements: Record<string, Statement> = {
  products: rows(1, `${product} where p.business_id = $1 order by p.name, p.id limit 21`),
  offers: rows(1, `${offer} where d.business_id = $1 order by d.id desc limit 21`),
  advertisements: rows(
    1,
    `${advertisement} where a.business_id = $1 and not a.archived order by a.created_at desc, a.id desc limit 21`,
  ),
  sales: rows(1, `${sale} where o.business_id = $1 order by o.purchased_at desc, o.id desc limit 21`),
  checkout: rows(
    1,
    `${bench} where o.fulfiller_id = $1 and o.shown_at is not null order by o.urgency, o.id limit 21`,
  ),
  'products-search': rows(
    2,
    `${product} where p.business_id = $1 and p.search like '%' || fold($2) || '%' order by p.name, p.id limit 21`,
  ),
  'advertisements-search': rows(
    2,
    `${advertisement} where a.business_id = $1 and not a.archived and a.search like '%' || fold($2) || '%'
      order by a.created_at desc, a.id desc limit 21`,
  ),
  'sales-search': rows(
    2,
    `${sale} where o.business_id = $1 and o.search like '%' || fold($2) || '%' order by o.purchased_at desc, o.id desc limit 21`,
  ),
  'sales-by-status': rows(
    2,
    `${sale} where o.business_id = $1 and o.status = $2 order by o.purchased_at desc, o.id desc limit 21`,
  ),
  product: one(
    2,
    `select p.*, c.description as category, ${imagesOf('pi.variation_id is null')} as images,
      (select coalesce(json_agg(json_build_object('id', v.id, 'name', v.name, 'sku', v.sku, 'gtin', v.gtin, 'attributes',
        v.attributes, 'cost', v.cost_centavos, 'images', ${imagesOf('pi.variation_id = v.id')},
        'available', (select coalesce(sum(s.sellable), 0)::int from stock s where s.business_id = v.business_id and s.variation_id = v.id),
        'inUse', exists (select from stock s where s.variation_id = v.id)) order by v.id), '[]')
        from product_variations v where v.business_id = p.business_id and v.product_id = p.id) as variations
    from products p left join categories c on c.id = p.category_id where p.business_id = $1 and p.id = $2`,
  ),
  sale: one(
    2,
    `select s.*, o.payment, o.paid_at, o.buyer, o.packed_at, o.collected_at, o.delivered_at, o.canceled_at, o.promised_at, o.version,
      (select json_agg(json_build_object('id', l.id, 'title', l.title, 'sku', l.sku, 'quantity', l.quantity, 'price',
        l.unit_price_centavos, 'publication', p.name, 'parts', (select json_agg(json_build_object('id', x.id, 'product',
          x.product_name, 'sku', x.sku, 'quantity', x.quantity, 'cost', x.unit_cost_centavos) order by x.id)
          from order_parts x where x.order_id = o.id and x.line_id = l.id)) order by l.id)
        from order_lines l left join publication_variations v on v.id = l.publication_variation_id
          left join publications p on p.id = v.publication_id where l.order_id = o.id) as lines,
      (select json_agg(e) from (select e.*, u.name from order_events e left join users u on u.id = e.user_id
        where e.order_id = o.id order by e.id desc limit 200) e) as events
    from orders o join lateral (${sale} where o.id = $2) s on true where o.business_id = $1 and o.id = $2`,
  ),
  publication: one(
    2,
    `select p.*, a.product as advertisement, m.name as account,
      (select json_agg(json_build_object('id', i.id, 'name', i.name) order by pi.position) from publication_images pi
        join images i on i.id = pi.image_id where pi.publication_id = p.id) as images,
      (select json_agg(json_build_object('variation', v, 'components', (select json_agg(json_build_object('id', k.id, 'offer', d.id,
          'name', k.product_name, 'sku', k.sku, 'supplier', b.name, 'warehouse', d.warehouse_id, 'quantity', k.quantity, 'price',
          d.price_centavos, 'available', least(s.sellable, d.quantity_cap), 'active', d.active) order by k.id)
          from publication_components k join dropship_items d on d.id = k.dropship_item_id join stock s on s.id = d.stock_id
            join businesses b on b.id = d.business_id where k.publication_variation_id = v.id)) order by v.id)
        from publication_variations v where v.business_id = p.business_id and v.publication_id = p.id) as variations
    from publications p join advertisements a on a.id = p.advertisement_id join marketplace_accounts m on m.id = p.account_id
    where p.business_id = $1 and p.id = $2`,
  ),
  'product-create': {
    parameters: 1,
    text: `with made as (
        insert into products (business_id, name, brand, model, category_id, weight, width, height, depth, description,
          attribute_types, codes, created_at, updated_at)
        select (b->>'business')::bigint, b->>'name', b->>'brand', b->>'model', (b->>'category')::bigint, (b->>'weight')::numeric,
          (b->>'width')::numeric, (b->>'height')::numeric, (b->>'depth')::numeric, b->>'description', array['Color'],
          (select string_agg(x->>'sku', ' ') from jsonb_array_elements(b->'variations') x), now(), now()
        from (select $1::jsonb as b) i returning *
      ), lines as (
        insert into product_variations (business_id, product_id, name, sku, attributes, cost_centavos)
        select p.business_id, p.id, '', x->>'sku', x->'attributes', (x->>'costCentavos')::bigint
        from made p, jsonb_array_elements($1::jsonb->'variations') x returning *
      ) select json_build_object('product', row_to_json(made), 'variations', (select json_agg(lines) from lines))::text as body
      from made`,
  },
  'product-update': {
    parameters: 1,
    text: `with changed as (
        update products p set brand = b->>'brand', description = b->>'description', updated_at = now(), version = version + 1
        from (select $1::jsonb as b) i where p.business_id = (b->>'business')::bigint and p.id = (b->>'id')::bigint returning p.*
      ), lines as (
        update product_variations v set cost_centavos = (x.value->>'costCentavos')::bigint, version = v.version + 1
        from changed p, jsonb_each($1::jsonb->'update') x where v.business_id = p.business_id and v.product_id = p.id
          and v.id = x.key::bigint returning v.*
      ) select json_build_object('product', row_to_json(changed), 'variations', (select json_agg(lines) from lines))::text as body
      from changed`,
  },
  'advertisement-create': {
    parameters: 1,
    text: `with made as (
        insert into advertisements (business_id, product, brand, description, created_at, updated_at)
        select (b->>'business')::bigint, b->>'product', b->>'brand', b->>'description', now(), now()
        from (select $1::jsonb as b) i returning *
      ), parts as (
        insert into advertisement_components (business_id, advertisement_id, dropship_item_id, supplier_id, quantity, product_name, sku)
        select a.business_id, a.id, d.id, d.business_id, (x->>'quantity')::int, p.name, v.sku
        from made a, ${insertedParts} join dropship_items d on d.id = (x->>'offer')::bigint
          join products p on p.id = d.product_id join product_variations v on v.id = d.variation_id returning *
      ) select json_build_object('advertisement', row_to_json(made), 'parts', (select json_agg(parts) from parts))::text as body
      from made`,
  },
  'advertisement-update': {
    parameters: 1,
    text: `with changed as (
        update advertisements a set brand = b->>'brand', description = b->>'description', updated_at = now(), version = version + 1
        from (select $1::jsonb as b) i where a.business_id = (b->>'business')::bigint and a.id = (b->>'id')::bigint returning a.*
      ) select json_build_object('advertisement', row_to_json(changed), 'parts', (select json_agg(k) from advertisement_components k
        where k.advertisement_id = changed.id))::text as body from changed`,
  },
  'publication-update': {
    parameters: 1,
    text: `with changed as (
        update publications p set description = b->>'description', updated_at = now(), version = version + 1
        from (select $1::jsonb as b) i where p.business_id = (b->>'business')::bigint and p.id = (b->>'id')::bigint returning p.*
      ) select json_build_object('publication', row_to_json(changed), 'variations', (select json_agg(json_build_object('variation', v,
        'components', (select json_agg(k) from publication_components k where k.publication_variation_id = v.id)))
        from publication_variations v where v.business_id = changed.business_id and v.publication_id = changed.id))::text as body
      from changed`,
  },
};
