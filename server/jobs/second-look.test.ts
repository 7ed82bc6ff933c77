import { EventEmitter } from 'node:events';
import type { Worker, WorkerEvents } from 'graphile-worker';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lookAgain } from './second-look.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watch() {
  const events: WorkerEvents = new EventEmitter();
  lookAgain(events);
  const nudge = vi.fn(() => true);
  const idle = { nudge, workerId: 'idle' } as Partial<Worker>;
  return {
    nudge,
    take: (queue: number | null) =>
      events.emit('job:start', { worker: { workerId: 'busy' }, job: { job_queue_id: queue } } as never),
    miss: () => events.emit('worker:getJob:empty', { worker: idle } as never),
  };
}

test('who finds nothing while a named queue is being emptied looks again, later each time, and stops', () => {
  const { nudge, take, miss } = watch();
  take(7);
  nudge.mockImplementation(() => miss());
  miss();
  vi.advanceTimersByTime(5);
  expect(nudge).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(2000);
  expect(nudge).toHaveBeenCalledTimes(6);
});

test('without a named queue at work nobody looks again', () => {
  const { nudge, take, miss } = watch();
  miss();
  take(null);
  miss();
  take(7);
  vi.advanceTimersByTime(1000);
  miss();
  vi.advanceTimersByTime(1000);
  expect(nudge).not.toHaveBeenCalled();
});

test('one that has stopped meanwhile is left alone', () => {
  const { nudge, take, miss } = watch();
  nudge.mockImplementation(() => {
    throw new Error('nudge called after worker terminated');
  });
  take(7);
  miss();
  expect(() => vi.advanceTimersByTime(1000)).not.toThrow();
});
