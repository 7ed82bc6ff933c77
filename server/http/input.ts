import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { EndpointDefinition } from '#contract/endpoint.ts';
import { fail } from '#server/fault.ts';
import { inputFault } from './problem.ts';
import type { Actor } from './session.ts';
import type { Multipart, Upload } from './uploads.ts';

/** The input of a handler, each part parsed by the schema of the endpoint. */
export function parseInput(
  endpoint: EndpointDefinition,
  request: FastifyRequest,
  multipart: Multipart | undefined,
  actor: Actor | null,
) {
  const params = parse(endpoint.params, request.params, true);
  const query = parse(endpoint.query, request.query);
  const raw = multipart ? multipart.data : request.body;
  // Files may come without a body if no field of it is required.
  const body = endpoint.body && parse(endpoint.body, raw === undefined ? {} : raw);
  if (!endpoint.body && raw !== undefined && !isEmptyObject(raw)) fail('malformed');
  const files: Upload[] = multipart?.files ?? [];
  const version = versionOf(request);
  if (version !== undefined && !endpoint.errors?.includes('stale_version'))
    fail('invalid', { fields: { 'If-Match': 'unknown_field' } });
  return { actor, params, query, body, files, version };
}

function parse(schema: z.ZodType | undefined, value: unknown, isPath = false): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  // A path that cannot be an id is an id that does not exist.
  if (isPath) fail('not_found');
  throw inputFault(result.error, value);
}

/** Many clients send `{}` if no body is expected. */
function isEmptyObject(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
  );
}

/**
 * `*` accepts any version. A header that names no version is refused, so that nobody overwrites a version they did not
 * see.
 */
function versionOf(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match'];
  if (header === undefined || header === '*') return undefined;
  const match = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header);
  if (!match) fail('malformed');
  return Number(match[1]);
}
