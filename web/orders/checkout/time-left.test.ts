import { expect, test } from 'vitest';
import { isOverdue, spanOf } from './TimeLeft.tsx';

test('a sale past its limit that has not left shows that it is late', () => {
  const past = '2020-01-01T12:00:00.000Z';
  const sale = (status: string, dispatchLimit: string | null) => ({ status, dispatchLimit });
  expect(isOverdue(sale('picking', past))).toBe(true);
  expect(isOverdue(sale('waiting_collect', '2999-01-01T12:00:00.000Z'))).toBe(false);
  expect(isOverdue(sale('pending', null))).toBe(false);
  // The limit no longer applies, so only the badge shows that it was late.
  expect(isOverdue(sale('sent', past))).toBe(false);
});

test.each([
  [0, '0 minutes'],
  [51, '51 minutes'],
  [115, '1 hours 55 minutes'],
  [1080, '18 hours'],
  [1445, '1 days'],
  [4560, '3 days 4 hours'],
])('%i minutes are told in the two largest units: %s', (minutes, told) => {
  expect(
    spanOf(minutes)
      .map(([unit, size]) => `${size} ${unit}`)
      .join(' '),
  ).toBe(told);
});
