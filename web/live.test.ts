import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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

test('a line that beats is kept, a silent one is opened again, and then everything is asked for again', () => {
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

test('back in the network everything is asked for again, even where the stream never broke', () => {
  window.dispatchEvent(new Event('offline'));
  window.dispatchEvent(new Event('online'));
  expect(Stream.all).toHaveLength(2);
  Stream.all[1]?.onopen();
  expect(invalidated).toHaveBeenCalledWith();
});

test('a change is about its entity and about home and the dashboard of warehouses', () => {
  Stream.all[0]?.onmessage({ data: '{"entity":"orders"}' });
  expect(invalidated.mock.calls).toEqual([
    [{ queryKey: ['orders'] }],
    [{ queryKey: ['dashboard'] }],
    [{ queryKey: ['warehouseCenterDashboard'] }],
  ]);
});

test.each(['dropinvoices', 'pairBalances'])(
  'a change of %s asks for statements and bank statements again',
  (entity) => {
    Stream.all[0]?.onmessage({ data: `{"entity":"${entity}"}` });
    expect(invalidated.mock.calls).toContainEqual([{ queryKey: ['statements'] }]);
    expect(invalidated.mock.calls).toContainEqual([{ queryKey: ['bankStatements'] }]);
  },
);

test('a line that breaks twice asks for a new session, unless it got one since the line was opened', async () => {
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
