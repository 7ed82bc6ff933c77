import { sql } from 'kysely';
import { asCode } from '#contract/codes.ts';
import { sheetFieldNames } from '#contract/products/product-fields.ts';
import type { ReadRow } from '#server/business/import/import-rule.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';
import { selectFields } from '../product-columns.ts';
import type { SavedVariation } from '../variation-plan.ts';
import { knownAddresses } from './plan-pictures.ts';

export type KnownProduct = Awaited<ReturnType<typeof lockProducts>>[number] & {
  variations: SavedVariation[];
  /** Addresses of its pictures that imports have named. */
  addresses: ReadonlySet<string>;
};

/** The products that rows refer to by SKU or by name, locked for update. */
export async function readKnown(tx: Tx, actor: Actor, rows: readonly ReadRow<'products'>[]) {
  const names = [...new Set(rows.map(({ values }) => values.name))];
  const skus = rows.map(({ values }) => asCode(values.sku));
  const products = await lockProducts(tx, actor, names, skus);
  const variations = await tx.db
    .selectFrom('product_variations')
    .select(['id', 'product_id', 'name', 'sku', 'gtin', 'attributes', 'cost_centavos'])
    .where('business_id', '=', actor.businessId)
    .where(sql<boolean>`product_id = any(${products.map(({ id }) => id)}::bigint[])`)
    .orderBy('id')
    .execute();
  const addresses = rows.some(({ values }) => values.pictures !== undefined)
    ? await knownAddresses(
        tx,
        actor.businessId,
        products.map(({ id }) => id),
      )
    : new Map<number, Set<string>>();
  const ofProduct = Map.groupBy(variations, (row) => row.product_id);
  const known = products.map(
    (product): KnownProduct => ({
      ...product,
      addresses: addresses.get(product.id) ?? new Set(),
      variations: (ofProduct.get(product.id) ?? []).map((row) => ({
        ...row,
        attributes: row.attributes as Record<string, string>,
      })),
    }),
  );
  return {
    bySku: new Map(
      known.flatMap((product) => product.variations.map(({ sku }) => [asCode(sku), product] as const)),
    ),
    byName: Map.groupBy(known, ({ name }) => name),
  };
}

function lockProducts(tx: Tx, actor: Actor, names: readonly string[], skus: readonly string[]) {
  return tx.db
    .selectFrom('products as p')
    .select(['p.id', 'p.category_id', 'p.attribute_types', 'p.version'])
    .select(selectFields(sheetFieldNames))
    .select(
      sql<string | null>`(select c.description from categories c where c.id = p.category_id)`.as('category'),
    )
    .where('p.business_id', '=', actor.businessId)
    .where(
      // A union lets each branch use its index; an `or` would search the SKUs of every product.
      sql<boolean>`p.id in (
        select n.id from products n where n.business_id = ${actor.businessId} and n.name = any(${names}::text[])
        union select v.product_id from product_variations v
          where v.business_id = ${actor.businessId} and v.sku_key = any(${skus}::text[]))`,
    )
    .orderBy('p.id')
    .forNoKeyUpdate()
    .execute();
}
