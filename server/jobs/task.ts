import type { Clock } from '#contract/dates.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Environment } from '#server/env.ts';
import type { Outside } from '#server/outside/outside.ts';
import type { BatchScope } from './batcher.ts';

/** What a task works with: short transactions for a named business, and the outside between them. */
export type JobContext = BatchScope & {
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

/** What a worker runs: the tasks by name, those whose commits need not wait for the disk, and what happens by the clock. */
export type TaskTable = {
  tasks: Readonly<Record<string, Task>>;
  repeatable: ReadonlySet<string>;
  schedules: readonly { task: string; cron: string }[];
};
