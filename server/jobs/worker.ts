import { type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Database } from '#server/db/transaction.ts';
import type { Environment } from '#server/env.ts';
import { Fault } from '#server/fault.ts';
import { circuitOpenErrorOf } from '#server/outside/circuit.ts';
import type { Outside } from '#server/outside/outside.ts';
import { openQueueDatabase, type QueueDatabase } from './queue-database.ts';
import { runAndSettle, settle } from './settle.ts';
import type { JobContext, TaskTable } from './task.ts';

type WorkerOptions = {
  table: TaskTable;
  database: Database;
  url: string;
  env: Environment;
  outside: Outside;
  log: { error(details: object, text: string): void; warn(details: object, text: string): void };
  /** Errors outside of a job. */
  onError: (error: unknown) => void;
};

/** The form in which `enqueue_jobs` stores it. */
type JobData = { task: string; payload: unknown; attempts?: number };
type QueuedJob = JobWithMetadata<JobData>;

export const queue = 'jobs';
/** Workers of each process, and the jobs that each of them runs concurrently. */
const workers = 4;
const batchSize = 10;

/**
 * A job whose process died or lost it is recognized by its heartbeat, which PostgreSQL stores: after ten seconds
 * without one, the next look of any process, every two seconds, restarts it. `resume_lost_jobs` gives its attempt back.
 */
const lookMs = 2000;
const recovery = {
  superviseIntervalSeconds: lookMs / 1000,
  monitorIntervalSeconds: lookMs / 1000,
  maintenanceIntervalSeconds: 15,
};
const resumeLost = 'select resume_lost_jobs()';
const stopMs = 25_000;
/** Spreads the jobs that waited for one host, so that they do not return at the same moment. */
const spreadMs = 4000;

export type Worker = { stop(): Promise<void> };

/** Runs queues and schedules until `stop()`; any number of processes may run on one database. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { onError } = options;
  const db = openQueueDatabase(options.url, queue, onError);
  const boss = new PgBoss({ db, ...recovery, useListenNotify: true, reindex: false, migrate: false });
  boss.on('error', onError);
  boss.on('warning', (warning) => options.log.warn({ warning }, 'queue'));
  await boss.start();
  // If processes die early, only a starting one looks for jobs of dead processes.
  await boss.supervise(queue);
  await db.executeSql(resumeLost);
  const looking = setInterval(() => void db.executeSql(resumeLost).catch(onError), lookMs);
  await storeSchedules(boss, options.table.schedules);
  const runBatch = createRunBatch(options, boss, db, 200);
  await boss.work(
    queue,
    {
      batchSize,
      localConcurrency: workers,
      pollingIntervalSeconds: 1,
      burstWhenBatchFull: true,
      groupConcurrency: 1,
      includeMetadata: true,
      perJobResults: true,
    },
    runBatch,
  );
  return {
    async stop() {
      clearInterval(looking);
      // From here on no job is started; stopping closes its connection first, which takes a moment.
      await boss.offWork(queue, { wait: false });
      await boss.stop({ timeout: stopMs });
      await db.close();
    },
  };
}

async function storeSchedules(boss: PgBoss, schedules: TaskTable['schedules']): Promise<void> {
  for (const { task, cron } of schedules)
    await boss.schedule(queue, cron, { task, payload: {} }, { key: task, singletonKey: task });
  for (const { name, key } of await boss.getSchedules())
    if (!schedules.some(({ task }) => task === key)) await boss.unschedule(name, key);
}

const busyGroups = `select id from pgboss.job j where j.name = $1 and j.id = any ($2::uuid[]) and exists (
  select from pgboss.job other where other.name = $1 and other.state = 'active' and other.group_id = j.group_id and other.id <> j.id
    and (other.id <> all ($2::uuid[]) or other.id < j.id))`;

/**
 * Two workers that fetch at the same moment may both have a job of one group: the one that sees the other waits. Of two
 * in one batch the first runs.
 */
async function busyOf(db: QueueDatabase, jobs: readonly QueuedJob[]): Promise<ReadonlySet<string>> {
  const grouped = jobs.filter(({ groupId }) => groupId).map(({ id }) => id);
  if (grouped.length === 0) return new Set();
  const { rows } = await db.executeSql(busyGroups, [queue, grouped]);
  return new Set(rows.map(({ id }: { id: string }) => id));
}

function createRunBatch(
  options: WorkerOptions,
  boss: PgBoss,
  db: QueueDatabase,
  longestPauseMs: number,
): (jobs: QueuedJob[]) => Promise<JobResult[]> {
  const run = createRun(options);
  return async (jobs) => {
    const busy = await busyOf(db, jobs);
    // The next job of a group can be fetched once one is settled, which sends no notification.
    const wake = jobs.some(({ groupId }) => groupId) ? db.wake : () => undefined;
    const runOne = (job: QueuedJob) =>
      busy.has(job.id) ? postpone(options, job, Math.random() * longestPauseMs) : run(job);
    const results = await runAndSettle(boss, queue, jobs, runOne, wake);
    wake();
    return results;
  };
}

function createRun(options: WorkerOptions): (job: QueuedJob) => Promise<JobResult> {
  const { database, outside, env, log, table } = options;
  const batchScope = {};
  return async (job) => {
    const { task: name, payload, attempts: spent = 0 } = job.data;
    const task = Object.hasOwn(table.tasks, name) ? table.tasks[name] : undefined;
    const durability = table.repeatable.has(name) ? 'soon on disk' : 'on disk';
    const context: JobContext = {
      batchScope,
      outside,
      env,
      clock: database.clock,
      attempt: spent + job.retryCount + 1,
      maxAttempts: spent + job.retryLimit + 1,
      inBusiness: (businessId, work) => database.transact({ businessId }, work, durability),
      unscoped: (work) => database.transact(null, work, durability),
    };
    try {
      if (!task) throw new Error(`no task ${name}`);
      await task(context, payload);
      return { id: job.id, status: 'completed' };
    } catch (error) {
      const circuit = circuitOpenErrorOf(error);
      if (circuit) return postpone(options, job, Math.max(1000, circuit.waitMs) + Math.random() * spreadMs);
      // The owners of the account see that it is disconnected: there is nothing to repair here.
      const level = isDisconnected(error) ? 'warn' : 'error';
      log[level]({ err: error, job: job.id, task: name, attempt: context.attempt }, 'job failed');
      // Errors contain the request and its answer: the row stores the message only.
      return { id: job.id, status: 'failed', output: { message: String(error) } };
    }
  };
}

function isDisconnected(error: unknown): boolean {
  if (!(error instanceof Fault)) return false;
  return error.code === 'account_disconnected' || isDisconnected(error.cause);
}

/**
 * A job whose host has an open circuit, or whose group is busy, is rescheduled without counting an attempt: pg-boss
 * counts each start, so that a new job takes its place with the attempts of this one.
 */
async function postpone({ database }: WorkerOptions, job: QueuedJob, ms: number): Promise<JobResult> {
  const { id, data, singletonKey, groupId, priority, retryCount, retryLimit } = job;
  const attempts = (data.attempts ?? 0) + retryCount;
  await database.transact(null, async (tx) =>
    tx.enqueue({
      task: data.task,
      payload: data.payload,
      key: singletonKey ?? id,
      ...(groupId && { queue: groupId }),
      maxAttempts: (data.attempts ?? 0) + retryLimit + 1,
      priority: -priority,
      runAt: new Date(tx.now().getTime() + ms),
      attempts,
    }),
  );
  return { id, status: 'completed' };
}

export type QueueDrain = { run(): Promise<void>; close(): Promise<void> };

/**
 * Runs the jobs that are due, and those they enqueue, and returns; for tests and seeding. Its connections are kept
 * until it is closed; between two runs it polls nothing.
 */
export function createQueueDrain(options: WorkerOptions, concurrency = 1): QueueDrain {
  const db = openQueueDatabase(options.url, queue, () => undefined);
  const fetching = { batchSize: concurrency, groupConcurrency: 1, includeMetadata: true } as const;
  return {
    async run() {
      const boss = new PgBoss({ db, supervise: false, schedule: false, migrate: false });
      boss.on('error', () => undefined);
      // A pause would outlast the drain, which ends when nothing is due.
      const runBatch = createRunBatch(options, boss, db, 0);
      try {
        await boss.start();
        for (;;) {
          const jobs = await boss.fetch<JobData>(queue, fetching);
          if (jobs.length === 0) return;
          const results = new Map((await runBatch(jobs)).map((result) => [result.id, result]));
          await settle(boss, queue, jobs, results);
        }
      } finally {
        await boss.stop({ graceful: false }).catch(() => undefined);
      }
    },
    close: () => db.close(),
  };
}
