import type { Clock } from '#contract/dates.ts';
import { CircuitOpenError, type CircuitView } from '../../circuit.ts';
import { createCircuits } from '../../circuits.ts';
import { becameOf, type RemoteAnswer, RemoteFailure, type RemoteRequest, requestRemote } from '../../http.ts';
import { parseRemoteJson } from '../../json.ts';
import { mayHaveRetryAfter, retryAfterOf, retryLater } from '../../retry-after.ts';
import type { Access } from '../marketplace.ts';
import type { FileCall, SellerAnswer, SellerCall } from '../seller-session.ts';
import { bareCode } from './causes.ts';
import { ShopeeError } from './shopee-error.ts';
import { signatureOf } from './signature.ts';
import { secondsOf } from './values.ts';

export type Shopee = {
  /** Throws ShopeeError for every answer with an error in it, RemoteFailure for none that can be read. */
  call(path: string, options: SellerCall & Partial<Access>): Promise<SellerAnswer>;
  download(path: string, options: FileCall & Access): Promise<{ bytes: Buffer; contentType: string }>;
  /** The same path, signed, for a browser. */
  signed(path: string): string;
  circuit(account?: number): CircuitView;
};

type Options = {
  apiUrl: string;
  partnerId: string;
  partnerKey: string;
  timeoutMs: number;
  clock: Clock;
};

export function createShopee({ apiUrl, partnerId, partnerKey, timeoutMs, clock }: Options): Shopee {
  const { host } = new URL(apiUrl);
  const circuits = createCircuits({
    host,
    clock,
    isOutage: (error) => error instanceof RemoteFailure || (error instanceof ShopeeError && error.isOutage),
  });

  /** The shop is in the path; without one only the partner signs, and no token is sent. */
  function signed(path: string, accessToken?: string): string {
    const { pathname, searchParams } = new URL(path, 'http://path');
    const timestamp = secondsOf(clock.now());
    const shop = searchParams.get('shop_id');
    const secret = shop !== null && accessToken ? [accessToken, shop] : [];
    const query = new URLSearchParams({ partner_id: partnerId, timestamp: String(timestamp) });
    if (secret.length > 0) query.set('access_token', accessToken ?? '');
    query.set('sign', signatureOf(partnerKey, partnerId, pathname, timestamp, ...secret));
    for (const [name, value] of searchParams) query.append(name, value);
    return `${apiUrl}${pathname}?${query}`;
  }

  async function send(path: string, call: SellerCall & Partial<Access>): Promise<RemoteAnswer> {
    const body = bodyOf(path, call);
    const answer = await requestRemote(signed(path, call.accessToken), {
      method: call.method,
      headers: {
        accept: 'application/json',
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        ...call.headers,
      },
      body,
      timeoutMs,
    });
    const [name = ''] = path.split('?');
    // Redirects are not followed: they come from a proxy and not from the marketplace.
    if (answer.status >= 300 && answer.status <= 399) throw new RemoteFailure(`redirected from ${name}`);
    const error = errorOf(name, answer, clock.now(), host);
    if (error) throw becameOf(error, answer);
    return answer;
  }

  return {
    async call(path, call) {
      const { status, bytes, headers } = await circuits.run(call.account, () => send(path, call));
      const json = parseBody(bytes);
      // An HTML page or a truncated body behind a 200 is a failure of the outside, not an answer.
      if (json === undefined && bytes.length > 0)
        throw new RemoteFailure(`unreadable answer from ${path.split('?')[0]}`);
      return { status, json, headers };
    },
    download: (path, call) => circuits.run(call.account, () => send(path, call)),
    signed: (path) => signed(path),
    circuit: circuits.view,
  };
}

/** Name of the part, by the method. */
const partNames: readonly (readonly [string, string])[] = [
  ['/media_space/upload_image', 'image'],
  ['/returns/convert_image', 'upload_image'],
];

/** Pictures and documents are sent as a form with a named part; everything else is JSON. */
function bodyOf(path: string, { method, json, form, file }: SellerCall): RemoteRequest['body'] {
  if (!file) return method === 'POST' ? JSON.stringify(json ?? {}) : undefined;
  const parts = new FormData();
  for (const [name, value] of Object.entries(form ?? {})) parts.append(name, value);
  const [, part = 'file'] = partNames.find(([method]) => path.includes(method)) ?? [];
  parts.append(part, new Blob([new Uint8Array(file.bytes)], { type: file.contentType }), file.name);
  return parts;
}

function parseBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  try {
    return parseRemoteJson(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** The error of an answer, or null: an answer is good if its status is, and its `error` is empty. */
function errorOf(name: string, answer: RemoteAnswer, now: Date, host: string): Error | null {
  const { status, bytes } = answer;
  const isGood = status >= 200 && status <= 299;
  // Files are not looked into further than their first byte.
  const isJson = bytes.subarray(0, 20).toString('latin1').trimStart().startsWith('{');
  const body = isJson ? parseBody(bytes) : undefined;
  const { error, message } = (body ?? {}) as { error?: unknown; message?: unknown };
  const code = typeof error === 'string' && error.trim() !== '' && error !== '-' ? error : '';
  if (isGood && !code) return null;
  // The marketplace refuses in JSON. A 404 page comes from a proxy, and says nothing about the resource.
  if (!code && status < 500 && status !== 429)
    return new RemoteFailure(`${status} without a reason from ${name}`);
  const words = typeof message === 'string' ? message : isJson ? '' : bytes.toString('utf8').slice(0, 200);
  const wait = waitOf(answer, bareCode(code), now, host);
  return new ShopeeError(status, code || String(status), words, body, wait ? { cause: wait } : undefined);
}

const dayMs = 24 * 60 * 60_000;
/** The daily quota is renewed at midnight, eight hours ahead of UTC. */
const quotaOffsetMs = 8 * 60 * 60_000;

/**
 * The requested pause: `Retry-After` if present. If the daily quota of one method is used up, only that method waits
 * until it is renewed. It travels as the cause: the code that reschedules the job finds it there.
 */
function waitOf(answer: RemoteAnswer, code: string, now: Date, host: string): CircuitOpenError | null {
  if (!mayHaveRetryAfter(answer.status) && code !== 'error_rate_limit' && code !== 'error_limit') return null;
  const said = retryLater(host, retryAfterOf(answer.headers, now), now);
  if (said || code !== 'error_limit') return said;
  const untilTomorrow = dayMs - ((now.getTime() + quotaOffsetMs) % dayMs);
  return new CircuitOpenError(host, new Date(now.getTime() + untilTomorrow), now);
}
