import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { addMinutes } from '#contract/dates.ts';
import { livenessKey } from '#server/db/liveness-lock.ts';
import { prepared } from '#server/db/prepared.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Upload } from './uploads.ts';

const staleMinutes = 2;

/** `holder`: the process that works on it, if the claim is visible to others before its answer is. */
export type Claim = { id: number; holder: string | null; stored?: { status: number; response: unknown } };

type NewClaim = { endpoint: string; key: string; hash: Buffer; holder: string | null; now: Date };
const insertClaim = prepared((db, { endpoint, key, hash, holder, now }: NewClaim) =>
  db
    .insertInto('idempotency_keys')
    .values({ endpoint, key, body_hash: hash, holder, created_at: now })
    .onConflict((conflict) => conflict.columns(['business_id', 'user_id', 'endpoint', 'key']).doNothing())
    .returning('id'),
);
type Answered = { id: number; holder: string | null; status: number; response: string | null };
const updateClaim = prepared((db, { id, holder, status, response }: Answered) =>
  db
    .updateTable('idempotency_keys')
    .set({ status, response })
    .where('id', '=', id)
    .where('status', 'is', null)
    .where(sql<boolean>`holder is not distinct from ${holder}`)
    .returning('id'),
);

/**
 * Claims a key in the transaction of the effect: a concurrent twin waits on the unique row and then reads the stored
 * answer, and a rolled-back effect leaves no claim. Null if the caller sent no key. `holderOf` is given for a remote
 * handler: the name of the liveness lock of this process.
 */
export async function claimKey(
  tx: Tx,
  endpoint: string,
  header: unknown,
  body: unknown,
  files: Upload[] | undefined,
  holderOf?: () => Promise<string>,
): Promise<Claim | null> {
  if (header === undefined) return null;
  const given = String(header);
  if (!/^[\x21-\x7e]{1,100}$/.test(given)) fail('malformed');
  // Programs may number their keys from 1: keys of one API key never collide with those of another or of a person.
  const key = tx.scope.keyId ? `key ${tx.scope.keyId} ${given}` : given;
  const hash = bodyHash(body, files);
  const holder = (await holderOf?.()) ?? null;
  const [inserted] = await insertClaim(tx, { endpoint, key, hash, holder, now: tx.now() });
  if (inserted) return { id: inserted.id, holder };
  const found = await tx.db
    .selectFrom('idempotency_keys')
    .select(['id', 'body_hash', 'status', 'response'])
    .where('endpoint', '=', endpoint)
    .where('key', '=', key)
    .executeTakeFirst();
  // Released since the conflict: the key is claimed again as a new one.
  if (!found) return claimKey(tx, endpoint, header, body, files, holderOf);
  if (!hash.equals(found.body_hash)) fail('idempotency_mismatch');
  // Only a remote handler leaves a claim without an answer: it is still running, or its process died.
  if (found.status === null) {
    if (!(await takeOver(tx, found.id, holder))) fail('in_progress');
    return { id: found.id, holder };
  }
  return { id: found.id, holder, stored: { status: found.status, response: openAnswer(tx, found.response) } };
}

/** Sealed, because it may contain bank data; one of an earlier release is not sealed. */
function openAnswer(tx: Tx, stored: unknown): unknown {
  return typeof stored === 'string' ? JSON.parse(tx.sealer.unseal('stored-answer', stored)) : stored;
}

/**
 * Immediately if the process that holds the claim is dead, otherwise once the claim is older than anything that may
 * still run.
 */
async function takeOver(tx: Tx, id: number, holder: string | null): Promise<boolean> {
  const taken = await tx.db
    .updateTable('idempotency_keys')
    .set({ created_at: tx.now(), holder })
    .where('id', '=', id)
    .where('status', 'is', null)
    .where((where) =>
      where.or([
        where('created_at', '<', addMinutes(tx.now(), -staleMinutes)),
        sql<boolean>`holder is not null and pg_try_advisory_xact_lock(${sql.raw(livenessKey('holder'))})`,
      ]),
    )
    .executeTakeFirst();
  return taken.numUpdatedRows > 0n;
}

/** Refused if another process has taken the claim over meanwhile: its answer counts. */
export async function storeAnswer(tx: Tx, claim: Claim, status: number, response: unknown): Promise<void> {
  const { id, holder } = claim;
  const stored =
    response === undefined ? null : JSON.stringify(tx.sealer.seal('stored-answer', JSON.stringify(response)));
  const [kept] = await updateClaim(tx, { id, holder, status, response: stored });
  if (!kept) fail('in_progress');
}

/** After a failure the same key may be used again. */
export async function releaseKey(tx: Tx, claim: Claim): Promise<void> {
  await tx.db
    .deleteFrom('idempotency_keys')
    .where('id', '=', claim.id)
    .where('status', 'is', null)
    .where(sql<boolean>`holder is not distinct from ${claim.holder}`)
    .execute();
}

function bodyHash(body: unknown, files: Upload[] | undefined): Buffer {
  const hash = createHash('sha256').update(JSON.stringify(body ?? null));
  for (const file of files ?? []) hash.update(file.name).update(file.sha256);
  return hash.digest();
}

const againMs = 500;
const tries = 240;

/** Releases as soon as the database is reachable: the failure may be the loss of its connection. */
export async function releaseSoon(release: () => Promise<void>, n = 1): Promise<void> {
  await release().catch(() => {
    if (n < tries) setTimeout(() => void releaseSoon(release, n + 1), againMs).unref();
  });
}
