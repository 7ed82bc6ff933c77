import { setTimeout as delay } from 'node:timers/promises';
import {
  type Circuit,
  CircuitOpenError,
  type CircuitOptions,
  type CircuitView,
  circuitOpenErrorOf,
  createCircuit,
} from './circuit.ts';
import { ToldToWait } from './retry-after.ts';

/** A host rests only where so many accounts in a row found it failing, with no answer to anybody between. */
const accountsToOpen = 3;
/** Calls of one account under way at once: one whose calls hang leaves the workers to the others. */
const mostUnderWay = 16;
/** Who finds so many under way waits a moment, and is asked to come again after another. */
const patienceMs = 1000;

export type Circuits = {
  run<T>(account: number | undefined, call: () => Promise<T>): Promise<T>;
  /** Of the host and one account: what a call of that account meets. Without an account, of all together. */
  view(account?: number): CircuitView;
};

type Share = { underWay: number; waiting: Set<() => void> };
type Account = { circuit: Circuit; share: Share; waits: ToldToWait | null };

/**
 * Stands before all calls to one host. What fails is first of all an account's own: its calls rest and nobody else's do,
 * and it has a share of what may be under way at once. Only what many accounts see alike is the host's.
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

  /** What one call was told holds for the account's others; for less than a second they stay here for it. */
  async function waitAsTold({ waits }: Account): Promise<void> {
    const now = clock.now();
    const ms = waits ? waits.until.getTime() - now.getTime() : 0;
    if (!waits || ms <= 0) return;
    if (ms > patienceMs) throw new ToldToWait(host, waits.until, now);
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
      // Calls for no account are of many who have nothing to do with each other.
      if (account !== undefined) await waitAsTold(own);
      await enter(share, name);
      try {
        return await circuit.run(() => hostCircuit.run(call, name), name);
      } catch (error) {
        const told = circuitOpenErrorOf(error);
        if (told instanceof ToldToWait && !(own.waits && own.waits.until > told.until)) own.waits = told;
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
