import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';

/** The stock levels of variations in a warehouse of the current business, by variation; missing ones are created. */
export async function ensureStocks(
  tx: Tx,
  warehouseId: number,
  variationIds: readonly number[],
): Promise<Map<number, number>> {
  const ids = [...new Set(variationIds)].toSorted((one, other) => one - other);
  await sql`insert into stock (business_id, variation_id, warehouse_id)
    select app_business(), id, ${warehouseId} from unnest(${ids}::bigint[]) as id order by id
    on conflict (variation_id, warehouse_id) do nothing`.execute(tx.db);
  const rows = await tx.db
    .selectFrom('stock')
    .select(['id', 'variation_id'])
    .where('business_id', '=', sql<number>`app_business()`)
    .where('warehouse_id', '=', warehouseId)
    .where(sql<boolean>`variation_id = any(${ids}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.variation_id, row.id]));
}
