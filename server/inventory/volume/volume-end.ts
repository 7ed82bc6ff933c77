import { sql } from 'kysely';
import { z } from 'zod';
import type { BalanceCause } from '#contract/inventory/balance-states.ts';
import type { Volume } from '#contract/inventory/volume.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';
import { postEntries } from '#server/inventory/ledger.ts';
import type { Task } from '#server/jobs/task.ts';
import { correctLine, lockSalesAtRisk } from './correct-line.ts';
import { readVolume } from './volume.ts';
import { recordVolume, writeEvents } from './volume-history.ts';
import { holds, unitsOf } from './volume-launch.ts';
import { lockVolume } from './volume-lock.ts';

type WriteOff = { cause: BalanceCause; reason: string };

/** Writes off the contents of a blocked volume: they leave stock with a cause, and the volume is archived. */
export async function writeOffVolume(
  tx: Tx,
  actor: Actor,
  id: number,
  { cause, reason }: WriteOff,
): Promise<Volume> {
  const inside = await tx.db
    .selectFrom('volume_lines')
    .select('variation_id as variationId')
    .where('volume_id', '=', id)
    .where('quantity', '>', 0)
    .execute();
  const nothing = inside.map(({ variationId }) => ({ variationId, quantity: 0 }));
  const sales = await lockSalesAtRisk(tx, id, nothing);
  const volume = await lockVolume(tx, actor, id, 'writeOff');
  tx.noteChange('quantity', unitsOf(volume), 0);
  const version = await recordVolume(
    tx,
    actor.userId,
    id,
    'written-off',
    { units: unitsOf(volume), cause, reason },
    { state: 'archived', blocked_as: null },
  );
  await postEntries(tx, actor.userId, holds(volume, version, -1, cause));
  for (const { variationId, sku, quantity, batchId, expired } of volume.lines) {
    if (quantity === 0) continue;
    const lot = { batch_id: batchId, expired };
    await correctLine(tx, actor, volume, { variationId, quantity: 0, sku, reason: cause, lot }, sales);
  }
  return readVolume(tx, actor, id);
}

/** Archives an empty volume; its code is not used again. */
export async function archiveVolume(tx: Tx, actor: Actor, id: number): Promise<Volume> {
  await lockVolume(tx, actor, id, 'archive');
  await recordVolume(tx, actor.userId, id, 'archived', {}, { state: 'archived' });
  return readVolume(tx, actor, id);
}

const payload = z.object({ businessId: z.number() });
const daysEmpty = 30;

/** Archives volumes that were confirmed empty thirty days ago and have received nothing since. */
export const archiveEmptiedTask: Task = async ({ inBusiness }, input) => {
  const { businessId } = payload.parse(input);
  await inBusiness(businessId, async (tx) => {
    const archived = await tx.db
      .updateTable('volumes')
      .set({ state: 'archived', version: sql<number>`version + 1` })
      .where('business_id', '=', businessId)
      .where('state', '=', 'empty')
      .where('tote', '=', false)
      .where('last_check_at', '<', sql<Date>`${tx.now()}::timestamptz - make_interval(days => ${daysEmpty})`)
      .returning('id')
      .execute();
    if (archived.length === 0) return;
    const ids = archived.map(({ id }) => id);
    await writeEvents(tx, null, ids, 'archived', {});
    tx.changed(businessId, 'volumes');
  });
};
