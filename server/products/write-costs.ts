import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';

/** Sets the costs of variations and marks their products as changed. */
export async function writeCosts(
  tx: Tx,
  actor: Actor,
  costs: readonly { id: number; cost: number }[],
): Promise<void> {
  if (costs.length === 0) return;
  await pushOwnOffers(tx, costs);
  await sql`with changed as (
      update product_variations v set cost_centavos = n.cost, version = v.version + 1
      from jsonb_to_recordset(${JSON.stringify(costs)}::jsonb) as n (id bigint, cost bigint)
      where v.id = n.id and v.business_id = ${actor.businessId} returning v.product_id)
    update products p set updated_at = ${tx.now()}::timestamptz, version = p.version + 1
    where p.business_id = ${actor.businessId} and p.id in (select product_id from changed)`.execute(tx.db);
  tx.changed(actor.businessId, 'productsVariations');
}

/** The database keeps the price of own offers equal to the cost; this pushes the publications that sell them. */
export async function pushOwnOffers(
  tx: Tx,
  costs: readonly { id: number | null; cost: number | null }[],
): Promise<void> {
  const { rows } = await sql<{ stock: number }>`select d.stock_id as stock
    from jsonb_to_recordset(${JSON.stringify(costs)}::jsonb) as n (id bigint, cost bigint)
      join dropship_items d on d.variation_id = n.id and d.business_id = app_business()
    where not d.from_supplier and n.cost > 0 and n.cost <> d.price_centavos`.execute(tx.db);
  await tx.publish('stock.changed', { stockIds: rows.map(({ stock }) => stock) });
}
