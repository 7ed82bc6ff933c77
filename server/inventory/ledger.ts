import { sql } from 'kysely';
import { shelfChanged } from '#server/advertisements/push.ts';
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
  | 'unlaunch'
  | 'hold';

/** One movement of the shelf: signed changes of its buckets, and the cause that makes it unique. */
export type Entry = {
  stockId: number;
  kind: EntryKind;
  /** What caused it (`volume`, `reservation`, `packing`, …) and which one: the same cause never counts twice. */
  source: string;
  sourceId: string;
  onHand?: number;
  reserved?: number;
  soft?: number;
  hold?: number;
  inbound?: number;
  packed?: number;
  /** Where on_hand changes. */
  volumeId?: number | null;
  positionId?: number | null;
  reason?: string | null;
};

/**
 * Posts entries of the current business: rows locked in id order, entries that exist already left out, buckets moved
 * by what was new, and the publications of each shelf told. Answers the stock ids that moved.
 * A bucket below zero is refused by the database: `insufficient_stock`. So is less on hand than is promised, but for a
 * correction: what was counted is true, and by how much it falls short stands in `shortfall` until promises are withdrawn.
 */
export async function postEntries(
  tx: Tx,
  userId: number | null,
  entries: readonly Entry[],
): Promise<number[]> {
  if (entries.length === 0) return [];
  await lockStock(
    tx,
    entries.map((entry) => entry.stockId),
  );
  const rows = entries.map((entry) => ({
    stock_id: entry.stockId,
    kind: entry.kind,
    source: entry.source,
    source_id: entry.sourceId,
    on_hand: entry.onHand ?? 0,
    reserved: entry.reserved ?? 0,
    soft: entry.soft ?? 0,
    hold: entry.hold ?? 0,
    inbound: entry.inbound ?? 0,
    packed: entry.packed ?? 0,
    volume_id: entry.volumeId ?? null,
    position_id: entry.positionId ?? null,
    reason: entry.reason ?? null,
  }));
  try {
    const moved = await sql<{ id: number }>`
      with posted as (
        insert into ledger_entries (business_id, stock_id, kind, source, source_id, on_hand, reserved, soft, hold, inbound,
          packed, volume_id, position_id, reason, user_id, at)
        select app_business(), r.stock_id, r.kind, r.source, r.source_id, r.on_hand, r.reserved, r.soft, r.hold, r.inbound,
          r.packed, r.volume_id, r.position_id, r.reason, ${userId}::bigint, ${tx.now()}::timestamptz
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (stock_id bigint, kind text, source text, source_id text,
          on_hand int, reserved int, soft int, hold int, inbound int, packed int, volume_id bigint, position_id bigint, reason text)
        on conflict (business_id, source, source_id, kind) do nothing
        returning stock_id, kind, on_hand, reserved, soft, hold, inbound, packed
      ), moved as (
        select stock_id, sum(on_hand)::int as on_hand, sum(reserved)::int as reserved, sum(soft)::int as soft,
          sum(hold)::int as hold, sum(inbound)::int as inbound, sum(packed)::int as packed,
          coalesce(sum(on_hand) filter (where kind = 'adjustment'), 0) < 0 as counted_less
        from posted group by stock_id
      )
      update stock s set on_hand = s.on_hand + m.on_hand, reserved = s.reserved + m.reserved, soft = s.soft + m.soft,
        hold = s.hold + m.hold, inbound = s.inbound + m.inbound, packed = s.packed + m.packed, revision = s.revision + 1,
        shortfall = least(greatest(0, s.reserved + m.reserved - s.on_hand - m.on_hand),
          case when m.counted_less then 2147483647 else s.shortfall end)
      from moved m where s.id = m.stock_id and s.business_id = app_business()
      returning s.id`.execute(tx.db);
    const ids = moved.rows.map((row) => row.id);
    if (ids.length > 0) shelfChanged(tx, ids);
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

/** The shelf row of a variation in a warehouse of the current business, made where it is missing. */
export async function ensureStock(
  tx: Tx,
  businessId: number,
  variationId: number,
  warehouseId: number,
): Promise<number> {
  const made = await tx.db
    .insertInto('stock')
    .values({ business_id: businessId, variation_id: variationId, warehouse_id: warehouseId })
    .onConflict((conflict) => conflict.columns(['variation_id', 'warehouse_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) return made.id;
  const found = await tx.db
    .selectFrom('stock')
    .select('id')
    .where('variation_id', '=', variationId)
    .where('warehouse_id', '=', warehouseId)
    .executeTakeFirstOrThrow();
  return found.id;
}
