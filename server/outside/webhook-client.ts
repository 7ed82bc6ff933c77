import { promises as dns, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';
import { isLoopback, isPublicAddress } from './public-address.ts';

/** Posts to addresses that people of a business have typed: none of them leads into our own net. */
export type WebhookClient = {
  /** Whether such an address is taken at all; its name is looked up when it is called. */
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

export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

type Options = {
  /** Only while developing: receivers on this machine, without TLS. */
  allowLoopback: boolean;
  resolve?: Resolve;
  timeoutMs?: number;
};

const readBytes = 2000;

export function createWebhookClient({
  allowLoopback,
  resolve = lookUp,
  timeoutMs = 5000,
}: Options): WebhookClient {
  const isAllowed = (address: string) => isPublicAddress(address) || (allowLoopback && isLoopback(address));

  function accepts(text: string): boolean {
    const url = URL.canParse(text) ? new URL(text) : null;
    if (!url || url.username || url.password || url.hash) return false;
    const host = bareHost(url);
    const isLocal = isLoopback(host) || host === 'localhost';
    if (url.protocol === 'http:') return allowLoopback && isLocal;
    if (url.protocol !== 'https:') return false;
    if (isIP(host) !== 0) return isAllowed(host);
    return isLocal ? allowLoopback : host.includes('.') && !/\.(local|internal|localhost)\.?$/.test(host);
  }

  /** The name is looked up once; each of its addresses is looked at, and the connection goes to those and nowhere else. */
  async function findAddresses(host: string): Promise<readonly LookupAddress[]> {
    const family = isIP(host);
    const found = family === 0 ? await within(resolve(host)) : [{ address: host, family }];
    if (found.length === 0) throw new Error('address not found');
    if (!found.every(({ address }) => isAllowed(address))) throw new Error('address not public');
    return found;
  }

  /** Whoever asks for names cannot be stopped, but need not be waited for. */
  function within<T>(work: Promise<T>): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error('name not found in time')), timeoutMs);
    return Promise.race([work, promise]).finally(() => clearTimeout(timer));
  }

  return {
    accepts,
    async post(url, headers, body) {
      try {
        if (!accepts(url)) throw new Error('address not allowed');
        const addresses = await findAddresses(bareHost(new URL(url)));
        return await send(url, headers, body, addresses, timeoutMs);
      } catch (error) {
        return { status: null, text: '', error: reasonOf(error) };
      }
    },
  };
}

const lookUp: Resolve = (host) => dns.lookup(host, { all: true });

const bareHost = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();

async function send(
  url: string,
  headers: Record<string, string>,
  body: string,
  addresses: readonly LookupAddress[],
  timeoutMs: number,
): Promise<WebhookAnswer> {
  const { default: undici } = await import('undici');
  const lookup: LookupFunction = (_host, options, found) => {
    const [first] = addresses;
    if (options.all) found(null, [...addresses]);
    else found(null, first?.address ?? '', first?.family);
  };
  const dispatcher = new undici.Agent({ connect: { lookup } });
  try {
    // A redirect is an answer like any other: it is not followed.
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

/** What comes after is not waited for. */
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
    // The status has been read: what it is about came whole or not.
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
