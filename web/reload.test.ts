import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isChunkFailure, reloadForChunk } from './reload.ts';

const reload = vi.fn();

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z') });
  vi.stubGlobal('location', { reload });
  reload.mockClear();
  sessionStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a lost chunk reloads once in ten seconds, and again after that', () => {
  expect(reloadForChunk()).toBe(true);
  vi.setSystemTime(new Date('2026-11-21T12:00:09.900Z'));
  expect(reloadForChunk()).toBe(false);
  vi.setSystemTime(new Date('2026-11-21T12:00:10.100Z'));
  expect(reloadForChunk()).toBe(true);
  expect(reload).toHaveBeenCalledTimes(2);
});

test('only a chunk that could not be loaded counts', () => {
  expect(isChunkFailure(new TypeError('Failed to fetch dynamically imported module: /assets/a.js'))).toBe(
    true,
  );
  expect(isChunkFailure(new TypeError('undefined is not a function'))).toBe(false);
});
