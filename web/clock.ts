import { useEffect, useState } from 'react';
import { type Clock, systemClock } from '#contract/dates.ts';

/** The difference between the clocks of server and browser is known to about a second; less than this is none. */
const leastMs = 5_000;
const refreshMs = 30_000;
let aheadMs = 0;

/** Reads the server's time from a response to a call that was sent at `sentAt` (ms since 1970, of this machine). */
export function noteServerTime(answer: Response, sentAt: number): void {
  const stamped = Date.parse(answer.headers.get('date') ?? '');
  if (Number.isNaN(stamped)) return;
  const middle = (sentAt + systemClock.now().getTime()) / 2;
  const ahead = stamped + 500 - middle;
  aheadMs = Math.abs(ahead) < leastMs ? 0 : ahead;
}

/** The time of the server: a deadline passes on every screen at the same moment, also where the clock is wrong. */
export const serverClock: Clock = { now: () => new Date(systemClock.now().getTime() + aheadMs) };

/** The server's time, updated while the screen is open. */
export function useNow(): Date {
  const [now, setNow] = useState(() => serverClock.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(serverClock.now()), refreshMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
