import { expect, test } from 'vitest';
import { sizeOf } from './release-wave.ts';
import { nextRelease } from './wave-rule.ts';

const now = new Date('2026-11-23T12:00:00.000Z');
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const limits = (...minutes: (number | null)[]) =>
  minutes.map((one) => ({ limit: one === null ? null : inMinutes(one) }));

test.each([
  ['too few sales', { min_sales: 3, minutes_before: null, places: 2 }, limits(5, 10), 0],
  ['enough sales, all of them', { min_sales: 3, minutes_before: null, places: 2 }, limits(5, 10, null), 3],
  ['none is due', { min_sales: null, minutes_before: 60, places: 2 }, limits(61, null), 0],
  [
    'one is due, and the cart is filled',
    { min_sales: null, minutes_before: 60, places: 2 },
    limits(60, 90, 95),
    2,
  ],
  ['a late one is due', { min_sales: null, minutes_before: 0, places: 1 }, limits(-30, 10), 1],
  ['three are due', { min_sales: 9, minutes_before: 60, places: 2 }, limits(10, 20, 30, 90, 95), 4],
  ['only a person', { min_sales: null, minutes_before: null, places: 2 }, limits(-5, 0), 0],
] as const)('a wave has its size: %s', (_, rule, found, size) => {
  expect(sizeOf(rule, found, now)).toBe(size);
});

test.each([
  ['off', { is_on: false, min_sales: 1, minutes_before: 0 }, 5, -5, null],
  ['nothing waits', { is_on: true, min_sales: 1, minutes_before: 0 }, 0, null, null],
  ['enough sales', { is_on: true, min_sales: 5, minutes_before: null }, 5, null, 0],
  ['before the limit', { is_on: true, min_sales: 9, minutes_before: 30 }, 5, 90, 60],
  ['past', { is_on: true, min_sales: null, minutes_before: 30 }, 5, 10, 0],
  ['without a limit', { is_on: true, min_sales: null, minutes_before: 30 }, 5, null, null],
] as const)('the next release is known: %s', (_, rule, sales, urgent, minutes) => {
  const waiting = { sales, units: sales, urgent: urgent === null ? null : inMinutes(urgent) };
  expect(nextRelease(rule, waiting, now)).toEqual(minutes === null ? null : inMinutes(minutes));
});
