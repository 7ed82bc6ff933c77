import type { Worker, WorkerEvents } from 'graphile-worker';

const firstWaitMs = 4;
const looks = 6;
/** How long after a job of a named queue was taken there may be others that were not seen. */
const busyMs = 400;

/**
 * Each look for a job locks the names of all queues, and who looks at the same moment finds none free: it would then
 * wait for the next job or the poll. While jobs of named queues are being taken, such a worker looks again, and again a
 * little later.
 */
export function lookAgain(events: WorkerEvents): void {
  const missed = new Map<Worker, number>();
  let takenAt = Number.NEGATIVE_INFINITY;
  events.on('job:start', ({ worker, job }) => {
    missed.delete(worker);
    if (job.job_queue_id !== null) takenAt = performance.now();
  });
  events.on('worker:getJob:empty', ({ worker }) => {
    const times = missed.get(worker) ?? 0;
    if (times >= looks || performance.now() - takenAt > busyMs) {
      missed.delete(worker);
      return;
    }
    missed.set(worker, times + 1);
    setTimeout(() => nudge(worker), firstWaitMs * 2 ** times).unref();
  });
  events.on('worker:stop', ({ worker }) => missed.delete(worker));
}

function nudge(worker: Worker): void {
  try {
    worker.nudge();
  } catch {
    // It has stopped meanwhile.
  }
}
