import { sql } from 'kysely';
import { dayOf } from '#contract/dates.ts';
import type { LotFields } from '#contract/inventory/batch.ts';
import type { Volume } from '#contract/inventory/volume.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { lotsOfLines } from '#server/inventory/batch/lot-of-line.ts';
import { ensureStock, postEntries } from '#server/inventory/ledger.ts';
import { ownBusiness } from '#server/inventory/warehouse/scope.ts';
import { type GivingWay, lockNewestSales, withdrawSales } from '#server/orders/sale/withdraw.ts';
import { readVolume } from './volume.ts';
import { recordVolume } from './volume-history.ts';
import { holds, retryShortSales, unitsOf } from './volume-launch.ts';
import { type LockedLine, lockVolume } from './volume-lock.ts';

type Correction = { variationId: number; quantity: number; reason: string; lot?: LotFields | undefined };

/**
 * Sets the true quantity of a product in a launched volume. What is pinned to a pick cannot be corrected away: the pick
 * is canceled first. Where less is there than was promised, the newest sales that nobody has begun to pick give way.
 */
export async function adjustVolume(tx: Tx, actor: Actor, id: number, body: Correction): Promise<Volume> {
  const { sku } = await readVariation(tx, body.variationId);
  const sales = await lockSalesAtRisk(tx, id, body);
  const volume = await lockVolume(tx, actor, id, 'adjust');
  const line = volume.lines.find((found) => found.variationId === body.variationId);
  if (body.quantity < (line?.pinned ?? 0)) fail('volume_pinned');
  const before = line?.quantity ?? 0;
  const delta = body.quantity - before;
  tx.noteChange('quantity', before, body.quantity);
  const stockId =
    line?.stockId ?? (await ensureStock(tx, actor.businessId, body.variationId, volume.warehouseId));
  const lot = await lotAfter(tx, actor, line, body);
  await writeLine(tx, actor, id, body, lot);
  const version = await recordVolume(
    tx,
    actor.userId,
    id,
    'adjusted',
    { sku, before, after: body.quantity, reason: body.reason },
    {
      state: unitsOf(volume) + delta === 0 ? 'empty' : 'active',
      zero_check_at: null,
      // One product was set right; the contents as a whole were not counted.
      ...(delta !== 0 && { checked: false }),
    },
  );
  if (volume.state === 'in_balance') await postEntries(tx, actor.userId, holds(volume, version, -1, null));
  if (delta === 0) return readVolume(tx, actor, id);
  await postEntries(tx, actor.userId, [
    {
      stockId,
      kind: 'adjustment',
      source: 'volume',
      sourceId: `${id}:${version}:${body.variationId}`,
      onHand: delta,
      hold: lot.expired ? delta : 0,
      volumeId: id,
      positionId: volume.positionId,
      reason: body.reason,
    },
  ]);
  if (delta > 0) retryShortSales(tx, [stockId]);
  else await withdrawSales(tx, actor.userId, stockId, sales, sku);
  return readVolume(tx, actor, id);
}

async function readVariation(tx: Tx, variationId: number): Promise<{ sku: string }> {
  const variation = await tx.db
    .selectFrom('product_variations')
    .select('sku')
    .where('id', '=', variationId)
    .where('business_id', '=', ownBusiness)
    .executeTakeFirst();
  return variation ?? invalidField('variationId', 'not_found');
}

/** The sales that would have to give way to this count, by what the shelf says before it is locked. */
async function lockSalesAtRisk(tx: Tx, volumeId: number, body: Correction): Promise<GivingWay> {
  const row = await tx.db
    .selectFrom('volume_lines as l')
    .innerJoin('volumes as v', 'v.id', 'l.volume_id')
    .innerJoin('stock as s', (join) =>
      join
        .onRef('s.variation_id', '=', 'l.variation_id')
        .onRef('s.warehouse_id', '=', 'v.warehouse_id')
        .onRef('s.business_id', '=', 'l.business_id'),
    )
    .select(['s.id', sql<number>`s.reserved - s.on_hand + l.quantity`.as('uncovered')])
    .where('l.volume_id', '=', volumeId)
    .where('l.variation_id', '=', body.variationId)
    .where('l.business_id', '=', ownBusiness)
    .executeTakeFirst();
  const missing = row ? row.uncovered - body.quantity : 0;
  return row && missing > 0 ? lockNewestSales(tx, row.id, missing) : [];
}

type LotAfter = { batch_id: number | null; expired: boolean };

/** Units that are there keep their lot; of a product that was not, the lot is asked for. */
async function lotAfter(
  tx: Tx,
  actor: Actor,
  line: LockedLine | undefined,
  { variationId, quantity, lot }: Correction,
): Promise<LotAfter> {
  if (line && (line.quantity > 0 || quantity === 0)) return { batch_id: line.batchId, expired: line.expired };
  if (quantity === 0) return { batch_id: null, expired: false };
  const [batchId = null] = await lotsOfLines(tx, actor, [{ variationId, lot }], () => 'lot');
  return { batch_id: batchId, expired: lot !== undefined && lot.expiresOn < dayOf(tx.now()) };
}

async function writeLine(
  tx: Tx,
  actor: Actor,
  volumeId: number,
  body: Correction,
  lot: LotAfter,
): Promise<void> {
  await tx.db
    .insertInto('volume_lines')
    .values({
      business_id: actor.businessId,
      volume_id: volumeId,
      variation_id: body.variationId,
      quantity: body.quantity,
      ...lot,
    })
    .onConflict((conflict) =>
      conflict.columns(['volume_id', 'variation_id']).doUpdateSet({ quantity: body.quantity, ...lot }),
    )
    .execute();
}
