import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChunkFailure, importChunk, retryWhenReachable, watchVersion } from './reload.ts';

const reload = vi.fn();
let served: string | Error = 'one';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z') });
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('fetch', async () => {
    if (served instanceof Error) throw served;
    return new Response(JSON.stringify({ version: served }));
  });
  reload.mockClear();
  sessionStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const turn = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

test('does not reload without a network, and retries when the server answers', async () => {
  watchVersion(() => undefined)();
  await turn();
  served = new TypeError('Failed to fetch');
  const retry = vi.fn();
  const stop = retryWhenReachable(retry);
  await turn(20_000);
  expect(retry).not.toHaveBeenCalled();
  served = 'one';
  await turn(2001);
  expect(retry).toHaveBeenCalledTimes(1);
  expect(reload).not.toHaveBeenCalled();
  stop();
});

test('repeats a request that hangs', async () => {
  let asked = 0;
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  vi.stubGlobal('fetch', (_address: string, { signal }: RequestInit) => {
    asked += 1;
    return new Promise((_, reject) => signal?.aborted && reject(signal.reason));
  });
  const stop = retryWhenReachable(vi.fn());
  await turn(4_000);
  expect(asked).toBe(3);
  stop();
});

test('pauses before retrying after an immediate failure', async () => {
  const retry = vi.fn();
  retryWhenReachable(retry);
  await turn(2000);
  retryWhenReachable(retry);
  await turn();
  const soon = retry.mock.calls.length;
  await turn(2000);
  expect([soon, retry.mock.calls.length]).toEqual([1, 2]);
});

test('reloads for another build once in ten seconds, and again after that', async () => {
  served = 'two';
  const retry = vi.fn();
  retryWhenReachable(retry);
  await turn();
  expect([reload.mock.calls.length, retry.mock.calls.length]).toEqual([1, 0]);
  retryWhenReachable(retry);
  await turn(2000);
  expect([reload.mock.calls.length, retry.mock.calls.length]).toEqual([1, 1]);
  await turn(10_000);
  retryWhenReachable(retry);
  await turn();
  expect(reload).toHaveBeenCalledTimes(2);
});

test('gives up a chunk that hangs; if it arrives late, the next import gets it', async () => {
  const part = Promise.withResolvers<string>();
  const waiting = expect(importChunk(() => part.promise)).rejects.toBeInstanceOf(ChunkFailure);
  await turn(20_000);
  await waiting;
  part.resolve('here');
  await expect(importChunk(() => part.promise)).resolves.toBe('here');
});

test('only a chunk that failed to load is a chunk failure', async () => {
  const lost = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /a.js'));
  await expect(importChunk(lost)).rejects.toBeInstanceOf(ChunkFailure);
  // The router reloads the page for errors with a known message.
  await expect(importChunk(lost)).rejects.not.toThrow(/module|preload/i);
  const broken = () => Promise.reject(new TypeError('undefined is not a function'));
  await expect(importChunk(broken)).rejects.not.toBeInstanceOf(ChunkFailure);
});
