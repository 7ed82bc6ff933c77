import type { WorkerEvents, WorkerPool } from 'graphile-worker';

const firstWaitMs = 4;
const looks = 6;

/**
 * The next job of a named queue can be taken once the one before it is marked done, of which nobody is told; and while
 * another process takes jobs its look hides the names of all queues. So after the end of a job of a named queue, and
 * while such jobs are at work, who found nothing looks again, and again a little later, instead of waiting for the poll.
 */
export function lookAgain(events: WorkerEvents): void {
  let pool: WorkerPool | undefined;
  let atWork = 0;
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
  events.on('job:start', ({ job }) => {
    if (job.job_queue_id !== null) atWork++;
  });
  events.on('job:complete', ({ job }) => {
    if (job.job_queue_id === null) return;
    atWork--;
    left = looks;
    wait();
  });
  events.on('localQueue:getJobs:complete', ({ jobs }) => {
    if (jobs.some(({ job_queue_id: queue }) => queue !== null)) left = looks;
    else if (left > 0 || atWork > 0) wait();
  });
  events.on('pool:gracefulShutdown', () => {
    clearTimeout(timer);
    pool = undefined;
  });
}
