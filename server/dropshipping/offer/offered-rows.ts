import { sql } from 'kysely';
import { foldText } from '#contract/business/import/cell.ts';
import { asCode } from '#contract/codes.ts';
import { isExample } from '#server/business/examples.ts';
import type { ReadRow } from '#server/business/import/import-rule.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';
import { withinWarehouses } from '#server/inventory/warehouse/scope.ts';
import { offerColumns } from './offer-columns.ts';

export type KnownVariation = {
  id: number;
  product_id: number;
  sku: string;
  cost_centavos: number | null;
  example: boolean;
};

/** What rows of variations refer to: variations by comparable SKU, warehouses by comparable name, and their offers. */
export async function readOffered(
  tx: Tx,
  actor: Actor,
  rows: readonly ReadRow<'offers' | 'prices' | 'stock'>[],
) {
  const skus = rows.map(({ values }) => asCode(values.sku));
  const [variations, warehouses] = await Promise.all([
    variationsOfSkus(tx, actor, skus),
    warehousesByName(tx, actor),
  ]);
  const ids = [...variations.values()].map(({ id }) => id);
  return { variations, warehouses, ids, offers: await lockOffers(tx, actor, ids) };
}

/** Own variations by comparable SKU, locked. */
export async function variationsOfSkus(
  tx: Tx,
  actor: Actor,
  wanted: readonly string[],
): Promise<Map<string, KnownVariation>> {
  const skus = [...new Set(wanted)];
  const found = await tx.db
    .selectFrom('product_variations')
    .select(['id', 'product_id', 'sku', 'cost_centavos'])
    .select(isExample('product', sql.ref('product_id')).as('example'))
    .where('business_id', '=', actor.businessId)
    .where(sql<boolean>`sku_key = any(${skus}::text[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Map(found.map((row) => [asCode(row.sku), row]));
}

/** Warehouses in a person's reach, by comparable name. */
async function warehousesByName(tx: Tx, actor: Actor): Promise<Map<string, number>> {
  const rows = await tx.db
    .selectFrom('warehouses')
    .select(['id', 'name'])
    .where('business_id', '=', actor.businessId)
    .where(withinWarehouses(actor, sql`id`))
    .orderBy('id')
    .execute();
  return new Map(rows.map(({ id, name }) => [foldText(name), id]));
}

/** Own offers of these variations in all warehouses in reach, locked. */
export function lockOffers(tx: Tx, actor: Actor, variationIds: readonly number[]) {
  return tx.db
    .selectFrom('dropship_items')
    .select(['id', 'variation_id', 'warehouse_id', ...Object.values(offerColumns)])
    .where('business_id', '=', actor.businessId)
    .where(withinWarehouses(actor, sql`warehouse_id`))
    .where(sql<boolean>`variation_id = any(${variationIds}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

export type KnownOffer = Awaited<ReturnType<typeof lockOffers>>[number];
