import { sql } from 'kysely';
import type { Volume } from '#contract/inventory/volume.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { type Entry, postEntries } from '#server/inventory/ledger.ts';
import { addedCost, costOfUnits } from './line-cost.ts';
import { insertVolumes, readVolume } from './volume.ts';
import { recordVolume, type VolumeChange, writeEvents } from './volume-history.ts';
import { unitsOf } from './volume-launch.ts';
import { type LockedLine, type LockedVolume, lockVolume, lockVolumes, positionIn } from './volume-lock.ts';

/**
 * Moves a volume to another position of its warehouse; stock sums do not change, and the ledger records the position.
 * Packers may only bring a volume to the bench and back.
 */
export async function moveVolume(tx: Tx, actor: Actor, id: number, positionId: number): Promise<Volume> {
  const volume = await lockVolume(tx, actor, id, 'move');
  const position = await positionIn(tx, actor, volume.warehouseId, positionId);
  if (positionId === volume.positionId) return readVolume(tx, actor, id);
  if (!actorCan(actor, 'volumes.update') && !position.bench && !(await isAtBench(tx, volume)))
    fail('forbidden');
  if (await isPickedByAnother(tx, actor, id)) fail('volume_pinned');
  const version = await recordVolume(
    tx,
    actor.userId,
    id,
    'moved',
    { from: volume.position, to: position.code, units: unitsOf(volume) },
    { position_id: positionId },
  );
  await postEntries(
    tx,
    actor.userId,
    volume.lines
      .filter((line) => line.quantity > 0)
      .flatMap((line) => {
        const source = `${id}:${version}:${line.variationId}`;
        return [
          moveEntry(line.stockId, `${source}:out`, -line.quantity, id, volume.positionId),
          moveEntry(line.stockId, `${source}:in`, line.quantity, id, positionId),
        ];
      }),
  );
  return readVolume(tx, actor, id);
}

async function isAtBench(tx: Tx, { positionId }: LockedVolume): Promise<boolean> {
  const bench = await tx.db
    .selectFrom('inventory_locations')
    .select('id')
    .where('id', '=', positionId)
    .where('bench', '=', true)
    .executeTakeFirst();
  return bench !== undefined;
}

function moveEntry(
  stockId: number,
  sourceId: string,
  onHand: number,
  volumeId: number,
  positionId: number | null,
): Entry {
  return { stockId, kind: 'move', source: 'volume', sourceId, onHand, volumeId, positionId };
}

async function isPickedByAnother(tx: Tx, actor: Actor, volumeId: number): Promise<boolean> {
  const allocation = await tx.db
    .selectFrom('pick_allocations')
    .innerJoin('orders', 'orders.id', 'pick_allocations.order_id')
    .select('pick_allocations.id')
    .where('pick_allocations.volume_id', '=', volumeId)
    .where(sql<boolean>`orders.picking_by is distinct from ${actor.userId}::bigint`)
    .executeTakeFirst();
  return allocation !== undefined;
}

type MoveRequest = {
  lines: readonly { lineId: number; quantity: number }[];
  targetId?: number;
  create?: { positionId: number; name?: string };
};
/** Units of a line that are moved, with their cost. */
type Part = LockedLine & { movedCost: number | null };

/** Moves products to another launched volume of the warehouse or to a new one, with one pair of ledger entries each. */
export async function moveProducts(tx: Tx, actor: Actor, id: number, request: MoveRequest): Promise<Volume> {
  if (request.targetId === id) invalidField('targetId', 'invalid');
  const [source, target] = await lockVolumes(tx, actor, [
    { id, verb: 'moveProducts' },
    ...(request.targetId === undefined
      ? []
      : [
          {
            id: request.targetId,
            verb: 'receiveProducts' as const,
            missing: () => invalidField('targetId', 'not_found'),
          },
        ]),
  ]);
  if (!source) fail('not_found');
  if (target && target.warehouseId !== source.warehouseId) fail('position_of_other_warehouse');
  const parts = chooseParts(source, request.lines);
  if (target) refuseMixedLots(target, parts);
  const destination = target ?? (await openVolume(tx, actor, source, request.create));
  await takeOut(tx, parts);
  await putIn(tx, actor, destination.id, parts);
  const version = await recordBoth(tx, actor, source, destination, parts, target !== undefined);
  await postEntries(
    tx,
    actor.userId,
    parts.flatMap((part) => {
      const key = `${id}:${version}:${part.variationId}`;
      return [
        moveEntry(part.stockId, `${key}:out`, -part.quantity, id, source.positionId),
        moveEntry(part.stockId, `${key}:in`, part.quantity, destination.id, destination.positionId),
      ];
    }),
  );
  return readVolume(tx, actor, id);
}

function chooseParts(source: LockedVolume, lines: MoveRequest['lines']): Part[] {
  const seen = new Set<number>();
  return lines.map(({ lineId, quantity }, index) => {
    const line = source.lines.find((found) => found.id === lineId);
    if (!line) return invalidField(`lines.${index}.lineId`, 'not_found');
    if (seen.has(lineId)) invalidField(`lines.${index}.lineId`, 'duplicate');
    seen.add(lineId);
    if (quantity > line.quantity) invalidField(`lines.${index}.quantity`, 'too_big');
    if (quantity > line.quantity - line.pinned) fail('volume_pinned');
    return { ...line, quantity, movedCost: costOfUnits(line.cost, line.quantity, quantity) };
  });
}

/** A line of a volume has one lot: units of another lot need another volume. */
function refuseMixedLots(target: LockedVolume, parts: readonly Part[]): void {
  for (const part of parts) {
    const line = target.lines.find((found) => found.variationId === part.variationId);
    if (line && line.quantity > 0 && line.batchId !== part.batchId)
      fail('lots_mixed', { facts: { code: target.code, sku: part.sku } });
  }
}

type Destination = { id: number; code: string; positionId: number | null; state: string };

async function openVolume(
  tx: Tx,
  actor: Actor,
  source: LockedVolume,
  create: MoveRequest['create'],
): Promise<Destination> {
  if (!create) return invalidField('targetId', 'required');
  const position = await positionIn(tx, actor, source.warehouseId, create.positionId);
  const [id = 0] = await insertVolumes(
    tx,
    actor,
    { warehouseId: source.warehouseId, name: create.name ?? '', lines: [] },
    1,
    { position_id: position.id, state: 'active', launched_at: tx.now() },
  );
  const { code } = await tx.db
    .selectFrom('volumes')
    .select('code')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, code, positionId: position.id, state: 'active' };
}

async function takeOut(tx: Tx, parts: readonly Part[]): Promise<void> {
  for (const part of parts) {
    await tx.db
      .updateTable('volume_lines')
      .set({
        quantity: sql<number>`quantity - ${part.quantity}::int`,
        cost_centavos: sql<number | null>`cost_centavos - ${part.movedCost}::bigint`,
      })
      .where('id', '=', part.id)
      .execute();
  }
}

async function putIn(tx: Tx, actor: Actor, volumeId: number, parts: readonly Part[]): Promise<void> {
  await tx.db
    .insertInto('volume_lines')
    .values(
      parts.map((part) => ({
        business_id: actor.businessId,
        volume_id: volumeId,
        variation_id: part.variationId,
        quantity: part.quantity,
        price_centavos: part.price,
        cost_centavos: part.movedCost,
        batch_id: part.batchId,
        expired: part.expired,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['volume_id', 'variation_id']).doUpdateSet({
        quantity: sql<number>`volume_lines.quantity + excluded.quantity`,
        cost_centavos: addedCost,
        batch_id: sql<number | null>`excluded.batch_id`,
        expired: sql<boolean>`excluded.expired`,
      }),
    )
    .execute();
}

/** An empty tote is free for the next list; an empty volume has to be confirmed by a person. */
const emptiedBy = (tx: Tx, source: LockedVolume): VolumeChange =>
  source.tote ? { state: 'empty', picking_list_id: null } : { zero_check_at: tx.now() };

/** One history row per volume; if its last unit left, a person has to confirm that the source is empty. */
async function recordBoth(
  tx: Tx,
  actor: Actor,
  source: LockedVolume,
  destination: Destination,
  parts: readonly Part[],
  existed: boolean,
): Promise<number> {
  const units = parts.reduce((sum, part) => sum + part.quantity, 0);
  const products = parts.map((part) => `${part.quantity} × ${part.sku}`).join(', ');
  const version = await recordVolume(
    tx,
    actor.userId,
    source.id,
    'products-out',
    { volume: destination.code, units, products },
    unitsOf(source) === units ? emptiedBy(tx, source) : {},
  );
  const incoming = { volume: source.code, units, products };
  // The history of a volume created for the move begins with its contents.
  if (existed)
    await recordVolume(tx, actor.userId, destination.id, 'products-in', incoming, {
      state: 'active',
      zero_check_at: null,
    });
  else await writeEvents(tx, actor.userId, [destination.id], 'products-in', incoming);
  return version;
}
