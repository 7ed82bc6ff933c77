import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDays,
  dayOf,
  daysBetween,
  formatDay,
  formatInstant,
  formatShort,
  formatTime,
  parseDay,
  startOfDay,
} from './dates.ts';

test('a day is that of Sao Paulo, regardless of UTC', () => {
  expect(dayOf('2026-11-21T02:59:59.999Z')).toBe('2026-11-20');
  expect(dayOf('2026-11-21T03:00:00.000Z')).toBe('2026-11-21');
  expect(formatInstant('2026-11-21T02:05:00Z')).toBe('20/11/2026 23:05');
  expect(formatTime('2026-11-21T02:05:09Z')).toBe('23:05:09');
});

test('a short instant leaves out the year or the time, never both', () => {
  const now = new Date('2027-01-02T12:00:00Z');
  expect(formatShort('2026-12-31T02:05:00Z', now)).toBe('30/12 23:05');
  expect(formatShort('2027-05-01T12:00:00Z', now)).toBe('01/05 09:00');
  expect(formatShort('2026-05-01T12:00:00Z', now)).toBe('01/05/2026');
  expect(formatShort('2028-01-02T12:00:00Z', now)).toBe('02/01/2028');
});

test('the first instant of a day, also when summer time moved it', () => {
  expect(startOfDay('2026-11-21').toISOString()).toBe('2026-11-21T03:00:00.000Z');
  expect(startOfDay('2018-01-15').toISOString()).toBe('2018-01-15T02:00:00.000Z');
  // That midnight did not exist: the day began at one.
  expect(startOfDay('2018-11-04').toISOString()).toBe('2018-11-04T03:00:00.000Z');
});

const day = fc
  .date({ min: new Date('1990-01-01T12:00:00Z'), max: new Date('2100-12-31T12:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

test('property: a day begins once, after the day before', () => {
  fc.assert(
    fc.property(day, (one) => {
      const start = startOfDay(one);
      expect(dayOf(start)).toBe(one);
      expect(dayOf(new Date(start.getTime() - 1))).toBe(addDays(one, -1));
      expect(parseDay(formatDay(one))).toBe(one);
      expect(daysBetween(one, addDays(one, 40))).toBe(40);
    }),
  );
});

test('no such day', () => {
  for (const text of [
    '31/02/2026',
    '2026-13-01',
    '1/1/2026',
    '21-11-2026',
    '',
    '0000-01-01',
    '2026-11-21T00:00',
  ])
    expect(parseDay(text), text).toBeNull();
  expect(parseDay(' 29/02/2028 ')).toBe('2028-02-29');
});
