import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { addMinutes } from '#contract/dates.ts';
import { aboutAccount, accountKey } from '#server/account/account-key.ts';
import type { Tx } from '#server/db/transaction.ts';
import { type Fault, fail } from '#server/fault.ts';
import { addressKey } from '#server/http/address-key.ts';
import type { Task } from '#server/jobs/task.ts';
import { isKnownDevice } from './device.ts';

export const windowMinutes = 15;
/** Of one address, one known device or one session, against one account. */
export const allowedFromSource = 10;
/**
 * Of all addresses together: guessing from many of them is bounded too. Known devices and sessions are not part of it, nor
 * is the mailed link, which makes its browser known (decision 058).
 */
export const allowedFromStrangers = 200;

/** Where a password was typed: in a browser that may be known, or in a session that is open. */
export type Source = { address: string; device?: string } | { sessionId: number };

const digest = (text: string) => createHash('sha256').update(text).digest();

type Counted = { hash: Buffer; known: boolean };

async function countedAs(tx: Tx, email: string, source: Source): Promise<Counted> {
  if ('sessionId' in source) return { hash: digest(`session ${source.sessionId}`), known: true };
  const { device = '', address } = source;
  return (await isKnownDevice(tx, email, device))
    ? { hash: digest(`device ${device}`), known: true }
    : { hash: digest(`address ${addressKey(address)}`), known: false };
}

/**
 * Books a failure before the password is looked at, so that parallel guesses cannot outrun the count; a right
 * password takes the booking back. Known and unknown e-mails are counted alike.
 */
export async function bookAttempt(tx: Tx, email: string, source: Source): Promise<void> {
  const key = accountKey(email);
  await sql`select pg_advisory_xact_lock(hashtextextended(${key.toString('hex')}, 0))`.execute(tx.db);
  const { hash, known } = await countedAs(tx, email, source);
  const since = addMinutes(tx.now(), -windowMinutes);
  await tx.db.deleteFrom('sign_in_failures').where('email_hash', '=', key).where('at', '<=', since).execute();
  const failures = await tx.db
    .selectFrom('sign_in_failures')
    .select(['at', 'known', 'source_hash'])
    .where('email_hash', '=', key)
    .orderBy('at', 'desc')
    .execute();
  const own = failures.filter((failure) => failure.source_hash.equals(hash));
  const strangers = known ? [] : failures.filter((failure) => !failure.known);
  // Of a session the person is known without the e-mail.
  const locked =
    'sessionId' in source
      ? { security: { event: 'sign_in.locked' as const } }
      : aboutAccount('sign_in.locked', email);
  refuseUntilForgotten(tx, own[allowedFromSource - 1]?.at, locked);
  refuseUntilForgotten(tx, strangers[allowedFromStrangers - 1]?.at, locked);
  await tx.db
    .insertInto('sign_in_failures')
    .values({ email_hash: key, source_hash: hash, known, at: tx.now() })
    .execute();
}

/** The failure that fills the measure has to grow old before there is another try. */
function refuseUntilForgotten(tx: Tx, filledAt: Date | undefined, locked: Pick<Fault, 'security'>): void {
  if (!filledAt) return;
  const waitMs = addMinutes(filledAt, windowMinutes).getTime() - tx.now().getTime();
  fail('too_many_requests', { ...locked, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
}

/** A right password forgets the failures of where it was typed, not those of others. */
export async function forgetAttemptsOf(tx: Tx, email: string, source: Source): Promise<void> {
  const { hash } = await countedAs(tx, email, source);
  await tx.db
    .deleteFrom('sign_in_failures')
    .where('email_hash', '=', accountKey(email))
    .where('source_hash', '=', hash)
    .execute();
}

/** A new password makes every guess at the old one worthless. */
export async function forgetAttempts(tx: Tx, email: string): Promise<void> {
  await tx.db.deleteFrom('sign_in_failures').where('email_hash', '=', accountKey(email)).execute();
}

/** Nightly: what no longer counts. */
export const forgetOldAttempts: Task = async ({ unscoped }) => {
  await unscoped((tx) =>
    tx.db.deleteFrom('sign_in_failures').where('at', '<=', addMinutes(tx.now(), -windowMinutes)).execute(),
  );
};
