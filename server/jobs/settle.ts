import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss';

type Jobs<T> = readonly JobWithMetadata<T>[];

/** How often a batch that is still running settles what has ended in it. */
const settleMs = 1000;

/**
 * Runs a batch and answers each job's result. What ends within the first second is settled together by whoever asked;
 * after it no job waits for a slower one beside it. A job that is settled twice is settled once: pg-boss only settles
 * active jobs of the try that was fetched.
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
    await settle(boss, queue, jobs, results);
    onSettled();
  }
  // What cannot be settled now is settled with the batch.
  const settling = setInterval(() => void settleEnded().catch(() => undefined), settleMs);
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
