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
/** Of one address, one known browser or one session, against one account. */
export const allowedFromSource = 10;
/**
 * Of all addresses together, because guessing from many addresses has a limit too. Known browsers, sessions and the
 * mailed link, which makes its browser known, are not counted (decision 058).
 */
export const allowedFromStrangers = 200;

/** The source of a password: a browser that may be known, or an open session. */
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
 * Counts a failure before the password is checked, so that parallel guesses cannot exceed the limit; a right password
 * removes it. Known and unknown e-mails are counted alike.
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
  // The person of a session is known without the e-mail.
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

/** A right password removes the failures of its own source and keeps those of others. */
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

/** Nightly: deletes failures that no longer count. */
export const forgetOldAttempts: Task = async ({ unscoped }) => {
  await unscoped((tx) =>
    tx.db.deleteFrom('sign_in_failures').where('at', '<=', addMinutes(tx.now(), -windowMinutes)).execute(),
  );
};
