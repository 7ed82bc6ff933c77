import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Tx } from '#server/db/transaction.ts';
import type { Task } from '#server/jobs/task.ts';

/**
 * Erasures, by ids only. Ids are reused after a restore, so each entry has the creation time of its row: a newer row
 * with the same id is a different record.
 */
export const erasure = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('person'), userId: z.number(), since: z.iso.datetime() }),
  z.object({
    kind: z.literal('buyers'),
    businessId: z.number(),
    accountId: z.number(),
    since: z.iso.datetime(),
    /** As the marketplace numbers them; null: all of the account, whose seller was erased with them. */
    orders: z.array(z.string()).nullable(),
  }),
]);
export type Erasure = z.output<typeof erasure>;

const payload = z.object({ erasure, at: z.iso.datetime(), name: z.string() });

/** The journal outlives the database, and is written when the erasure is stored. */
export function noteErasure(tx: Tx, noted: Erasure): void {
  const at = tx.now().toISOString();
  const number = noted.kind === 'person' ? noted.userId : noted.accountId;
  const name = `${at.replaceAll(':', '')}-${noted.kind}-${number}-${randomBytes(4).toString('hex')}.json`;
  tx.enqueue({ task: 'account.note-erasure', payload: { erasure: noted, at, name }, maxAttempts: 100 });
}

/** Task `account.note-erasure`. */
export const noteErasureTask: Task = async ({ outside }, input) => {
  const { name, at, erasure: noted } = payload.parse(input);
  await outside.storage.addErasure(name, Buffer.from(JSON.stringify({ ...noted, at })));
};
