import type { BusinessType, Role } from '../permissions.ts';

/**
 * The person last signed in in this browser, written by it and read when its next page is rendered: a hint for what to request
 * early. It grants nothing.
 */
export const granteeCookie = 'easy_grantee';

/** Without the table of rights behind it: this is also on the screen of sign-in. */
export function printGrantee(type: BusinessType, held: readonly Role[]): string {
  return [type, ...held].join('.');
}
