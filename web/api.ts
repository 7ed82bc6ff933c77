import { systemClock } from '#contract/dates.ts';
import type { AnyEndpoint, BodyInputOf, ResponseOf } from '#contract/endpoint.ts';
import type { ErrorCode, FieldErrorTree, Problem } from '#contract/errors.ts';
import { noteServerTime } from './clock.ts';
import { fetchRepeating, readJson } from './http.ts';
import { loadNamespace } from './i18n.ts';

type Plain = string | number | boolean | undefined;
type ParamsInput<E extends AnyEndpoint> = E['params'] extends { shape: infer S }
  ? { params: { [K in keyof S]: string | number } }
  : { params?: undefined };
type QueryInput<E extends AnyEndpoint> = E['query'] extends { shape: infer S }
  ? { query?: { [K in keyof S]?: Plain } }
  : { query?: undefined };
type BodyInput<E extends AnyEndpoint> = E['body'] extends object
  ? { body: BodyInputOf<E> }
  : { body?: undefined };
type FilesInput<E extends AnyEndpoint> = E['files'] extends object
  ? { files?: Record<string, File> | File[] }
  : { files?: undefined };

/**
 * The input of a call, derived from its endpoint (anything if the endpoint is unknown). `version` becomes If-Match.
 */
export type CallInput<E extends AnyEndpoint> = AnyEndpoint extends E
  ? AnyInput
  : ParamsInput<E> & QueryInput<E> & BodyInput<E> & FilesInput<E> & { version?: number };

/** The same with loose types, for the code that builds the request. */
export type AnyInput = {
  params?: Record<string, string | number>;
  query?: Record<string, Plain>;
  body?: unknown;
  files?: Record<string, File> | File[];
  version?: number;
};

/** A response that is not 2xx, or no response at all (`problem.status` 0: the outcome is unknown). */
export class Failure extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.detail);
    this.name = 'Failure';
    this.problem = problem;
  }
  /** Undefined if the failure concerns no field. */
  get fieldErrors(): FieldErrorTree | undefined {
    const { errors = {} } = this.problem;
    return Object.keys(errors).length > 0 ? errors : undefined;
  }
  /** True if the server may have acted although no answer arrived; a repeat must carry the same key. */
  get unknownOutcome(): boolean {
    const { status, code } = this.problem;
    return status === 0 || status >= 500 || code === 'in_progress';
  }
  /** True if no answer of the server arrived, because the network or a proxy is down. */
  get unanswered(): boolean {
    const { status, code } = this.problem;
    return [0, 502, 503, 504].includes(status) || code === 'in_progress';
  }
}

/** Timeout of a response. Transfers of files have none. */
const patienceMs = 30_000;

const refreshPath = '/api/auth/refresh';
/**
 * All tabs wait for one renewal. One that hangs is repeated while the server still accepts the replaced token (10 s).
 */
const firstRefreshMs = 5_000;

function addressOf(endpoint: AnyEndpoint, { params = {}, query }: AnyInput): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '')),
  );
  return `/api${path}${searchOf(query)}`;
}

function searchOf(query: AnyInput['query'] = {}): string {
  const filled = Object.entries(query).flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : [[key, String(value)]],
  );
  return filled.length > 0 ? `?${new URLSearchParams(filled)}` : '';
}

function bodyOf(input: AnyInput): BodyInit | undefined {
  const json = input.body === undefined ? undefined : JSON.stringify(input.body);
  if (!input.files) return json;
  const form = new FormData();
  // Without other changes, files are sent alone.
  if (json !== undefined && json !== '{}') form.append('data', json);
  const parts = Array.isArray(input.files)
    ? input.files.map((file, index): [string, File] => [`file${index}`, file])
    : Object.entries(input.files);
  for (const [name, file] of parts) form.append(name, file, file.name);
  return form;
}

/** The idempotency key of one act; the caller reuses it for repeats. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const codeOfStatus: Record<number, ErrorCode> = {
  404: 'not_found',
  413: 'payload_too_large',
  429: 'too_many_requests',
};

/** The problem of a response, once its words are loaded. A response of a proxy is classified by its status. */
async function failureOf(answer: Response): Promise<Failure> {
  const problem = await readJson(answer).catch(() => undefined);
  await loadNamespace('errors').catch(() => undefined);
  if (problem && typeof problem === 'object' && 'code' in problem && 'status' in problem)
    return new Failure(problem as Problem);
  const code = codeOfStatus[answer.status] ?? 'unavailable';
  return new Failure({ type: 'about:blank', title: code, status: answer.status, code, detail: '' });
}

/** A failure without a response, or without one of our error codes. */
export function unanswered(error: unknown): Failure {
  const detail = error instanceof Error ? error.message : String(error);
  return new Failure({ type: 'about:blank', title: 'unavailable', status: 0, code: 'unavailable', detail });
}

function noAnswer(error: unknown): never {
  throw unanswered(error);
}

function send(endpoint: AnyEndpoint, input: AnyInput, key: string, patience = patienceMs): Promise<Response> {
  const write = endpoint.method !== 'GET';
  const body = bodyOf(input);
  const init: RequestInit = {
    method: endpoint.method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json, */*;q=0.5',
      'accept-language': document.documentElement.lang || 'pt-BR',
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      ...(write && { 'idempotency-key': key }),
      ...(input.version !== undefined && { 'if-match': `"${input.version}"` }),
    },
    ...(body !== undefined && { body }),
  };
  const limit = endpoint.binary || input.files ? undefined : patience;
  return fetchRepeating(addressOf(endpoint, input), init, write ? 0 : 2, limit).catch(noAnswer);
}

let refreshing: Promise<boolean> | null = null;
const refreshedAt = 'easy.refreshed';

/**
 * Renews the session once for all calls and tabs that found it expired; false if the renewal was refused. `sentAt` is when
 * the refused call was sent, in ms since 1970: if the session was renewed since then, nothing is done, because a second
 * renewal would invalidate calls sent with the first. Throws without a response: a lost network does not end the session.
 */
export function refreshSession(sentAt: number): Promise<boolean> {
  refreshing ??= inOneTab(async () => {
    if (renewedSince(sentAt)) return true;
    const answer = await askRefresh(firstRefreshMs).catch((error: unknown) => {
      if (!isTimeout(error)) throw error;
      return askRefresh(patienceMs);
    });
    if (answer.status >= 500) throw new Error(`answered ${answer.status}`);
    if (answer.ok) localStorage.setItem(refreshedAt, String(systemClock.now().getTime()));
    return answer.ok;
  })
    .catch(noAnswer)
    .finally(() => {
      refreshing = null;
    });
  return refreshing;
}

/** In any tab. A time in the future is ignored: the clock of this machine was set back. */
function renewedSince(sentAt: number): boolean {
  const at = Number(localStorage.getItem(refreshedAt));
  return at > sentAt && at <= systemClock.now().getTime();
}

async function askRefresh(patience: number): Promise<Response> {
  const answer = await fetch(refreshPath, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', 'idempotency-key': newKey() },
    body: '{}',
    signal: AbortSignal.timeout(patience),
  });
  // A response that is not read to its end counts as aborted.
  await answer.arrayBuffer();
  return answer;
}

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError';

function inOneTab(work: () => Promise<boolean>): Promise<boolean> {
  return navigator.locks ? navigator.locks.request('easy.refresh', work) : work();
}

type SessionEnd = () => Promise<boolean>;
let onSessionEnd: SessionEnd = () => Promise.resolve(false);

/**
 * Called when session and renewal are refused. Resolves to true if the same person has signed in again; the call is then
 * repeated.
 */
export function whenSessionEnds(react: SessionEnd): void {
  onSessionEnd = react;
}

/** The second one is for a machine that slept between the first one and the repeated call. */
const mostRenewals = 2;

/** Calls of a sign-in, which never ask for another one. */
const isOfSignIn = ({ path }: AnyEndpoint) => path.startsWith('/auth/') && path !== '/auth/fresh';

async function request(
  endpoint: AnyEndpoint,
  input: AnyInput,
  key: string,
  patience?: number,
): Promise<Response> {
  for (let renewals = 0; ; renewals += 1) {
    const sentAt = systemClock.now().getTime();
    const answer = await send(endpoint, input, key, patience);
    noteServerTime(answer, sentAt);
    if (answer.ok) return answer;
    const failure = await failureOf(answer);
    const ended = failure.problem.code === 'unauthenticated' && !endpoint.path.startsWith('/auth/login');
    if (!ended || renewals === mostRenewals) throw failure;
    if (await refreshSession(sentAt)) continue;
    if (isOfSignIn(endpoint) || !(await onSessionEnd())) throw failure;
  }
}

/** The only way to call the server. Throws a `Failure`, also without a response within `patience` ms. */
export async function call<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E>,
  key: string = newKey(),
  patience?: number,
): Promise<ResponseOf<E>> {
  const answer = await request(endpoint, input as AnyInput, key, patience);
  return (await readJson(answer).catch(noAnswer)) as ResponseOf<E>;
}

/** Fetches the file of a `binary` endpoint. */
export async function fetchFile<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>): Promise<File> {
  const answer = await request(endpoint, input as AnyInput, newKey());
  const blob = await answer.blob().catch(noAnswer);
  const disposition = answer.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(disposition)?.[1];
  const name = encoded ? decodeURIComponent(encoded) : (plain ?? `easy.${endpoint.binary ?? 'bin'}`);
  return new File([blob], name, { type: blob.type });
}

/** Fetches a file and starts its download. */
export async function download<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>): Promise<void> {
  const file = await fetchFile(endpoint, input);
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Address of a binary endpoint for `src` and `href` (images, PDF in a new window). */
export function addressFor<E extends AnyEndpoint>(
  endpoint: E,
  input: Pick<CallInput<E>, 'params' | 'query'>,
): string {
  return addressOf(endpoint, input as AnyInput);
}
