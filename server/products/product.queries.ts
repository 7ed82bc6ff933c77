import { sql } from 'kysely';
import type { BulkSelection } from '#contract/bulk.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import { type Product, type ProductRow, productFilter, productSorts } from '#contract/products/product.ts';
import { listedFields, productFieldNames } from '#contract/products/product-fields.ts';
import type { Variation } from '#contract/products/variation.ts';
import { tagsOf, wearsOneOf } from '#server/business/tags/tags.queries.ts';
import { listPage, listSpec, withoutFields } from '#server/db/list.ts';
import { prepared } from '#server/db/prepared.ts';
import { findSelected } from '#server/db/selection.ts';
import type { Tx } from '#server/db/transaction.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { isBlind, isVariationCounted } from '#server/inventory/balance/blind.ts';
import { ownBusiness } from '#server/inventory/warehouse/scope.ts';
import { fieldSorts, fieldSql, requiredSorts, selectFields } from './product-columns.ts';
import { productTags } from './product-tag.ts';

/** The tags of product `p`, by name. */
const tagsOfProduct = tagsOf(productTags, sql`p.business_id`, sql`p.id`);

type Reference = { id: number; name: string };

const available = sql<number>`coalesce((select sum(s.sellable)::int from stock s
  join product_variations v on v.id = s.variation_id
  where v.business_id = p.business_id and v.product_id = p.id), 0)`;
const variations = sql<number>`(select count(*)::int from product_variations v
  where v.business_id = p.business_id and v.product_id = p.id)`;
/** The variations in a row of the list, in one sub-query. */
const stockOfRow = sql<{ variations: number; sku: string | null; available: number }>`(
  select json_build_object('variations', count(distinct v.id), 'sku', min(v.sku), 'available', coalesce(sum(s.sellable), 0))
  from product_variations v left join stock s on s.business_id = v.business_id and s.variation_id = v.id
  where v.business_id = p.business_id and v.product_id = p.id)`;
const image = sql<Reference | null>`(select json_build_object('id', i.id, 'name', i.name)
  from product_images pi join images i on i.id = pi.image_id
  where pi.business_id = p.business_id and pi.product_id = p.id
  order by pi.variation_id is not null, pi.position limit 1)`;

const categoryName = sql<string | null>`(select c.description from categories c where c.id = p.category_id)`;

const spec = listSpec({
  fields: productFilter,
  sortedBy: productSorts,
  sql: {
    ...fieldSql,
    category: {
      // A category includes its sub-categories.
      where: (ids) => sql`p.category_id in (with recursive down (id) as (
        select id from categories where business_id = p.business_id and id in (${sql.join(ids)})
        union select k.id from categories k join down on k.parent_id = down.id) select id from down)`,
    },
    tag: {
      where: (ids) => wearsOneOf(productTags, sql`p.business_id`, sql`p.id`, ids),
    },
    id: sql`p.id`,
    sku: sql`p.codes`,
    gtin: sql`p.codes`,
    available,
    variations,
    pictured: {
      where: ([yes]) => sql`exists (select from product_images pi where pi.business_id = p.business_id
        and pi.product_id = p.id) = ${yes}`,
    },
    measured: {
      where: ([yes]) => sql`(p.weight is not null and p.width is not null and p.height is not null
        and p.depth is not null) = ${yes}`,
    },
    updated: sql`p.updated_at`,
  },
  search: sql`p.search`,
  matches: { list: 'products', ids: sql`p.id`, fields: ['name', 'brand', 'model', 'sku', 'gtin'] },
  sorts: { ...fieldSorts, updated: sql`p.updated_at`, id: sql`p.id`, available },
  required: [...requiredSorts, 'updated'],
  changedAt: sql`p.updated_at`,
  defaultSort: 'name',
  id: sql`p.id`,
});

const ownProducts = (tx: Tx) =>
  tx.db
    .selectFrom('products as p')
    // Suppliers' offers are visible too: a list of the caller's own goods must filter by owner.
    .where('p.business_id', '=', ownBusiness)
    .select(['p.id', 'p.updated_at', 'p.version'])
    .select(selectFields(listedFields))
    .select(['p.category_id', categoryName.as('category_name')])
    .select([image.as('image'), stockOfRow.as('stock'), tagsOfProduct.as('tags')]);

const isCounted = sql<boolean>`exists (select from product_variations v
  where v.business_id = p.business_id and v.product_id = p.id and ${isVariationCounted})`;

const toldProducts = (tx: Tx) => ownProducts(tx).select(sql<boolean>`false`.as('untold'));
const blindProducts = (tx: Tx) => ownProducts(tx).select(isCounted.as('untold'));

export async function listProducts(tx: Tx, actor: Actor, query: ListQuery): Promise<Page<ProductRow>> {
  const found = isBlind(actor)
    ? await listPage(tx, blindProducts, withoutFields(spec, ['available']), query)
    : await listPage(tx, toldProducts, spec, query);
  return {
    ...found,
    items: found.items.map(({ stock, untold, updated_at, category_id, category_name, ...row }) => ({
      ...row,
      variations: stock.variations,
      available: untold ? null : stock.available,
      sku: stock.sku ?? '',
      updatedAt: updated_at.toISOString(),
      category: category_id === null ? null : { id: category_id, name: category_name ?? '' },
    })),
  };
}

/** The products that a bulk act names or that its filter finds. */
export function findSelectedProducts(tx: Tx, selection: BulkSelection): Promise<number[]> {
  const own = tx.db.selectFrom('products as p').where('p.business_id', '=', ownBusiness).select('p.id');
  return findSelected(tx, own, spec, selection);
}

const imagesOf = (condition: ReturnType<typeof sql>) => sql<Reference[]>`coalesce((
  select json_agg(json_build_object('id', i.id, 'name', i.name) order by pi.position, pi.id)
  from product_images pi join images i on i.id = pi.image_id
  where pi.business_id = p.business_id and pi.product_id = p.id and ${condition}), '[]')`;

const usedBesidesStock = sql<boolean>`(exists (select from volume_lines l where l.variation_id = v.id)
  or exists (select from supply_request_lines q where q.variation_id = v.id)
  or exists (select from dropship_items d where d.variation_id = v.id))`;
/** Whether stock, a volume or an offer uses it. */
export const variationInUse = sql<boolean>`(
  exists (select from stock s where s.variation_id = v.id) or ${usedBesidesStock})`;

/** One product with all its parts, in one statement. */
const wholeProduct = prepared((db, { id }: { id: number }) =>
  db
    .selectFrom('products as p')
    .leftJoin('categories as c', 'c.id', 'p.category_id')
    .where('p.business_id', '=', ownBusiness)
    .where('p.id', '=', id)
    .select(['p.id', 'p.version', 'p.attribute_types'])
    .select(selectFields(productFieldNames))
    .select(['p.created_at', 'p.updated_at', 'p.category_id', 'c.description as category_name'])
    .select([
      imagesOf(sql`pi.variation_id is null`).as('images'),
      tagsOfProduct.as('tags'),
      sql<(Variation & { counted: boolean })[]>`coalesce((select json_agg(json_build_object(
        'id', v.id, 'name', v.name, 'sku', v.sku, 'gtin', v.gtin, 'attributes', v.attributes,
        'costCentavos', v.cost_centavos, 'images', ${imagesOf(sql`pi.variation_id = v.id`)},
        'available', coalesce(k.available, 0),
        'sameGtin', coalesce((select json_agg(json_build_object('id', o.id, 'sku', o.sku, 'name', case
            when o.name in ('', op.name) then op.name else op.name || ' · ' || o.name end) order by o.id)
          from product_variations o join products op on op.id = o.product_id
          where o.business_id = v.business_id and o.gtin = v.gtin and v.gtin <> '' and o.id <> v.id), '[]'),
        'counted', ${isVariationCounted}, 'inUse', k.available is not null or ${usedBesidesStock}) order by v.id)
        from product_variations v
          left join lateral (select sum(s.sellable)::int as available from stock s
            where s.business_id = v.business_id and s.variation_id = v.id) k on true
        where v.business_id = p.business_id and v.product_id = p.id), '[]')`.as('variations'),
    ]),
);

export async function findProduct(tx: Tx, actor: Actor, id: number): Promise<Product | null> {
  const [row] = await wholeProduct(tx, { id });
  if (!row) return null;
  const { category_id, category_name, attribute_types, created_at, updated_at, ...rest } = row;
  const priced = actorCan(actor, 'prices.read');
  return {
    ...rest,
    attributeTypes: attribute_types,
    category: category_id === null ? null : { id: category_id, name: category_name ?? '' },
    createdAt: created_at.toISOString(),
    updatedAt: updated_at.toISOString(),
    variations: row.variations.map(({ costCentavos, counted, ...variation }) => ({
      ...variation,
      ...(counted && isBlind(actor) && { available: null }),
      ...(priced && { costCentavos }),
    })),
  };
}
