import { setTimeout as delay } from 'node:timers/promises';
import { Logger, parseCronItems, type RunnerOptions, run, runOnce, type TaskList } from 'graphile-worker';
import pg from 'pg';
import type { Clock } from '#contract/dates.ts';
import type { Database, Tx } from '#server/db/transaction.ts';
import type { Environment } from '#server/env.ts';
import type { Outside } from '#server/outside/outside.ts';
import { schedules } from './schedules.ts';
import { tasks } from './tasks.ts';

/** What a task works with: short transactions for a named business, and the outside between them. */
export type JobContext = {
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
  log: { error(details: object, text: string): void; warn(details: object, text: string): void };
};

const restartMs = 1000;

function taskList(options: WorkerOptions): TaskList {
  const { database, outside, env } = options;
  return Object.fromEntries(
    Object.entries<Task>(tasks).map(([name, task]) => [
      name,
      async (payload: unknown, helpers: { job: { attempts: number; max_attempts: number } }) => {
        await task(
          {
            outside,
            env,
            clock: database.clock,
            attempt: helpers.job.attempts,
            maxAttempts: helpers.job.max_attempts,
            inBusiness: (businessId, work) => database.transact({ businessId }, work),
            unscoped: (work) => database.transact(null, work),
          },
          payload,
        );
      },
    ]),
  );
}

function quietLogger(options: WorkerOptions): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level === 'error') options.log.error({ job: meta }, message);
    else if (level === 'warning') options.log.warn({ job: meta }, message);
  });
}

export type Worker = { stop(): Promise<void> };

/**
 * Runs queue and schedules until `stop()`; any number of processes may do so on one database. A database that goes
 * away may end the runner: another takes its place.
 */
export async function startWorker(options: WorkerOptions, concurrency = 8): Promise<Worker> {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: concurrency + 4,
    application_name: 'easy worker',
  });
  const onError = (error: unknown) => options.log.error({ err: error }, 'queue connection lost');
  pool.on('error', onError);
  // Lost while in use: the statement fails, and unheard it would end the process as well.
  pool.on('connect', (client) => client.on('error', onError));
  let runner = await run(runnerOptions(options, pool, concurrency));
  let stopping = false;

  async function keepRunning(): Promise<void> {
    while (!stopping) {
      await runner.promise.catch(onError);
      if (stopping) return;
      await delay(restartMs);
      runner = await run(runnerOptions(options, pool, concurrency)).catch((error) => {
        onError(error);
        return runner;
      });
      if (stopping) await runner.stop().catch(onError);
    }
  }
  const kept = keepRunning();
  return {
    async stop() {
      stopping = true;
      // Refused where it has ended by itself.
      await runner.stop().catch(onError);
      await kept;
      await pool.end();
    },
  };
}

function runnerOptions(options: WorkerOptions, pgPool: pg.Pool, concurrency: number): RunnerOptions {
  return {
    pgPool,
    taskList: taskList(options),
    parsedCronItems: parseCronItems([...schedules]),
    concurrency,
    pollInterval: 1000,
    noHandleSignals: true,
    logger: quietLogger(options),
    // A batch of one at once: this way of marking jobs done tries again, the other throws where nobody catches.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  };
}

/** Runs what is due now, and what that causes, and returns; for tests and for seeding. */
export async function drainQueue(options: WorkerOptions): Promise<void> {
  const pool = new pg.Pool({ connectionString: options.url, max: 3 });
  pool.on('error', () => undefined);
  try {
    // One run may end before it has seen what it itself has caused.
    for (let due = 1; due > 0; ) {
      await runOnce({
        pgPool: pool,
        taskList: taskList(options),
        noHandleSignals: true,
        logger: quietLogger(options),
      });
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
