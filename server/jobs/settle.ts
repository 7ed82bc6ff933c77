import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss';

type Jobs<T> = readonly JobWithMetadata<T>[];

/** How often the finished jobs of a running batch are settled. */
const settleMs = 1000;

/**
 * Runs a batch and returns the result of each job. Jobs that end within the first second are settled together by the
 * caller; after it no job waits for a slower one beside it. Settling a job twice has no effect: pg-boss only settles
 * active jobs of the fetched attempt.
 */
export async function runAndSettle<T>(
  boss: PgBoss,
  queue: string,
  jobs: Jobs<T>,
  run: (job: JobWithMetadata<T>) => Promise<JobResult>,
  onSettled: () => void,
): Promise<JobResult[]> {
  const ended = new Map<string, JobResult>();
  async function settleEnded(): Promise<void> {
    if (ended.size === 0) return;
    const results = new Map(ended);
    ended.clear();
    try {
      await settle(boss, queue, jobs, results);
      onSettled();
    } catch {
      // The answer may be lost or the database away: the next attempt settles them, at the latest with the batch.
      for (const [id, result] of results) ended.set(id, result);
    }
  }
  const settling = setInterval(() => void settleEnded(), settleMs);
  try {
    return await Promise.all(
      jobs.map(async (job) => {
        const result = await run(job);
        ended.set(job.id, result);
        return result;
      }),
    );
  } finally {
    clearInterval(settling);
  }
}

/** Settles the jobs that have a result. */
export async function settle<T>(
  boss: PgBoss,
  queue: string,
  jobs: Jobs<T>,
  results: ReadonlyMap<string, JobResult>,
): Promise<void> {
  const done = jobs.filter(({ id }) => results.get(id)?.status === 'completed');
  const failed = jobs.filter(({ id }) => results.get(id)?.status === 'failed');
  await Promise.all([
    done.length > 0 && boss.complete(queue, [...done]),
    ...failed.map((job) => boss.fail(queue, job, results.get(job.id)?.output)),
  ]);
}
