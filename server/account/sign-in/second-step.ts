import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { addMinutes } from '#contract/dates.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';

/** RFC 6238 as every authenticator app takes it. */
const periodSeconds = 30;
const secretBytes = 20;

const windowMinutes = 15;
/** Wrong codes of one account from any source: their sender knows the password. */
const allowedFailures = 10;

const codesAtOnce = 10;
/** Eighty bits. */
const codeBytes = 10;

export const newSecret = (): string => new Secret({ size: secretBytes }).base32;

const appOf = (secret: string, label: string): TOTP =>
  new TOTP({ issuer: 'Easy', label, secret: Secret.fromBase32(secret), period: periodSeconds, digits: 6 });

/** The content of the QR code of the set-up. */
export const uriOf = (secret: string, email: string): string => appOf(secret, email).toString();

/** The code of a given time, as an app shows it. */
export const codeAt = (secret: string, at: Date): string =>
  appOf(secret, '').generate({ timestamp: at.getTime() });

/** The period whose code this is, the current one or the one before; null: of neither. */
function stepOf(secret: string, code: string, now: Date): number | null {
  const delta = appOf(secret, '').validate({ token: code, timestamp: now.getTime(), window: 1 });
  if (delta === null || delta > 0) return null;
  return Math.floor(now.getTime() / 1000 / periodSeconds) + delta;
}

export type Outcome = 'right' | 'wrong' | { lockedUntil: Date };

type Factor = { user_id: number; secret: string; last_step: number; activated_at: Date | null };

/** The secret of the user of this transaction, locked, so that one of many simultaneous uses of a code is right. */
export function lockFactor(tx: Tx, userId: number): Promise<Factor | undefined> {
  return tx.db
    .selectFrom('two_step_secrets')
    .select(['user_id', 'secret', 'last_step', 'activated_at'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Whether `code` is one of the app or an unused recovery code. A right one is used up by this transaction; a wrong one is
 * booked, so the transaction has to commit either way.
 */
export async function tryCode(tx: Tx, factor: Factor, code: string): Promise<Outcome> {
  const { user_id: userId } = factor;
  const failures = await tx.db
    .selectFrom('second_step_failures')
    .select('at')
    .where('user_id', '=', userId)
    .where('at', '>', addMinutes(tx.now(), -windowMinutes))
    .orderBy('at', 'desc')
    .limit(allowedFailures)
    .execute();
  const filled = failures[allowedFailures - 1];
  if (filled) return { lockedUntil: addMinutes(filled.at, windowMinutes) };
  const right = /^\d{6}$/.test(code)
    ? await takeStep(tx, factor, code)
    : await takeRecoveryCode(tx, userId, code);
  if (!right) {
    await tx.db.insertInto('second_step_failures').values({ user_id: userId, at: tx.now() }).execute();
    return 'wrong';
  }
  await forgetFailures(tx, userId);
  return 'right';
}

async function takeStep(tx: Tx, factor: Factor, code: string): Promise<boolean> {
  const secret = tx.sealer.unseal('two-step-secret', factor.secret);
  const step = stepOf(secret, code, tx.now());
  if (step === null || step <= factor.last_step) return false;
  await tx.db
    .updateTable('two_step_secrets')
    .set({ last_step: step })
    .where('user_id', '=', factor.user_id)
    .execute();
  return true;
}

async function takeRecoveryCode(tx: Tx, userId: number, code: string): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('recovery_codes')
    .set({ used_at: tx.now() })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(code))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Eighty random bits need no slow hash. */
const hashOf = (code: string): Buffer => createHash('sha256').update(`recovery ${code}`).digest();

/** Replaces all former codes; shown once, in groups of four. */
export async function makeRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: codesAtOnce }, () => {
    const { base32 } = Secret.fromHex(randomBytes(codeBytes).toString('hex'));
    return base32;
  });
  await tx.db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx.db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOf(code) })))
    .execute();
  return codes.map((code) => code.match(/.{4}/g)?.join('-') ?? code);
}

export async function forgetFailures(tx: Tx, userId: number): Promise<void> {
  await tx.db.deleteFrom('second_step_failures').where('user_id', '=', userId).execute();
}

export function refuseUnlessRight(outcome: Outcome, now: Date): void {
  if (outcome === 'wrong') fail('otp_wrong');
  if (outcome === 'right') return;
  const waitSeconds = Math.ceil((outcome.lockedUntil.getTime() - now.getTime()) / 1000);
  fail('too_many_requests', {
    security: { event: 'sign_in.locked' },
    retryAfterSeconds: Math.max(1, waitSeconds),
  });
}
