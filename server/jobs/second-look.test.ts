import { EventEmitter } from 'node:events';
import type { WorkerEvents } from 'graphile-worker';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lookAgain } from './second-look.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watch() {
  const events: WorkerEvents = new EventEmitter();
  lookAgain(events);
  const find = (...queues: (number | null)[]) =>
    events.emit('localQueue:getJobs:complete', {
      jobs: queues.map((job_queue_id) => ({ job_queue_id })),
    } as never);
  const nudge = vi.fn(() => void find());
  events.emit('pool:create', { workerPool: { nudge } } as never);
  const job = (queue: number | null) => ({ job: { job_queue_id: queue } }) as never;
  return {
    nudge,
    find,
    end: (queue: number | null) => events.emit('job:complete', job(queue)),
    stop: () => events.emit('pool:gracefulShutdown', {} as never),
  };
}

test('after a job of a named queue its next one is looked for, later each time, and then no more', () => {
  const { nudge, end } = watch();
  end(7);
  vi.advanceTimersByTime(5);
  expect(nudge).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(5000);
  expect(nudge).toHaveBeenCalledTimes(6);
});

test('one that is found begins anew', () => {
  const { nudge, end, find } = watch();
  end(7);
  vi.advanceTimersByTime(5000);
  find(7);
  end(7);
  vi.advanceTimersByTime(5);
  expect(nudge).toHaveBeenCalledTimes(7);
});

test('without a named queue at work nobody looks again', () => {
  const { nudge, end, find } = watch();
  find(null);
  end(null);
  find();
  vi.advanceTimersByTime(5000);
  expect(nudge).not.toHaveBeenCalled();
});

test('who has stopped is left alone', () => {
  const { nudge, end, stop } = watch();
  end(7);
  stop();
  vi.advanceTimersByTime(5000);
  expect(nudge).not.toHaveBeenCalled();
});
