import type { AnyEndpoint } from '#contract/endpoint.ts';

/**
 * `api.auth.session` without its schema, because every screen requests it before any other endpoint. A test compares
 * the two (`session-endpoint.test.ts`).
 */
export const sessionEndpoint = {
  name: 'auth.session',
  method: 'GET',
  path: '/auth/session',
  permission: 'signed-in',
  summary: 'The current session',
} as const satisfies AnyEndpoint;
