import { expect, test } from 'vitest';
import { besideTimeLeft, spanOf } from './TimeLeft.tsx';

test('a badge beside the time left says that a sale is late only if it has left, because then no time is shown', () => {
  const sale = (status: 'picking' | 'sent') => ({ status, late: true });
  expect(besideTimeLeft(sale('picking')).late).toBe(false);
  expect(besideTimeLeft(sale('sent')).late).toBe(true);
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
