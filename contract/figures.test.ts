import { expect, test } from 'vitest';
import { formatBasisPoints, formatFigure, separatorsOf } from './figures.ts';

test('figures are written as each language writes them', () => {
  expect([formatFigure(1000, 'pt'), formatFigure(1000, 'en')]).toEqual(['1.000', '1,000']);
  expect([formatFigure(1234.5678, 'pt'), formatFigure(1234.5678, 'en')]).toEqual(['1.234,568', '1,234.568']);
  expect([formatBasisPoints(1250, 'pt'), formatBasisPoints(1250, 'en')]).toEqual(['12,5%', '12.5%']);
  const rating = { decimals: 2, least: 2 };
  expect([formatFigure(4.5, 'pt', rating), formatFigure(4.5, 'en', rating)]).toEqual(['4,50', '4.50']);
  expect(formatFigure(123_456.5, 'en', { grouped: false })).toBe('123456.5');
});

test('separators are those that figures are written with', () => {
  for (const locale of ['pt', 'en'] as const) {
    const { decimal, thousand } = separatorsOf(locale);
    expect(formatFigure(1234.5, locale)).toBe(`1${thousand}234${decimal}5`);
  }
});
