import { setTimeout as delay } from 'node:timers/promises';
import {
  type Circuit,
  CircuitOpenError,
  type CircuitOptions,
  type CircuitView,
  circuitOpenErrorOf,
  createCircuit,
} from './circuit.ts';
import { RetryLater } from './retry-after.ts';

/**
 * The host's circuit opens after failures of this many accounts in a row, without an answer to any account in between.
 */
const accountsToOpen = 3;
/** Concurrent calls of one account: an account whose calls hang leaves workers for the others. */
const mostUnderWay = 16;
/** A call beyond the limit waits this long, and is asked to retry after another wait. */
const patienceMs = 1000;

export type Circuits = {
  run<T>(account: number | undefined, call: () => Promise<T>): Promise<T>;
  /** The state of the host and one account for calls of that account. Without an account, of the host alone. */
  view(account?: number): CircuitView;
};

type Share = { underWay: number; waiting: Set<() => void> };
type Account = { circuit: Circuit; share: Share; waits: RetryLater | null };

/**
 * Circuit breakers and concurrency limits for all calls to one host. A failure first belongs to its account and pauses
 * only that account's calls. Failures that several accounts share belong to the host.
 */
export function createCircuits(
  options: Omit<CircuitOptions, 'what' | 'callersToOpen'> & { host: string },
): Circuits {
  const { host, clock } = options;
  const hostCircuit = createCircuit({ ...options, what: host, callersToOpen: accountsToOpen });
  const accounts = new Map<string, Account>();

  function accountOf(name: string): Account {
    const known = accounts.get(name);
    if (known) return known;
    const made: Account = {
      circuit: createCircuit({ ...options, what: `${host} for account ${name}` }),
      share: { underWay: 0, waiting: new Set<() => void>() },
      waits: null,
    };
    accounts.set(name, made);
    return made;
  }

  function comeAgain(name: string): CircuitOpenError {
    const now = clock.now();
    return new CircuitOpenError(`${host} for account ${name}`, new Date(now.getTime() + patienceMs), now);
  }

  async function enter(share: Share, name: string): Promise<void> {
    let isLate = false;
    const deadline = share.underWay < mostUnderWay ? null : delay(patienceMs, undefined, { ref: false });
    void deadline?.then(() => {
      isLate = true;
    });
    while (share.underWay >= mostUnderWay) {
      if (isLate) throw comeAgain(name);
      const { promise, resolve } = Promise.withResolvers<void>();
      share.waiting.add(resolve);
      await Promise.race([promise, deadline]);
      share.waiting.delete(resolve);
    }
    share.underWay++;
  }

  /** A `Retry-After` applies to the account's other calls; calls wait here for it if it is less than a second. */
  async function waitForRetry({ waits }: Account): Promise<void> {
    const now = clock.now();
    const ms = waits ? waits.until.getTime() - now.getTime() : 0;
    if (!waits || ms <= 0) return;
    if (ms > patienceMs) throw new RetryLater(host, waits.until, now);
    await delay(ms, undefined, { ref: false });
  }

  function leave(share: Share): void {
    share.underWay--;
    const [next] = share.waiting;
    if (!next) return;
    share.waiting.delete(next);
    next();
  }

  function viewOf({ circuit, waits }: Account): CircuitView {
    const view = circuit.view();
    return waits && waits.until > clock.now() ? { ...view, state: 'open', until: waits.until } : view;
  }

  return {
    async run(account, call) {
      const name = account === undefined ? 'nobody' : String(account);
      const own = accountOf(name);
      const { circuit, share } = own;
      // Calls without an account belong to many unrelated callers.
      if (account !== undefined) await waitForRetry(own);
      await enter(share, name);
      try {
        return await circuit.run(() => hostCircuit.run(call, name), name);
      } catch (error) {
        const reported = circuitOpenErrorOf(error);
        if (reported instanceof RetryLater && !(own.waits && own.waits.until > reported.until))
          own.waits = reported;
        throw error;
      } finally {
        leave(share);
      }
    },
    view(account) {
      const own = account === undefined ? [...accounts.values()] : [accountOf(String(account))];
      return worst([hostCircuit.view(), ...own.map(viewOf)]);
    },
  };
}

const severity = ['closed', 'half-open', 'open'] as const;

/** The state that lets least through, the latest time, and all that was counted. */
function worst(views: readonly CircuitView[]): CircuitView {
  const sum = (pick: (view: CircuitView) => number) => views.reduce((total, view) => total + pick(view), 0);
  const untils = views.flatMap(({ until }) => (until ? [until.getTime()] : []));
  return {
    state: severity[Math.max(...views.map(({ state }) => severity.indexOf(state)))] ?? 'closed',
    until: untils.length > 0 ? new Date(Math.max(...untils)) : null,
    opened: sum(({ opened }) => opened),
    refused: sum(({ refused }) => refused),
  };
}
