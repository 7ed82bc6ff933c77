import { setTimeout as delay } from 'node:timers/promises';
import type { RemoteCause } from '#contract/advertisements/sync-error.ts';
import type { Clock } from '#contract/dates.ts';
import type { CircuitView } from '../../circuit.ts';
import { createCircuits } from '../../circuits.ts';
import { becameOf, type RemoteAnswer, RemoteFailure, requestRemote } from '../../http.ts';
import { parseRemoteJson } from '../../json.ts';
import { mayHaveRetryAfter, type RetryLater, retryAfterOf, retryLater } from '../../retry-after.ts';
import type { Access } from '../marketplace.ts';
import { MarketplaceError, type MarketplaceErrorKind } from '../marketplace-error.ts';
import type { SellerAnswer, SellerCall } from '../seller-session.ts';
import { causesOf, wordsOf } from './causes.ts';

/** An answer of the store's API other than 2xx, as received. */
export class NuvemshopError extends MarketplaceError {
  override readonly name = 'NuvemshopError';
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, code: string, message: string, body: unknown, options?: ErrorOptions) {
    super(kindOf(status, code), code, message, options);
    this.status = status;
    this.body = body;
  }

  override get causes(): RemoteCause[] {
    return causesOf(this);
  }
}

/** Ours, for a refused token: there is no other one. */
export const accessRevoked = 'access_revoked';

function kindOf(status: number, code: string): MarketplaceErrorKind {
  if (code === accessRevoked || (status < 429 && code === 'invalid_grant')) return 'ended_grant';
  switch (status) {
    case 401:
      return 'unauthorized';
    // The store or the application is unpaid: it continues after payment.
    case 402:
    case 408:
      return 'unavailable';
    case 403:
      return 'forbidden';
    case 404:
      return 'not_found';
    case 409:
      return 'conflict';
    case 429:
      return 'retry';
    default:
      return status >= 500 ? 'unavailable' : 'refused';
  }
}

/** Version of the API: every path of a store begins with it. */
export const storePath = (storeId: string) => `/2025-03/${encodeURIComponent(storeId)}`;

export type Nuvemshop = {
  call(path: string, options: SellerCall & Access): Promise<SellerAnswer>;
  download(path: string, access: Access): Promise<{ bytes: Buffer; contentType: string }>;
  /** Tokens are given by another host than answers the rest. */
  askForToken(json: unknown): Promise<unknown>;
  circuit(account?: number): CircuitView;
};

type Options = {
  apiUrl: string;
  authUrl: string;
  /** Name and contact of the caller, without which no call is answered. */
  userAgent: string;
  timeoutMs: number;
  clock: Clock;
};

/** The bucket of a store drains two calls a second. */
const drainMs = 500;

export function createNuvemshop({ apiUrl, authUrl, userAgent, timeoutMs, clock }: Options): Nuvemshop {
  const { host } = new URL(apiUrl);
  const circuits = createCircuits({
    host,
    clock,
    isOutage: (error) =>
      error instanceof RemoteFailure || (error instanceof NuvemshopError && error.status >= 500),
  });
  /** By account: its bucket is full until then. */
  const full = new Map<number, number>();

  /** Waits for a full bucket to have room for one call. */
  async function waitForRoom(account: number | undefined): Promise<void> {
    const until = account === undefined ? undefined : full.get(account);
    if (account === undefined || until === undefined) return;
    const waitMs = until - clock.now().getTime();
    if (waitMs > 0) await delay(Math.min(waitMs, drainMs));
    full.delete(account);
  }

  async function send(url: string, call: SellerCall & Partial<Access>): Promise<RemoteAnswer> {
    await waitForRoom(call.account);
    const isWrite = call.method !== undefined && call.method !== 'GET';
    const answer = await requestRemote(url, {
      method: call.method,
      headers: {
        accept: 'application/json',
        'user-agent': userAgent,
        // A write without it is refused, even one without content.
        ...(isWrite && { 'content-type': 'application/json; charset=utf-8' }),
        ...(call.accessToken && { authentication: `bearer ${call.accessToken}` }),
        ...call.headers,
      },
      body: isWrite && call.method !== 'DELETE' ? JSON.stringify(call.json ?? {}) : undefined,
      timeoutMs,
    });
    const path = new URL(url).pathname;
    // Redirects are not followed: they come from a proxy and not from the marketplace.
    if (answer.status >= 300 && answer.status <= 399) throw new RemoteFailure(`redirected from ${path}`);
    if (call.account !== undefined && answer.headers['x-rate-limit-remaining'] === '0')
      full.set(call.account, clock.now().getTime() + drainMs);
    if (answer.status < 200 || answer.status > 299)
      throw becameOf(errorOf(path, answer, waitOf(answer, clock.now(), host)), answer);
    return answer;
  }

  async function ask(url: string, call: SellerCall & Partial<Access>): Promise<SellerAnswer> {
    const { status, bytes, headers } = await circuits.run(call.account, () => send(url, call));
    const json = parseBody(bytes);
    // An HTML page or a truncated body behind a 200 is a failure of the outside, not an answer.
    if (json === undefined && bytes.length > 0)
      throw new RemoteFailure(`unreadable answer from ${new URL(url).pathname}`);
    return { status, json, headers };
  }

  return {
    call: (path, call) => ask(`${apiUrl}${path}`, call),
    download: (path, access) => circuits.run(access.account, () => send(`${apiUrl}${path}`, access)),
    askForToken: async (json) =>
      (await ask(`${authUrl}/apps/authorize/token`, { method: 'POST', json })).json,
    circuit: circuits.view,
  };
}

/**
 * The requested pause: `Retry-After` if present, else for a 429 the milliseconds until the bucket is empty. It travels
 * as the cause: the code that reschedules the job finds it there.
 */
function waitOf({ status, headers }: RemoteAnswer, now: Date, host: string): RetryLater | null {
  if (!mayHaveRetryAfter(status)) return null;
  const said = retryLater(host, retryAfterOf(headers, now), now);
  if (said || status !== 429) return said;
  return retryLater(host, Number(headers['x-rate-limit-reset'] ?? Number.NaN), now);
}

function parseBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  try {
    return parseRemoteJson(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

function errorOf(path: string, { status, bytes }: RemoteAnswer, wait: RetryLater | null): Error {
  const json = parseBody(bytes);
  const isJson = json !== null && typeof json === 'object';
  // The marketplace refuses in JSON. A 404 page comes from a proxy, and says nothing about the resource.
  if (status < 500 && status !== 429 && status !== 401 && !isJson)
    return new RemoteFailure(`${status} without a reason from ${path}`);
  const { code, message } = wordsOf(isJson ? json : bytes.toString('utf8').slice(0, 200), status);
  return new NuvemshopError(status, code, message, json, wait ? { cause: wait } : undefined);
}
