import { sql } from 'kysely';
import type { ListQuery, Page } from '#contract/primitives.ts';
import { type VariationRow, variationFilter, variationSorts } from '#contract/products/variation.ts';
import { listPage, listSpec, withoutFields } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { isBlind, isVariationCounted } from '#server/inventory/balance/blind.ts';

const available = sql<number>`coalesce((select sum(s.sellable)::int from stock s
  where s.business_id = v.business_id and s.variation_id = v.id), 0)`;

const spec = listSpec({
  fields: variationFilter,
  sortedBy: variationSorts,
  sql: {
    name: sql`p.name || ' ' || v.name`,
    sku: sql`v.sku`,
    gtin: sql`v.gtin`,
    brand: sql`p.brand`,
    product: sql`v.product_id`,
    category: sql`p.category_id`,
    id: sql`v.id`,
    available,
  },
  search: sql`(fold(p.name || ' ' || p.brand || ' ') || v.search)`,
  matches: { list: 'variations', ids: sql`v.id`, fields: ['sku', 'gtin', 'brand'] },
  sorts: { name: sql`(p.name || ' ' || v.name)`, sku: sql`v.sku`, id: sql`v.id`, available },
  required: ['name', 'sku'],
  defaultSort: 'name',
  id: sql`v.id`,
});

/** The first picture of the variation, or of its product if it has none. */
const image = sql<{ id: number; name: string } | null>`(select json_build_object('id', i.id, 'name', i.name)
  from product_images pi join images i on i.id = pi.image_id
  where pi.business_id = v.business_id and pi.product_id = v.product_id
    and (pi.variation_id = v.id or pi.variation_id is null)
  order by pi.variation_id is null, pi.position limit 1)`;

export async function listVariations(tx: Tx, actor: Actor, query: ListQuery): Promise<Page<VariationRow>> {
  const blind = isBlind(actor);
  const base = tx.db
    .selectFrom('product_variations as v')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    // Suppliers' offers are visible too: a list of the caller's own goods must filter by owner.
    .where('v.business_id', '=', actor.businessId)
    .select(['v.id', 'v.name', 'v.sku', 'v.gtin', 'v.attributes', 'v.cost_centavos'])
    .select(['v.product_id', 'p.name as product_name', 'p.weight', 'p.asks_lots as asksLots'])
    .select([image.as('image'), available.as('available')])
    .select(blind ? isVariationCounted.as('untold') : sql<boolean>`false`.as('untold'));
  const found = await listPage(tx, base, blind ? withoutFields(spec, ['available']) : spec, query);
  const priced = actorCan(actor, 'prices.read');
  return {
    ...found,
    items: found.items.map(({ product_id, product_name, cost_centavos, attributes, untold, ...row }) => ({
      ...row,
      ...(untold && { available: null }),
      attributes: attributes as Record<string, string>,
      weight: row.weight === null ? null : Number(row.weight),
      product: { id: product_id, name: product_name },
      ...(priced && { costCentavos: cost_centavos }),
    })),
  };
}
