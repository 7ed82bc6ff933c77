import type { Volume } from '#contract/inventory/volume.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { ensureStock, postEntries } from './ledger.ts';
import { ownBusiness } from './scope.ts';
import { readVolume } from './volume.ts';
import { recordVolume } from './volume-history.ts';
import { retryShortSales, unitsOf } from './volume-launch.ts';
import { lockVolume } from './volume-lock.ts';

type Correction = { variationId: number; quantity: number; reason: string };

/**
 * Sets the true quantity of a product in a launched volume. What is pinned to a pick, or promised to a sale, cannot be
 * corrected away: the sale is cancelled or moved first.
 */
export async function adjustVolume(tx: Tx, actor: Actor, id: number, body: Correction): Promise<Volume> {
  const volume = await lockVolume(tx, actor, id, 'adjust');
  const line = volume.lines.find((found) => found.variationId === body.variationId);
  const variation = await tx.db
    .selectFrom('product_variations')
    .select('sku')
    .where('id', '=', body.variationId)
    .where('business_id', '=', ownBusiness)
    .executeTakeFirst();
  if (!variation) invalidField('variationId', 'not_found');
  const before = line?.quantity ?? 0;
  const delta = body.quantity - before;
  if (body.quantity < (line?.pinned ?? 0)) fail('volume_pinned');
  const stockId =
    line?.stockId ?? (await ensureStock(tx, actor.businessId, body.variationId, volume.warehouseId));
  await tx.db
    .insertInto('volume_lines')
    .values({
      business_id: actor.businessId,
      volume_id: id,
      variation_id: body.variationId,
      quantity: body.quantity,
    })
    .onConflict((conflict) =>
      conflict.columns(['volume_id', 'variation_id']).doUpdateSet({ quantity: body.quantity }),
    )
    .execute();
  const state = unitsOf(volume) + delta === 0 ? 'empty' : 'active';
  const version = await recordVolume(
    tx,
    actor.userId,
    id,
    'adjusted',
    { sku: variation.sku, before, after: body.quantity, reason: body.reason },
    { state, last_check_at: tx.now(), checked: true },
  );
  if (delta === 0) return readVolume(tx, actor, id);
  await postEntries(tx, actor.userId, [
    {
      stockId,
      kind: 'adjustment',
      source: 'volume',
      sourceId: `${id}:${version}:${body.variationId}`,
      onHand: delta,
      volumeId: id,
      positionId: volume.positionId,
      reason: body.reason,
    },
  ]);
  if (delta > 0) retryShortSales(tx, [stockId]);
  return readVolume(tx, actor, id);
}
