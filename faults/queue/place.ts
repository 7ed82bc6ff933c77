import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { JobContext } from '#server/jobs/task.ts';
import { startWorker } from '#server/jobs/worker.ts';
import { testApp } from '#server/test/app.ts';
import { type Loss, startWire } from './database-wire.ts';
import { statements } from './statements.ts';

/** A separate database, worker and wire, so that each loss is observed alone and many run at the same time. */
export type Place = {
  /** Loses the answer to the next statement of this kind. */
  strike(loss: Loss, kind: string): Promise<void>;
  /** Adds jobs: most finish at once, some fail at first, some outlast their heartbeat. */
  add(): Promise<void>;
  /** Milliseconds since the last heartbeat or end of an active job; the longest of all jobs. */
  longestSilence(): Promise<number>;
  /** How many jobs are not done yet; one that failed is tried again now, not later. */
  left(): Promise<number>;
  /** Jobs that were added and never run. */
  neverRun(): number;
  isListening(): Promise<boolean>;
  stop(): Promise<void>;
};

/** Longer than the interval of heartbeats; once, longer than any job may wait for another one of its batch. */
const longMs = 7000;
const longestMs = 35_000;
/** Longer than the interval between two statements of any kind: the rarest are sent once a minute. */
const unaskedMs = 180_000;

export async function openPlace(): Promise<Place> {
  const app = await testApp();
  const wire = await startWire(app.loginUrl, (application) => application.startsWith('easy worker'));
  const owner = new pg.Pool({ connectionString: app.databaseUrl, max: 3 });
  owner.on('error', () => undefined);
  const log = { error: () => undefined, warn: () => undefined };
  const done = new Set<number>();
  const ended = new Map<number, number>();
  let added = 0;
  let rounds = 0;
  const tasks = {
    tick: async () => undefined,
    work: async (_: unknown, payload: unknown) => void done.add(Number(payload)),
    fail: async ({ attempt }: { attempt: number }, payload: unknown) => {
      if (attempt < 2) throw new Error('not at first');
      done.add(Number(payload));
    },
    last: async (_: unknown, payload: unknown) => {
      await delay(payload === 1 ? longestMs : longMs);
      done.add(Number(payload));
    },
  };
  const watched = Object.entries(tasks).map(([name, task]) => [
    name,
    async (job: JobContext, payload: unknown) => {
      ended.delete(Number(payload));
      await task(job, payload).finally(() => ended.set(Number(payload), performance.now()));
    },
  ]);
  const table = {
    tasks: Object.fromEntries(watched),
    repeatable: new Set(Object.keys(tasks)),
    schedules: everyMinute,
  };
  const worker = await startWorker({ ...app, table, url: wire.url, log, onError: () => undefined });
  const count = async (sql: string) => (await owner.query<{ n: number }>(sql)).rows[0]?.n ?? 0;
  const wakeUps = `pg_stat_activity where datname = current_database() and application_name = 'easy worker wake-up'`;

  return {
    async strike(loss, kind) {
      const sign = statements[kind];
      const struck = wire.loseNext(loss, (asked) => sign?.test(asked) ?? false);
      // It listens when it starts and when it has lost its connection.
      if (kind === 'listen') await owner.query(`select pg_terminate_backend(pid) from ${wakeUps}`);
      const neverAsked = delay(unaskedMs, undefined, { ref: false }).then(() => {
        throw new Error(`The queue asked no "${kind}" in ${unaskedMs / 1000} seconds.`);
      });
      await Promise.race([struck, neverAsked]);
    },
    async add() {
      rounds++;
      const kinds = ['work', 'work', rounds % 5 === 0 ? 'fail' : 'work'];
      if (rounds % 40 === 1) kinds.unshift('last');
      const jobs = kinds.map((task) => ({
        task,
        payload: ++added,
        ...(added % 3 === 0 && { queue: 'group' }),
      }));
      await owner.query('select enqueue_jobs($1)', [JSON.stringify(jobs)]);
    },
    async longestSilence() {
      const { rows } = await owner.query<{ payload: unknown; ms: number }>(
        `select payload, extract(epoch from now() - heartbeat_on)::float * 1000 as ms from queued_jobs where state = 'active'`,
      );
      const sinceEnd = (payload: unknown) =>
        performance.now() - (ended.get(Number(payload)) ?? performance.now());
      return Math.max(0, ...rows.map(({ payload, ms }) => Math.max(ms, sinceEnd(payload))));
    },
    async left() {
      await owner.query(`update pgboss.job set start_after = now() where state = 'retry'`);
      return count('select count(*)::int as n from queued_jobs');
    },
    neverRun: () => added - done.size,
    isListening: async () => (await count(`select count(*)::int as n from ${wakeUps} and query <> ''`)) > 0,
    async stop() {
      await worker.stop();
      await wire.close();
      await owner.end();
    },
  };
}

const everyMinute = [{ task: 'tick', cron: '* * * * *' }];
