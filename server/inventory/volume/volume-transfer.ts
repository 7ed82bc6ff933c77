import { sql } from 'kysely';
import { asCode } from '#contract/codes.ts';
import type { Volume } from '#contract/inventory/volume.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { type Entry, lockStock, postEntries } from '#server/inventory/ledger.ts';
import { findReached } from '#server/inventory/warehouse/scope.ts';
import { readVolume } from './volume.ts';
import { recordVolume } from './volume-history.ts';
import { markExpired, unitsOf } from './volume-launch.ts';
import { type LockedVolume, lockVolume, positionIn } from './volume-lock.ts';

/**
 * Sends a volume to another warehouse of the business: its contents leave stock here and belong to no warehouse until
 * it arrives. A volume in transit can be sent elsewhere, or back.
 */
export async function transferVolume(
  tx: Tx,
  actor: Actor,
  id: number,
  body: { warehouseId: number; reason: string },
): Promise<Volume> {
  const volume = await lockVolume(tx, actor, id, 'transfer');
  const target = await findWarehouse(tx, actor, body.warehouseId);
  if (target.id === volume.warehouseId) invalidField('warehouseId', 'invalid');
  const isMoving = volume.state === 'in_transit';
  if (!isMoving) await refuseNeeded(tx, volume);
  const origin = await findWarehouse(tx, actor, volume.warehouseId);
  const version = await recordVolume(
    tx,
    actor.userId,
    id,
    'transferred',
    { from: origin.name, to: target.name, units: unitsOf(volume), reason: body.reason },
    {
      state: 'in_transit',
      warehouse_id: target.id,
      position_id: null,
      transfer_from_id: origin.id,
      transferred_at: tx.now(),
    },
  );
  if (isMoving) return readVolume(tx, actor, id);
  await postEntries(tx, actor.userId, crossings(volume, version, -1, expiredOf(volume)));
  await tx.db.updateTable('volume_lines').set({ expired: false }).where('volume_id', '=', id).execute();
  return readVolume(tx, actor, id);
}

/** The label is scanned on arrival, then a position: the contents become stock of that warehouse. */
export async function arriveVolume(
  tx: Tx,
  actor: Actor,
  id: number,
  body: { code: string; positionId: number },
): Promise<Volume> {
  const volume = await lockVolume(tx, actor, id, 'arrive');
  if (asCode(body.code) !== volume.code) invalidField('code', 'invalid');
  const position = await positionIn(tx, actor, volume.warehouseId, body.positionId);
  const version = await recordVolume(
    tx,
    actor.userId,
    id,
    'arrived',
    { position: position.code, units: unitsOf(volume) },
    { state: 'active', position_id: position.id },
  );
  const expired = await markExpired(tx, volume);
  const arrived = { ...volume, positionId: position.id };
  await postEntries(tx, actor.userId, crossings(arrived, version, 1, expired));
  await tx.publish('stock.freed', { stockIds: volume.lines.map((line) => line.stockId) });
  return readVolume(tx, actor, id);
}

async function findWarehouse(tx: Tx, actor: Actor, id: number): Promise<{ id: number; name: string }> {
  const found = await findReached(tx, actor, id);
  if (!found) return invalidField('warehouseId', 'not_found');
  return found;
}

/** Units that sales hold or need stay, and so does a volume from which a reversible packing attempt took units. */
async function refuseNeeded(tx: Tx, volume: LockedVolume): Promise<void> {
  if (volume.tote || volume.zeroCheck) fail('state_conflict', { facts: { state: volume.state } });
  if (volume.lines.some((line) => line.pinned > 0) || (await isOfOpenParcel(tx, volume.id)))
    fail('volume_pinned');
  const shelves = await lockStock(
    tx,
    volume.lines.map((line) => line.stockId),
  );
  for (const { stockId, quantity, expired } of volume.lines) {
    const shelf = shelves.find(({ id }) => id === stockId);
    const free = shelf ? shelf.on_hand - shelf.reserved - shelf.soft - shelf.hold : 0;
    if (!expired && free < quantity) fail('insufficient_stock');
  }
}

async function isOfOpenParcel(tx: Tx, volumeId: number): Promise<boolean> {
  const { rows } = await sql`select from ledger_entries e
      join order_parts p on p.id = e.part_id join orders o on o.id = p.order_id
    where e.business_id = app_business() and e.volume_id = ${volumeId} and e.kind = 'sale_out'
      and o.packed_at is not null and o.collected_at is null and o.sent_at is null and o.canceled_at is null
    limit 1`.execute(tx.db);
  return rows.length > 0;
}

const expiredOf = (volume: LockedVolume) =>
  new Set(volume.lines.filter((line) => line.expired).map((line) => line.id));

function crossings(
  volume: LockedVolume,
  version: number,
  sign: 1 | -1,
  expired: ReadonlySet<number>,
): Entry[] {
  return volume.lines
    .filter((line) => line.quantity > 0)
    .map((line) => ({
      stockId: line.stockId,
      kind: 'transfer',
      source: 'volume',
      sourceId: `${volume.id}:${version}:${line.variationId}`,
      onHand: sign * line.quantity,
      hold: expired.has(line.id) ? sign * line.quantity : 0,
      volumeId: volume.id,
      positionId: volume.positionId,
    }));
}
