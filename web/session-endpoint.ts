import type { AnyEndpoint } from '#contract/endpoint.ts';

/**
 * `api.auth.session` without its schema: the first thing every screen asks, before any other endpoint is needed. That it
 * is the same is tested (`session-endpoint.test.ts`).
 */
export const sessionEndpoint = {
  name: 'auth.session',
  method: 'GET',
  path: '/auth/session',
  permission: 'signed-in',
  summary: 'Who is signed in',
} as const satisfies AnyEndpoint;
