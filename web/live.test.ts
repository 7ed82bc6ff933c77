import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentConnection } from './connection.ts';
import { startLiveUpdates } from './live.ts';
import { queryClient } from './queries.ts';
import { serve } from './ui/render-screen.tsx';

class Stream extends EventTarget {
  static all: Stream[] = [];
  onopen: () => void = () => undefined;
  onmessage: (message: { data: string }) => void = () => undefined;
  onerror: () => void = () => undefined;
  close = vi.fn();
  constructor() {
    super();
    Stream.all.push(this);
  }
}

const invalidated = vi.spyOn(queryClient, 'invalidateQueries');
let stop: () => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  Stream.all = [];
  invalidated.mockClear();
  vi.stubGlobal('EventSource', Stream);
  stop = startLiveUpdates();
  Stream.all[0]?.onopen();
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('keeps a stream with heartbeats; reopens a silent one and invalidates all reads', () => {
  for (let beats = 0; beats < 4; beats += 1) {
    vi.advanceTimersByTime(25_000);
    Stream.all[0]?.dispatchEvent(new Event('beat'));
  }
  expect(Stream.all).toHaveLength(1);
  vi.advanceTimersByTime(61_000);
  expect(Stream.all).toHaveLength(2);
  expect(Stream.all[0]?.close).toHaveBeenCalled();
  expect(invalidated).not.toHaveBeenCalled();
  Stream.all[1]?.onopen();
  expect(invalidated).toHaveBeenCalledWith();
});

test('invalidates all reads when the network returns, even if the stream never broke', () => {
  window.dispatchEvent(new Event('offline'));
  window.dispatchEvent(new Event('online'));
  expect(Stream.all).toHaveLength(2);
  Stream.all[1]?.onopen();
  expect(invalidated).toHaveBeenCalledWith();
});

test('a lost connection stays lost if a stream that was begun before opens a moment later', () => {
  window.dispatchEvent(new Event('online'));
  window.dispatchEvent(new Event('offline'));
  Stream.all[1]?.onopen();
  expect(currentConnection()).toBe('offline');
  window.dispatchEvent(new Event('online'));
  Stream.all[2]?.onopen();
  expect(currentConnection()).toBe('online');
});

test('a change invalidates its entity, home and the dashboard of warehouses', () => {
  Stream.all[0]?.onmessage({ data: '{"entity":"orders"}' });
  expect(invalidated.mock.calls).toEqual([
    [{ queryKey: ['orders'] }],
    [{ queryKey: ['dashboard'] }],
    [{ queryKey: ['warehouseCenterDashboard'] }],
  ]);
});

test.each(['dropinvoices', 'pairBalances'])(
  'a change of %s invalidates statements and bank statements',
  (entity) => {
    Stream.all[0]?.onmessage({ data: `{"entity":"${entity}"}` });
    expect(invalidated.mock.calls).toContainEqual([{ queryKey: ['statements'] }]);
    expect(invalidated.mock.calls).toContainEqual([{ queryKey: ['bankStatements'] }]);
  },
);

test('a stream that breaks twice renews the session, unless it was renewed since the stream was opened', async () => {
  const { calls } = serve(() => ({ body: { stage: 'full' } }));
  const breakLine = async () => {
    Stream.all.at(-1)?.onerror();
    await vi.advanceTimersByTimeAsync(4_000);
  };
  await breakLine();
  localStorage.setItem('easy.refreshed', String(Date.now() + 1));
  await breakLine();
  expect(calls).toEqual([]);
  await breakLine();
  expect(calls.map(({ name }) => name)).toEqual(['POST /api/auth/refresh']);
  expect(Stream.all).toHaveLength(4);
});
