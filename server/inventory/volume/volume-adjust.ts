import { dayOf } from '#contract/dates.ts';
import type { LotFields } from '#contract/inventory/batch.ts';
import type { Volume } from '#contract/inventory/volume.ts';
import type { Tx } from '#server/db/transaction.ts';
import { invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { lotsOfLines } from '#server/inventory/batch/lot-of-line.ts';
import { ownBusiness } from '#server/inventory/warehouse/scope.ts';
import { correctLine, type LineLot, lockSalesAtRisk } from './correct-line.ts';
import { readVolume } from './volume.ts';
import { unitsOf } from './volume-launch.ts';
import { type LockedLine, lockVolume } from './volume-lock.ts';

type Correction = { variationId: number; quantity: number; reason: string; lot?: LotFields | undefined };

/** Corrects the quantity of one product in a volume, outside of any count. */
export async function adjustVolume(tx: Tx, actor: Actor, id: number, body: Correction): Promise<Volume> {
  const { sku } = await readVariation(tx, body.variationId);
  const sales = await lockSalesAtRisk(tx, id, [body]);
  const volume = await lockVolume(tx, actor, id, 'adjust');
  const line = volume.lines.find((found) => found.variationId === body.variationId);
  const before = line?.quantity ?? 0;
  tx.noteChange('quantity', before, body.quantity);
  const { variationId, quantity, reason } = body;
  const left = unitsOf(volume) + quantity - before;
  const lot = await lotAfter(tx, actor, line, body);
  const change = {
    // Zero in the ledger does not prove that the volume is empty: a person has to confirm it, as after the last pick.
    state: left > 0 || before > 0 ? 'active' : volume.state,
    zero_check_at: left === 0 && volume.state === 'active' ? tx.now() : null,
    // One product was corrected; the contents as a whole were not counted.
    ...(quantity !== before && { checked: false }),
  } as const;
  await correctLine(tx, actor, volume, { variationId, quantity, reason, sku, lot }, sales, { change });
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

/** Existing units keep their lot; for a new product the lot is required. */
async function lotAfter(
  tx: Tx,
  actor: Actor,
  line: LockedLine | undefined,
  { variationId, quantity, lot }: Correction,
): Promise<LineLot> {
  if (line && (line.quantity > 0 || quantity === 0)) return { batch_id: line.batchId, expired: line.expired };
  if (quantity === 0) return { batch_id: null, expired: false };
  const [batchId = null] = await lotsOfLines(tx, actor, [{ variationId, lot }], () => 'lot');
  return { batch_id: batchId, expired: lot !== undefined && lot.expiresOn < dayOf(tx.now()) };
}
