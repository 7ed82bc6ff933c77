import type { Plan } from './plan.ts';

const nouns = `array['Caneca','Garrafa','Panela','Toalha','Luminária','Mochila','Chaleira','Tapete','Cadeira','Relógio',
  'Almofada','Bandeja','Frigideira','Lençol','Vaso','Estojo','Travessa','Cortina','Banqueta','Cesto']`;
const looks = `array['esmaltada','térmica','antiaderente','felpuda','dobrável','impermeável','clássica','rústica',
  'minimalista','artesanal','compacta','reforçada','premium']`;
const colors = `array['Azul','Verde','Preto']`;
const brands = `array['Simula','Ipê','Cerrado','Maré','Araucária','Jabuti','Tatu']`;

/** Scattered over 0 … n - 1, the same for one number and seed everywhere. */
export const mixed = (plan: Plan, number: string, salt: number, n: number) =>
  `(((${number})::bigint * 2654435761 + ${plan.seed * 40_503 + salt * 7919}) % 4294967296 / 4096 % ${n})::int`;

/** The pair to which a product belongs, or a sale with the other counts. */
export const pairOf = (id: string, first: number, further: number) =>
  `(case when ${id} <= ${first} then 1 else 2 + (${id} - ${first} - 1) / ${further} end)`;

export function catalogue(plan: Plan): string[] {
  const { products, stocked } = plan;
  const pair = pairOf('p', plan.rows, plan.smallProducts);
  const at = `(timestamptz '2026-11-20 12:00+00' - (${products} - p) * interval '7 seconds')`;
  const name = `(${nouns})[1 + ${mixed(plan, 'p', 1, 20)}] || ' ' || (${looks})[1 + ${mixed(plan, 'p', 2, 13)}] || ' ' || p`;
  const price = `(1000 + ${mixed(plan, 'p', 3, 40)} * 250)`;
  const everyProduct = `from generate_series(1, ${products}) p, lateral (select ${pair}::bigint as k) w`;
  const everyVariation = `from generate_series(1, ${products}) p cross join generate_series(1, 3) j cross join lateral (select ${pair}::bigint as k) w`;
  const everyLine = `from generate_series(1, ${products}) p cross join generate_series(1, ${stocked}) j cross join lateral (select ${pair}::bigint as k) w`;
  return [
    `insert into products (id, business_id, name, brand, model, category_id, weight, width, height, depth, description,
        codes, created_at, updated_at) overriding system value
      select p, 2 * k - 1, ${name}, (${brands})[1 + ${mixed(plan, 'p', 4, 7)}], 'M' || p % 900, (k - 1) * 20 + 1 + p % 20,
        0.4, 12, 11, 9, 'Produto ' || p || ' para a cozinha e para a casa.',
        'SKU-' || p || '-1 SKU-' || p || '-2 SKU-' || p || '-3', ${at}, ${at} ${everyProduct}`,
    `insert into product_variations (id, business_id, product_id, name, sku, attributes, cost_centavos)
        overriding system value
      select (p - 1) * 3 + j, 2 * k - 1, p, (${colors})[j], 'SKU-' || p || '-' || j,
        jsonb_build_object('Color', (${colors})[j]), ${price} - 400 ${everyVariation}`,
    `insert into volumes (id, business_id, code, name, warehouse_id, position_id, state, checked, launched_at,
        last_check_at, created_at, version) overriding system value
      select p / 10, 2 * k - 1, 'V' || lpad((p / 10)::text, 8, '0'), 'Caixa ' || p / 10, k, (k - 1) * 20 + 1 + p / 10 % 20,
        'active', true, ${at}, ${at}, ${at}, 3
      from generate_series(10, ${products}, 10) p, lateral (select ${pair}::bigint as k) w`,
    `insert into volume_events (business_id, volume_id, at, user_id, kind)
      select 2 * k - 1, p / 10, ${at}, 2 * k - 1, e
      from generate_series(10, ${products}, 10) p, lateral (select ${pair}::bigint as k) w,
        unnest(array['created', 'tagged', 'launched']) e`,
    `insert into stock (id, business_id, variation_id, warehouse_id, on_hand, reserved, soft, packed, revision)
        overriding system value
      select (p - 1) * 3 + j, 2 * k - 1, (p - 1) * 3 + j, k, case when j <= ${stocked} then 500 else 0 end,
        coalesce(d.firm, 0), coalesce(d.soft, 0), coalesce(d.packed, 0), 1 + coalesce(d.parts, 0)
      ${everyVariation} left join bench_demand d on d.offer = p and j = 1`,
    `insert into volume_lines (id, business_id, volume_id, variation_id, quantity) overriding system value
      select (p - 1) * ${stocked} + j, 2 * k - 1, (p + 9) / 10, (p - 1) * 3 + j, 500 ${everyLine}`,
    `insert into ledger_entries (business_id, stock_id, kind, source, source_id, on_hand, volume_id, position_id, user_id, at)
      select 2 * k - 1, (p - 1) * 3 + j, 'receipt', 'volume', (p + 9) / 10 || ':3:' || (p - 1) * 3 + j,
        500 + case when j = 1 then coalesce(d.out, 0) else 0 end,
        (p + 9) / 10, (k - 1) * 20 + 1 + (p + 9) / 10 % 20, 2 * k - 1, timestamptz '2024-01-02 12:00+00'
      ${everyLine} left join bench_demand d on d.offer = p`,
    `insert into dropship_items (id, business_id, product_id, variation_id, warehouse_id, stock_id, quantity_cap,
        price_centavos, created_at, updated_at) overriding system value
      select p, 2 * k - 1, p, (p - 1) * 3 + 1, k, (p - 1) * 3 + 1, 1000, ${price}, ${at}, ${at} ${everyProduct}`,
    `insert into advertisements (id, business_id, brand, product, codes, created_at, updated_at) overriding system value
      select p, 2 * k, (${brands})[1 + ${mixed(plan, 'p', 4, 7)}], ${name},
        'MLB' || 4000000000 + p || ' PUB-' || p || ' SKU-' || p || '-1', ${at}, ${at} ${everyProduct}`,
    `insert into advertisement_components (id, business_id, advertisement_id, dropship_item_id, supplier_id, quantity,
        product_name, sku) overriding system value
      select p, 2 * k, p, p, 2 * k - 1, 1, ${name}, 'SKU-' || p || '-1' ${everyProduct}`,
    `insert into publications (id, business_id, advertisement_id, account_id, name, category_id, category_name, type, weight,
        width, height, depth, warehouse_id, supplier_id, remote_item_id, state, remote_status, synced_at, created_at,
        updated_at) overriding system value
      select p, 2 * k, p, k, ${name}, 'MLB269653', 'Canecas', case when p % 2 = 0 then 'premium' else 'classic' end, 0.4, 12,
        11, 9, k, 2 * k - 1, 'MLB' || 4000000000 + p, 'active', 'active', ${at}, ${at}, ${at} ${everyProduct}`,
    `insert into publication_variations (id, business_id, publication_id, name, sku, margin_basis_points, cost_centavos,
        price_centavos, fee_centavos, remote_item_id, remote_status, synced_quantity, synced_price_centavos, synced_at)
        overriding system value
      select p, 2 * k, p, '', 'PUB-' || p, 2000, ${price}, ${price} * 2, 200, 'MLB' || 4000000000 + p, 'active', 500, ${price} * 2, ${at} ${everyProduct}`,
    `insert into publication_components (id, business_id, publication_variation_id, dropship_item_id, stock_id, supplier_id,
        quantity, product_name, sku) overriding system value
      select p, 2 * k, p, p, (p - 1) * 3 + 1, 2 * k - 1, 1, ${name}, 'SKU-' || p || '-1' ${everyProduct}`,
  ];
}
