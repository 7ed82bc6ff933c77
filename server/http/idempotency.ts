import { addMinutes } from '#contract/dates.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { bodyHash } from './route.ts';
import type { Upload } from './uploads.ts';

const staleMinutes = 2;

export type Claim = { id: number; stored?: { status: number; response: unknown } };

/**
 * Claims a key in the transaction of the effect: a twin waits on the unique row and then reads the stored answer,
 * and a rolled-back effect leaves no claim. Null where the caller sent no key.
 */
export async function claimKey(
  tx: Tx,
  endpoint: string,
  header: unknown,
  body: unknown,
  files?: Upload[],
): Promise<Claim | null> {
  if (header === undefined) return null;
  const key = String(header);
  if (!/^[\x21-\x7e]{1,100}$/.test(key)) fail('malformed');
  const hash = bodyHash(body, files);
  const inserted = await tx.db
    .insertInto('idempotency_keys')
    .values({ endpoint, key, body_hash: hash, created_at: tx.now() })
    .onConflict((conflict) => conflict.columns(['business_id', 'user_id', 'endpoint', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) return { id: inserted.id };
  const found = await tx.db
    .selectFrom('idempotency_keys')
    .select(['id', 'body_hash', 'status', 'response', 'created_at'])
    .where('endpoint', '=', endpoint)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (!hash.equals(found.body_hash)) fail('idempotency_mismatch');
  // Only a handler that talks to the outside leaves a claim without an answer: it runs, or its process died.
  if (found.status === null) {
    const taken = await tx.db
      .updateTable('idempotency_keys')
      .set({ created_at: tx.now() })
      .where('id', '=', found.id)
      .where('status', 'is', null)
      .where('created_at', '<', addMinutes(tx.now(), -staleMinutes))
      .executeTakeFirst();
    if (taken.numUpdatedRows === 0n) fail('in_progress');
    return { id: found.id };
  }
  return { id: found.id, stored: { status: found.status, response: found.response } };
}

export async function storeAnswer(tx: Tx, claim: Claim, status: number, response: unknown): Promise<void> {
  await tx.db
    .updateTable('idempotency_keys')
    .set({ status, response: response === undefined ? null : JSON.stringify(response) })
    .where('id', '=', claim.id)
    .execute();
}

/** After a failure the same key may try again. */
export async function releaseKey(tx: Tx, claim: Claim): Promise<void> {
  await tx.db.deleteFrom('idempotency_keys').where('id', '=', claim.id).where('status', 'is', null).execute();
}
