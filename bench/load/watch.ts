import { loadavg } from 'node:os';
import pg from 'pg';
import { type Broken, openChecker } from '#server/test/check-invariants.ts';
import { openFiles, residentMiB } from '../figures.ts';
import type { Place } from '../place.ts';
import type { Served } from '../product.ts';

export type Watched = {
  broken: Broken[];
  checks: number;
  slowestCheckMs: number;
  idleInTransaction: number;
  connections: { first: number; last: number; most: number };
  processes: { name: string; memory: [first: number, last: number, most: number]; files: [number, number] }[];
  load: { first: number; most: number };
  mostWaiting: number;
};

export type Watch = Readonly<{
  /** Waits until the queue is empty; returns the seconds it took, or null if the time was not enough. */
  drain(seconds: number): Promise<number | null>;
  /** Stops watching, and checks every row of every business once. */
  finish(): Promise<Watched>;
}>;

const everyMs = 5000;
const activity = `select count(*)::int as connections,
    count(*) filter (where state = 'idle in transaction' and now() - state_change > interval '1 second')::int as idle,
    (select count(*)::int from queued_jobs where not parked and run_at <= now()) as waiting
  from pg_stat_activity where datname = 'easy' and application_name <> 'easy invariants'`;

/** Looks every five seconds at what moved, at the processes and at the database. */
export async function startWatch(
  place: Place,
  served: readonly { name: string; process: Served }[],
  log: (line: string) => void,
): Promise<Watch> {
  const checker = await openChecker(place.ownerUrl);
  const admin = new pg.Client({ connectionString: place.adminUrl, application_name: 'easy invariants' });
  await admin.connect();
  const result: Watched = {
    broken: [],
    checks: 0,
    slowestCheckMs: 0,
    idleInTransaction: 0,
    connections: { first: 0, last: 0, most: 0 },
    processes: served.map(({ name }) => ({ name, memory: [0, 0, 0], files: [0, 0] })),
    load: { first: loadavg()[0] ?? 0, most: 0 },
    mostWaiting: 0,
  };

  async function readActivity() {
    const { rows } = await admin.query<{ connections: number; idle: number; waiting: number }>(activity);
    return rows[0] ?? { connections: 0, idle: 0, waiting: 0 };
  }

  function judge(broken: readonly Broken[]): void {
    result.broken.push(...broken);
    for (const { name, rows } of broken) log(`BROKEN ${name}: ${JSON.stringify(rows)}`);
  }

  async function look(): Promise<void> {
    const { connections, idle, waiting } = await readActivity();
    const isFirst = result.connections.first === 0;
    if (isFirst) result.connections.first = connections;
    result.connections.last = connections;
    result.connections.most = Math.max(result.connections.most, connections);
    result.idleInTransaction += idle;
    result.mostWaiting = Math.max(result.mostWaiting, waiting);
    result.load.most = Math.max(result.load.most, loadavg()[0] ?? 0);
    for (const [index, { process }] of served.entries()) {
      const known = result.processes[index];
      if (!known) continue;
      const memory = residentMiB(process.pid);
      const files = openFiles(process.pid);
      known.memory = [isFirst ? memory : known.memory[0], memory, Math.max(known.memory[2], memory)];
      known.files = [isFirst ? files : known.files[0], files];
    }
    const started = performance.now();
    judge(await checker.moved());
    result.checks++;
    result.slowestCheckMs = Math.max(result.slowestCheckMs, performance.now() - started);
  }

  let looking = look();
  let failure: unknown;
  const timer = setInterval(() => {
    looking = looking.then(look).catch((error: unknown) => {
      failure ??= error;
    });
  }, everyMs);

  return {
    async drain(seconds) {
      const started = performance.now();
      while ((await readActivity()).waiting > 0) {
        if (performance.now() - started > seconds * 1000) return null;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      return (performance.now() - started) / 1000;
    },
    async finish() {
      clearInterval(timer);
      try {
        await looking;
        if (failure) throw failure;
        // Checked twice: the mark is one call behind, so the second call covers the last entries.
        await look();
        judge(await checker.all());
        return result;
      } finally {
        await checker.close();
        await admin.end();
      }
    },
  };
}
