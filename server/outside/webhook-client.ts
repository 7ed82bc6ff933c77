import type { Dispatcher } from 'undici';
import { createPublicHosts, type Resolve } from './public-hosts.ts';

/** Posts to addresses that people of a business have entered: none of them may lead into our own network. */
export type WebhookClient = {
  /** Whether such an address is accepted at all; its name is resolved when it is called. */
  accepts(url: string): boolean;
  post(url: string, headers: Record<string, string>, body: string): Promise<WebhookAnswer>;
};

export type WebhookAnswer = {
  /** null: no answer; then `error` says why. */
  status: number | null;
  /** The beginning of it. */
  text: string;
  error: string | null;
};

type Options = {
  /** Only while developing: receivers on this machine, without TLS. */
  allowLoopback: boolean;
  resolve?: Resolve;
  timeoutMs?: number;
};

const readBytes = 2000;

export function createWebhookClient({ allowLoopback, resolve, timeoutMs = 5000 }: Options): WebhookClient {
  const hosts = createPublicHosts({ allowLoopback, resolve, timeoutMs });
  return {
    accepts: hosts.accepts,
    async post(url, headers, body) {
      try {
        return await send(url, headers, body, await hosts.connect(url), timeoutMs);
      } catch (error) {
        return { status: null, text: '', error: reasonOf(error) };
      }
    },
  };
}

async function send(
  url: string,
  headers: Record<string, string>,
  body: string,
  dispatcher: Dispatcher,
  timeoutMs: number,
): Promise<WebhookAnswer> {
  const { default: undici } = await import('undici');
  try {
    // A redirect is an answer like any other and is not followed.
    const answer = await undici.request(url, {
      method: 'POST',
      headers: { 'user-agent': 'Easy', 'content-type': 'application/json', ...headers },
      body,
      dispatcher,
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: answer.statusCode, text: await readBeginning(answer.body), error: null };
  } finally {
    await dispatcher.destroy();
  }
}

/** The rest of the body is not awaited. */
async function readBeginning(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size >= readBytes) break;
    }
  } catch {
    // The status has been read, whether the body is complete or not.
  }
  // PostgreSQL has no NUL.
  return Buffer.concat(chunks).subarray(0, readBytes).toString('utf8').replaceAll('\0', '').toWellFormed();
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  return error.name === 'TimeoutError'
    ? 'no answer in time'
    : `${code} ${error.message}`.trim().slice(0, 300);
}
