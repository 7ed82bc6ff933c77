import { sql } from 'kysely';
import { asksFor } from '#contract/filter.ts';
import type { ListQuery } from '#contract/primitives.ts';
import { virtualProductFilter, virtualProductSorts } from '#contract/products/virtual-product.ts';
import { marginSql } from '#server/advertisements/margin/margin-sql.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';
import { variationQuantitySql } from '#server/dropshipping/offer/quantity-sql.ts';

const kits = (tx: Tx) =>
  tx.db
    .selectFrom('virtual_products as k')
    .select([
      'k.id',
      'k.name',
      'k.sku',
      'k.title',
      'k.weight',
      'k.width',
      'k.height',
      'k.depth',
      'k.archived',
      'k.created_at',
      'k.updated_at',
      'k.version',
    ])
    .where('k.business_id', '=', sql<number>`app_business()`);
export type KitRow = Awaited<ReturnType<typeof findKits>>[number];

const spec = listSpec({
  fields: virtualProductFilter,
  sortedBy: virtualProductSorts,
  sql: {
    name: sql`k.name`,
    sku: sql`k.sku`,
    archived: sql`k.archived`,
    offer: {
      where: (values) => sql`exists (select from virtual_product_components c
        where c.virtual_product_id = k.id and c.dropship_item_id in (${sql.join(values)}))`,
    },
  },
  search: sql`k.search`,
  sorts: { name: sql`k.name`, sku: sql`k.sku`, updated: sql`k.updated_at` },
  required: ['name', 'sku', 'updated'],
  defaultSort: 'name',
  id: sql`k.id`,
});

export function listKits(tx: Tx, query: ListQuery) {
  // The archive is listed only on request.
  const asked = asksFor(query.query, 'archived');
  return listPage(tx, asked ? kits(tx) : kits(tx).where('k.archived', '=', false), spec, query);
}

export function findKits(tx: Tx, ids: readonly number[]) {
  return kits(tx)
    .where('k.id', 'in', [...ids, 0])
    .execute();
}

/** Own kits that are sold under one of these SKUs, each as `asCode` writes it. */
export function findKitsBySku(tx: Tx, skus: readonly string[]) {
  return kits(tx)
    .where('k.archived', '=', false)
    .where(sql<boolean>`k.sku <> '' and upper(k.sku) = any(${[...skus]}::text[])`)
    .execute();
}

export function lockKit(tx: Tx, id: number) {
  return tx.db.selectFrom('virtual_products').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export function storedParts(tx: Tx, kitId: number) {
  return tx.db
    .selectFrom('virtual_product_components')
    .select(['id', 'dropship_item_id as offer', 'quantity'])
    .where('virtual_product_id', '=', kitId)
    .orderBy('id')
    .execute();
}

type Part = { offer: number; quantity: number };

/** The signature of a composition: offers and quantities, in the order of the offers. */
export const compositionKey = (parts: readonly Part[]): string =>
  parts
    .toSorted((one, other) => one.offer - other.offer)
    .map(({ offer, quantity }) => `${offer}x${quantity}`)
    .join(' ');

/** Whether another kit that is not archived has exactly these parts. */
export async function hasTwin(tx: Tx, kitId: number, parts: readonly Part[]): Promise<boolean> {
  const { rows } = await sql`
    select from virtual_product_components c join virtual_products k on k.id = c.virtual_product_id
    where k.business_id = app_business() and k.id <> ${kitId} and not k.archived
      and c.dropship_item_id = ${parts[0]?.offer ?? 0}
      and ${compositionKey(parts)} = (select string_agg(o.dropship_item_id || 'x' || o.quantity, ' ' order by o.dropship_item_id)
        from virtual_product_components o where o.virtual_product_id = k.id)
    limit 1`.execute(tx.db);
  return rows.length > 0;
}

type Follower = {
  id: number;
  variation: string;
  publication_id: number;
  publication_name: string;
  advertisement_id: number;
  advertisement_name: string;
  account_id: number;
  account_name: string;
  price: number;
  margin: number;
  fee: number | null;
  freight: number | null;
  quantity: number;
};

/** Variations of open publications that have exactly these parts. */
export async function findFollowers(tx: Tx, parts: readonly Part[]): Promise<Follower[]> {
  const { rows } = await sql<Follower>`
    select v.id, v.name as variation, p.id as publication_id, p.name as publication_name, a.id as advertisement_id,
      a.product as advertisement_name, m.id as account_id, m.name as account_name, v.price_centavos as price,
      ${marginSql} as margin, v.fee_centavos as fee, v.freight_centavos as freight,
      ${variationQuantitySql} as quantity
    from publication_components c join publication_variations v on v.id = c.publication_variation_id
      join publications p on p.id = v.publication_id join advertisements a on a.id = p.advertisement_id
      join marketplace_accounts m on m.id = p.account_id
    where c.business_id = app_business() and c.dropship_item_id = ${parts[0]?.offer ?? 0} and p.state <> 'closed'
      and ${compositionKey(parts)} = (select string_agg(o.dropship_item_id || 'x' || o.quantity, ' ' order by o.dropship_item_id)
        from publication_components o where o.publication_variation_id = v.id)
    order by p.id, v.id`.execute(tx.db);
  return rows;
}

/** Advertisements whose only composition is exactly this. */
export async function findComposedOf(tx: Tx, parts: readonly Part[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from advertisement_components c join advertisements a on a.id = c.advertisement_id
    where c.business_id = app_business() and c.dropship_item_id = ${parts[0]?.offer ?? 0} and not a.as_variations
      and not a.archived
      and ${compositionKey(parts)} = (select string_agg(o.dropship_item_id || 'x' || o.quantity, ' ' order by o.dropship_item_id)
        from advertisement_components o where o.advertisement_id = a.id)
    order by a.id`.execute(tx.db);
  return rows.map((row) => row.id);
}
