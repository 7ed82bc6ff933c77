import { sql } from 'kysely';
import { type BulkOutcome, outcomeOf } from '#contract/bulk.ts';
import type { VolumeBulk } from '#contract/inventory/volume.ts';
import { volumeActs } from '#contract/inventory/volume-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';
import { findSelectedVolumes } from './volume.queries.ts';
import { writeEvents } from './volume-history.ts';

/** Sets name and test mark of many volumes in one statement; launched ones stay unchanged. */
export async function updateVolumes(
  tx: Tx,
  actor: Actor,
  { change, ...selection }: VolumeBulk,
): Promise<BulkOutcome> {
  const found = await findSelectedVolumes(tx, actor, selection);
  const changed = await tx.db
    .updateTable('volumes')
    .set({ ...change, version: sql<number>`version + 1` })
    .where(sql<boolean>`id = any(${found}::bigint[])`)
    .where('state', 'in', volumeActs.change.from)
    .returning('id')
    .execute();
  const done = changed.map((row) => row.id);
  if (done.length > 0) await writeEvents(tx, actor.userId, done, 'changed', {});
  const isDone = new Set(done);
  return outcomeOf(
    selection.ids ?? found,
    done,
    found.filter((id) => !isDone.has(id)).map((id) => ({ id, code: 'state_conflict' as const })),
  );
}
