import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Permission } from './permissions.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * Allowed callers: anyone, anyone signed in, the holder of a pre-second-factor token, or roles by the permission table.
 */
export type Access = 'public' | 'signed-in' | 'second-factor' | Permission;

export type Files = {
  /** Upper bound of parts in one request. */
  max: number;
  /** Upper bound of one part, in bytes. */
  maxBytes: number;
  /** Types of the parts; the server checks magic bytes and not the declared type. */
  accept: 'image' | 'document' | 'xml' | 'sheet';
};

/** An answer other than JSON. */
export type Binary = 'image' | 'pdf' | 'zpl' | 'xml' | 'csv' | 'xlsx' | 'file' | 'events';

export type EndpointDefinition = {
  /** `<entity>.<act>`, set by `entity`: the key of its words and of its cached answers. */
  name?: string;
  method: Method;
  /** Path below `/api`, parameters as `:name`; a trailing slash is accepted on every path. */
  path: `/${string}`;
  permission: Access;
  /** One line for the API page. */
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  files?: Files;
  /** JSON shape of the answer; absent means 204. */
  response?: z.ZodType;
  /** Set when the answer is a file or a stream; `response` is then absent. */
  binary?: Binary;
  /** Codes a caller must expect besides those every endpoint can give. */
  errors?: readonly ErrorCode[];
  /** Endpoints whose cached answers are stale after success; those of the same entity are implied. */
  touches?: readonly string[];
  /** Requires a fresh second factor, or the password if there is none. */
  fresh?: boolean;
  /** Of calls for every signed-in person: also allowed at a station, after a PIN. */
  atStation?: true;
  /** Of what every signed-in person may call: a key of the API too. */
  byKey?: true;
  /** How often one address (or one session) may call it. */
  limit?: { max: number; seconds: number; by: 'address' | 'session' };
};

/** As much of a schema as types are read from and forms check with. */
type Schema = {
  _zod: { output: unknown; input: unknown };
  safeParse(data: unknown, options: { reportInput: true }): { error?: { issues: z.core.$ZodIssue[] } };
};

/**
 * What a generic type asks of an endpoint. To compare a schema with `z.ZodType`, the compiler compares each of its hundred
 * methods, for every field again; this costs it next to nothing.
 */
export type AnyEndpoint = Omit<EndpointDefinition, 'params' | 'query' | 'body' | 'response'> & {
  params?: Schema;
  query?: Schema;
  body?: Schema;
  response?: Schema;
  /** Only in the build for the browser, where an endpoint is its call alone: loads its entity with the schemas. */
  schemas?: () => Promise<Record<string, AnyEndpoint>>;
};

export const endpoint = <D extends EndpointDefinition>(definition: D): D => definition;

/** The endpoints of one entity, which learn their names from it. */
export function entity<A extends Record<string, AnyEndpoint>>(name: string, acts: A): A {
  for (const [act, definition] of Object.entries(acts)) definition.name = `${name}.${act}`;
  return acts;
}

/** The name of an endpoint; a definition outside an entity has none, and no words either. */
export function endpointName(endpoint: AnyEndpoint): string {
  if (!endpoint.name) throw new Error(`${endpoint.method} ${endpoint.path} belongs to no entity`);
  return endpoint.name;
}

type Output<S> = S extends Schema ? S['_zod']['output'] : undefined;
type Input<S> = S extends Schema ? S['_zod']['input'] : undefined;

export type ParamsOf<E extends AnyEndpoint> = Output<E['params']>;
export type QueryOf<E extends AnyEndpoint> = Output<E['query']>;
export type BodyOf<E extends AnyEndpoint> = Output<E['body']>;
export type BodyInputOf<E extends AnyEndpoint> = Input<E['body']>;
export type QueryInputOf<E extends AnyEndpoint> = Input<E['query']>;
export type ResponseOf<E extends AnyEndpoint> = Output<E['response']>;
export type ResponseInputOf<E extends AnyEndpoint> = Input<E['response']>;
