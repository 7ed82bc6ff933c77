import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { addMinutes } from '#contract/dates.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Task } from '#server/jobs/worker.ts';

const windowMinutes = 15;
const allowed = 10;

const keyOf = (email: string) => createHash('sha256').update(email).digest();

/**
 * Books a failure before the password is looked at, so that parallel guesses cannot outrun the count; a right
 * password takes the booking back. Known and unknown e-mails are counted alike, whatever address they come from.
 */
export async function bookAttempt(tx: Tx, email: string): Promise<void> {
  const key = keyOf(email);
  await sql`select pg_advisory_xact_lock(hashtextextended(${key.toString('hex')}, 0))`.execute(tx.db);
  const since = addMinutes(tx.now(), -windowMinutes);
  await tx.db.deleteFrom('sign_in_failures').where('email_hash', '=', key).where('at', '<=', since).execute();
  const { count } = await tx.db
    .selectFrom('sign_in_failures')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('email_hash', '=', key)
    .executeTakeFirstOrThrow();
  if (count >= allowed) fail('too_many_requests');
  await tx.db.insertInto('sign_in_failures').values({ email_hash: key, at: tx.now() }).execute();
}

export async function forgetAttempts(tx: Tx, email: string): Promise<void> {
  await tx.db.deleteFrom('sign_in_failures').where('email_hash', '=', keyOf(email)).execute();
}

/** Nightly: what no longer counts. */
export const forgetOldAttempts: Task = async ({ unscoped }) => {
  await unscoped((tx) =>
    tx.db.deleteFrom('sign_in_failures').where('at', '<=', addMinutes(tx.now(), -windowMinutes)).execute(),
  );
};
