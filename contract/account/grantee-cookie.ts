import type { BusinessType, Role } from '../permissions.ts';

/**
 * Whom this browser last knew as signed in, written by it and read where its next page is made: a hint for what is worth
 * asking for early. Nothing is granted by it.
 */
export const granteeCookie = 'easy_grantee';

/** Without the table of rights behind it: this is also on the screen of sign-in. */
export function printGrantee(type: BusinessType, held: readonly Role[]): string {
  return [type, ...held].join('.');
}
