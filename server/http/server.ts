import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import Fastify, {
  type ConnectionError,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { EndpointDefinition } from '#contract/endpoint.ts';
import { type ErrorCode, errorStatus } from '#contract/errors.ts';
import { permissionTable } from '#contract/permissions.ts';
import { UnsafeDatabaseError } from '#server/db/connection.ts';
import { databaseCode } from '#server/db/transaction.ts';
import { Fault, fail } from '#server/fault.ts';
import { type CircuitOpenError, circuitOpenErrorOf } from '#server/outside/circuit.ts';
import { RemoteFailure } from '#server/outside/http.ts';
import { StorageUnavailableError } from '#server/outside/storage.ts';
import { type ActorCache, createActorCache } from './actor-cache.ts';
import { addressKey } from './address-key.ts';
import { parseJson } from './json.ts';
import { limitJson } from './json-limit.ts';
import { createKeyUse } from './key-use.ts';
import { refuseOverload } from './overload.ts';
import { sendPage } from './page.ts';
import { faultProblem, problemOf } from './problem.ts';
import { readJsonBodies } from './raw-body.ts';
import { type Handler, type RemoteHandler, type RouteContext, serve } from './route.ts';
import { securityHeaders } from './security-headers.ts';
import { noteSuccesses, refusalNotes } from './security-notice.ts';
import { callerOf, credentialOf, localeOf } from './session.ts';
import { longestBody } from './uploads.ts';
import { asksForPage, pagesOf } from './web.ts';

const bodyLimit = 1_048_576;
/** The time limit for receiving a request, headers and body. */
const requestMs = 30_000;
/** JSON is UTF-8. Any other type is refused: two parsers may read it differently. */
const contentType =
  /^(application\/json( ?; ?charset="?utf-8"?)?|multipart\/form-data ?; ?boundary=\S{1,200})$/i;

type AnyHandlers = Record<string, Record<string, unknown>>;
type AnyApi = Record<string, Record<string, EndpointDefinition>>;

export type ServerOptions = {
  context: RouteContext;
  api: AnyApi;
  handlers: AnyHandlers;
  log: Logger;
  trustProxy: string[];
  /** Requests a minute for one session or address. */
  requestsPerMinute: number;
};

/** The HTTP server: strict parsing, headers, limits, one error form, every endpoint of the table. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy,
    bodyLimit,
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    // Log lines name the request themselves.
    childLoggerFactory: (logger) => logger,
    routerOptions: { ignoreTrailingSlash: true, caseSensitive: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    requestTimeout: requestMs,
    // The interval at which Node checks for late requests. The longer of its two limits applies to the whole request,
    // and the one for headers is a minute by default.
    http: { connectionsCheckingInterval: 1000, headersTimeout: requestMs },
    // Before routing: an address that cannot be parsed, or a path segment that is too long to be an id.
    frameworkErrors: (error, request, reply) => answerUnrouted(error, request, reply),
    clientErrorHandler: answerRaw,
  });
  const tokenHeader = options.context.env.tokenHeader;
  const actors = createActorCache();
  const recall = (request: FastifyRequest) => {
    const credential = credentialOf(request, tokenHeader);
    return credential ? actors.recall(credential.key) : undefined;
  };

  refuseOverload(app, options.context);
  app.removeAllContentTypeParsers();
  readJsonBodies(app, parseJson);
  await app.register(cookie);
  await app.register(multipart);
  const constant = securityHeaders({ websockets: options.context.env.viteMiddleware });
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(constant);
    const type = request.headers['content-type'];
    if (type !== undefined && !contentType.test(type)) fail('unsupported_media_type');
    done();
  });
  await app.register(rateLimit, {
    global: true,
    max: options.requestsPerMinute,
    timeWindow: 60_000,
    // By session or key if this token was verified before: anybody can send an unverified token.
    keyGenerator: (request) => {
      const actor = recall(request);
      return actor ? callerOf(actor) : addressKey(request.ip);
    },
    errorResponseBuilder: () => new Fault('too_many_requests'),
  });
  app.addHook('onRequest', (request, reply, done) => {
    const credential = request.url.startsWith('/api/') ? credentialOf(request, tokenHeader) : null;
    if (credential && !options.context.businessLimit.admits(credential.key)) {
      reply.header('retry-after', '1');
      fail('too_many_requests');
    }
    done();
  });
  limitJson(app, bodyLimit, recall);
  const noteRefusal = refusalNotes(options.context, actors);
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    await noteRefusal(request, error);
    return answerError(error, request, reply);
  });
  noteSuccesses(app, options.context, actors);
  const makePage = pagesOf(options.context.env);
  app.setNotFoundHandler((request, reply) =>
    makePage && asksForPage(request)
      ? sendPage(makePage, request, reply)
      : answerError(new Fault('not_found'), request, reply),
  );
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.url.startsWith('/api') && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store');
    done();
  });
  bindAll(app, options, actors);
  return app;
}

/** The server does not start with an endpoint that has no policy or no handler. */
function bindAll(app: FastifyInstance, options: ServerOptions, actors: ActorCache): void {
  const noteKeyUse = createKeyUse(options.context.database);
  for (const [entity, acts] of Object.entries(options.api)) {
    for (const [act, endpoint] of Object.entries(acts)) {
      const name = `${entity}.${act}`;
      const handler = options.handlers[entity]?.[act] as
        | Handler<EndpointDefinition>
        | RemoteHandler<EndpointDefinition>
        | undefined;
      if (!handler) throw new Error(`endpoint ${name} has no handler`);
      const open = ['public', 'signed-in', 'second-factor'].includes(endpoint.permission);
      if (endpoint.files && endpoint.permission === 'public')
        throw new Error(`endpoint ${name} takes files from anybody`);
      if (!open && !Object.hasOwn(permissionTable, endpoint.permission))
        throw new Error(`endpoint ${name} has no permission`);
      if (endpoint.body instanceof z.ZodObject && endpoint.body.def.catchall?._zod.def.type !== 'never') {
        throw new Error(`endpoint ${name} takes unknown fields`);
      }
      const { limit } = endpoint;
      const route = { endpoint, name, handler, actors, noteKeyUse };
      app.route({
        method: endpoint.method,
        url: `/api${endpoint.path}`,
        bodyLimit: endpoint.files ? longestBody(endpoint.files) : bodyLimit,
        config: {
          name,
          ...(limit && {
            rateLimit: {
              max: limit.max,
              timeWindow: limit.seconds * 1000,
              ...(limit.by === 'address' && {
                keyGenerator: (request: FastifyRequest) => addressKey(request.ip),
              }),
            },
          }),
        },
        handler: (request, reply) => serve(route, options.context, request, reply),
      });
    }
  }
}

/** Errors that an operator has to look at. */
const logged = new Set<ErrorCode>(['internal', 'unavailable', 'storage_unavailable']);
/** Errors after which an early retry makes sense. */
const passing = new Set<ErrorCode>(['unavailable', 'storage_unavailable']);

function answerError(
  error: FastifyError | Fault,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const open = circuitOpenErrorOf(error);
  const fault = withRetryAfter(error instanceof Fault ? error : faultOf(error), open);
  const locale = localeOf(request);
  if (logged.has(fault.code))
    request.log[isClientAbort(error, request) ? 'info' : 'error'](
      { err: error, requestId: request.id },
      'request failed',
    );
  if (passing.has(fault.code) && !reply.hasHeader('retry-after')) reply.header('retry-after', '2');
  if (open) reply.header('retry-after', String(Math.ceil(open.waitMs / 1000)));
  if (fault.retryAfterSeconds !== undefined) reply.header('retry-after', String(fault.retryAfterSeconds));
  if (fault.code === 'too_many_requests' && !reply.hasHeader('retry-after'))
    reply.header('retry-after', '60');
  const problem = faultProblem(fault, { locale, requestId: request.id, method: request.method });
  return reply
    .code(problem.status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem));
}

/** If the circuit is open, the time of the next attempt is known. */
function withRetryAfter(fault: Fault, open: CircuitOpenError | null): Fault {
  if (!open) return fault;
  const { code, fields, facts } = fault;
  return new Fault(code, { fields, facts: { ...facts, retryAt: open.until.toISOString() }, cause: open });
}

/** Cookies are not parsed yet. */
function answerUnrouted(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.cookies = {};
  return answerError(error, request, reply);
}

/**
 * Invalid or late HTTP never becomes a request: the socket gets an answer and is closed. A spare connection on which
 * nothing has arrived is closed without an answer, because a browser would take it for the answer to its next request;
 * without one, the browser sends that request again.
 */
function answerRaw(error: ConnectionError, socket: Socket): void {
  if (!socket.writable || socket.destroyed) return;
  if (socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  const code = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request_timeout' : 'malformed';
  const status = errorStatus[code];
  const body = JSON.stringify(problemOf(code, { locale: 'pt', requestId: randomUUID() }));
  // The client may never close its side.
  socket.once('finish', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-type: application/problem+json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** The client disconnected while its request was read or answered. */
export function isClientAbort(
  error: Error & { code?: string },
  { socket }: { socket: { destroyed: boolean } },
): boolean {
  return (
    socket.destroyed && /^(ECONNRESET|EPIPE|ABORT_ERR|ERR_STREAM_PREMATURE_CLOSE)$/.test(error.code ?? '')
  );
}

/** The other side is unreachable, or the disk is full. */
const away = /^(ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|EAI_|ENOSPC|EDQUOT|EIO)/;

function faultOf(error: FastifyError | Error): Fault {
  if (error instanceof UnsafeDatabaseError) return new Fault('unavailable');
  const sqlState = databaseCode(error) ?? ('code' in error ? String(error.code) : '');
  // Connection lost, server starting or stopping, no connection free, cancelled, disk full, deadlock after retries.
  if (/^(08|53|57|40|55P03)/.test(sqlState) || away.test(sqlState)) return new Fault('unavailable');
  if (
    /timeout exceeded when trying to connect|Connection terminated|Client has encountered|Client was closed/.test(
      error.message,
    )
  )
    return new Fault('unavailable');
  if (error instanceof StorageUnavailableError) return new Fault('storage_unavailable');
  if (error instanceof RemoteFailure) return new Fault('marketplace_unavailable');
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) return new Fault('payload_too_large');
  if (status === 415) return new Fault('unsupported_media_type');
  if (status === 404 || status === 414) return new Fault('not_found');
  if (status !== undefined && status >= 400 && status < 500) return new Fault('malformed');
  return new Fault('internal');
}
