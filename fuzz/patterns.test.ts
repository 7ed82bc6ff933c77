import { expect, test } from 'vitest';
import { patternsOf } from './patterns.ts';
import { slowOf } from './slow-patterns.ts';

test('no regular expression takes more than the limit on texts of its own characters', {
  timeout: 300_000,
}, async () => {
  // Code that runs before the start reads only the operator's settings.
  const patterns = patternsOf(/^(contract|server)\/.*\.ts$/).filter(
    ({ at }) => !/\.test\.ts|server\/test\/|seed\/|server\/env\.ts/.test(at),
  );
  expect(patterns.length).toBeGreaterThan(100);
  expect(await slowOf(patterns)).toEqual([]);
});

test('one that can is seen', { timeout: 60_000 }, async () => {
  const bad = ['^(a+)+$', '(.*)(.*)(.*)(.*)z'].map((source) => ({
    source,
    flags: '',
    at: 'planted',
  }));
  expect((await slowOf(bad)).length).toBe(bad.length);
});
