import type { Clock } from '#contract/dates.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Environment } from '#server/env.ts';
import type { Outside } from '#server/outside/outside.ts';
import type { BatchScope } from './batcher.ts';

/** The context of a task: short transactions for a named business, and the outside between them. */
export type JobContext = BatchScope & {
  outside: Outside;
  env: Environment;
  clock: Clock;
  /** 1 at the first attempt. */
  attempt: number;
  maxAttempts: number;
  inBusiness<T>(businessId: number, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Only for look-ups without a business: functions of `easy_system` and tables without a tenant. */
  unscoped<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
};

/** A task of the queue. It may run more than once for one job; its effects must be idempotent. */
export type Task = (context: JobContext, payload: unknown) => Promise<void>;

/** The configuration of a worker: tasks by name, those with asynchronous commit, and the schedules. */
export type TaskTable = {
  tasks: Readonly<Record<string, Task>>;
  repeatable: ReadonlySet<string>;
  schedules: readonly { task: string; cron: string }[];
};
