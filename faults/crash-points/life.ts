import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import undici from 'undici';

/**
 * Where a process dies: at its nth point, before the point is sent, or after it was executed and before its answer is
 * seen.
 */
export type CrashPoint = { at: number; moment: 'before' | 'after' };

/**
 * One run of a process as the outside sees it: its statements, calls and files pass here one by one. Once dead, it
 * reaches nothing and gets no answer; pending calls never return.
 */
export type Life = {
  /** The points that passed, in order. */
  readonly points: string[];
  readonly died: Promise<void>;
  /** Resolves when everything that left the process before its death has arrived. */
  arrived(): Promise<unknown>;
  run<T>(work: () => Promise<T>): Promise<T>;
  pass<T>(label: string, act: () => Promise<T>): Promise<T>;
};

type Inner = Life & { readonly clients: Set<pg.Client>; isDead(): boolean };

const lives = new AsyncLocalStorage<Inner>();

/** The process to which a step belongs, dead or alive. */
export const ownLife = (): Life | undefined => lives.getStore();

export function startLife(crash?: CrashPoint): Life {
  let dead = false;
  let announce = () => {};
  const died = new Promise<void>((resolve) => {
    announce = resolve;
  });
  const clients = new Set<pg.Client>();
  const points: string[] = [];
  const leaving = new Set<Promise<unknown>>();
  const die = () => {
    dead = true;
    for (const client of clients) destroySocket(client);
    announce();
  };
  const life: Inner = {
    points,
    died,
    arrived: () => Promise.all(leaving),
    clients,
    isDead: () => dead,
    run: (work) => lives.run(life, work),
    // Runs synchronously up to `act`: statements of a transaction are sent in the order in which they are issued.
    async pass(label, act) {
      if (dead) return never();
      const n = points.push(label);
      const isHere = crash?.at === n;
      if (isHere && crash?.moment === 'before') {
        die();
        return never();
      }
      const acting = settle(act());
      leaving.add(acting);
      const outcome = await acting;
      leaving.delete(acting);
      if (isHere) die();
      if (dead) return never();
      if ('error' in outcome) throw outcome.error;
      return outcome.value;
    },
  };
  return life;
}

const never = <T>() => new Promise<T>(() => {});

async function settle<T>(work: Promise<T>): Promise<{ value: T } | { error: unknown }> {
  try {
    return { value: await work };
  } catch (error) {
    return { error };
  }
}

/** As the kernel does for a killed process: without a goodbye, and the server rolls back what was open. */
function destroySocket(client: pg.Client): void {
  const connection: { stream: { destroy(): void } } = Reflect.get(client, 'connection');
  connection.stream.destroy();
}

type Query = (...parameters: unknown[]) => unknown;

/** Passes every statement and outgoing call of a life through its points; calls outside of a life are not affected. */
export function watchPoints(): () => void {
  const { connect, query } = pg.Client.prototype;
  const { request } = undici;
  pg.Client.prototype.connect = function (this: pg.Client, ...parameters: unknown[]) {
    const life = lives.getStore();
    // An unhandled loss of a connection would end the test as well.
    this.on('error', () => undefined);
    if (life?.isDead()) return never();
    life?.clients.add(this);
    return (connect as Query).apply(this, parameters);
  } as typeof connect;
  pg.Client.prototype.query = function (this: pg.Client, ...parameters: unknown[]) {
    const life = lives.getStore();
    const [statement] = parameters;
    const answer = parameters.at(-1);
    const ask = (given: unknown[]) => (query as Query).apply(this, given);
    if (!life) return ask(parameters);
    const label = labelOf(statement);
    if (typeof answer !== 'function') return life.pass(label, () => ask(parameters) as Promise<unknown>);
    const asked = life.pass(label, () => {
      return new Promise((resolve, reject) => {
        ask([
          ...parameters.slice(0, -1),
          (error: unknown, result: unknown) => (error ? reject(error) : resolve(result)),
        ]);
      });
    });
    asked.then(
      (result) => answer(null, result),
      (error) => answer(error),
    );
    return undefined;
  } as typeof query;
  undici.request = (target, options) => {
    const life = lives.getStore();
    if (!life) return request(target, options);
    const { pathname } = new URL(String(target));
    return life.pass(`${options?.method ?? 'GET'} ${pathname}`, () => request(target, options));
  };
  return () => {
    Object.assign(pg.Client.prototype, { connect, query });
    undici.request = request;
  };
}

function labelOf(query: unknown): string {
  const text = typeof query === 'string' ? query : ((query as { text?: string }).text ?? '');
  return text.replace(/\s+/g, ' ').trim().slice(0, 90);
}
