import { createHash } from 'node:crypto';
import type { SecurityEvent } from '#server/http/security-log.ts';

/** Identifies an account in counts and logs before anyone is signed in: a hash of the e-mail. */
export function accountKey(email: string): Buffer {
  return createHash('sha256').update(email).digest();
}

/** Facts about the account for the log of a refusal. */
export function aboutAccount(event: SecurityEvent, email: string) {
  return { security: { event, account: accountKey(email).toString('hex').slice(0, 16) }, email };
}
