import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll } from 'vitest';
import type { Clock } from '#contract/dates.ts';
import type { AnyEndpoint, BodyInputOf, QueryInputOf, ResponseOf } from '#contract/endpoint.ts';
import type { ErrorCode, Problem } from '#contract/errors.ts';
import type { BusinessType, Role } from '#contract/permissions.ts';
import { type App, createApp } from '#server/app.ts';
import { makeBusiness, makeStaff } from '#server/business/test/factory.ts';
import { type Environment, readEnvironment } from '#server/env.ts';
import { refusalsOf } from '#server/http/refusals.ts';
import { cloneDatabase } from './database.ts';

/** A clock that only the test moves. */
export type TestClock = Clock & { set(instant: string): void; advance(minutes: number): void };

export function testClock(start = '2026-11-21T15:00:00.000Z'): TestClock {
  let time = new Date(start).getTime();
  return {
    now: () => new Date(time),
    set: (instant) => {
      time = new Date(instant).getTime();
    },
    advance: (minutes) => {
      time += minutes * 60_000;
    },
  };
}

export type Send<E extends AnyEndpoint> = {
  params?: Record<string, string | number>;
  query?: QueryInputOf<E>;
  body?: BodyInputOf<E>;
  files?: { name: string; bytes: Buffer; contentType?: string }[];
  version?: number;
  key?: string;
  locale?: 'pt' | 'en';
};

export class RefusedCall extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(`${problem.status} ${problem.code}: ${problem.detail} ${JSON.stringify(problem.errors ?? {})}`);
    this.problem = problem;
  }
}

export type Person = {
  readonly token: string;
  readonly userId: number;
  readonly businessId: number;
  readonly email: string;
  /** The answer, typed by the endpoint; throws RefusedCall. */
  call<E extends AnyEndpoint>(endpoint: E, send?: Send<E>): Promise<ResponseOf<E>>;
  /** The problem of a call that must be refused. */
  refused<E extends AnyEndpoint>(endpoint: E, send?: Send<E>): Promise<Problem>;
  /** The answer as bytes, for binary endpoints. */
  download<E extends AnyEndpoint>(
    endpoint: E,
    send?: Send<E>,
  ): Promise<{ bytes: Buffer; contentType: string }>;
};

export type TestApp = App & {
  readonly clock: TestClock;
  readonly env: Environment;
  /** The owner's connection. */
  readonly databaseUrl: string;
  /** The application's own. */
  readonly loginUrl: string;
  /** Connections as the owner of the tables, whom no policy holds back. */
  readonly owner: pg.Pool;
  /** A new business and a person in it with these roles (default: its owner). */
  join(type: BusinessType, roles?: Role[]): Promise<Person>;
  /** One more person in a business. */
  hire(businessId: number, roles: Role[], warehouseIds?: number[] | null): Promise<Person>;
  anonymous: Person;
  /** The person to whom an access token belongs. */
  withToken(token: string): Person;
  /** Rows as a business meets them: for checking, never for acting. */
  rows(businessId: number, statement: string): Promise<Record<string, unknown>[]>;
};

export const metricsToken = 'a-word-for-the-watch';

/** The whole server on a database of its own; closed and dropped after the file's tests. */
export async function testApp(variables: Record<string, string> = {}): Promise<TestApp> {
  const database = await cloneDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'easy-test-'));
  const env = readEnvironment([], {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    POOL_SIZE: '10',
    METRICS_TOKEN: metricsToken,
    REQUESTS_PER_MINUTE: '1000000',
    BUSINESS_REQUESTS_PER_MINUTE: '1000000',
    // Nothing listens there: a product that runs on this machine answers no test.
    SANDBOX_PORT: '1',
    SANDBOX_SMTP_PORT: '1',
    ...variables,
  });
  const clock = testClock();
  const app = await createApp({ env, databaseUrl: database.loginUrl, clock });
  const owner = new pg.Pool({ connectionString: database.url, max: 2 });
  owner.on('error', () => undefined);
  afterAll(async () => {
    await app.close();
    await owner.end();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const hire = async (businessId: number, roles: Role[], warehouseIds: number[] | null = null) => {
    const { userId, email, token } = await makeStaff(app, businessId, roles, warehouseIds);
    return person(app, { userId, email, token, businessId });
  };
  return Object.assign(app, {
    clock,
    env,
    databaseUrl: database.url,
    loginUrl: database.loginUrl,
    owner,
    hire,
    join: async (type: BusinessType, roles: Role[] = ['owner']) => hire(await makeBusiness(app, type), roles),
    withToken: (token: string) => person(app, { userId: 0, email: '', token, businessId: 0 }),
    rows: (businessId: number, statement: string) =>
      app.database.transact(
        { businessId },
        async (tx) => (await sql.raw<Record<string, unknown>>(statement).execute(tx.db)).rows,
      ),
    anonymous: person(app, { userId: 0, email: '', token: '', businessId: 0 }),
  });
}

function person(app: App, who: { userId: number; email: string; token: string; businessId: number }): Person {
  const inject = async (endpoint: AnyEndpoint, send: Send<AnyEndpoint> = {}) => {
    const answer = await app.http.inject(requestOf(endpoint, send, who.token));
    if (answer.statusCode >= 300) requireDeclared(endpoint, answer.json());
    return answer;
  };
  return {
    ...who,
    async call(endpoint, send) {
      const answer = await inject(endpoint, send as Send<AnyEndpoint>);
      if (answer.statusCode >= 300) throw new RefusedCall(answer.json());
      return (answer.body === '' ? undefined : answer.json()) as ResponseOf<typeof endpoint>;
    },
    async refused(endpoint, send) {
      const answer = await inject(endpoint, send as Send<AnyEndpoint>);
      if (answer.statusCode < 300)
        throw new Error(`accepted with ${answer.statusCode}: ${answer.body.slice(0, 300)}`);
      return answer.json();
    },
    async download(endpoint, send) {
      const answer = await inject(endpoint, send as Send<AnyEndpoint>);
      if (answer.statusCode >= 300) throw new RefusedCall(answer.json());
      return { bytes: answer.rawPayload, contentType: String(answer.headers['content-type']) };
    },
  };
}

/** Codes of the transport: they concern how a request is sent, and say nothing about the endpoint. */
const ofTransport = new Set<ErrorCode>([
  'request_timeout',
  'cross_site',
  'payload_too_large',
  'unsupported_media_type',
]);

/** The API page and its clients know the refusals of an endpoint from its contract alone. */
function requireDeclared(endpoint: AnyEndpoint, { code }: Problem): void {
  if (!ofTransport.has(code) && !refusalsOf(endpoint).has(code))
    throw new Error(`${endpoint.name} refuses with ${code}: add it to the errors of the endpoint`);
}

export function requestOf(endpoint: AnyEndpoint, send: Send<AnyEndpoint>, token: string): InjectOptions {
  const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent(String(send.params?.[key])),
  );
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(send.query ?? {}))
    if (value !== undefined) search.set(key, String(value));
  const headers: Record<string, string> = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(send.version !== undefined && { 'if-match': `"${send.version}"` }),
    ...(send.key && { 'idempotency-key': send.key }),
    'accept-language': send.locale ?? 'pt',
  };
  const url = `/api${path}${search.size > 0 ? `?${search}` : ''}`;
  if (send.files) {
    const boundary = `----${randomUUID()}`;
    return {
      method: endpoint.method,
      url,
      headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: multipartBody(boundary, send),
    };
  }
  if (send.body === undefined) return { method: endpoint.method, url, headers };
  return {
    method: endpoint.method,
    url,
    headers: { ...headers, 'content-type': 'application/json' },
    payload: JSON.stringify(send.body),
  };
}

function multipartBody(boundary: string, send: Send<AnyEndpoint>): Buffer {
  const chunks: Buffer[] = [];
  if (send.body !== undefined) {
    chunks.push(
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="data"\r\n\r\n${JSON.stringify(send.body)}\r\n`,
      ),
    );
  }
  for (const [index, file] of (send.files ?? []).entries()) {
    const type = file.contentType ?? 'application/octet-stream';
    chunks.push(
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="file${index}"; filename="${file.name}"\r\ncontent-type: ${type}\r\n\r\n`,
      ),
    );
    chunks.push(file.bytes, Buffer.from('\r\n'));
  }
  chunks.push(Buffer.from(`--${boundary}--\r\n`));
  return Buffer.concat(chunks);
}
