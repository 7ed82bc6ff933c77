import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { lockStock, packingSource, postEntries } from './ledger.ts';
import { recordVolume, type VolumeChange } from './volume/volume-history.ts';

/** What a sale in picking wants from the volumes of its warehouse. Everything here runs as the owner of the shelf. */
export type Want = { partId: number; stockId: number; variationId: number; quantity: number };
export type PickAllocation = {
  partId: number;
  stockId: number;
  volumeId: number;
  volumeLineId: number;
  positionId: number | null;
  /** Held back since they were pinned: the volume, or the line whose lot has expired. */
  held: boolean;
  quantity: number;
};

const held = sql<boolean>`(v.state in ('blocked', 'in_balance') or l.expired)`;

/** Lines with units that a sale may be picked from, in the order in which they are taken: the first to expire first. */
export const pickable = sql`volume_lines l join volumes v on v.id = l.volume_id and v.state = 'active' and not l.expired
  left join inventory_locations p on p.id = v.position_id
  left join batches b on b.business_id = l.business_id and b.id = l.batch_id`;
export const pickOrder = sql`b.expires_on nulls last, coalesce(p.turnover, false) desc, v.launched_at, l.id`;

/**
 * Holds units in volumes for a sale: first expired first, then turnover positions, then the oldest launch. Locks the
 * shelf rows, then the lines, as everybody on the floor does. Volumes in balance or blocked are not picked from.
 */
export async function allocatePicks(
  tx: Tx,
  orderId: number,
  warehouseId: number,
  wants: readonly Want[],
): Promise<void> {
  await lockStock(
    tx,
    wants.map((want) => want.stockId),
  );
  const { rows: lines } = await sql<{ id: number; volume_id: number; variation_id: number; free: number }>`
    select l.id, l.volume_id, l.variation_id, l.quantity - l.pinned as free from ${pickable}
    where v.warehouse_id = ${warehouseId} and l.quantity > l.pinned
      and l.variation_id in (${sql.join(wants.map((want) => want.variationId))})
    order by ${pickOrder} for update of l`.execute(tx.db);
  const allocations = wants.flatMap((want) => {
    let missing = want.quantity;
    const taken = [];
    for (const line of lines) {
      if (missing === 0 || line.variation_id !== want.variationId || line.free === 0) continue;
      const quantity = Math.min(missing, line.free);
      line.free -= quantity;
      missing -= quantity;
      taken.push({ part_id: want.partId, volume_id: line.volume_id, volume_line_id: line.id, quantity });
    }
    return missing === 0 ? taken : fail('insufficient_stock', { facts: { part: want.partId, missing } });
  });
  await insertPickAllocations(tx, orderId, allocations);
}

type NewPickAllocation = { part_id: number; volume_id: number; volume_line_id: number; quantity: number };

async function insertPickAllocations(
  tx: Tx,
  orderId: number,
  allocations: readonly NewPickAllocation[],
): Promise<void> {
  const rows = allocations.map((allocation) => ({
    ...allocation,
    order_id: orderId,
    business_id: sql<number>`app_business()`,
  }));
  await tx.db.insertInto('pick_allocations').values(rows).execute();
  await addPinned(tx, allocations);
}

async function addPinned(
  tx: Tx,
  allocations: readonly { volume_line_id: number; quantity: number }[],
): Promise<void> {
  for (const allocation of [...allocations].sort((a, b) => a.volume_line_id - b.volume_line_id)) {
    await tx.db
      .updateTable('volume_lines')
      .set((eb) => ({ pinned: eb('pinned', '+', allocation.quantity) }))
      .where('id', '=', allocation.volume_line_id)
      .execute();
  }
}

/** Lets go of what a sale held; the goods on the bench are to be put back. Idempotent. */
export async function releasePicks(tx: Tx, orderId: number): Promise<void> {
  await sql`
    with gone as (delete from pick_allocations where order_id = ${orderId} returning volume_line_id, quantity),
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
      'p.quantity',
    ])
    .where('p.order_id', '=', orderId)
    .orderBy('p.id')
    .execute();
}

/**
 * The pinned units leave their volumes and the shelf: on_hand and reserved down, packed up. Answers the volumes whose
 * last unit it was: somebody has to say that they are empty.
 */
export async function takeAllocated(
  tx: Tx,
  userId: number,
  orderId: number,
  attempt: number,
): Promise<EmptiedVolume[]> {
  const allocations = await readPickAllocations(tx, orderId);
  await lockStock(
    tx,
    allocations.map((allocation) => allocation.stockId),
  );
  await releasePicks(tx, orderId);
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
    })),
  );
  const emptied = await findEmptied(tx, allocations);
  await recordVolumes(tx, userId, allocations, 'picked', orderId, (volumeId) =>
    emptied.some((volume) => volume.id === volumeId) ? { zero_check_at: tx.now() } : {},
  );
  return emptied;
}

/** Units that a packing attempt took, with the volumes as they stand now. */
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
      // The volume may have been moved, or blocked, since: the units go where it stands and share its lot.
      'v.position_id as positionId',
      held.as('held'),
      sql<number>`-e.on_hand`.as('quantity'),
    ])
    .where('o.order_id', '=', orderId)
    .where('e.kind', '=', 'sale_out')
    .where('e.attempt', '=', attempt)
    .execute();
}

/** Undoes one packing attempt: the units are back in the volumes they came from, pinned to the same sale. */
export async function returnTaken(
  tx: Tx,
  userId: number,
  orderId: number,
  attempt: number,
  reason: string,
): Promise<void> {
  // Locked before it is read where the volumes stand now.
  const parts = await tx.db
    .selectFrom('order_parts')
    .select('stock_id')
    .where('order_id', '=', orderId)
    .execute();
  await lockStock(
    tx,
    parts.map((part) => part.stock_id),
  );
  const taken = await findTaken(tx, orderId, attempt);
  if (taken.length === 0) return;
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
      reason,
    })),
  );
  await insertPickAllocations(
    tx,
    orderId,
    taken.map((allocation) => ({
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
    .where('state', '=', 'empty')
    .where(
      'id',
      'in',
      taken.map((allocation) => allocation.volumeId),
    )
    .execute();
}

/** One row of history for each volume, however many parts came out of it. */
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

async function findEmptied(tx: Tx, allocations: readonly PickAllocation[]): Promise<EmptiedVolume[]> {
  return tx.db
    .selectFrom('volumes as v')
    .select(['v.id', 'v.code'])
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
