import type { RemoteCause } from '#contract/advertisements/sync-error.ts';
import type { Clock } from '#contract/dates.ts';
import type { CircuitView } from '../../circuit.ts';
import { createCircuits } from '../../circuits.ts';
import { becameOf, type RemoteAnswer, RemoteFailure, type RemoteRequest, requestRemote } from '../../http.ts';
import { parseRemoteJson } from '../../json.ts';
import { mayHaveRetryAfter, type RetryLater, retryAfterOf, retryLater } from '../../retry-after.ts';
import { MarketplaceError, type MarketplaceErrorKind } from '../marketplace-error.ts';
import { causesOf } from './causes.ts';

/** An answer other than 2xx, as received: `cause` can be anything. */
export class MercadoLivreError extends MarketplaceError {
  override readonly name = 'MercadoLivreError';
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

function kindOf(status: number, code: string): MarketplaceErrorKind {
  // No try will ever succeed: regardless of the status, the grant has ended.
  if (status < 429 && /^(invalid_grant|unauthorized_(application|client))$/.test(code)) return 'ended_grant';
  switch (status) {
    case 401:
      return 'unauthorized';
    case 403:
      return 'forbidden';
    case 404:
      return 'not_found';
    case 408:
      return 'unavailable';
    case 409:
    // The item is locked for some seconds by another change.
    case 423:
      return 'conflict';
    case 429:
      return 'retry';
    default:
      return status >= 500 ? 'unavailable' : 'refused';
  }
}

export type MercadoLivre = {
  /** Calls the API; the answer is unparsed JSON (or raw bytes), for a schema to judge. Throws MercadoLivreError or RemoteFailure. */
  call(path: string, options?: CallOptions): Promise<CallAnswer>;
  download(
    path: string,
    options: { accessToken: string; account?: number },
  ): Promise<{ bytes: Buffer; contentType: string }>;
  /** How this process gets on with the host, for one account or for all. */
  circuit(account?: number): CircuitView;
};

export type CallAnswer = { status: number; json: unknown; headers: Readonly<Record<string, string>> };

export type CallOptions = {
  method?: RemoteRequest['method'];
  accessToken?: string;
  /** Our account of the call: a failure first belongs to this account. */
  account?: number;
  json?: unknown;
  form?: Record<string, string>;
  raw?: { bytes: Buffer; contentType: string };
  file?: { name: string; bytes: Buffer; contentType: string };
  headers?: Record<string, string>;
};

export function createMercadoLivre(options: {
  apiUrl: string;
  timeoutMs: number;
  clock: Clock;
}): MercadoLivre {
  const circuits = createCircuits({
    host: new URL(options.apiUrl).host,
    clock: options.clock,
    isOutage: (error) =>
      error instanceof RemoteFailure || (error instanceof MercadoLivreError && error.status >= 500),
  });

  /**
   * A `Retry-After` travels as the cause: the code that reschedules the job finds it there, and the try is not counted.
   */
  const refusal = (path: string, answer: RemoteAnswer, json: unknown) =>
    becameOf(
      errorOf(path, answer, json, waitOf(answer, options.clock.now(), new URL(options.apiUrl).host)),
      answer,
    );

  async function send(path: string, call: CallOptions = {}, maxBytes?: number) {
    const headers: Record<string, string> = { accept: 'application/json', ...call.headers };
    if (call.accessToken) headers.authorization = `Bearer ${call.accessToken}`;
    let body: RemoteRequest['body'];
    if (call.json !== undefined) {
      headers['content-type'] = 'application/json';
      body = JSON.stringify(call.json);
    } else if (call.form) {
      headers['content-type'] = 'application/x-www-form-urlencoded';
      body = new URLSearchParams(call.form).toString();
    } else if (call.raw) {
      headers['content-type'] = call.raw.contentType;
      body = new Uint8Array(call.raw.bytes);
    } else if (call.file) {
      const form = new FormData();
      form.append(
        'file',
        new Blob([new Uint8Array(call.file.bytes)], { type: call.file.contentType }),
        call.file.name,
      );
      body = form;
    }
    const { timeoutMs } = options;
    const answer = await requestRemote(`${options.apiUrl}${path}`, {
      method: call.method,
      headers,
      body,
      timeoutMs,
      maxBytes,
    });
    // Redirects are not followed: they come from a proxy and not from the marketplace.
    if (answer.status >= 300 && answer.status <= 399)
      throw new RemoteFailure(`redirected from ${path.split('?')[0]}`);
    return answer;
  }

  return {
    call: (path, call) =>
      circuits.run(call?.account, async () => {
        const answer = await send(path, call);
        return readJson(path, answer, refusal);
      }),
    download: (path, { accessToken, account }) =>
      circuits.run(account, async () => {
        const answer = await send(path, { accessToken }, longestFile);
        if (answer.status < 200 || answer.status > 299) throw refusal(path, answer, parseBody(answer.bytes));
        return { bytes: answer.bytes, contentType: answer.contentType };
      }),
    circuit: circuits.view,
  };
}

/** A file of a message has up to 25 MB. */
const longestFile = 26 * 1024 * 1024;

type Refusal = (path: string, answer: RemoteAnswer, json: unknown) => Error;

function readJson(path: string, answer: RemoteAnswer, refusal: Refusal): CallAnswer {
  const { status, bytes, headers } = answer;
  const json = parseBody(bytes);
  if (status < 200 || status > 299) throw refusal(path, answer, json);
  // An HTML page or a truncated body behind a 200 is a failure of the outside, not an answer.
  if (json === undefined && bytes.length > 0)
    throw new RemoteFailure(`unreadable answer from ${path.split('?')[0]}`);
  return { status, json, headers };
}

function waitOf({ status, headers }: RemoteAnswer, now: Date, host: string): RetryLater | null {
  return mayHaveRetryAfter(status) ? retryLater(host, retryAfterOf(headers, now), now) : null;
}

function parseBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  try {
    return parseRemoteJson(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

function errorOf(
  path: string,
  { status, bytes }: RemoteAnswer,
  json: unknown,
  wait: RetryLater | null,
): Error {
  // The marketplace refuses in JSON. A 404 page comes from a proxy, and says nothing about the resource.
  if (status < 500 && status !== 429 && (!json || typeof json !== 'object'))
    return new RemoteFailure(`${status} without a reason from ${path.split('?')[0]}`);
  const body = json && typeof json === 'object' ? (json as Record<string, unknown>) : {};
  const text = json === undefined ? bytes.toString('utf8').slice(0, 200) : '';
  const message = String(body.error_description ?? body.message ?? text);
  return new MercadoLivreError(
    status,
    String(body.error ?? body.code ?? (text || status)),
    message,
    json ?? text,
    wait ? { cause: wait } : undefined,
  );
}
