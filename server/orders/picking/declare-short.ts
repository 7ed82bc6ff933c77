import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { suspectCounted, suspectVolume } from '#server/inventory/balance/suspect-volume.ts';
import { allocateSales, type SaleWants } from '#server/inventory/pick-allocation.ts';
import { releasePicks, unpin } from '#server/inventory/picking.ts';
import { release } from '#server/inventory/reservations.ts';
import { lockVolume } from '#server/inventory/volume/volume-lock.ts';
import { lockOrders, type OrderRow, writeFacts } from '#server/orders/sale/facts.ts';
import { lockList } from './lock-list.ts';
import { leaveList } from './membership.ts';
import { findWanting } from './stops.queries.ts';

type Short = { volumeId: number; variationId: number; reason: string };

/**
 * A product is not where it should be. Its volume is suspect and waits to be counted; other volumes are tried; where they
 * have too little, as few sales as possible leave the list for approval, the least urgent of those that want as much.
 */
export async function declareShort(tx: Tx, actor: Actor, id: number, short: Short): Promise<void> {
  const list = await lockList(tx, actor, id, 'declareShort');
  const ids = (await findWanting(tx, id, short)).map((row) => row.order_id);
  // Its count led the sales elsewhere while somebody walked there: that nothing is there is still news of the volume.
  if (ids.length === 0 && !(await isCounted(tx, list.warehouse_id, short)))
    fail('product_not_wanted', { facts: { sku: '', product: '', wanted: '' } });
  if (ids.length === 0) return doubtVolume(tx, actor, short);
  const sales = await lockOrders(tx, ids);
  const missing = await freeUnits(tx, ids, short);
  await doubtVolume(tx, actor, short);
  const bySale = new Map(sales.map((sale) => [sale.id, sale]));
  const left = await allocateSales(tx, list.warehouse_id, inOrderOfTrial(missing, bySale));
  for (const orderId of left.toSorted((one, other) => one - other)) {
    const sale = bySale.get(orderId);
    if (sale) await sendToApproval(tx, actor, sale, short.reason);
  }
}

/** The volume is in a routine count, and the product is in it on paper. */
async function isCounted(tx: Tx, warehouseId: number, { volumeId, variationId }: Short): Promise<boolean> {
  const found = await tx.db
    .selectFrom('volumes as v')
    .innerJoin('volume_lines as l', 'l.volume_id', 'v.id')
    .select('v.id')
    .where('v.id', '=', volumeId)
    .where('v.warehouse_id', '=', warehouseId)
    .where('v.state', '=', 'in_balance')
    .where('v.suspect', '=', false)
    .where('l.variation_id', '=', variationId)
    .where('l.quantity', '>', 0)
    .executeTakeFirst();
  return found !== undefined;
}

/** What sales held there, let go. Locks the shelf rows first, as everybody does. */
async function freeUnits(
  tx: Tx,
  ids: readonly number[],
  { volumeId, variationId }: Short,
): Promise<SaleWants[]> {
  const rows = await tx.db
    .selectFrom('pick_allocations as a')
    .innerJoin('order_parts as p', 'p.id', 'a.part_id')
    .select(['a.id', 'a.order_id', 'p.id as part_id', 'p.stock_id', 'p.variation_id', 'a.quantity'])
    .where('a.volume_id', '=', volumeId)
    .where('p.variation_id', '=', variationId)
    .where('a.order_id', 'in', [...ids])
    .orderBy('a.id')
    .execute();
  await unpin(
    tx,
    rows.map((row) => row.id),
  );
  return [...Map.groupBy(rows, (row) => row.order_id)].map(([orderId, held]) => ({
    orderId,
    wants: held.map((row) => ({
      partId: row.part_id,
      stockId: row.stock_id,
      variationId: row.variation_id,
      quantity: row.quantity,
    })),
  }));
}

/** Held back until it is counted, with all that is in it; also one whose routine count has begun. */
async function doubtVolume(tx: Tx, actor: Actor, { volumeId, reason }: Short): Promise<void> {
  const { state, suspect } = await tx.db
    .selectFrom('volumes')
    .select(['state', 'suspect'])
    .where('id', '=', volumeId)
    .executeTakeFirstOrThrow();
  if (state === 'in_balance' && !suspect) {
    const counted = await lockVolume(tx, actor, volumeId, 'endBalance');
    await suspectCounted(tx, actor, counted, reason);
  }
  if (state !== 'active') return;
  const volume = await lockVolume(tx, actor, volumeId, 'denyEmpty');
  await suspectVolume(tx, actor, volume, { event: 'suspected', origin: 'short', reason });
}

/** Those who want little first, so that few are left over; of equals the most urgent. */
function inOrderOfTrial(missing: readonly SaleWants[], sales: ReadonlyMap<number, OrderRow>): SaleWants[] {
  const units = (sale: SaleWants) => sale.wants.reduce((sum, want) => sum + want.quantity, 0);
  const urgency = (sale: SaleWants) =>
    sales.get(sale.orderId)?.dispatch_limit?.getTime() ?? Number.MAX_SAFE_INTEGER;
  return missing.toSorted(
    (one, other) => units(one) - units(other) || urgency(one) - urgency(other) || one.orderId - other.orderId,
  );
}

/** It gives back what it holds of every shelf, and waits for whoever owns the shelf to decide. */
async function sendToApproval(tx: Tx, actor: Actor, sale: OrderRow, reason: string): Promise<void> {
  await releasePicks(tx, [sale.id]);
  await leaveList(tx, sale.id, 'short');
  await release(tx, actor.businessId, sale.id);
  const facts = {
    picking_by: null,
    picking_at: null,
    reserve: 'short',
    approval_reason: 'stock-short',
  } as const;
  const cause = {
    actor: 'fulfiller',
    userId: actor.userId,
    kind: 'picked-short',
    detail: { reason },
  } as const;
  await writeFacts(tx, sale, facts, cause);
}
