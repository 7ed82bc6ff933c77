import type { EndpointDefinition } from '#contract/endpoint.ts';

/** The generic resource calls (section 7): the form of an endpoint of each. */
export const specifiedCalls: Record<string, (endpoint: EndpointDefinition) => boolean> = {
  'list: GET base with page and query': ({ method, path, query }) =>
    method === 'GET' && isBase(path) && has(query, 'page') && has(query, 'query'),
  'detail: GET base/id/': ({ method, path }) => method === 'GET' && isDetail(path),
  'create: POST base with a JSON body': ({ method, path, body }) =>
    method === 'POST' && isBase(path) && body !== undefined,
  'create with files: POST base, multipart with data': ({ method, path, body, files }) =>
    method === 'POST' && isBase(path) && body !== undefined && files !== undefined,
  'update: PATCH base/id/': ({ method, path, body }) =>
    method === 'PATCH' && isDetail(path) && body !== undefined,
  'bulk update: PATCH base': ({ method, path, body }) =>
    method === 'PATCH' && isBase(path) && has(body, 'ids') && has(body, 'query') && has(body, 'change'),
  'delete: DELETE base/id/': ({ method, path }) => method === 'DELETE' && isDetail(path),
  'update files: PATCH base/id/, files alone': ({ method, path, body, files }) =>
    method === 'PATCH' && isDetail(path) && files !== undefined && takesNothing(body),
  'send files: POST base, files alone': ({ method, path, body, files }) =>
    method === 'POST' && isBase(path) && files !== undefined && takesNothing(body),
  'validate a one-time code: PATCH base with token': ({ method, body, permission }) =>
    method === 'PATCH' && permission === 'second-factor' && has(body, 'token'),
};

const isBase = (path: string) => /^\/[\w-]+$/.test(path);
const isDetail = (path: string) => /^\/[\w-]+\/:\w+$/.test(path);
const has = (schema: EndpointDefinition['body'], field: string) =>
  schema !== undefined && 'shape' in schema && Object.hasOwn(schema.shape as object, field);
/** Files may come without `data` if an empty body is valid. */
const takesNothing = (body: EndpointDefinition['body']) => body === undefined || body.safeParse({}).success;
