import { CircuitOpenError } from './circuit.ts';

/** Whoever names a later time is asked again after a day. */
const longestWaitMs = 24 * 60 * 60_000;

/** The other side answered that it wants no call before then: not this one, nor another of the same account. */
export class ToldToWait extends CircuitOpenError {}

/** From now on, so many milliseconds and a day at most; null for none. */
export function toldToWait(what: string, ms: number, now: Date): ToldToWait | null {
  if (!(ms > 0)) return null;
  return new ToldToWait(what, new Date(now.getTime() + Math.min(ms, longestWaitMs)), now);
}

/** `Retry-After` in milliseconds from now, said in seconds or as a date; NaN where it says nothing. */
export function retryAfterOf(headers: Readonly<Record<string, string>>, now: Date): number {
  const said = headers['retry-after']?.trim();
  if (!said) return Number.NaN;
  return /^\d+(\.\d+)?$/.test(said) ? Number(said) * 1000 : Date.parse(said) - now.getTime();
}

/** Too many calls, or not now: the answers that may say when. */
export const saysWhen = (status: number): boolean => status === 429 || status === 503;
