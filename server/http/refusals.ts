import { z } from 'zod';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import type { ErrorCode } from '#contract/errors.ts';

/** Every request may be refused so, because its parts are wrong or the server is busy. */
const always: readonly ErrorCode[] = ['invalid', 'malformed', 'too_many_requests', 'internal', 'unavailable'];

/** The codes with which an endpoint can refuse: those that follow from its definition, and its own. */
export function refusalsOf(endpoint: AnyEndpoint): Set<ErrorCode> {
  const { method, permission, params, body, files, fresh, errors = [] } = endpoint;
  const codes = new Set<ErrorCode>([...always, ...errors]);
  if (files) codes.add('storage_unavailable').add('payload_too_large');
  if (params) codes.add('not_found');
  // A bulk operation on what the caller saw of a list.
  if (body instanceof z.ZodObject && 'seen' in body.shape) codes.add('selection_changed');
  if (permission === 'public') return codes;
  codes.add('unauthenticated').add('forbidden');
  // With an idempotency key: the first call is still running, or had another body.
  if (method !== 'GET') codes.add('in_progress').add('idempotency_mismatch');
  if (permission !== 'signed-in' && permission !== 'second-factor') codes.add('two_step_required');
  if (fresh) codes.add('fresh_authentication_required');
  return codes;
}
