import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '#contract/dates.ts';
import { RemoteFailure } from './http.ts';

/** The circuit opens after this many failures in a row. */
const failuresToOpen = 5;
/** Doubled with every probe that fails. */
const firstRestMs = 10_000;
const longestRestMs = 60_000;
/** A probe under way has its answer, or its timeout, by then. */
const probeMs = 5000;
/** Acts often send several calls at once: the others wait briefly for the probe. */
const patienceMs = 1000;

/** No call was sent, because the host has not answered lately. */
export class CircuitOpenError extends RemoteFailure {
  /** Time of the next probe, and the remaining wait. */
  readonly until: Date;
  readonly waitMs: number;

  constructor(what: string, until: Date, now: Date) {
    super(`${what} rests: the next call goes out at ${until.toISOString()}`);
    this.until = until;
    this.waitMs = Math.max(0, until.getTime() - now.getTime());
  }
}

export type CircuitView = {
  state: 'closed' | 'open' | 'half-open';
  /** Time of the next probe; null while the circuit is closed. */
  until: Date | null;
  opened: number;
  refused: number;
};

export type Circuit = {
  /** `who` the call is made for: some circuits open only if several callers see the same failure. */
  run<T>(call: () => Promise<T>, who?: string): Promise<T>;
  view(): CircuitView;
};

type Closed = { name: 'closed'; failures: number; who: Set<string> };
type Open = { name: 'open'; until: Date; restMs: number };
type HalfOpen = { name: 'half-open'; until: Date; restMs: number; decided: Promise<void>; decide(): void };

export type CircuitOptions = {
  what: string;
  clock: Clock;
  /** Distinguishes failures from refusals. */
  isOutage: (error: unknown) => boolean;
  /** So many different ones the failures in a row must be of. */
  callersToOpen?: number;
};

/**
 * A circuit breaker for calls that fail together. After five failures in a row no call is sent for a while; then one
 * probe is sent, and its outcome decides.
 */
export function createCircuit(options: CircuitOptions): Circuit {
  const { what, clock, isOutage, callersToOpen = 1 } = options;
  let state: Closed | Open | HalfOpen = closed();
  let opened = 0;
  let refused = 0;

  function open(restMs: number): void {
    opened++;
    state = { name: 'open', restMs, until: later(restMs) };
  }
  const later = (ms: number) => new Date(clock.now().getTime() + ms);

  /** The state in which the call is sent: outcomes of calls sent in an earlier state are ignored. */
  function enter(): Closed | HalfOpen {
    if (state.name === 'closed') return state;
    if (state.name === 'half-open' || clock.now() < state.until) {
      refused++;
      throw new CircuitOpenError(what, state.until, clock.now());
    }
    const { promise: decided, resolve: decide } = Promise.withResolvers<void>();
    state = { name: 'half-open', restMs: state.restMs, until: later(probeMs), decided, decide };
    return state;
  }

  function succeed(sent: Closed | HalfOpen): void {
    if (state !== sent) return;
    if (sent.name === 'half-open' || sent.failures > 0) state = closed();
  }

  function failed(sent: Closed | HalfOpen, who: string): void {
    if (state !== sent) return;
    if (sent.name === 'half-open') {
      open(Math.min(sent.restMs * 2, longestRestMs));
      return;
    }
    sent.who.add(who);
    if (++sent.failures >= failuresToOpen && sent.who.size >= callersToOpen) open(firstRestMs);
  }

  /** Another circuit was open: that says nothing about this one, and the next call may try. */
  function notSent(sent: Closed | HalfOpen): void {
    if (state === sent && sent.name === 'half-open')
      state = { name: 'open', restMs: sent.restMs, until: clock.now() };
  }

  return {
    async run(call, who = '') {
      if (state.name === 'half-open')
        await Promise.race([state.decided, delay(patienceMs, undefined, { ref: false })]);
      const sent = enter();
      try {
        const value = await call();
        succeed(sent);
        return value;
      } catch (error) {
        if (error instanceof CircuitOpenError) notSent(sent);
        else if (isOutage(error)) failed(sent, who);
        else succeed(sent);
        throw error;
      } finally {
        if (sent.name === 'half-open') sent.decide();
      }
    },
    view: () => ({
      state: state.name,
      until: state.name === 'closed' || state.until <= clock.now() ? null : state.until,
      opened,
      refused,
    }),
  };
}

const closed = (): Closed => ({ name: 'closed', failures: 0, who: new Set() });

/** The pause that caused a failure, anywhere in its causes. */
export function circuitOpenErrorOf(error: unknown): CircuitOpenError | null {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof CircuitOpenError) return at;
  return null;
}
