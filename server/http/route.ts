import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '#contract/dates.ts';
import type {
  AnyEndpoint,
  BodyOf,
  EndpointDefinition,
  Files,
  ParamsOf,
  QueryOf,
  ResponseInputOf,
} from '#contract/endpoint.ts';
import type { Locale } from '#contract/messages/index.ts';
import type { Database, Tx } from '#server/db/transaction.ts';
import type { Environment } from '#server/env.ts';
import { Fault, fail } from '#server/fault.ts';
import type { Outside } from '#server/outside/outside.ts';
import type { ActorCache } from './actor-cache.ts';
import { addressOf } from './address-key.ts';
import { writeAudit } from './audit.ts';
import { authorize } from './authorize.ts';
import type { BusinessLimit } from './business-limit.ts';
import type { ByteLimit } from './byte-limit.ts';
import { type Claim, claimKey, releaseKey, releaseSoon, storeAnswer } from './idempotency.ts';
import { parseInput } from './input.ts';
import { type Received, receivedOf } from './raw-body.ts';
import type { SecurityLog } from './security-log.ts';
import { type FileAnswer, sendFile } from './send-file.ts';
import {
  type Actor,
  type Credential,
  clearSessionCookies,
  credentialOf,
  type Handed,
  isSameOrigin,
  knownTokenOf,
  localeOf,
  openSession,
  scopeOf,
  setKnownCookie,
  setSessionCookies,
} from './session.ts';
import { longestBody, type Multipart, readMultipart, type Upload, withTemporaryFolder } from './uploads.ts';

/** A text column is any string to the compiler; the response schema checks its value on the way out. */
type Loose<T> = T extends string
  ? string
  : T extends Date
    ? T
    : T extends readonly (infer Item)[]
      ? Loose<Item>[]
      : T extends object
        ? { [Key in keyof T]: Loose<T[Key]> }
        : T;

type Answer<E extends AnyEndpoint> = E['binary'] extends string
  ? FileAnswer
  : E['response'] extends object
    ? Loose<ResponseInputOf<E>>
    : void;

type ActorOf<E extends AnyEndpoint> = E['permission'] extends 'public' ? Actor | null : Actor;

/** The input of every handler besides the request itself. */
export type RequestContext = {
  clock: Clock;
  outside: Outside;
  env: Environment;
  locale: Locale;
  /** Address of the caller, for limits and logs. */
  address: string;
  userAgent: string;
  signIn(tokens: Handed, device?: string): void;
  signOut(): void;
  /** Sets the token by which this browser is recognized. */
  setDevice(token: string): void;
  /** Sets the token that makes this browser a floor station. */
  setStation(token: string): void;
  /** Refresh token of the cookie, if there is one. */
  refreshToken: string | undefined;
  /** The token by which this browser is recognized, if its cookie has one. */
  deviceToken: string | undefined;
  /** The station token of the cookie. */
  stationToken: string | undefined;
};

export type Input<E extends AnyEndpoint> = {
  actor: ActorOf<E>;
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  files: Upload[];
  /** Version named by `If-Match`. */
  version: number | undefined;
};

export type Call<E extends AnyEndpoint> = Input<E> & RequestContext & { tx: Tx };

/** A remote handler: it opens short transactions itself, so that none is open during the remote call. */
export type RemoteCall<E extends AnyEndpoint> = Input<E> &
  RequestContext & {
    transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
    /** Opens a read-only transaction. */
    read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
    /**
     * The last transaction, which makes the effect and gives the answer of the handler, so that both are stored
     * together.
     */
    conclude<T extends Answer<E>>(work: (tx: Tx) => Promise<T>): Promise<T>;
  };

export type Handler<E extends AnyEndpoint> = (call: Call<E>) => Promise<Answer<E>>;
export type RemoteHandler<E extends AnyEndpoint> = {
  remote: (call: RemoteCall<E>) => Promise<Answer<E>>;
};

/** A public handler that stores a notification: it opens no transaction, because one statement is enough. */
export type InboxHandler<E extends AnyEndpoint> = {
  /** Null: an answer without a body. */
  inbox: (call: Input<E> & RequestContext & Received & { database: Database }) => Promise<Answer<E> | null>;
};

/** An operation with optional files: files are stored between transactions, a call without files is an ordinary one. */
export type FilesHandler<E extends AnyEndpoint> = {
  plain: Handler<E>;
  withFiles: RemoteHandler<E>['remote'];
};

/** An operation whose refusal leaves work to do: `afterRefusal` runs in its own transaction after the rollback. */
export type FollowedHandler<E extends AnyEndpoint> = {
  handle: Handler<E>;
  afterRefusal: (fault: Fault, tx: Tx, actor: Actor) => Promise<void>;
};

type AnyHandler<E extends AnyEndpoint> =
  | Handler<E>
  | FollowedHandler<E>
  | RemoteHandler<E>
  | InboxHandler<E>
  | FilesHandler<E>;

export type Handlers<Entity extends Record<string, EndpointDefinition>> = {
  [Act in keyof Entity]: AnyHandler<Entity[Act]>;
};

/** Marks a remote handler. */
export function remote<E extends AnyEndpoint>(
  handler: (call: RemoteCall<E>) => Promise<Answer<E>>,
): RemoteHandler<E> {
  return { remote: handler };
}

/** Marks a public handler that opens no transaction. */
export function inbox<E extends AnyEndpoint & { permission: 'public' }>(
  handler: InboxHandler<E>['inbox'],
): InboxHandler<E> {
  return { inbox: handler };
}

export type RouteContext = {
  database: Database;
  env: Environment;
  outside: Outside;
  businessLimit: BusinessLimit;
  securityLog: SecurityLog;
  uploads: {
    /** Where the files of requests are stored until the answer. */
    folder: string;
    limit: ByteLimit;
    /** Refuses a business without storage left. */
    requireStorageLeft: (tx: Tx, businessId: number) => Promise<void>;
  };
  /** The name of the liveness lock of this process, once it is locked. */
  holder: () => Promise<string>;
};
export type Route = {
  endpoint: EndpointDefinition;
  name: string;
  handler: AnyHandler<EndpointDefinition>;
  actors: ActorCache;
  noteKeyUse: (actor: Actor, address: string) => Promise<void>;
};

function handlerFor(handler: AnyHandler<EndpointDefinition>, isMultipart: boolean) {
  if (!('plain' in handler)) return handler;
  return isMultipart ? { remote: handler.withFiles } : handler.plain;
}

/** Serves every endpoint: session → permission → input → rule → answer shaped by its schema. */
export async function serve(
  route: Route,
  context: RouteContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { endpoint } = route;
  const credential = credentialOf(request, context.env.tokenHeader);
  const isCrossSite =
    (!credential || credential.by === 'cookie') && !isSameOrigin(request, context.env.appUrl);
  if (endpoint.method !== 'GET' && isCrossSite) fail('cross_site');
  const identify = async (tx: Tx) => {
    // A key does not identify an actor at public endpoints: they concern a person.
    const isNobody = credential?.by === 'key' && endpoint.permission === 'public';
    const actor = credential && !isNobody ? await openSession(tx, credential) : null;
    if (!credential || !actor) return null;
    route.actors.learn(credential.key, actor);
    if (actor.businessId > 0) context.businessLimit.learn(credential.key, actor.businessId);
    return actor;
  };
  const call: CallInProgress = { route, context, request, reply, credential, identify };
  try {
    return await (endpoint.files && request.isMultipart()
      ? answerUpload(call, endpoint.files)
      : answer(call));
  } finally {
    const actor = credential?.by === 'key' && route.actors.recall(credential.key);
    if (actor)
      await route.noteKeyUse(actor, addressOf(request)).catch((error: unknown) => {
        request.log.error({ err: error, requestId: request.id }, 'the use of a key could not be noted');
      });
  }
}

type CallInProgress = {
  route: Route;
  context: RouteContext;
  request: FastifyRequest;
  reply: FastifyReply;
  credential: Credential | null;
  identify: (tx: Tx) => Promise<Actor | null>;
};

/** Session, permission and quota are checked before the first byte of a file; files stay on disk until the answer. */
async function answerUpload(call: CallInProgress, files: Files): Promise<unknown> {
  const { route, context, request, reply, identify } = call;
  const { database, uploads } = context;
  const actor = await database.read(null, async (tx) => {
    const actor = await identify(tx);
    authorize(route.endpoint, actor, tx.now());
    if (actor && route.endpoint.errors?.includes('storage_full'))
      await uploads.requireStorageLeft(tx, actor.businessId);
    return actor;
  });
  const bytes = Number(request.headers['content-length'] ?? longestBody(files));
  const release = uploads.limit.reserve(`user ${actor?.userId}`, bytes, reply);
  try {
    return await withTemporaryFolder(uploads.folder, async (folder) =>
      answer(call, await readMultipart(request, files, folder)),
    );
  } finally {
    release();
  }
}

async function answer(
  { route, context, request, reply, credential, identify }: CallInProgress,
  multipart?: Multipart,
): Promise<unknown> {
  const { endpoint, name } = route;
  const handler = handlerFor(route.handler, multipart !== undefined);
  const write = endpoint.method !== 'GET';
  const enter = async (tx: Tx) => {
    const actor = await identify(tx);
    authorize(endpoint, actor, tx.now());
    const input = parseInput(endpoint, request, multipart, actor);
    // Without an actor there is no scope for an idempotency key.
    const key = write && actor ? request.headers['idempotency-key'] : undefined;
    const body = request.body ?? multipart?.data;
    const holder = 'remote' in handler ? context.holder : undefined;
    const claim = await claimKey(tx, name, key, body, multipart?.files, holder);
    return { actor, input, claim };
  };
  const enterAnonymously = () => {
    authorize(endpoint, null, context.database.clock.now());
    return { actor: null, input: parseInput(endpoint, request, multipart, null), claim: null };
  };
  const requestContext = contextOf(context, request, reply);
  const leave = async (tx: Tx, actor: Actor | null, claim: Claim | null, answer: unknown) => {
    const shaped = endpoint.response ? endpoint.response.parse(answer) : undefined;
    const status =
      endpoint.method === 'POST' && name.endsWith('.create') ? 201 : endpoint.response ? 200 : 204;
    const audited = write && actor && actor.businessId > 0 ? actor : null;
    await Promise.all([
      audited && writeAudit(tx, name, audited, request, shaped),
      claim && storeAnswer(tx, claim, status, shaped),
    ]);
    if (audited) tx.changed(audited.businessId, name.split('.')[0] ?? name);
    return { status, shaped };
  };
  const send = (status: number, body: unknown) => reply.code(status).send(body);

  if ('inbox' in handler) {
    const { input } = enterAnonymously();
    const answer: unknown = await handler.inbox({
      ...input,
      ...requestContext,
      database: context.database,
      ...receivedOf(request),
    } as Parameters<typeof handler.inbox>[0]);
    return send(200, answer === null ? undefined : endpoint.response?.parse(answer));
  }

  if ('remote' in handler) {
    // A request without a credential needs no transaction for its look-up.
    const { actor, input, claim } = await (credential
      ? context.database.transact(null, enter)
      : enterAnonymously());
    if (claim?.stored) return send(claim.stored.status, claim.stored.response ?? undefined);
    const scope = actor ? scopeOf(actor) : null;
    const transact = <T>(work: (tx: Tx) => Promise<T>) => context.database.transact(scope, work);
    let left: Awaited<ReturnType<typeof leave>> | undefined;
    const conclude = <T>(work: (tx: Tx) => Promise<T>) =>
      transact(async (tx) => {
        const answer = await work(tx);
        left = await leave(tx, actor, claim, answer);
        return answer;
      });
    try {
      const read = <T>(work: (tx: Tx) => Promise<T>) => context.database.read(scope, work);
      const answer: unknown = await handler.remote({
        ...input,
        ...requestContext,
        ...{ transact, read, conclude },
      } as RemoteCall<EndpointDefinition>);
      const { status, shaped } = left ?? (await transact((tx) => leave(tx, actor, claim, answer)));
      return endpoint.binary ? sendFile(reply, answer as FileAnswer) : send(status, shaped);
    } catch (error) {
      if (claim) await releaseSoon(() => transact((tx) => releaseKey(tx, claim)));
      throw error;
    }
  }

  const handle = 'handle' in handler ? handler.handle : handler;
  let entered: Actor | null = null;
  const run = async (tx: Tx) => {
    const { actor, input, claim } = await enter(tx);
    entered = actor;
    if (claim?.stored) return { status: claim.stored.status, shaped: claim.stored.response ?? undefined };
    const answer: unknown = await handle({ ...input, ...requestContext, tx } as Call<EndpointDefinition>);
    return { ...(await leave(tx, actor, claim, answer)), answer };
  };
  const outcome = await (write
    ? context.database.transact(null, run).catch((error) => followUp(context, handler, entered, error))
    : context.database.read(null, run));
  return endpoint.binary && 'answer' in outcome
    ? sendFile(reply, outcome.answer as FileAnswer)
    : send(outcome.status, outcome.shaped);
}

/** The follow-up of a refusal runs before the refusal is answered. */
async function followUp(
  { database }: RouteContext,
  handler: AnyHandler<EndpointDefinition>,
  actor: Actor | null,
  error: unknown,
): Promise<never> {
  if ('afterRefusal' in handler && actor && error instanceof Fault)
    await database.transact(scopeOf(actor), (tx) => handler.afterRefusal(error, tx, actor));
  throw error;
}

function contextOf(context: RouteContext, request: FastifyRequest, reply: FastifyReply): RequestContext {
  return {
    clock: context.database.clock,
    outside: context.outside,
    env: context.env,
    locale: localeOf(request),
    address: addressOf(request),
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 200),
    signIn: (tokens, device) => setSessionCookies(request, reply, tokens, device),
    signOut: () => clearSessionCookies(request, reply),
    setDevice: (token) => setKnownCookie(request, reply, 'device', token),
    setStation: (token) => setKnownCookie(request, reply, 'station', token),
    refreshToken: request.cookies['__Host-easy-refresh'] ?? request.cookies['easy-refresh'],
    deviceToken: knownTokenOf(request, 'device'),
    stationToken: knownTokenOf(request, 'station'),
  };
}
