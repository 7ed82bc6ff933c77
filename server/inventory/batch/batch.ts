import { sql } from 'kysely';
import type { Batch, LotFields } from '#contract/inventory/batch.ts';
import { databaseCode, type Tx } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { ownBusiness } from '#server/inventory/warehouse/scope.ts';
import { findBatch } from './batch.queries.ts';
import { followExpiry } from './expiry.ts';

export async function readBatch(tx: Tx, actor: Actor, id: number): Promise<Batch> {
  return (await findBatch(tx, actor, id)) ?? fail('not_found');
}

export async function createBatch(
  tx: Tx,
  actor: Actor,
  { variationId, code, expiresOn }: LotFields & { variationId: number },
): Promise<Batch> {
  const own = await tx.db
    .selectFrom('product_variations')
    .select('id')
    .where('business_id', '=', ownBusiness)
    .where('id', '=', variationId)
    .executeTakeFirst();
  if (!own) invalidField('variationId', 'not_found');
  const made = await tx.db
    .insertInto('batches')
    .values({
      business_id: actor.businessId,
      variation_id: variationId,
      code,
      expires_on: expiresOn,
      created_at: tx.now(),
    })
    .onConflict((conflict) => conflict.columns(['business_id', 'variation_id', 'code_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return made ? readBatch(tx, actor, made.id) : fail('lot_exists');
}

/** A corrected day takes effect at once: units become sellable or are held. */
export async function updateBatch(
  tx: Tx,
  actor: Actor,
  id: number,
  change: Partial<LotFields>,
  version: number | undefined,
): Promise<Batch> {
  const before = await readBatch(tx, actor, id);
  if (version !== undefined && version !== before.version)
    fail('stale_version', { facts: { version: before.version } });
  const changed = await tx.db
    .updateTable('batches')
    .set({
      ...(change.code !== undefined && { code: change.code }),
      ...(change.expiresOn !== undefined && { expires_on: change.expiresOn }),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .where('version', '=', before.version)
    .executeTakeFirst()
    .catch((error: unknown) => {
      if (databaseCode(error) === '23505') fail('lot_exists');
      throw error;
    });
  if (changed.numUpdatedRows === 0n) fail('stale_version');
  await followExpiry(tx, actor.businessId, { batchId: id, userId: actor.userId });
  return readBatch(tx, actor, id);
}

export async function removeBatch(tx: Tx, actor: Actor, id: number): Promise<void> {
  await readBatch(tx, actor, id);
  await tx.db
    .deleteFrom('batches')
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => {
      if (databaseCode(error) === '23503') fail('lot_in_use');
      throw error;
    });
}
