import { afterEach, expect, test, vi } from 'vitest';
import { renewSession } from './session.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a question for the session that hangs is asked anew after 5 s', async () => {
  vi.useFakeTimers();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const limit = new AbortController();
    setTimeout(() => limit.abort(new DOMException('hangs', 'TimeoutError')), ms);
    return limit.signal;
  });
  let asked = 0;
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    asked += 1;
    if (asked > 1) return Promise.resolve(Response.json({ name: 'Ana', roles: [] }));
    return new Promise((_answer, refuse) => signal?.addEventListener('abort', () => refuse(signal.reason)));
  });
  const session = renewSession();
  await vi.advanceTimersByTimeAsync(5_100);
  expect(await session).toMatchObject({ name: 'Ana' });
  expect(asked).toBe(2);
});
