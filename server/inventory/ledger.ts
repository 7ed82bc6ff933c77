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
  | 'expected';

/** One movement of the shelf: signed changes of its buckets, and the cause that makes it unique. */
export type Entry = {
  stockId: number;
  kind: EntryKind;
  /** What caused it (`volume`, `reservation`, `packing`, …) and which one: the same cause never counts twice. */
  source: string;
  sourceId: string;
  /** Of the bench: the part of the sale, and which packing of it. */
  partId?: number;
  attempt?: number;
  onHand?: number;
  reserved?: number;
  soft?: number;
  hold?: number;
  inbound?: number;
  packed?: number;
  /** Where on_hand changes. */
  volumeId?: number | null;
  positionId?: number | null;
  /** The lot of the units that leave a volume for a sale. */
  batchId?: number | null;
  reason?: string | null;
};

/** The cause of an entry of the bench: a part counts once for each packing, and for each volume it is taken from. */
export const packingSource = (partId: number, attempt: number, volumeId?: number) => ({
  source: 'packing',
  sourceId: volumeId === undefined ? `${partId}/${attempt}` : `${partId}/${attempt}/${volumeId}`,
  partId,
  attempt,
});

/** The cause of an entry of a parcel that came back: a part counts once for each return and volume. */
export const returnSource = (returnId: number, partId: number, attempt: number, volumeId: number) => ({
  source: 'parcel_return',
  sourceId: `${returnId}/${partId}/${volumeId}`,
  partId,
  attempt,
});

/**
 * Posts entries of the current business: rows locked in id order, entries that exist already left out, buckets moved
 * by what was new, and the change of each stock row published. Answers the stock ids that moved.
 * A bucket below zero is refused by the database: `insufficient_stock`. So is less on hand than is promised, but for a
 * correction: what was counted is true, and by how much it falls short stands in `shortfall` until promises are withdrawn.
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
 * Locks shelf rows of the current business, always in id order, so that two sales never wait on each other. Not the key:
 * parts that were just added point at their shelf, and two sales that have done so would each wait for the other.
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

/** The shelf rows of many variations in one warehouse, made where they are missing. */
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

/** The shelf row of a variation in a warehouse of the current business, made where it is missing. */
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
  // Nearly always it is there: one statement instead of two.
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
