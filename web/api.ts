import { FetchError, ofetch } from 'ofetch';
import { systemClock } from '#contract/dates.ts';
import type { BodyInputOf, EndpointDefinition, ResponseOf } from '#contract/endpoint.ts';
import type { FieldErrorTree, Problem } from '#contract/errors.ts';
import { sessionEndpoint } from './session-endpoint.ts';

type Plain = string | number | boolean | undefined;
type ParamsInput<E extends EndpointDefinition> = E['params'] extends { shape: infer S }
  ? { params: { [K in keyof S]: string | number } }
  : { params?: undefined };
type QueryInput<E extends EndpointDefinition> = E['query'] extends { shape: infer S }
  ? { query?: { [K in keyof S]?: Plain } }
  : { query?: undefined };
type BodyInput<E extends EndpointDefinition> = E['body'] extends object
  ? { body: BodyInputOf<E> }
  : { body?: undefined };
type FilesInput<E extends EndpointDefinition> = E['files'] extends object
  ? { files?: Record<string, File> | File[] }
  : { files?: undefined };

/** What a call takes, read off its endpoint (anything, where the endpoint is not known). `version` becomes If-Match. */
export type CallInput<E extends EndpointDefinition> = EndpointDefinition extends E
  ? AnyInput
  : ParamsInput<E> & QueryInput<E> & BodyInput<E> & FilesInput<E> & { version?: number };

/** The same, loosely, for the code that builds the request. */
export type AnyInput = {
  params?: Record<string, string | number>;
  query?: Record<string, Plain>;
  body?: unknown;
  files?: Record<string, File> | File[];
  version?: number;
};

/** An answer that is not 2xx, or none at all (`problem.status` 0: the outcome is unknown). */
export class Failure extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.detail);
    this.name = 'Failure';
    this.problem = problem;
  }
  get fieldErrors(): FieldErrorTree | undefined {
    return this.problem.errors;
  }
  /** True where the server may have acted although we have no answer; a repeat must carry the same key. */
  get unknownOutcome(): boolean {
    const { status, code } = this.problem;
    return status === 0 || status >= 500 || code === 'in_progress';
  }
}

const refreshPath = '/api/auth/refresh';
const retried = [408, 409, 425, 429, 500, 502, 503, 504];
const longestWait = 20_000;
const http = ofetch.create({ credentials: 'same-origin' });

function addressOf(endpoint: EndpointDefinition, params: AnyInput['params'] = {}): string {
  return `/api${endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))}`;
}

function queryOf(query: AnyInput['query'] = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([key, value]) =>
      value === undefined || value === '' ? [] : [[key, String(value)]],
    ),
  );
}

function bodyOf(input: AnyInput): BodyInit | Record<string, unknown> | undefined {
  if (!input.files) return input.body as Record<string, unknown> | undefined;
  const form = new FormData();
  if (input.body !== undefined) form.append('data', JSON.stringify(input.body));
  const parts = Array.isArray(input.files)
    ? input.files.map((file, index): [string, File] => [`file${index}`, file])
    : Object.entries(input.files);
  for (const [name, file] of parts) form.append(name, file, file.name);
  return form;
}

/** One key for one act of the user; the caller keeps it over repeats of that act. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Wait before a repeat: the server's Retry-After, else 300 ms doubling, never beyond 20 s. */
function waitBefore(response: Response | undefined, left: number): number {
  const asked = response?.headers.get('retry-after');
  if (!asked) return 300 * 2 ** (2 - left);
  const seconds = Number(asked);
  const until = Number.isNaN(seconds) ? Date.parse(asked) - systemClock.now().getTime() : seconds * 1000;
  return Math.min(Math.max(until, 0) || 0, longestWait);
}

function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const data: unknown = error instanceof FetchError ? error.data : undefined;
  const parsed = typeof data === 'string' ? parseProblem(data) : data;
  if (parsed && typeof parsed === 'object' && 'code' in parsed && 'status' in parsed)
    return new Failure(parsed as Problem);
  const status = error instanceof FetchError ? (error.status ?? 0) : 0;
  const detail = error instanceof Error ? error.message : String(error);
  const code =
    status === 413
      ? 'payload_too_large'
      : status === 404
        ? 'not_found'
        : status === 429
          ? 'too_many_requests'
          : 'unavailable';
  return new Failure({ type: 'about:blank', title: code, status, code, detail });
}

function parseProblem(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function send(
  endpoint: EndpointDefinition,
  input: AnyInput,
  key: string,
  blob: boolean,
): Promise<Response & { _data?: unknown }> {
  const write = endpoint.method !== 'GET';
  return http.raw(addressOf(endpoint, input.params), {
    method: endpoint.method,
    query: queryOf(input.query),
    body: bodyOf(input),
    headers: {
      ...(write && { 'idempotency-key': key }),
      ...(input.version !== undefined && { 'if-match': `"${input.version}"` }),
      'accept-language': document.documentElement.lang || 'pt-BR',
    },
    responseType: blob ? 'blob' : 'json',
    retry: write ? false : 2,
    retryStatusCodes: retried,
    retryDelay: ({ options, response }) => waitBefore(response, Number(options.retry) || 0),
  });
}

let refreshing: Promise<boolean> | null = null;
const refreshedAt = 'easy.refreshed';

/** Renews the session once, however many calls of however many tabs found it ended. */
export function refreshSession(): Promise<boolean> {
  const asked = systemClock.now().getTime();
  refreshing ??= inOneTab(async () => {
    if (Number(localStorage.getItem(refreshedAt)) >= asked) return true;
    const answer = await http.raw(refreshPath, {
      method: 'POST',
      headers: { 'idempotency-key': newKey() },
      body: {},
      ignoreResponseError: true,
    });
    if (answer.ok) localStorage.setItem(refreshedAt, String(systemClock.now().getTime()));
    return answer.ok;
  })
    .catch(() => false)
    .finally(() => {
      refreshing = null;
    });
  return refreshing;
}

function inOneTab(work: () => Promise<boolean>): Promise<boolean> {
  return navigator.locks ? navigator.locks.request('easy.refresh', work) : work();
}

type SessionEnd = () => void;
let onSessionEnd: SessionEnd = () => {};

/** Called when neither the session nor its renewal is accepted any more. */
export function whenSessionEnds(react: SessionEnd): void {
  onSessionEnd = react;
}

async function request(
  endpoint: EndpointDefinition,
  input: AnyInput,
  key: string,
  blob: boolean,
): Promise<Response & { _data?: unknown }> {
  try {
    return await send(endpoint, input, key, blob);
  } catch (error) {
    const failure = await readFailure(error);
    const ended = failure.problem.code === 'unauthenticated' && !endpoint.path.startsWith('/auth/login');
    if (!ended) throw failure;
    if (!(await refreshSession())) {
      if (endpoint.path !== sessionEndpoint.path) onSessionEnd();
      throw failure;
    }
    return await send(endpoint, input, key, blob).catch(async (again: unknown) => {
      throw await readFailure(again);
    });
  }
}

/** A refused download carries its problem inside a blob. */
async function readFailure(error: unknown): Promise<Failure> {
  if (error instanceof FetchError && error.data instanceof Blob) {
    const parsed = parseProblem(await error.data.text());
    if (parsed && typeof parsed === 'object' && 'code' in parsed) return new Failure(parsed as Problem);
  }
  return toFailure(error);
}

/** The one way to call the server. Throws a `Failure`. */
export async function call<E extends EndpointDefinition>(
  endpoint: E,
  input: CallInput<E>,
  key: string = newKey(),
): Promise<ResponseOf<E>> {
  const answer = await request(endpoint, input as AnyInput, key, false);
  return answer._data as ResponseOf<E>;
}

/** Fetches what a `binary` endpoint gives. */
export async function fetchFile<E extends EndpointDefinition>(
  endpoint: E,
  input: CallInput<E>,
): Promise<File> {
  const answer = await request(endpoint, input as AnyInput, newKey(), true);
  const blob = answer._data as Blob;
  const disposition = answer.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(disposition)?.[1];
  const name = encoded ? decodeURIComponent(encoded) : (plain ?? `easy.${endpoint.binary ?? 'bin'}`);
  return new File([blob], name, { type: blob.type });
}

/** Fetches and hands the file to the browser's downloads. */
export async function download<E extends EndpointDefinition>(
  endpoint: E,
  input: CallInput<E>,
): Promise<void> {
  const file = await fetchFile(endpoint, input);
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Address of a binary endpoint for `src` and `href` (images, PDF in a new window). */
export function addressFor<E extends EndpointDefinition>(
  endpoint: E,
  input: Pick<CallInput<E>, 'params' | 'query'>,
): string {
  const { params, query } = input as AnyInput;
  const search = new URLSearchParams(queryOf(query)).toString();
  return addressOf(endpoint, params) + (search ? `?${search}` : '');
}
