import { z } from 'zod';
import type { EndpointDefinition } from '#contract/endpoint.ts';
import { type ErrorCode, errorStatus } from '#contract/errors.ts';

const everyEndpoint: readonly ErrorCode[] = [
  'invalid',
  'malformed',
  'too_many_requests',
  'internal',
  'unavailable',
];
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

/** The OpenAPI 3.1 document, made from the endpoint objects that also serve the requests. */
export function openApiDocument(
  api: Record<string, Record<string, EndpointDefinition>>,
  appUrl: string,
): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [entity, acts] of Object.entries(api)) {
    for (const [act, endpoint] of Object.entries(acts)) {
      const path = `/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`;
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(entity, act, endpoint) };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Easy',
      version: '1',
      description: 'Sellers, suppliers and warehouse staff on one ledger.',
    },
    servers: [{ url: appUrl }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Problem: problemSchema },
    },
  };
}

const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'detail'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', enum: Object.keys(errorStatus) },
    detail: { type: 'string' },
    requestId: { type: 'string' },
    errors: { type: 'object', additionalProperties: true },
    facts: { type: 'object', additionalProperties: true },
  },
};

function jsonSchema(schema: z.ZodType, io: 'input' | 'output') {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' });
}

function parameters(schema: z.ZodObject | undefined, place: 'path' | 'query') {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !(field as z.ZodType).safeParse(undefined).success,
    schema: jsonSchema(field as z.ZodType, 'input'),
  }));
}

function operation(entity: string, act: string, endpoint: EndpointDefinition) {
  const statuses = new Map<number, ErrorCode[]>();
  const codes: ErrorCode[] = [...everyEndpoint, ...(endpoint.errors ?? [])];
  if (endpoint.permission !== 'public') codes.push('unauthenticated', 'forbidden');
  if (endpoint.params) codes.push('not_found');
  for (const code of codes)
    statuses.set(errorStatus[code], [...(statuses.get(errorStatus[code]) ?? []), code]);
  const body = endpoint.body && jsonSchema(endpoint.body, 'input');
  return {
    operationId: `${entity}.${act}`,
    summary: endpoint.summary,
    tags: [entity],
    description: `Permission: ${endpoint.permission}`,
    security: endpoint.permission === 'public' ? [] : [{ bearer: [] }],
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...((body || endpoint.files) && {
      requestBody: {
        content: {
          ...(body && { 'application/json': { schema: body } }),
          ...(endpoint.files && {
            'multipart/form-data': {
              schema: {
                type: 'object',
                properties: {
                  data: body ?? {},
                },
                // One part for each file; bodies name them where it matters which is which.
                additionalProperties: { type: 'string', format: 'binary' },
              },
            },
          }),
        },
      },
    }),
    responses: {
      ...(endpoint.binary
        ? { 200: { description: 'Content', content: { [contentTypes[endpoint.binary]]: {} } } }
        : endpoint.response
          ? {
              [act === 'create' && endpoint.method === 'POST' ? 201 : 200]: {
                description: 'Done',
                content: { 'application/json': { schema: jsonSchema(endpoint.response, 'output') } },
              },
            }
          : { 204: { description: 'Done' } }),
      ...Object.fromEntries(
        [...statuses].map(([status, list]) => [
          status,
          {
            description: list.join(', '),
            content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
          },
        ]),
      ),
    },
  };
}
