import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { addMinutes } from '#contract/dates.ts';
import { countStorage } from '#server/billing/plan-room.ts';
import type { Transact, Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Upload } from '#server/http/uploads.ts';
import type { JobContext } from '#server/jobs/task.ts';
import type { Content, Storage } from '#server/outside/storage.ts';

/** Stored bytes without a row. */
export type PutFile = {
  sha256: string;
  bytes: number;
  contentType: string;
  name: string;
  sealed: boolean;
};
/** Bytes to store. Hash and size are those of the stored form, which is encrypted for a sealed file. */
export type NewFile = {
  content: Content;
  sha256: string;
  size: number;
  contentType: string;
  name: string;
  sealed?: boolean;
};

export function fileFromUpload({ name, path, size, sha256 }: Upload, contentType: string): NewFile {
  return { content: { path }, sha256, size, contentType, name };
}

export function fileFromMemory(name: string, bytes: Buffer, contentType: string): NewFile {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { content: bytes, sha256, size: bytes.length, contentType, name };
}

/** An upload that has not become a row after so long never will: a request ends within seconds. */
const abandonedAfter = 60;

/**
 * Stores bytes so that none are lost and none stay behind: their removal is written down first, then they are put, and
 * the row that the caller inserts afterwards (`keepFile`) makes the removal find them kept.
 */
export async function putFiles(
  transact: Transact,
  storage: Storage,
  businessId: number,
  files: readonly NewFile[],
): Promise<PutFile[]> {
  await transact((tx) =>
    announce(
      tx,
      businessId,
      files.map(({ sha256 }) => sha256),
      addMinutes(tx.now(), abandonedAfter),
    ),
  );
  // One at a time, because a store may keep the bytes in memory while sending.
  for (const { sha256, content } of files) await storage.put(`${businessId}/${sha256}`, content);
  return files.map(({ content: _, size: bytes, sealed = false, ...file }) => ({ ...file, bytes, sealed }));
}

/** Writes down that these bytes go, unless a row keeps them when the time comes. */
async function announce(tx: Tx, businessId: number, of: readonly string[], due: Date): Promise<void> {
  const hashes = [...new Set(of)].toSorted();
  const written = await tx.db
    .insertInto('file_removals')
    .values(hashes.map((sha256) => ({ business_id: businessId, sha256, due_at: due })))
    .onConflict((conflict) =>
      conflict
        .columns(['business_id', 'sha256'])
        // Never sooner: someone else may just be storing the same bytes.
        .doUpdateSet({ due_at: sql`greatest(file_removals.due_at, excluded.due_at)` })
        .where('file_removals.claimed', '=', false),
    )
    .returning('sha256')
    .execute();
  // The same bytes are being removed this moment.
  if (written.length < hashes.length) fail('in_progress');
  for (const sha256 of hashes) enqueueRemoval(tx, businessId, sha256, due);
}

function enqueueRemoval(tx: Tx, businessId: number, sha256: string, due: Date): void {
  tx.enqueue({
    task: 'products.removeFile',
    payload: { businessId, sha256 },
    key: `removeFile ${businessId} ${sha256}`,
    ...(due > tx.now() && { runAt: due }),
  });
}

/** Inserts the rows of stored pictures, refused if the plan is full; returns their ids. */
export async function keepFiles(tx: Tx, businessId: number, files: readonly PutFile[]): Promise<number[]> {
  await countStorage(tx, businessId, sizeOf(files), 'refusable');
  return insertFiles(tx, businessId, files);
}

/** Inserts the rows of files that a sale, a payment or a job needs: counted, never refused; returns their ids. */
export async function keepDocuments(
  tx: Tx,
  businessId: number,
  files: readonly PutFile[],
): Promise<number[]> {
  const ids = await insertFiles(tx, businessId, files);
  await countStorage(tx, businessId, sizeOf(files), 'needed');
  return ids;
}

/**
 * The rows of stored bytes; answers their ids. Refuses with `in_progress` where the bytes may be gone and are to be put
 * again.
 */
async function insertFiles(tx: Tx, businessId: number, files: readonly PutFile[]): Promise<number[]> {
  const hashes = [...new Set(files.map(({ sha256 }) => sha256))].toSorted();
  const canceled = await cancelRemovals(tx, businessId, hashes);
  const others = hashes.filter((hash) => !canceled.includes(hash));
  if (others.length > 0 && !(await areKept(tx, businessId, others))) fail('in_progress');
  const rows = await tx.db
    .insertInto('files')
    .values(
      files.map((file) => ({
        business_id: businessId,
        sha256: file.sha256,
        bytes: file.bytes,
        content_type: file.contentType,
        name: file.name,
        sealed: file.sealed,
        created_at: tx.now(),
      })),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

async function cancelRemovals(tx: Tx, businessId: number, hashes: readonly string[]): Promise<string[]> {
  const canceled = await tx.db
    .deleteFrom('file_removals')
    .where('business_id', '=', businessId)
    .where('sha256', 'in', hashes)
    .where('claimed', '=', false)
    .returning('sha256')
    .execute();
  return canceled.map(({ sha256 }) => sha256);
}

/**
 * True where rows of others keep the same bytes, which were stored at the same moment, so that their removal is canceled
 * already. It is written down once more until the transaction ends: a transaction that takes their row away waits for that.
 */
async function areKept(tx: Tx, businessId: number, hashes: readonly string[]): Promise<boolean> {
  await announce(tx, businessId, hashes, addMinutes(tx.now(), abandonedAfter));
  const kept = await tx.db
    .selectFrom('files')
    .select('sha256')
    .where('business_id', '=', businessId)
    .where('sha256', 'in', hashes)
    .groupBy('sha256')
    .execute();
  await cancelRemovals(tx, businessId, hashes);
  return kept.length === hashes.length;
}

/** Takes away rows that nothing refers to any more; the bytes follow by a job. */
export async function dropFiles(tx: Tx, businessId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const gone = await tx.db
    .deleteFrom('files')
    .where('business_id', '=', businessId)
    .where('id', 'in', ids)
    .returning(['sha256', 'bytes'])
    .execute();
  if (gone.length === 0) return;
  await announce(
    tx,
    businessId,
    gone.map(({ sha256 }) => sha256),
    tx.now(),
  );
  await countStorage(tx, businessId, -sizeOf(gone), 'needed');
}

const sizeOf = (files: readonly { bytes: number }[]) => files.reduce((sum, file) => sum + file.bytes, 0);

const payload = z.object({ businessId: z.number(), sha256: z.string() });

/** Removes bytes that are due and that no row keeps. */
export async function removeFile({ inBusiness, outside, clock }: JobContext, input: unknown): Promise<void> {
  const { businessId, sha256 } = payload.parse(input);
  const claimed = await inBusiness(businessId, async (tx) => {
    const removal = await tx.db
      .selectFrom('file_removals')
      .select(['id', 'due_at'])
      .where('business_id', '=', businessId)
      .where('sha256', '=', sha256)
      .forUpdate()
      .executeTakeFirst();
    if (!removal) return null;
    if (removal.due_at > clock.now()) {
      enqueueRemoval(tx, businessId, sha256, removal.due_at);
      return null;
    }
    const kept = await tx.db
      .selectFrom('files')
      .select('id')
      .where('business_id', '=', businessId)
      .where('sha256', '=', sha256)
      .limit(1)
      .executeTakeFirst();
    if (kept) {
      await tx.db.deleteFrom('file_removals').where('id', '=', removal.id).execute();
      return null;
    }
    await tx.db.updateTable('file_removals').set({ claimed: true }).where('id', '=', removal.id).execute();
    return removal.id;
  });
  if (claimed === null) return;
  await outside.storage.remove(`${businessId}/${sha256}`);
  await inBusiness(businessId, (tx) => tx.db.deleteFrom('file_removals').where('id', '=', claimed).execute());
}
