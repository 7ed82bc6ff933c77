import { sql } from 'kysely';
import type { NewOffer } from '#contract/dropshipping/dropship-item.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';
import { ensureStockOfMany } from '#server/inventory/ledger.ts';

export type PlacedOffer = NewOffer & { productId: number; price: number };

/** The rows of new offers, with their shelves; one that is there already is left as it is. Answers the ids of what is new. */
export async function insertOffers(tx: Tx, actor: Actor, offers: readonly PlacedOffer[]): Promise<number[]> {
  const rows: object[] = [];
  for (const [warehouseId, placed] of Map.groupBy(offers, (offer) => offer.warehouseId)) {
    const variationIds = placed.map(({ variationId }) => variationId);
    const stockIds = await ensureStockOfMany(tx, actor.businessId, variationIds, warehouseId);
    for (const offer of placed)
      rows.push({
        variation: offer.variationId,
        product: offer.productId,
        warehouse: warehouseId,
        stock: stockIds.get(offer.variationId),
        cap: offer.quantityCap,
        price: offer.price,
        active: offer.active ?? true,
        linked: offer.linkedOnly ?? false,
        example: offer.example ?? '',
      });
  }
  const inserted = await sql<{ id: number }>`
    insert into dropship_items (business_id, product_id, variation_id, warehouse_id, stock_id, quantity_cap,
      price_centavos, active, linked_only, example, created_at, updated_at)
    select ${actor.businessId}, n.product, n.variation, n.warehouse, n.stock, n.cap, n.price, n.active, n.linked, n.example,
      ${tx.now()}::timestamptz, ${tx.now()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (variation bigint, product bigint, warehouse bigint,
      stock bigint, cap integer, price bigint, active boolean, linked boolean, example text)
    on conflict (variation_id, warehouse_id) do nothing
    returning id`.execute(tx.db);
  return inserted.rows.map(({ id }) => id);
}
