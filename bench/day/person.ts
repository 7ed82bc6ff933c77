import { setTimeout as delay } from 'node:timers/promises';
import type { AnyEndpoint, BodyInputOf, QueryInputOf, ResponseOf } from '#contract/endpoint.ts';
import type { Problem } from '#contract/errors.ts';
import type { Random } from '../load/act.ts';

/**
 * Shared by all people of one day. Times are those of the day, in seconds, and run `compress` times as fast as the
 * clock.
 */
export type Day = Readonly<{
  url: string;
  compress: number;
  random: Random;
  tally: Tally;
  /** Seconds of the day that have passed. */
  now(): number;
  /** Whether the work is done or the patience has ended. */
  over(): boolean;
}>;

export type Tally = {
  scans: number;
  /** Positions passed on the way, picking by lists. */
  steps: number;
  /** Milliseconds that a scan waited for its answer. */
  waits: number[];
  /** Refusals by code and act. */
  refusals: Map<string, number>;
  /** Events that must not happen. */
  troubles: string[];
};

type Send<E extends AnyEndpoint> = {
  params?: Record<string, string | number>;
  query?: QueryInputOf<E>;
  body?: BodyInputOf<E>;
};

/** The answer, or the reason that a screen would show in red. */
export type Answered<T> = { ok: true; value: T } | { ok: false; code: string };

export type Worker = Readonly<{
  name: string;
  day: Day;
  /** Takes this long, in seconds of the day, plus or minus a third. */
  works(seconds: number): Promise<void>;
  call<E extends AnyEndpoint>(endpoint: E, send?: Send<E>): Promise<Answered<ResponseOf<E>>>;
  /** The same with the scanner: three seconds of handling, and an id of its own. */
  scan<E extends AnyEndpoint>(endpoint: E, send?: Send<E>): Promise<Answered<ResponseOf<E>>>;
}>;

export const hour = 3600;
const scanSeconds = 3;
let serial = 0;
export const newClientId = () => `day-of-work-${++serial}`;

export function hire(day: Day, name: string, token: string): Worker {
  const works = async (seconds: number) => {
    await delay((seconds * (0.67 + day.random() * 0.66) * 1000) / day.compress);
  };
  const call: Worker['call'] = async (endpoint, send) => {
    const { status, text } = await request(day.url, endpoint, send, token);
    if (status < 300) return { ok: true, value: JSON.parse(text || 'null') as ResponseOf<typeof endpoint> };
    const { code } = JSON.parse(text) as Problem;
    const refusal = `${code} ${endpoint.method} ${endpoint.path}`;
    day.tally.refusals.set(refusal, (day.tally.refusals.get(refusal) ?? 0) + 1);
    if (status >= 500 || status === 401 || status === 403 || code === 'invalid')
      day.tally.troubles.push(
        `${name}: ${endpoint.method} ${endpoint.path}: ${status} ${text.slice(0, 300)}`,
      );
    return { ok: false, code };
  };
  return {
    ...{ name, day, works, call },
    async scan(endpoint, send) {
      await works(scanSeconds);
      day.tally.scans += 1;
      const began = performance.now();
      const answered = await call(endpoint, send);
      day.tally.waits.push(performance.now() - began);
      return answered;
    },
  };
}

async function request<E extends AnyEndpoint>(
  url: string,
  endpoint: E,
  send: Send<E> = {},
  token: string,
): Promise<{ status: number; text: string }> {
  const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => String(send.params?.[key]));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(send.query ?? {})) search.set(key, String(value));
  const answer = await fetch(`${url}/api${path}${search.size > 0 ? `?${search}` : ''}`, {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(endpoint.method !== 'GET' && { 'idempotency-key': newClientId() }),
      ...(send.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(send.body !== undefined && { body: JSON.stringify(send.body) }),
  });
  return { status: answer.status, text: await answer.text() };
}

/** Works until the day is over; without work, checks again after a while. */
export async function shift(worker: Worker, pause: number, next: () => Promise<boolean>): Promise<void> {
  while (!worker.day.over()) if (!(await next())) await worker.works(pause);
}
