import { expect, test } from 'vitest';
import { nextCutoff } from './wave-rule.ts';

test.each([
  // 16:59, 17:00 and 17:01 in São Paulo.
  ['2026-11-23T19:59:00.000Z', 17, '2026-11-23T20:00:00.000Z'],
  ['2026-11-23T20:00:00.000Z', 17, '2026-11-23T20:00:00.000Z'],
  ['2026-11-23T20:00:01.000Z', 17, '2026-11-24T20:00:00.000Z'],
  // 23:30 in São Paulo is the next day in UTC.
  ['2026-11-24T02:30:00.000Z', 1, '2026-11-24T04:00:00.000Z'],
  ['2026-11-24T02:30:00.000Z', 23, '2026-11-25T02:00:00.000Z'],
  ['2026-11-23T12:00:00.000Z', 0, '2026-11-24T03:00:00.000Z'],
  ['2027-01-01T02:59:00.000Z', 0, '2027-01-01T03:00:00.000Z'],
])('at %s the next %d o’clock in São Paulo is %s', (now, hour, cutoff) => {
  expect(nextCutoff(new Date(now), hour).toISOString()).toBe(cutoff);
});
