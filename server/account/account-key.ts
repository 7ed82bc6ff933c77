import { createHash } from 'node:crypto';

/** What an account is counted and logged by before anyone is known: tells e-mails apart without naming one. */
export function accountKey(email: string): Buffer {
  return createHash('sha256').update(email).digest();
}
