import { sql } from 'kysely';
import { dayOf } from '#contract/dates.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { lockStock, packingSource, postEntries } from './ledger.ts';
import { insertPickAllocations } from './pick-allocation.ts';
import { recordVolume, type VolumeChange } from './volume/volume-history.ts';

export type PickAllocation = {
  partId: number;
  stockId: number;
  volumeId: number;
  volumeLineId: number;
  positionId: number | null;
  /** Held since they were allocated: the volume is blocked, or the lot of the line has expired. */
  held: boolean;
  batchId?: number | null;
  quantity: number;
};

const held = sql<boolean>`(v.state = 'blocked' or v.suspect or l.expired)`;

/**
 * Releases the pick allocations of sales; goods on the bench have to be put back. Idempotent. Locks the stock levels
 * before the lines, like every other allocation, and several sales by id.
 */
export async function releasePicks(tx: Tx, orderIds: readonly number[]): Promise<void> {
  const rows = await tx.db
    .selectFrom('pick_allocations as p')
    .innerJoin('order_parts as o', 'o.id', 'p.part_id')
    .select('o.stock_id')
    .distinct()
    .where(sql<boolean>`p.order_id = any(${orderIds}::bigint[])`)
    .execute();
  if (rows.length === 0) return;
  await lockStock(
    tx,
    rows.map((row) => row.stock_id),
  );
  await freeLines(tx, sql`order_id = any(${orderIds}::bigint[])`);
}

/** Releases only these allocations. */
export async function unpin(tx: Tx, allocationIds: readonly number[]): Promise<void> {
  await freeLines(tx, sql`id = any(${allocationIds}::bigint[])`);
}

async function freeLines(tx: Tx, allocations: ReturnType<typeof sql>): Promise<void> {
  await sql`
    with gone as (delete from pick_allocations where ${allocations} returning volume_line_id, quantity),
      freed as (select volume_line_id, sum(quantity)::int as quantity from gone group by volume_line_id)
    update volume_lines v set pinned = v.pinned - f.quantity
    from freed f where v.id = f.volume_line_id and v.business_id = app_business()`.execute(tx.db);
}

export async function readPickAllocations(tx: Tx, orderId: number): Promise<PickAllocation[]> {
  return tx.db
    .selectFrom('pick_allocations as p')
    .innerJoin('order_parts as o', 'o.id', 'p.part_id')
    .innerJoin('volumes as v', 'v.id', 'p.volume_id')
    .innerJoin('volume_lines as l', 'l.id', 'p.volume_line_id')
    .select([
      'p.part_id as partId',
      'o.stock_id as stockId',
      'p.volume_id as volumeId',
      'p.volume_line_id as volumeLineId',
      'v.position_id as positionId',
      held.as('held'),
      'l.batch_id as batchId',
      'p.quantity',
    ])
    .where('p.order_id', '=', orderId)
    .orderBy('p.id')
    .execute();
}

/**
 * Takes the allocated units out of their volumes and of stock: on_hand and reserved decrease, packed increases. Returns
 * the volumes whose last unit left, because a person has to confirm that they are empty.
 */
export async function takeAllocated(
  tx: Tx,
  userId: number,
  orderId: number,
  attempt: number,
): Promise<EmptiedVolume[]> {
  await refuseExpired(tx, { orderIds: [orderId] });
  const allocations = await readPickAllocations(tx, orderId);
  await lockStock(
    tx,
    allocations.map((allocation) => allocation.stockId),
  );
  await freeLines(tx, sql`order_id = ${orderId}`);
  await moveUnits(tx, allocations, -1);
  await postEntries(
    tx,
    userId,
    allocations.map((allocation) => ({
      stockId: allocation.stockId,
      kind: 'sale_out' as const,
      ...packingSource(allocation.partId, attempt, allocation.volumeId),
      onHand: -allocation.quantity,
      reserved: -allocation.quantity,
      packed: allocation.quantity,
      hold: allocation.held ? -allocation.quantity : 0,
      volumeId: allocation.volumeId,
      positionId: allocation.positionId,
      batchId: allocation.batchId,
    })),
  );
  const emptied = await findEmptied(tx, allocations);
  await recordVolumes(tx, userId, allocations, 'picked', orderId, (volumeId) => {
    const volume = emptied.find(({ id }) => id === volumeId);
    if (!volume) return {};
    if (volume.counted) return {};
    // The person who packs out of a tote sees that it is empty: it is free for the next list.
    return volume.tote ? { state: 'empty', picking_list_id: null } : { zero_check_at: tx.now() };
  });
  return emptied.flatMap(({ id, code, tote, counted }) => (tote || counted ? [] : { id, code }));
}

/** The units of a packing attempt, with the current state of their volumes. */
async function findTaken(tx: Tx, orderId: number, attempt: number) {
  return tx.db
    .selectFrom('ledger_entries as e')
    .innerJoin('order_parts as o', 'o.id', 'e.part_id')
    .innerJoin('volume_lines as l', (join) =>
      join.onRef('l.volume_id', '=', 'e.volume_id').onRef('l.variation_id', '=', 'o.variation_id'),
    )
    .innerJoin('volumes as v', 'v.id', 'l.volume_id')
    .select([
      'o.id as partId',
      'e.stock_id as stockId',
      'v.id as volumeId',
      'l.id as volumeLineId',
      // The volume may have been moved or blocked since: the units return to its current position and state.
      'v.position_id as positionId',
      held.as('held'),
      'e.batch_id as batchId',
      'l.batch_id as lineBatchId',
      'l.quantity as lineQuantity',
      sql<number>`-e.on_hand`.as('quantity'),
    ])
    .where('o.order_id', '=', orderId)
    .where('e.kind', '=', 'sale_out')
    .where('e.attempt', '=', attempt)
    .execute();
}

type Picked = { orderIds: readonly number[]; partId?: number | null };

/** An allocated unit of these sales, or of one part of them, whose lot has expired. */
export async function findExpiredPick(tx: Tx, { orderIds, partId = null }: Picked) {
  const { rows } = await sql<{ lot: string; sku: string; volume: string }>`
    select b.code as lot, p.sku, v.code as volume
    from pick_allocations a join order_parts p on p.id = a.part_id join volume_lines l on l.id = a.volume_line_id
      join volumes v on v.id = l.volume_id
      join batches b on b.business_id = l.business_id and b.id = l.batch_id and b.expires_on < ${dayOf(tx.now())}::date
    where a.order_id = any(${orderIds}::bigint[]) and (${partId}::bigint is null or a.part_id = ${partId})
    limit 1`.execute(tx.db);
  return rows[0] ?? null;
}

/** Routes handle the refusal with `afterExpiredLot`, which allocates units of another lot. */
export async function refuseExpired(tx: Tx, picked: Picked): Promise<void> {
  const expired = await findExpiredPick(tx, picked);
  if (expired) fail('lot_expired', { facts: expired });
}

/** Reverses one packing attempt: the units return to their volumes, allocated to the same sale. */
export async function returnTaken(
  tx: Tx,
  userId: number,
  orderId: number,
  attempt: number,
  reason: string,
): Promise<void> {
  // Locked before the positions of the volumes are read.
  const parts = await tx.db
    .selectFrom('order_parts')
    .select('stock_id')
    .where('order_id', '=', orderId)
    .execute();
  await lockStock(
    tx,
    parts.map((part) => part.stock_id),
  );
  const left = await findTaken(tx, orderId, attempt);
  if (left.length === 0) return;
  const taken = (await restoreLots(tx, left)) ? await findTaken(tx, orderId, attempt) : left;
  await moveUnits(tx, taken, 1);
  await postEntries(
    tx,
    userId,
    taken.map((allocation) => ({
      stockId: allocation.stockId,
      kind: 'sale_out_reversal' as const,
      ...packingSource(allocation.partId, attempt, allocation.volumeId),
      onHand: allocation.quantity,
      reserved: allocation.quantity,
      packed: -allocation.quantity,
      hold: allocation.held ? allocation.quantity : 0,
      volumeId: allocation.volumeId,
      positionId: allocation.positionId,
      batchId: allocation.batchId,
      reason,
    })),
  );
  await insertPickAllocations(
    tx,
    taken.map((allocation) => ({
      order_id: orderId,
      part_id: allocation.partId,
      volume_id: allocation.volumeId,
      volume_line_id: allocation.volumeLineId,
      quantity: allocation.quantity,
    })),
  );
  await recordVolumes(tx, userId, taken, 'put-back', orderId, () => ({ zero_check_at: null }));
  await tx.db
    .updateTable('volumes')
    .set({ state: 'active' })
    .where('state', 'in', ['empty', 'archived'])
    .where(
      'id',
      'in',
      taken.map((allocation) => allocation.volumeId),
    )
    .execute();
}

/**
 * Units return in the lot in which they left: an empty line takes over the lot, and a line with another lot takes
 * nothing. Entries from before lots existed name none. Returns whether a line changed.
 */
async function restoreLots(tx: Tx, taken: Awaited<ReturnType<typeof findTaken>>): Promise<boolean> {
  const moved = taken.filter(({ batchId, lineBatchId }) => batchId !== null && batchId !== lineBatchId);
  for (const { volumeLineId, batchId, lineQuantity } of moved) {
    if (lineQuantity > 0) fail('lots_mixed');
    await sql`update volume_lines l set batch_id = b.id, expired = b.expires_on < ${dayOf(tx.now())}::date
      from batches b where l.id = ${volumeLineId} and b.id = ${batchId} and b.business_id = l.business_id`.execute(
      tx.db,
    );
  }
  return moved.length > 0;
}

/** One history row per volume, for any number of parts. */
async function recordVolumes(
  tx: Tx,
  userId: number,
  allocations: readonly PickAllocation[],
  kind: 'picked' | 'put-back',
  order: number,
  changeOf: (volumeId: number) => VolumeChange,
): Promise<void> {
  const quantities = new Map<number, number>();
  for (const allocation of allocations)
    quantities.set(allocation.volumeId, (quantities.get(allocation.volumeId) ?? 0) + allocation.quantity);
  for (const [volumeId, quantity] of [...quantities].sort(([a], [b]) => a - b)) {
    await recordVolume(tx, userId, volumeId, kind, { order, quantity }, changeOf(volumeId));
  }
}

async function moveUnits(tx: Tx, allocations: readonly PickAllocation[], sign: 1 | -1): Promise<void> {
  for (const allocation of [...allocations].sort((a, b) => a.volumeLineId - b.volumeLineId)) {
    await tx.db
      .updateTable('volume_lines')
      .set((eb) => ({ quantity: eb('quantity', '+', sign * allocation.quantity) }))
      .where('id', '=', allocation.volumeLineId)
      .execute();
  }
}

export type EmptiedVolume = { id: number; code: string };

async function findEmptied(
  tx: Tx,
  allocations: readonly PickAllocation[],
): Promise<(EmptiedVolume & { tote: boolean; counted: boolean })[]> {
  return tx.db
    .selectFrom('volumes as v')
    .select(['v.id', 'v.code', 'v.tote', sql<boolean>`v.state = 'in_balance'`.as('counted')])
    .where(
      'v.id',
      'in',
      allocations.map((allocation) => allocation.volumeId),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('volume_lines as l')
            .select('l.id')
            .whereRef('l.volume_id', '=', 'v.id')
            .where('l.quantity', '>', 0),
        ),
      ),
    )
    .execute();
}
