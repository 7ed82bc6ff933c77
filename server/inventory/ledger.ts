import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import { violatedConstraint } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';

export type EntryKind =
  | 'receipt'
  | 'reserve'
  | 'release'
  | 'sale_out'
  | 'sale_out_reversal'
  | 'dispatch'
  | 'cancel_return'
  | 'adjustment'
  | 'move'
  | 'transfer'
  | 'unlaunch'
  | 'hold'
  | 'expected'
  | 'vendor_return';

/** One stock movement: signed changes of buckets, and the source that makes it unique. */
/** The entries whose units left for buyers, or came back from the bench or a cancel. */
export const soldKinds = sql.join(
  (['sale_out', 'sale_out_reversal', 'cancel_return'] satisfies EntryKind[]).map((kind) => sql.lit(kind)),
);

export type Entry = {
  stockId: number;
  kind: EntryKind;
  /** The kind of its source (`volume`, `reservation`, `packing`, …) and its id: a source counts once. */
  source: string;
  sourceId: string;
  /** For the bench: the part of the sale, and its packing attempt. */
  partId?: number;
  attempt?: number;
  onHand?: number;
  reserved?: number;
  soft?: number;
  hold?: number;
  inbound?: number;
  packed?: number;
  /** Required if on_hand changes. */
  volumeId?: number | null;
  positionId?: number | null;
  /** The lot of units that leave a volume for a sale. */
  batchId?: number | null;
  reason?: string | null;
};

/** The source of a bench entry: a part counts once per packing attempt and volume. */
export const packingSource = (partId: number, attempt: number, volumeId?: number) => ({
  source: 'packing',
  sourceId: volumeId === undefined ? `${partId}/${attempt}` : `${partId}/${attempt}/${volumeId}`,
  partId,
  attempt,
});

/** The source of an entry for a returned parcel: a part counts once per return and volume. */
export const returnSource = (returnId: number, partId: number, attempt: number, volumeId: number) => ({
  source: 'parcel_return',
  sourceId: `${returnId}/${partId}/${volumeId}`,
  partId,
  attempt,
});

/**
 * Posts entries of the current business: locks stock levels by id, skips existing entries, updates the buckets by the new
 * ones and publishes each change. Returns the ids of the stock levels that changed.
 * The database refuses a bucket below zero (`insufficient_stock`), and on hand below reserved unless it is a correction:
 * a count is true, and `shortfall` holds the missing units until reservations are withdrawn.
 */
export async function postEntries(
  tx: Tx,
  userId: number | null,
  entries: readonly Entry[],
): Promise<number[]> {
  if (entries.length === 0) return [];
  const rows = entries.map((entry) => ({
    stock_id: entry.stockId,
    kind: entry.kind,
    source: entry.source,
    source_id: entry.sourceId,
    part_id: entry.partId,
    attempt: entry.attempt,
    on_hand: entry.onHand,
    reserved: entry.reserved,
    soft: entry.soft,
    hold: entry.hold,
    inbound: entry.inbound,
    packed: entry.packed,
    volume_id: entry.volumeId,
    position_id: entry.positionId,
    batch_id: entry.batchId,
    reason: entry.reason,
  }));
  try {
    const posted = await sql<{ ids: number[] }>`
      select post_entries(${JSON.stringify(rows)}::jsonb, ${userId}, ${tx.now()}) as ids`.execute(tx.db);
    const ids = (posted.rows[0]?.ids ?? []).map(Number);
    await tx.publish('stock.changed', { stockIds: ids });
    return ids;
  } catch (error) {
    if (violatedConstraint(error)?.startsWith('stock_')) fail('insufficient_stock', { cause: error });
    throw error;
  }
}

/**
 * Locks stock levels of the current business by id, so that two sales never deadlock. Not for key share: new parts refer
 * to their stock level, and two sales that have added parts would wait for each other.
 */
export async function lockStock(tx: Tx, stockIds: readonly number[]) {
  return tx.db
    .selectFrom('stock')
    .selectAll()
    .where('business_id', '=', sql<number>`app_business()`)
    .where('id', 'in', [...new Set(stockIds)])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** The stock levels of many variations in one warehouse; missing ones are created. */
export async function ensureStockOfMany(
  tx: Tx,
  businessId: number,
  variationIds: readonly number[],
  warehouseId: number,
): Promise<Map<number, number>> {
  await sql`insert into stock (business_id, variation_id, warehouse_id)
    select ${businessId}, variation, ${warehouseId}::bigint from unnest(${variationIds}::bigint[]) as variation order by 2
    on conflict (variation_id, warehouse_id) do nothing`.execute(tx.db);
  const rows = await tx.db
    .selectFrom('stock')
    .select(['id', 'variation_id'])
    .where('business_id', '=', businessId)
    .where('warehouse_id', '=', warehouseId)
    .where(sql<boolean>`variation_id = any(${variationIds}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.variation_id, row.id]));
}

/** The stock level of a variation in a warehouse of the current business; created if missing. */
export async function ensureStock(
  tx: Tx,
  businessId: number,
  variationId: number,
  warehouseId: number,
): Promise<number> {
  const find = () =>
    tx.db
      .selectFrom('stock')
      .select('id')
      .where('variation_id', '=', variationId)
      .where('warehouse_id', '=', warehouseId);
  // It nearly always exists: one statement instead of two.
  const known = await find().executeTakeFirst();
  if (known) return known.id;
  const made = await tx.db
    .insertInto('stock')
    .values({ business_id: businessId, variation_id: variationId, warehouse_id: warehouseId })
    .onConflict((conflict) => conflict.columns(['variation_id', 'warehouse_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return (made ?? (await find().executeTakeFirstOrThrow())).id;
}
