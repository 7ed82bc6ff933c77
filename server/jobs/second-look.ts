import type { WorkerEvents, WorkerPool } from 'graphile-worker';

const firstWaitMs = 4;
const looks = 6;

/**
 * The next job of a named queue can be taken once the one before it is marked done, of which nobody is told; and while
 * another process takes jobs its look hides the names of all queues. So after a job of a named queue who finds none looks
 * again, and again a little later, instead of waiting for the poll.
 */
export function lookAgain(events: WorkerEvents): void {
  let pool: WorkerPool | undefined;
  let left = 0;
  let timer: NodeJS.Timeout | undefined;

  function wait(): void {
    if (timer || left === 0) return;
    timer = setTimeout(
      () => {
        timer = undefined;
        left--;
        pool?.nudge(1);
      },
      firstWaitMs * 2 ** (looks - left),
    );
    timer.unref();
  }

  events.on('pool:create', ({ workerPool }) => {
    pool = workerPool;
  });
  events.on('job:complete', ({ job }) => {
    if (job.job_queue_id === null) return;
    left = looks;
    wait();
  });
  events.on('localQueue:getJobs:complete', ({ jobs }) => {
    if (jobs.some(({ job_queue_id: queue }) => queue !== null)) left = looks;
    else wait();
  });
  events.on('pool:gracefulShutdown', () => {
    clearTimeout(timer);
    pool = undefined;
  });
}
