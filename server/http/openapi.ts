import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiRequestBodyObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi';
import { keyPrefix } from '#contract/business/api-key.ts';
import type { EndpointDefinition } from '#contract/endpoint.ts';
import { type ErrorCode, statusOf } from '#contract/errors.ts';
import { errorCode } from '#contract/primitives.ts';
import { isOpenToKey } from './authorize.ts';
import { webhookDocument } from './openapi-webhooks.ts';
import { refusalsOf } from './refusals.ts';

const contentTypes = {
  image: 'image/webp',
  pdf: 'application/pdf',
  zpl: 'text/plain',
  xml: 'application/xml',
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  file: 'application/octet-stream',
  events: 'text/event-stream',
} as const;

const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: errorCode,
    detail: z.string(),
    requestId: z.string().optional(),
    errors: z.record(z.string(), z.unknown()).optional(),
    facts: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'Problem' });

/** The OpenAPI 3.1 document, generated from the endpoint objects that also serve the requests. */
export function openApiDocument(api: Record<string, Record<string, EndpointDefinition>>): object {
  const paths: ZodOpenApiPathsObject = {};
  const refusals = createRefusals();
  for (const [entity, acts] of Object.entries(api)) {
    for (const [act, endpoint] of Object.entries(acts)) {
      const path = `/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`;
      paths[path] = {
        ...paths[path],
        [endpoint.method.toLowerCase()]: operation(entity, act, endpoint, refusals),
      };
    }
  }
  return createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Easy',
        version: '1',
        description: 'Sellers, suppliers and warehouse staff on one ledger.',
      },
      // Relative to the address of the document.
      servers: [{ url: '/' }],
      paths,
      webhooks: webhookDocument,
      components: {
        securitySchemes: {
          session: { type: 'http', scheme: 'bearer', description: 'The token returned by a sign-in' },
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: `${keyPrefix}…`,
            description:
              'An API key, created by an owner at /business/keys, with the permissions of its role',
          },
        },
      },
    },
    {
      // A date of the server is text in JSON.
      override: ({ zodSchema, jsonSchema }) => {
        if (zodSchema._zod.def.type === 'transform') jsonSchema.type = 'string';
      },
      allowEmptySchema: { date: true, transform: true, custom: true },
    },
  );
}

function operation(
  entity: string,
  act: string,
  endpoint: EndpointDefinition,
  refusals: ReturnType<typeof createRefusals>,
): ZodOpenApiOperationObject {
  const requestBody = requestBodyOf(endpoint);
  return {
    operationId: `${entity}.${act}`,
    summary: endpoint.summary,
    tags: [entity],
    description: `Permission: ${endpoint.permission}`,
    security: securityOf(endpoint),
    requestParams: {
      ...(endpoint.params && { path: endpoint.params }),
      ...(endpoint.query && { query: endpoint.query }),
    },
    ...(requestBody && { requestBody }),
    responses: { ...success(act, endpoint), ...refusals([...refusalsOf(endpoint)], endpoint.method) },
  };
}

function securityOf(endpoint: EndpointDefinition): Record<string, string[]>[] {
  if (endpoint.permission === 'public') return [];
  const byKey = endpoint.permission !== 'second-factor' && isOpenToKey(endpoint);
  return byKey ? [{ session: [] }, { apiKey: [] }] : [{ session: [] }];
}

function requestBodyOf({ body, files }: EndpointDefinition): ZodOpenApiRequestBodyObject | undefined {
  if (!body && !files) return undefined;
  // One part for each file; bodies name a part if its role matters.
  const form = z.object({ ...(body && { data: body }) }).catchall(z.file());
  return {
    content: {
      ...(body && { 'application/json': { schema: body } }),
      ...(files && { 'multipart/form-data': { schema: form } }),
    },
  };
}

function success(act: string, { method, binary, response }: EndpointDefinition) {
  if (binary) return { 200: { description: 'Content', content: { [contentTypes[binary]]: {} } } };
  if (!response) return { 204: { description: 'Done' } };
  const status = act === 'create' && method === 'POST' ? 201 : 200;
  return { [status]: { description: 'Done', content: { 'application/json': { schema: response } } } };
}

/** One named response for each status and set of codes, shared by all endpoints with the same refusals. */
function createRefusals() {
  const known = new Map<string, ZodOpenApiResponseObject>();
  return (codes: readonly ErrorCode[], method: string): Record<`4${string}`, ZodOpenApiResponseObject> => {
    const byStatus = Map.groupBy([...codes].sort(), (code) => statusOf(code, method));
    return Object.fromEntries(
      [...byStatus].map(([status, list]) => {
        const id = list.map(pascalCase).join('Or');
        const response = known.get(id) ?? {
          id,
          description: list.join(', '),
          content: { 'application/problem+json': { schema: problem } },
        };
        known.set(id, response);
        return [status, response];
      }),
    );
  };
}

const pascalCase = (code: string) =>
  code.replace(/(^|_)(\w)/g, (_, _start, letter: string) => letter.toUpperCase());
