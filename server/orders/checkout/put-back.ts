import type { UnfitVolume } from '#contract/orders/checkout.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { type Entry, lockStock, packingSource, postEntries } from '#server/inventory/ledger.ts';
import { retryShortSales } from '#server/inventory/volume/volume-launch.ts';
import { returnFromTotes } from '#server/orders/picking/return-units.ts';
import { partsOf } from '#server/orders/sale/advance.ts';
import { type OrderRow, writeFacts } from '#server/orders/sale/facts.ts';
import { lockAtBench } from './packing.ts';
import { lockTarget, putIntoVolume, recordPutBack, type Target } from './restock.ts';

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
    fail('volume_unfit', { facts: { volume: volume.code, why: 'other_product' satisfies UnfitVolume } });
  const detail = { volume: volume.code };
  const cause = { actor: 'fulfiller', userId: actor.userId, kind: 'put-back', detail } as const;
  await writeFacts(tx, order, { put_back: false }, cause);
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
  const entries: Entry[] = [];
  for (const part of parts) {
    const cause = packingSource(part.id, order.attempt, volume.id);
    const entry = await putIntoVolume(tx, actor, part, part.quantity, volume, cause);
    entries.push({ ...entry, packed: -part.quantity });
  }
  await postEntries(tx, actor.userId, entries);
  await recordPutBack(tx, actor, order, volume);
  retryShortSales(
    tx,
    parts.map((part) => part.stock_id),
  );
}
