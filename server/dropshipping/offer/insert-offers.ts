import { sql } from 'kysely';
import type { NewOffer } from '#contract/dropshipping/dropship-item.ts';
import { refuseExampleVariations } from '#server/business/examples.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';
import { ensureStockOfMany } from '#server/inventory/ledger.ts';
import { columnsOfOffer, offerColumns } from './offer-columns.ts';
import { sellsToItself } from './own-goods.ts';

/** The defaults of a new offer. */
const newOffer = { active: true, linkedOnly: false, example: '' };

export type PlacedOffer = NewOffer & { productId: number; price: number };

/** Inserts offers with their stock levels and skips existing ones; returns the ids of the new offers. */
export async function insertOffers(tx: Tx, actor: Actor, offers: readonly PlacedOffer[]): Promise<number[]> {
  if (!sellsToItself(actor))
    await refuseExampleVariations(
      tx,
      offers.map(({ variationId }) => variationId),
    );
  const rows: object[] = [];
  for (const [warehouseId, placed] of Map.groupBy(offers, (offer) => offer.warehouseId)) {
    const variationIds = placed.map(({ variationId }) => variationId);
    const stockIds = await ensureStockOfMany(tx, actor.businessId, variationIds, warehouseId);
    for (const offer of placed)
      rows.push({
        variation_id: offer.variationId,
        product_id: offer.productId,
        warehouse_id: warehouseId,
        stock_id: stockIds.get(offer.variationId),
        ...columnsOfOffer({ ...newOffer, ...offer }),
      });
  }
  const columns = ['product_id', 'variation_id', 'warehouse_id', 'stock_id', ...Object.values(offerColumns)];
  const named = sql.join(columns.map((column) => sql.ref(column)));
  const inserted = await sql<{ id: number }>`
    insert into dropship_items (business_id, created_at, updated_at, ${named})
    select ${actor.businessId}, ${tx.now()}::timestamptz, ${tx.now()}::timestamptz, ${named}
    from jsonb_populate_recordset(null::dropship_items, ${JSON.stringify(rows)}::jsonb)
    on conflict (variation_id, warehouse_id) do nothing
    returning id`.execute(tx.db);
  return inserted.rows.map(({ id }) => id);
}
