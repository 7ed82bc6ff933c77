import { expect, test } from 'vitest';
import { printFilter } from '#contract/filter.ts';
import { printRange, readFilter, readRange } from './list-state.ts';

const fields = {
  status: { kind: 'choice', values: ['pending', 'late'] },
  price: { kind: 'money' },
  created: { kind: 'day' },
  active: { kind: 'flag' },
} as const;

test.each([
  ['caneca status:pending,late', { status: ['pending', 'late'] }],
  ['price:"1.000,50..2.000,00"', { price: ['1.000,50..2.000,00'] }],
  ['price:"1.000,50.."', { price: ['1.000,50..'] }],
  ['created:2026-11-01..2026-11-21', { created: ['2026-11-01..2026-11-21'] }],
  ['active:yes', { active: ['yes'] }],
])('what controls show is what they write: %s', (text, values) => {
  const read = readFilter(text, fields);
  expect(read.values).toEqual(values);
  expect(readFilter(printFilter(read.words, read.raw), fields)).toEqual(read);
});

test('a control keeps filter terms that it cannot show', () => {
  const read = readFilter('-status:late "azul claro" price:10', fields);
  expect(printFilter(read.words, { ...read.raw, active: ['yes'] })).toBe(
    '"azul claro" -status:late price:"10,00" active:yes',
  );
});

test('a range has two ends, one of which may be open', () => {
  expect(readRange(printRange('1', ''))).toEqual(['1', '']);
  expect(readRange(printRange('', '9'))).toEqual(['', '9']);
  expect(printRange('', '')).toBe('');
});
