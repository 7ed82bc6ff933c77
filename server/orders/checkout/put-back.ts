import { asCode } from '#contract/primitives.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { lockStock, packingSource, postEntries } from '#server/inventory/ledger.ts';
import { recordVolume } from '#server/inventory/volume/volume-history.ts';
import { retryShortSales } from '#server/inventory/volume/volume-launch.ts';
import { returnFromTotes } from '#server/orders/picking/return-units.ts';
import { partsOf } from '#server/orders/sale/advance.ts';
import { type OrderRow, writeFacts } from '#server/orders/sale/facts.ts';
import { lockAtBench } from './packing.ts';

type Part = Awaited<ReturnType<typeof partsOf>>[number];

/**
 * Only the scan into a volume ends the put-back of a canceled sale. Packed goods come back to the shelf by it; of goods
 * that were only picked the shelf says that they never left, so they go to a volume that has their product.
 */
export async function putBack(tx: Tx, actor: Actor, id: number, volumeCode: string): Promise<void> {
  const order = await lockAtBench(tx, actor, id);
  if (!order.put_back) fail('state_conflict');
  const parts = await partsOf(tx, id);
  // Stock before volumes, as everybody on the floor locks.
  await lockStock(
    tx,
    parts.map((part) => part.stock_id),
  );
  const volume = await lockTarget(tx, actor, order, volumeCode);
  if (order.packed_at) await returnPacked(tx, actor, order, parts, volume);
  else if (
    !(await returnFromTotes(tx, actor, id, parts, volume.id)) &&
    !(await holdsOneOf(tx, volume.id, parts))
  )
    fail('not_packable_here');
  const detail = { volume: volume.code };
  const cause = { actor: 'fulfiller', userId: actor.userId, kind: 'put-back', detail } as const;
  await writeFacts(tx, order, { put_back: false }, cause);
}

type Target = { id: number; code: string; position_id: number };

/** The scanned volume, locked: one of the sale's warehouse, standing in a position, that goods may go into. */
async function lockTarget(tx: Tx, actor: Actor, order: OrderRow, code: string): Promise<Target> {
  const volume = await tx.db
    .selectFrom('volumes')
    .select(['id', 'code', 'state', 'tote', 'warehouse_id', 'position_id'])
    .where('code', '=', asCode(code))
    .where('business_id', '=', actor.businessId)
    .forUpdate()
    .executeTakeFirst();
  if (!volume) return fail('code_not_volume');
  const { state, tote, position_id, warehouse_id } = volume;
  const isOpen = !tote && (state === 'active' || state === 'empty');
  if (!isOpen || warehouse_id !== order.warehouse_id || position_id === null) fail('not_packable_here');
  return { id: volume.id, code: volume.code, position_id };
}

async function holdsOneOf(tx: Tx, volumeId: number, parts: readonly Part[]): Promise<boolean> {
  const line = await tx.db
    .selectFrom('volume_lines')
    .select('id')
    .where('volume_id', '=', volumeId)
    .where('quantity', '>', 0)
    .where(
      'variation_id',
      'in',
      parts.map((part) => part.variation_id),
    )
    .executeTakeFirst();
  return line !== undefined;
}

async function returnPacked(
  tx: Tx,
  actor: Actor,
  order: OrderRow,
  parts: readonly Part[],
  volume: Target,
): Promise<void> {
  const held = new Set<number>();
  for (const part of parts) {
    const { expired } = await tx.db
      .insertInto('volume_lines')
      .values({
        business_id: actor.businessId,
        volume_id: volume.id,
        variation_id: part.variation_id,
        quantity: part.quantity,
        ...(await lotPacked(tx, part.id)),
      })
      .onConflict((conflict) =>
        conflict
          .columns(['volume_id', 'variation_id'])
          .doUpdateSet((eb) => ({ quantity: eb('volume_lines.quantity', '+', part.quantity) })),
      )
      .returning('expired')
      .executeTakeFirstOrThrow();
    if (expired) held.add(part.id);
  }
  await postEntries(
    tx,
    actor.userId,
    parts.map((part) => ({
      stockId: part.stock_id,
      kind: 'cancel_return' as const,
      ...packingSource(part.id, order.attempt),
      onHand: part.quantity,
      packed: -part.quantity,
      hold: held.has(part.id) ? part.quantity : 0,
      volumeId: volume.id,
      positionId: volume.position_id,
    })),
  );
  await recordVolume(
    tx,
    actor.userId,
    volume.id,
    'put-back',
    { order: order.id },
    { state: 'active', zero_check_at: null },
  );
  retryShortSales(
    tx,
    parts.map((part) => part.stock_id),
  );
}

/** The lot that the units had in the volume they were packed from; they share that of a volume that has their product. */
async function lotPacked(tx: Tx, partId: number) {
  const line = await tx.db
    .selectFrom('ledger_entries as e')
    .innerJoin('order_parts as o', 'o.id', 'e.part_id')
    .innerJoin('volume_lines as l', (join) =>
      join.onRef('l.volume_id', '=', 'e.volume_id').onRef('l.variation_id', '=', 'o.variation_id'),
    )
    .select(['l.batch_id', 'l.expired'])
    .where('e.part_id', '=', partId)
    .where('e.kind', '=', 'sale_out')
    .orderBy('e.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return line ?? { batch_id: null, expired: false };
}
