import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';

/** What variations cost from now on; their products are changed by it. */
export async function writeCosts(
  tx: Tx,
  actor: Actor,
  costs: readonly { id: number; cost: number }[],
): Promise<void> {
  if (costs.length === 0) return;
  await sql`with changed as (
      update product_variations v set cost_centavos = n.cost, version = v.version + 1
      from jsonb_to_recordset(${JSON.stringify(costs)}::jsonb) as n (id bigint, cost bigint)
      where v.id = n.id and v.business_id = ${actor.businessId} returning v.product_id)
    update products p set updated_at = ${tx.now()}::timestamptz, version = p.version + 1
    where p.business_id = ${actor.businessId} and p.id in (select product_id from changed)`.execute(tx.db);
  tx.changed(actor.businessId, 'productsVariations');
}
