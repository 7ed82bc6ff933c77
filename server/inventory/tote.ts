import { sql } from 'kysely';
import { benchCode } from '#contract/inventory/scanner-signs.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { lockStock, postEntries } from './ledger.ts';
import { insertPickAllocations } from './pick-allocation.ts';
import { refuseExpired } from './picking.ts';
import { addedCost, costOfUnits } from './volume/line-cost.ts';
import { insertVolumes } from './volume/volume.ts';
import { recordVolume, writeEvents } from './volume/volume-history.ts';
import { rankWalk } from './warehouse/walk.ts';

/** The position of a warehouse's totes, created when it is first needed. */
async function ensureBench(tx: Tx, actor: Actor, warehouseId: number): Promise<number> {
  const known = await tx.db
    .selectFrom('inventory_locations')
    .select('id')
    .where('warehouse_id', '=', warehouseId)
    .where('bench', '=', true)
    .executeTakeFirst();
  if (known) return known.id;
  // An existing position with that name becomes the bench.
  const made = await tx.db
    .insertInto('inventory_locations')
    .values({
      business_id: actor.businessId,
      warehouse_id: warehouseId,
      prefix: benchCode,
      index: 0,
      code: benchCode,
      bench: true,
    })
    .onConflict((conflict) =>
      conflict.columns(['business_id', 'warehouse_id', 'code']).doUpdateSet({ bench: true, walk: null }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  await rankWalk(tx, warehouseId);
  return made.id;
}

/** Assigns a free tote to a list, or a new one. */
export async function takeTote(tx: Tx, actor: Actor, warehouseId: number, listId: number): Promise<number> {
  const free = await tx.db
    .selectFrom('volumes')
    .select('id')
    .where('warehouse_id', '=', warehouseId)
    .where('tote', '=', true)
    .where('picking_list_id', 'is', null)
    .where('state', '=', 'empty')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  const taken = { state: 'active', picking_list_id: listId } as const;
  if (free) {
    await recordVolume(tx, actor.userId, free.id, 'tote-taken', { list: listId }, taken);
    return free.id;
  }
  const place = { position_id: await ensureBench(tx, actor, warehouseId), launched_at: tx.now() };
  const [id = 0] = await insertVolumes(tx, actor, { warehouseId, name: '', lines: [] }, 1, {
    ...place,
    state: 'active',
  });
  await tx.db
    .updateTable('volumes')
    .set({ tote: true, picking_list_id: listId, code: sql<string>`'T' || substr(code, 2)` })
    .where('id', '=', id)
    .execute();
  await writeEvents(tx, actor.userId, [id], 'tote-taken', { list: listId });
  return id;
}

/** Frees the totes of a list that received nothing. */
export async function freeEmptyTotes(tx: Tx, userId: number, listId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`select v.id from volumes v
    where v.business_id = app_business() and v.tote and v.picking_list_id = ${listId} and not exists (
      select from volume_lines l where l.volume_id = v.id and l.quantity > 0) order by v.id for update`.execute(
    tx.db,
  );
  for (const { id } of rows)
    await recordVolume(tx, userId, id, 'emptied', {}, { state: 'empty', picking_list_id: null });
}

export type PickedUnit = { orderId: number; volumeId: number; variationId: number };
type Moved = {
  volume: { id: number; code: string; positionId: number | null; held: boolean; counted: boolean };
  tote: { id: number; code: string; positionId: number | null };
};

/**
 * Moves one unit that is allocated to a sale from its volume into a tote of the list, with its allocation: it stays on
 * hand and reserved. The sale is locked; locks the stock, then the volumes. Returns the volume if that was its last unit.
 */
export async function moveToTote(
  tx: Tx,
  actor: Actor,
  listId: number,
  unit: PickedUnit,
): Promise<{ id: number; code: string } | null> {
  const allocation = await findAllocation(tx, unit);
  await lockStock(tx, [allocation.stock_id]);
  const line = await lockLine(tx, allocation.volume_line_id);
  await refuseExpired(tx, { orderIds: [unit.orderId], partId: allocation.part_id });
  const toteId = await toteFor(tx, actor, listId, line);
  const moved = await readMoved(tx, unit.volumeId, toteId);
  await tx.db
    .updateTable('volume_lines')
    .set((eb) => ({
      quantity: eb('quantity', '-', 1),
      pinned: eb('pinned', '-', 1),
      cost_centavos: sql<
        number | null
      >`cost_centavos - ${costOfUnits(line.cost_centavos, line.quantity, 1)}::bigint`,
    }))
    .where('id', '=', line.id)
    .execute();
  const toteLine = await addToTote(tx, actor, toteId, line);
  await moveAllocation(tx, allocation, unit.orderId, toteId, toteLine);
  return recordPicked(tx, actor, { ...moved, sku: allocation.sku, stockId: allocation.stock_id, line });
}

async function findAllocation(tx: Tx, { orderId, volumeId, variationId }: PickedUnit) {
  const found = await tx.db
    .selectFrom('pick_allocations as p')
    .innerJoin('order_parts as o', 'o.id', 'p.part_id')
    .select(['p.id', 'p.part_id', 'p.volume_line_id', 'p.quantity', 'o.stock_id', 'o.sku'])
    .where('p.order_id', '=', orderId)
    .where('p.volume_id', '=', volumeId)
    .where('o.variation_id', '=', variationId)
    .orderBy('p.id')
    .limit(1)
    .executeTakeFirst();
  return found ?? fail('state_conflict');
}

function lockLine(tx: Tx, id: number) {
  return tx.db
    .selectFrom('volume_lines')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}
type Line = Awaited<ReturnType<typeof lockLine>>;

/** A line has one lot: units of another lot of the product need another tote. */
async function toteFor(tx: Tx, actor: Actor, listId: number, line: Line): Promise<number> {
  const { rows } = await sql<{ id: number }>`select v.id from volumes v
      left join volume_lines l on l.volume_id = v.id and l.variation_id = ${line.variation_id} and l.quantity > 0
    where v.business_id = app_business() and v.tote and v.picking_list_id = ${listId} and v.state = 'active'
      and (l.id is null or l.batch_id is not distinct from ${line.batch_id}) order by v.id limit 1`.execute(
    tx.db,
  );
  return rows[0]?.id ?? takeTote(tx, actor, await warehouseOf(tx, line.volume_id), listId);
}

async function warehouseOf(tx: Tx, volumeId: number): Promise<number> {
  const row = await tx.db
    .selectFrom('volumes')
    .select('warehouse_id')
    .where('id', '=', volumeId)
    .executeTakeFirstOrThrow();
  return row.warehouse_id;
}

async function readMoved(tx: Tx, volumeId: number, toteId: number): Promise<Moved> {
  const rows = await tx.db
    .selectFrom('volumes')
    .select(['id', 'code', 'position_id', 'state', 'suspect'])
    .where('id', 'in', [volumeId, toteId])
    .orderBy('id')
    .forUpdate()
    .execute();
  const placeOf = (id: number) => {
    const row = rows.find((found) => found.id === id) ?? fail('not_found');
    return {
      id,
      code: row.code,
      positionId: row.position_id,
      held: row.state === 'blocked' || row.suspect,
      counted: row.state === 'in_balance',
    };
  };
  return { volume: placeOf(volumeId), tote: placeOf(toteId) };
}

async function addToTote(tx: Tx, actor: Actor, toteId: number, line: Line): Promise<number> {
  const { id } = await tx.db
    .insertInto('volume_lines')
    .values({
      business_id: actor.businessId,
      volume_id: toteId,
      variation_id: line.variation_id,
      quantity: 1,
      price_centavos: line.price_centavos,
      cost_centavos: costOfUnits(line.cost_centavos, line.quantity, 1),
      batch_id: line.batch_id,
    })
    .onConflict((conflict) =>
      conflict.columns(['volume_id', 'variation_id']).doUpdateSet((eb) => ({
        quantity: eb('volume_lines.quantity', '+', 1),
        cost_centavos: addedCost,
        batch_id: line.batch_id,
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Moves the pick allocation of the unit to the tote. */
async function moveAllocation(
  tx: Tx,
  from: { id: number; part_id: number; quantity: number },
  orderId: number,
  toteId: number,
  toteLine: number,
): Promise<void> {
  if (from.quantity === 1) await tx.db.deleteFrom('pick_allocations').where('id', '=', from.id).execute();
  else
    await tx.db
      .updateTable('pick_allocations')
      .set((eb) => ({ quantity: eb('quantity', '-', 1) }))
      .where('id', '=', from.id)
      .execute();
  const unit = { order_id: orderId, part_id: from.part_id, quantity: 1 };
  await insertPickAllocations(tx, [{ ...unit, volume_id: toteId, volume_line_id: toteLine }]);
}

type Picked = Moved & { sku: string; stockId: number; line: Line };

/** Writes one history row per volume and one pair of ledger entries. A unit from a held volume is no longer held. */
async function recordPicked(tx: Tx, actor: Actor, { volume, tote, sku, stockId, line }: Picked) {
  const isEmpty = line.quantity === 1 && !(await holdsMore(tx, volume.id));
  const unit = { units: 1, products: `1 × ${sku}` };
  const version = await recordVolume(
    tx,
    actor.userId,
    volume.id,
    'products-out',
    { volume: tote.code, ...unit },
    isEmpty && !volume.counted ? { zero_check_at: tx.now() } : {},
  );
  await recordVolume(tx, actor.userId, tote.id, 'products-in', { volume: volume.code, ...unit });
  const source = `${volume.id}:${version}:${line.variation_id}`;
  const entry = { stockId, kind: 'move', source: 'volume' } as const;
  await postEntries(tx, actor.userId, [
    {
      ...entry,
      sourceId: `${source}:out`,
      onHand: -1,
      hold: volume.held ? -1 : 0,
      volumeId: volume.id,
      positionId: volume.positionId,
    },
    { ...entry, sourceId: `${source}:in`, onHand: 1, volumeId: tote.id, positionId: tote.positionId },
  ]);
  return isEmpty && !volume.held && !volume.counted ? { id: volume.id, code: volume.code } : null;
}

async function holdsMore(tx: Tx, volumeId: number): Promise<boolean> {
  const line = await tx.db
    .selectFrom('volume_lines')
    .select('id')
    .where('volume_id', '=', volumeId)
    .where('quantity', '>', 0)
    .limit(1)
    .executeTakeFirst();
  return line !== undefined;
}
