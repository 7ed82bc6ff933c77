import type { z } from 'zod';

/** Outgoing HTTP for every client of the outside: bounded time and size, no redirects, one way of failing. */
export type RemoteRequest = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer> | FormData;
  timeoutMs?: number;
  maxBytes?: number;
};

export type RemoteAnswer = { status: number; headers: Headers; bytes: Buffer };

/** The outside could not be reached, did not answer in time, or sent too much. */
export class RemoteFailure extends Error {
  override readonly name = 'RemoteFailure';
}

/** Well-formed and yet not what it must be: a fault of the outside as well, worth another try, and nothing of it is believed. */
export function understand<S extends z.ZodType>(schema: S, answer: unknown, what: string): z.output<S> {
  const read = schema.safeParse(answer);
  if (!read.success) throw new RemoteFailure(`${what} not as it must be`, { cause: read.error });
  return read.data;
}

const defaultTimeoutMs = 5000;
const defaultMaxBytes = 10 * 1024 * 1024;

export async function requestRemote(url: string, options: RemoteRequest = {}): Promise<RemoteAnswer> {
  try {
    const response = await fetch(url, {
      method: options.method ?? 'GET',
      headers: options.headers,
      body: options.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs),
    });
    return {
      status: response.status,
      headers: response.headers,
      bytes: await readBounded(response, options.maxBytes ?? defaultMaxBytes),
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

async function readBounded(response: Response, maxBytes: number): Promise<Buffer> {
  if (!response.body) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new RemoteFailure(`answer larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
