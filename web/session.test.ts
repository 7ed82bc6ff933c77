import { afterEach, expect, test, vi } from 'vitest';
import { renewSession } from './session.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('repeats a session request that hangs for 5 s', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const limits: AbortController[] = [];
  const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const made = new AbortController();
    limits.push(made);
    return made.signal;
  });
  let asked = 0;
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    asked += 1;
    if (asked > 1)
      return Promise.resolve(Response.json({ user: { id: 1, name: 'Ana' }, business: null, roles: [] }));
    return new Promise((_answer, refuse) => signal?.addEventListener('abort', () => refuse(signal.reason)));
  });
  const session = renewSession();
  await expect.poll(() => asked).toBe(1);
  expect(limit).toHaveBeenCalledWith(5000);
  vi.setSystemTime(Date.now() + 5000);
  for (const made of limits) made.abort(new DOMException('hangs', 'TimeoutError'));
  expect(await session).toMatchObject({ user: { name: 'Ana' } });
  expect(asked).toBe(2);
});
