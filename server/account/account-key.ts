import { createHash } from 'node:crypto';
import type { SecurityEvent } from '#server/http/security-log.ts';

/** What an account is counted and logged by before anyone is known: tells e-mails apart without naming one. */
export function accountKey(email: string): Buffer {
  return createHash('sha256').update(email).digest();
}

/** What a refusal says of the account that it is about. */
export function aboutAccount(event: SecurityEvent, email: string) {
  return { security: { event, account: accountKey(email).toString('hex').slice(0, 16) }, email };
}
