import type { EndpointDefinition } from '#contract/endpoint.ts';

/** Names of fields whose content is never written down. */
export const secretName = /password|passphrase|secret|token|otp|^pin$|credential/i;

/** Forms of the work of a business; nothing of signing in, of a person's own security, or behind a fresh password. */
export function isKeptAsDraft({
  permission,
  fresh,
}: Pick<EndpointDefinition, 'permission' | 'fresh'>): boolean {
  return fresh !== true && !['public', 'signed-in', 'second-factor'].includes(permission);
}
