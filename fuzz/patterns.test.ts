import { expect, test } from 'vitest';
import { patternsOf } from './patterns.ts';
import { slowOf } from './slow-patterns.ts';

test('every regular expression of the product matches texts of its own characters within the time limit', {
  timeout: 300_000,
}, async () => {
  // Code that runs before the start reads only the operator's settings.
  const patterns = patternsOf(/^(contract|server)\/.*\.ts$/).filter(
    ({ at }) => !/\.test\.ts|server\/test\/|seed\/|server\/env\.ts/.test(at),
  );
  expect(patterns.length).toBeGreaterThan(100);
  expect(await slowOf(patterns)).toEqual([]);
});

test('detects a regular expression that exceeds the time limit', { timeout: 60_000 }, async () => {
  const bad = ['^(a+)+$', '(.*)(.*)(.*)(.*)z'].map((source) => ({
    source,
    flags: '',
    at: 'planted',
  }));
  expect((await slowOf(bad)).length).toBe(bad.length);
});
