import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type JobHelpers,
  Logger,
  parseCronItems,
  run,
  runOnce,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import type { Clock } from '#contract/dates.ts';
import type { Presence } from '#server/db/presence.ts';
import type { Database, Tx } from '#server/db/transaction.ts';
import type { Environment } from '#server/env.ts';
import { Resting } from '#server/outside/circuit.ts';
import type { Outside } from '#server/outside/outside.ts';
import { freeAbandonedJobs } from './abandoned.ts';
import { createQueuePool, QueuePool } from './connections.ts';
import type { Company } from './errand.ts';
import { insist } from './insist.ts';
import { putOffWhileResting } from './put-off.ts';
import { schedules } from './schedules.ts';
import { lookAgain } from './second-look.ts';
import { repeatable, tasks } from './tasks.ts';

/** What a task works with: short transactions for a named business, and the outside between them. */
export type JobContext = Company & {
  outside: Outside;
  env: Environment;
  clock: Clock;
  /** 1 on the first try. */
  attempt: number;
  maxAttempts: number;
  inBusiness<T>(businessId: number, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Only for look-ups that name no business: the functions of `easy_system` and tables without a tenant. */
  unscoped<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
};

/** A queue's task. It may run more than once for one job: its effects must not. */
export type Task = (context: JobContext, payload: unknown) => Promise<void>;

type WorkerOptions = {
  database: Database;
  url: string;
  env: Environment;
  outside: Outside;
  presence: Presence;
  log: { error(details: object, text: string): void; warn(details: object, text: string): void };
};

const restartMs = 1000;
const lookMs = 2000;

function taskList(options: WorkerOptions): TaskList {
  const { database, outside, env } = options;
  const port = new URL(options.url).port || '5432';
  const company = {};
  return Object.fromEntries(
    Object.entries<Task>(tasks).map(([name, task]) => [
      name,
      async (payload: unknown, helpers: JobHelpers) => {
        const durability = repeatable.has(name) ? 'soon on disk' : 'on disk';
        const context: JobContext = {
          company,
          outside,
          env,
          clock: database.clock,
          attempt: helpers.job.attempts,
          maxAttempts: helpers.job.max_attempts,
          inBusiness: (businessId, work) => database.transact({ businessId }, work, durability),
          unscoped: (work) => database.transact(null, work, durability),
        };
        await putOffWhileResting(helpers, () => insist(port, () => task(context, payload)));
      },
    ]),
  );
}

function quietLogger(options: WorkerOptions, onFailedLook?: () => void): Logger {
  return new Logger(() => (level, message, meta) => {
    // Told by nothing else.
    if (message.startsWith('Error occurred fetching jobs')) onFailedLook?.();
    // Put off, and said by whoever left the host alone.
    if (meta && 'error' in meta && meta.error instanceof Resting) return;
    // Fewer connections than jobs, and fewer jobs in one look, are on purpose.
    if (/maxPoolSize|job batch size/.test(message)) return;
    if (level === 'error') options.log.error({ job: meta }, message);
    else if (level === 'warning') options.log.warn({ job: meta }, message);
  });
}

export type Worker = { stop(): Promise<void> };

/**
 * Runs queue and schedules until `stop()`; any number of processes may do so on one database. A database that goes
 * away may end the runner: another takes its place. What died in other processes is given back while this one runs.
 */
export async function startWorker(options: WorkerOptions, concurrency = 40): Promise<Worker> {
  const onError = (error: unknown) => options.log.error({ err: error }, 'queue connection lost');
  const pool = createQueuePool(options.url, onError);
  const look = () => freeAbandonedJobs(pool).catch(onError);
  let runner = await startRunner(options, pool, concurrency);
  let stopping = false;
  void look();
  const looking = setInterval(look, lookMs);

  async function keepRunning(): Promise<void> {
    while (!stopping) {
      await runner.over;
      if (stopping) return;
      await delay(restartMs);
      await runner.abandon();
      runner = await startRunner(options, pool, concurrency).catch((error) => {
        onError(error);
        return runner;
      });
      if (stopping) await runner.stop();
    }
  }
  const kept = keepRunning();
  return {
    async stop() {
      stopping = true;
      clearInterval(looking);
      await runner.stop();
      await kept;
      await pool.end();
    },
  };
}

/** Whatever takes jobs is known to be alive before it takes the first, so that they are not taken for abandoned. */
function beKnown(events: WorkerEvents, presence: Presence, pool: QueuePool): ReadonlySet<string> {
  const names = new Set<string>();
  events.on('pool:create', ({ workerPool }) => {
    names.add(workerPool.id);
    pool.ready = presence.hold(workerPool.id);
  });
  return names;
}

/**
 * The queue that stops with jobs in its hand throws over giving them back, which fails all that is running, and nobody
 * catches what goes wrong in it: it gives them back a moment before, as it does with what lay for too long.
 */
function emptyHandsFirst(events: WorkerEvents): void {
  events.on('localQueue:init', ({ localQueue: hand }) => {
    events.on('pool:gracefulShutdown', () => {
      if (hand.mode === 'WAITING') hand['setModeTtlExpired']();
    });
  });
}

type Runner = {
  /** It takes no more jobs; what it ran, if something, has ended. */
  over: Promise<unknown>;
  stop(): Promise<void>;
  /** Jobs that it could not mark as done are anybody's. */
  abandon(): Promise<void>;
};

const lastWordsMs = 3000;
/**
 * Jobs that are taken in one look: a look costs the database as much as a small job. Fewer than are at work, as what one
 * process has taken another cannot.
 */
const localQueue = { size: 10 };
/** A batch of one: where this way of marking jobs done fails it says so, the other throws where nobody catches. */
const markedAtOnce = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };

async function startRunner(options: WorkerOptions, pgPool: QueuePool, concurrency: number): Promise<Runner> {
  const { presence, log } = options;
  const events: WorkerEvents = new EventEmitter();
  lookAgain(events);
  emptyHandsFirst(events);
  const names = beKnown(events, presence, pgPool);
  // Its own promise may never settle: two jobs at once that could not be marked as done make it wait for ever.
  const quiet = new Promise((resolve) => {
    events.on('pool:gracefulShutdown:complete', resolve);
    events.on('pool:gracefulShutdown:error', resolve);
  });
  const first = watchFirstLook(events);
  const runner = await run({
    pgPool,
    events,
    taskList: taskList(options),
    parsedCronItems: parseCronItems([...schedules]),
    concurrency,
    pollInterval: 1000,
    noHandleSignals: true,
    logger: quietLogger(options, first.onFailedLook),
    preset: { worker: { ...markedAtOnce, localQueue } },
  });
  const onError = (error: unknown) => log.error({ err: error }, 'queue stopped');
  const ended = runner.promise.catch(onError);
  // Refused where it has ended by itself.
  const stop = () => runner.stop().catch(() => undefined);
  return {
    over: Promise.race([quiet, ended, first.failed]),
    async stop() {
      await Promise.race([stop(), quiet.then(() => delay(lastWordsMs, undefined, { ref: false }))]);
    },
    async abandon() {
      void stop();
      for (const name of names) await presence.release(name);
    },
  };
}

/** `failed` resolves where no look for a job came before one that failed: what it learns then it keeps, and never finds any. */
function watchFirstLook(events: WorkerEvents): { failed: Promise<void>; onFailedLook: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  let looked = false;
  events.once('localQueue:getJobs:complete', () => {
    looked = true;
  });
  return { failed: promise, onFailedLook: () => looked || resolve() };
}

/** Runs what is due now, and what that causes, and returns; for tests and for seeding. */
export async function drainQueue(options: WorkerOptions, concurrency = 1): Promise<void> {
  const pool = new QueuePool({ connectionString: options.url, max: concurrency + 2 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    // One run may end before it has seen what it itself has caused.
    for (let due = 1; due > 0; ) {
      const events: WorkerEvents = new EventEmitter();
      const names = beKnown(events, options.presence, pool);
      await runOnce({
        pgPool: pool,
        events,
        taskList: taskList(options),
        concurrency,
        noHandleSignals: true,
        logger: quietLogger(options),
        preset: { worker: markedAtOnce },
      });
      for (const name of names) await options.presence.release(name);
      const { rows } = await pool.query<{ due: number }>(
        `select count(*)::int as due from graphile_worker.jobs
         where run_at <= now() and attempts < max_attempts and locked_at is null`,
      );
      due = rows[0]?.due ?? 0;
    }
  } finally {
    await pool.end();
  }
}
