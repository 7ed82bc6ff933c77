import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { lockStock, postEntries } from './ledger.ts';
import { recordVolume, type VolumeChange } from './volume-history.ts';

/** What a sale in picking wants from the volumes of its warehouse. Everything here runs as the owner of the shelf. */
export type Want = { partId: number; stockId: number; variationId: number; quantity: number };
export type Pin = {
  partId: number;
  stockId: number;
  volumeId: number;
  volumeLineId: number;
  positionId: number | null;
  /** The volume's contents are held back since they were pinned. */
  held: boolean;
  quantity: number;
};

const held = sql<boolean>`v.state in ('blocked', 'in_balance')`;

/**
 * Holds units in volumes for a sale: turnover positions first, then the oldest launch. Locks the shelf rows, then the
 * lines, as everybody on the floor does. Volumes in balance or blocked are not picked from.
 */
export async function pinOrder(
  tx: Tx,
  orderId: number,
  warehouseId: number,
  wants: readonly Want[],
): Promise<void> {
  await lockStock(
    tx,
    wants.map((want) => want.stockId),
  );
  const lines = await tx.db
    .selectFrom('volume_lines as l')
    .innerJoin('volumes as v', 'v.id', 'l.volume_id')
    .leftJoin('inventory_locations as p', 'p.id', 'v.position_id')
    .select(['l.id', 'l.volume_id', 'l.variation_id', sql<number>`l.quantity - l.pinned`.as('free')])
    .where('v.warehouse_id', '=', warehouseId)
    .where('v.state', '=', 'active')
    .where(
      'l.variation_id',
      'in',
      wants.map((want) => want.variationId),
    )
    .whereRef('l.quantity', '>', 'l.pinned')
    .orderBy(sql`coalesce(p.turnover, false)`, 'desc')
    .orderBy('v.launched_at')
    .orderBy('l.id')
    .forUpdate('l')
    .execute();
  const pins = wants.flatMap((want) => {
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
  await insertPins(tx, orderId, pins);
}

type NewPin = { part_id: number; volume_id: number; volume_line_id: number; quantity: number };

async function insertPins(tx: Tx, orderId: number, pins: readonly NewPin[]): Promise<void> {
  const rows = pins.map((pin) => ({ ...pin, order_id: orderId, business_id: sql<number>`app_business()` }));
  await tx.db.insertInto('pins').values(rows).execute();
  await addPinned(tx, pins);
}

async function addPinned(
  tx: Tx,
  pins: readonly { volume_line_id: number; quantity: number }[],
): Promise<void> {
  for (const pin of [...pins].sort((a, b) => a.volume_line_id - b.volume_line_id)) {
    await tx.db
      .updateTable('volume_lines')
      .set((eb) => ({ pinned: eb('pinned', '+', pin.quantity) }))
      .where('id', '=', pin.volume_line_id)
      .execute();
  }
}

/** Lets go of what a sale held; the goods on the bench are to be put back. Idempotent. */
export async function unpinOrder(tx: Tx, orderId: number): Promise<void> {
  await sql`
    with gone as (delete from pins where order_id = ${orderId} returning volume_line_id, quantity),
      freed as (select volume_line_id, sum(quantity)::int as quantity from gone group by volume_line_id)
    update volume_lines v set pinned = v.pinned - f.quantity
    from freed f where v.id = f.volume_line_id and v.business_id = app_business()`.execute(tx.db);
}

export async function readPins(tx: Tx, orderId: number): Promise<Pin[]> {
  return tx.db
    .selectFrom('pins as p')
    .innerJoin('order_parts as o', 'o.id', 'p.part_id')
    .innerJoin('volumes as v', 'v.id', 'p.volume_id')
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

const sourceId = (pin: Pin, attempt: number) => `${pin.partId}/${attempt}/${pin.volumeId}`;

/**
 * The pinned units leave their volumes and the shelf: on_hand and reserved down, packed up. Answers the volumes whose
 * last unit it was: somebody has to say that they are empty.
 */
export async function takePinned(
  tx: Tx,
  userId: number,
  orderId: number,
  attempt: number,
): Promise<EmptiedVolume[]> {
  const pins = await readPins(tx, orderId);
  await lockStock(
    tx,
    pins.map((pin) => pin.stockId),
  );
  await unpinOrder(tx, orderId);
  await moveUnits(tx, pins, -1);
  await postEntries(
    tx,
    userId,
    pins.map((pin) => ({
      stockId: pin.stockId,
      kind: 'sale_out' as const,
      source: 'packing',
      sourceId: sourceId(pin, attempt),
      onHand: -pin.quantity,
      reserved: -pin.quantity,
      packed: pin.quantity,
      hold: pin.held ? -pin.quantity : 0,
      volumeId: pin.volumeId,
      positionId: pin.positionId,
    })),
  );
  const emptied = await findEmptied(tx, pins);
  await recordVolumes(tx, userId, pins, 'picked', orderId, (volumeId) =>
    emptied.some((volume) => volume.id === volumeId) ? { zero_check_at: tx.now() } : {},
  );
  return emptied;
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
  const taken = await tx.db
    .selectFrom('ledger_entries as e')
    .innerJoin('order_parts as o', (join) =>
      join.onRef('o.stock_id', '=', 'e.stock_id').on('o.order_id', '=', orderId),
    )
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
    .where('e.source', '=', 'packing')
    .where('e.kind', '=', 'sale_out')
    .where('e.source_id', 'like', sql<string>`o.id || '/' || ${attempt}::text || '/%'`)
    .execute();
  if (taken.length === 0) return;
  await moveUnits(tx, taken, 1);
  await postEntries(
    tx,
    userId,
    taken.map((pin) => ({
      stockId: pin.stockId,
      kind: 'sale_out_reversal' as const,
      source: 'packing',
      sourceId: sourceId(pin, attempt),
      onHand: pin.quantity,
      reserved: pin.quantity,
      packed: -pin.quantity,
      hold: pin.held ? pin.quantity : 0,
      volumeId: pin.volumeId,
      positionId: pin.positionId,
      reason,
    })),
  );
  await insertPins(
    tx,
    orderId,
    taken.map((pin) => ({
      part_id: pin.partId,
      volume_id: pin.volumeId,
      volume_line_id: pin.volumeLineId,
      quantity: pin.quantity,
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
      taken.map((pin) => pin.volumeId),
    )
    .execute();
}

/** One row of history for each volume, however many parts came out of it. */
async function recordVolumes(
  tx: Tx,
  userId: number,
  pins: readonly Pin[],
  kind: 'picked' | 'put-back',
  order: number,
  changeOf: (volumeId: number) => VolumeChange,
): Promise<void> {
  const quantities = new Map<number, number>();
  for (const pin of pins) quantities.set(pin.volumeId, (quantities.get(pin.volumeId) ?? 0) + pin.quantity);
  for (const [volumeId, quantity] of [...quantities].sort(([a], [b]) => a - b)) {
    await recordVolume(tx, userId, volumeId, kind, { order, quantity }, changeOf(volumeId));
  }
}

async function moveUnits(tx: Tx, pins: readonly Pin[], sign: 1 | -1): Promise<void> {
  for (const pin of [...pins].sort((a, b) => a.volumeLineId - b.volumeLineId)) {
    await tx.db
      .updateTable('volume_lines')
      .set((eb) => ({ quantity: eb('quantity', '+', sign * pin.quantity) }))
      .where('id', '=', pin.volumeLineId)
      .execute();
  }
}

export type EmptiedVolume = { id: number; code: string };

async function findEmptied(tx: Tx, pins: readonly Pin[]): Promise<EmptiedVolume[]> {
  return tx.db
    .selectFrom('volumes as v')
    .select(['v.id', 'v.code'])
    .where(
      'v.id',
      'in',
      pins.map((pin) => pin.volumeId),
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
