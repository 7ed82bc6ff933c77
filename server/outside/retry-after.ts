import { CircuitOpenError } from './circuit.ts';

/** A later time is limited to a day. */
const longestWaitMs = 24 * 60 * 60_000;

/** The other side accepts no call before then: neither this one nor another of the same account. */
export class RetryLater extends CircuitOpenError {}

/** From now on, this many milliseconds and a day at most; null without one. */
export function retryLater(what: string, ms: number, now: Date): RetryLater | null {
  if (!(ms > 0)) return null;
  return new RetryLater(what, new Date(now.getTime() + Math.min(ms, longestWaitMs)), now);
}

/** `Retry-After` in milliseconds from now, given in seconds or as a date; NaN if invalid. */
export function retryAfterOf(headers: Readonly<Record<string, string>>, now: Date): number {
  const said = headers['retry-after']?.trim();
  if (!said) return Number.NaN;
  return /^\d+(\.\d+)?$/.test(said) ? Number(said) * 1000 : Date.parse(said) - now.getTime();
}

/** Too many calls, or unavailable: the answers that may have a `Retry-After`. */
export const mayHaveRetryAfter = (status: number): boolean => status === 429 || status === 503;
