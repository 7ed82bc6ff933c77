import type { Dispatcher } from 'undici';
import type { z } from 'zod';

/** Outgoing HTTP for every client of the outside: bounded time and size, no redirects, one way of failing. */
export type RemoteRequest = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer> | FormData;
  timeoutMs?: number;
  maxBytes?: number;
  /** The host it connects to; without one the name is resolved. */
  dispatcher?: Dispatcher;
};

export type RemoteAnswer = {
  status: number;
  contentType: string;
  /** By lower-case name; of a name sent twice, the first. */
  headers: Readonly<Record<string, string>>;
  bytes: Buffer;
};

/** The outside could not be reached, did not answer in time, or sent too much. */
export class RemoteFailure extends Error {
  override readonly name: string = 'RemoteFailure';
}

/** The answer is larger than it may be. */
export class AnswerTooLarge extends RemoteFailure {}

const failedAnswers = new WeakMap<object, RemoteAnswer>();

/** The error that an answer became, which keeps when it was given. */
export function becameOf<E extends Error>(error: E, answer: RemoteAnswer): E {
  failedAnswers.set(error, answer);
  return error;
}

/** The `Date` header of the answer that became this error; undefined if there was no answer. */
export const dateOfFailure = (error: unknown): string | undefined =>
  error instanceof Error ? (failedAnswers.get(error)?.headers.date ?? dateOfFailure(error.cause)) : undefined;

/** Valid JSON of the wrong shape: also a failure of the remote side, which is retried, and none of it is used. */
export function understand<S extends z.ZodType>(schema: S, answer: unknown, what: string): z.output<S> {
  const read = schema.safeParse(answer);
  if (!read.success) throw new RemoteFailure(`${what} not as it must be`, { cause: read.error });
  return read.data;
}

const defaultTimeoutMs = 5000;
const defaultMaxBytes = 10 * 1024 * 1024;

/** Less than a third of the work of `fetch`; loaded with the first call, as its name is looked up with each. */
let library: Promise<typeof import('undici')> | undefined;

export async function requestRemote(url: string, options: RemoteRequest = {}): Promise<RemoteAnswer> {
  try {
    library ??= import('undici');
    const { default: undici } = await library;
    const { statusCode, headers, body } = await undici.request(url, {
      method: options.method ?? 'GET',
      signal: AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs),
      ...(options.dispatcher && { dispatcher: options.dispatcher }),
      ...(await sentOf(options)),
    });
    return {
      status: statusCode,
      contentType: String(headers['content-type'] ?? ''),
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          (Array.isArray(value) ? value[0] : value) ?? '',
        ]),
      ),
      bytes: await readBounded(body, options.maxBytes ?? defaultMaxBytes),
    };
  } catch (error) {
    if (error instanceof RemoteFailure) throw error;
    throw new RemoteFailure(
      `${options.method ?? 'GET'} ${new URL(url).host}: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  }
}

/** Files are sent as a form, which contains its own boundaries. */
async function sentOf({ headers, body }: RemoteRequest) {
  const named = { 'user-agent': 'Easy', ...headers };
  if (!(body instanceof FormData)) return { headers: named, body };
  const form = new Response(body);
  const type = form.headers.get('content-type') ?? '';
  return { headers: { ...named, 'content-type': type }, body: new Uint8Array(await form.arrayBuffer()) };
}

async function readBounded(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new AnswerTooLarge(`answer larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
