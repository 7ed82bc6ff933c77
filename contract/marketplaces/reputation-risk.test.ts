import { expect, test } from 'vitest';
import type { ReputationFigure, ReputationLimit } from './reputation-figures.ts';
import { casesToLimit, isKept, riskOf, riskOfFigure } from './reputation-risk.ts';

const most = (value: number, allows: ReputationLimit['allows'] = 'green'): ReputationLimit => ({
  ...{ comparator: '<=', value, allows },
});
const figure = (changes: Partial<ReputationFigure> = {}): ReputationFigure => ({
  ...{ code: 'claims', measure: 'claims', name: '', unit: 'percent' },
  ...{ value: 1.23, cases: 3, real: null, before: null },
  limits: [most(1, 'leader'), most(2), most(4.5, 'yellow')],
  ...changes,
});

test('a limit bears the whole cases that are left of its share of the sales', () => {
  // 2 % of 244 are 4.88: four are allowed, three are counted.
  expect(casesToLimit(most(2), figure(), 244)).toBe(1);
  expect(casesToLimit(most(1), figure(), 244)).toBe(-1);
  expect(casesToLimit(most(4.5), figure({ cases: 0 }), 200)).toBe(9);
  expect(casesToLimit(most(1.5), figure({ cases: 0 }), 200)).toBe(3);
  expect(casesToLimit(most(2), figure({ cases: 0, real: { value: 4.92, cases: 12 } }), 244)).toBe(-8);
  expect(casesToLimit(most(2), figure(), null)).toBeNull();
  expect(casesToLimit(most(2), figure({ cases: null }), 244)).toBeNull();
  expect(casesToLimit({ ...most(2), comparator: '<' }, figure(), 244)).toBeNull();
});

test.each([
  ['<', 1.9, true],
  ['<', 2, false],
  ['<=', 2, true],
  ['<=', 2.1, false],
  ['>', 2, false],
  ['>=', 2, true],
  ['>=', 1.9, false],
  ['=', 2, true],
  ['=', 3, false],
] as const)('%s 2 says of %d: %s', (comparator, value, kept) => {
  expect(isKept({ comparator, value: 2, allows: null }, value)).toBe(kept);
});

test('one more case that crosses is near, a crossed limit of the good level is over, one of leaders is neither', () => {
  expect(riskOfFigure(figure(), 244)).toBe('good');
  expect(riskOfFigure(figure({ cases: 4, value: 1.64 }), 244)).toBe('near');
  expect(riskOfFigure(figure({ cases: 5, value: 2.05 }), 244)).toBe('over');
  expect(riskOfFigure(figure({ value: 0, cases: 0, real: { value: 4.92, cases: 12 } }), 244)).toBe('over');
  expect(riskOfFigure(figure({ value: null, cases: null }), 244)).toBeNull();
  expect(riskOfFigure(figure({ limits: [] }), 244)).toBeNull();
  const target = [{ ...most(10, null), comparator: '<' as const }];
  expect(riskOfFigure(figure({ cases: null, value: 9.2, limits: target }), null)).toBe('near');
  expect(riskOfFigure(figure({ cases: null, value: 8, limits: target }), null)).toBe('good');
  const least = [{ ...most(4, null), comparator: '>=' as const }];
  expect(riskOfFigure(figure({ unit: 'number', cases: null, value: 3.9, limits: least }), null)).toBe('over');
});

test('a level that is not good is over regardless of the figures, with the real level of a protected seller', () => {
  const reading = {
    level: { known: 'green' as const },
    ...{ protection: null, sales: 244, figures: [figure()] },
  };
  expect(riskOf(reading)).toBe('good');
  expect(riskOf({ ...reading, level: { known: 'yellow' } })).toBe('over');
  expect(riskOf({ ...reading, protection: { level: { known: 'orange' } } })).toBe('over');
  expect(riskOf({ ...reading, figures: [figure({ cases: 4 })] })).toBe('near');
  expect(riskOf({ ...reading, level: null, figures: [figure({ value: 30, cases: 3 })] })).toBe('good');
  expect(riskOf({ ...reading, level: null, figures: [] })).toBeNull();
  expect(riskOf({ ...reading, level: { known: null }, figures: [] })).toBeNull();
});
