import { sql } from 'kysely';
import { catalogueFilter, catalogueSorts } from '#contract/dropshipping/catalogue.ts';
import type { ListQuery } from '#contract/primitives.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';
import { firstImage, offerName } from './offer-sql.ts';

const available = sql<number>`least(d.quantity_cap, s.sellable)`;

export const catalogueSpec = listSpec({
  fields: catalogueFilter,
  sortedBy: catalogueSorts,
  sql: {
    supplier: sql`d.business_id`,
    brand: sql`p.brand`,
    sku: sql`v.sku`,
    gtin: sql`v.gtin`,
    category: sql`coalesce(c.description, '')`,
    price: sql`d.price_centavos`,
    available,
    product: sql`d.product_id`,
    warehouse: sql`d.warehouse_id`,
    advertised: {
      where: ([wanted]) => sql`exists (select from advertisement_components c
        where c.business_id = app_business() and c.dropship_item_id = d.id) = ${wanted}`,
    },
  },
  search: sql`(p.search || ' ' || v.search)`,
  matches: { list: 'offered', ids: sql`d.id`, fields: ['sku', 'gtin', 'brand'] },
  sorts: { newest: sql`d.id`, price: sql`d.price_centavos`, available, name: sql`p.name` },
  required: ['newest', 'price', 'available', 'name'],
  defaultSort: '-newest',
  id: sql`d.id`,
});

/**
 * Active offers that the row policies show to this seller. Every column is meant for sellers: no cost, no bucket of the
 * stock level except the available units, no other seller. Left joins, although each row exists, let the database skip
 * tables that a count does not use.
 */
export function selectCatalogue(tx: Tx) {
  return tx.db
    .selectFrom('dropship_items as d')
    .leftJoin('product_variations as v', 'v.id', 'd.variation_id')
    .leftJoin('products as p', 'p.id', 'd.product_id')
    .leftJoin('stock as s', 's.id', 'd.stock_id')
    .leftJoin('businesses as b', 'b.id', 'd.business_id')
    .leftJoin('categories as c', 'c.id', 'p.category_id')
    .where(sql<boolean>`d.active`)
    .select([
      'd.id',
      offerName.as('name'),
      sql<string>`v.name`.as('variation'),
      'd.product_id',
      sql<string>`p.name`.as('product_name'),
      sql<string>`p.brand`.as('brand'),
      sql<string>`v.sku`.as('sku'),
      sql<string>`v.gtin`.as('gtin'),
      sql<string>`coalesce(c.description, '')`.as('category'),
      firstImage.as('image_id'),
      'd.business_id as supplier_id',
      sql<string>`b.name`.as('supplier_name'),
      'd.warehouse_id as warehouseId',
      'd.price_centavos as price',
      available.as('available'),
      'p.weight',
      sql<boolean>`d.business_id = app_business()`.as('own'),
      'd.created_at as createdAt',
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectCatalogue>['executeTakeFirstOrThrow']>>;

export function shapeOffer<R extends Row>(row: R) {
  return {
    ...row,
    product: { id: row.product_id, name: row.product_name },
    supplier: { id: row.supplier_id, name: row.supplier_name },
    image: row.image_id === null ? null : { id: row.image_id },
  };
}

export async function listCatalogue(tx: Tx, query: ListQuery) {
  const page = await listPage(tx, selectCatalogue, catalogueSpec, query);
  return { ...page, items: page.items.map(shapeOffer) };
}

export async function findInCatalogue(tx: Tx, id: number) {
  const row = await selectCatalogue(tx)
    .select([
      'd.variation_id',
      sql<string>`p.model`.as('model'),
      sql<string>`p.description`.as('description'),
      'd.example',
      sql<string>`p.unit`.as('unit'),
      'p.width',
      'p.height',
      'p.depth',
      'v.attributes',
    ])
    .where('d.id', '=', id)
    .executeTakeFirst();
  return row && { ...shapeOffer(row), variationId: row.variation_id };
}

/** Photos of the variation first, then those of the product as a whole. */
export function findPhotos(tx: Tx, productId: number, variationId: number) {
  return tx.db
    .selectFrom('product_images as p')
    .innerJoin('images as i', 'i.id', 'p.image_id')
    .select(['i.id', 'i.name'])
    .where('p.product_id', '=', productId)
    .where((where) =>
      where.or([where('p.variation_id', '=', variationId), where('p.variation_id', 'is', null)]),
    )
    .groupBy(['i.id', 'i.name'])
    .orderBy(sql`min(case when p.variation_id is null then 1 else 0 end)`)
    .orderBy(sql`min(p.position)`)
    .execute();
}

export function findSiblings(tx: Tx, productId: number, warehouseId: number, exceptId: number) {
  return selectCatalogue(tx)
    .where('d.product_id', '=', productId)
    .where('d.warehouse_id', '=', warehouseId)
    .where('d.id', '<>', exceptId)
    .orderBy('v.id')
    .limit(50)
    .execute();
}

const supplierSpec = listSpec({
  fields: {},
  sql: {},
  search: sql`fold(b.name)`,
  sortedBy: ['name'],
  sorts: { name: sql`b.name` },
  required: ['name'],
  defaultSort: 'name',
  id: sql`b.id`,
});

export function listSuppliers(tx: Tx, query: ListQuery) {
  const base = tx.db
    .selectFrom('businesses as b')
    .select(['b.id', 'b.name'])
    .where(sql<boolean>`exists (select from dropship_items d where d.business_id = b.id and d.active)`);
  return listPage(tx, base, supplierSpec, query);
}
