import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatBasisPoints, formatFigure, parseFigure, separatorsOf, unclear } from './figures.ts';
import { locales } from './messages/locale.ts';

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

test('a typed number is read with the separators of either language', () => {
  for (const locale of ['pt', 'en'] as const) {
    for (const [text, decimals, value] of [
      ['12', 0, 12],
      ['-5', 0, -5],
      [' 7 ', 0, 7],
      ['2,5', 1, 2.5],
      ['2.5', 1, 2.5],
      ['0.500', 3, 0.5],
      ['0,500', 3, 0.5],
      ['1234.567', 3, 1234.567],
      ['1.234,5', 1, 1234.5],
      ['1,234.5', 1, 1234.5],
      ['1.234.567', 0, 1_234_567],
      ['1,234,567', 3, 1_234_567],
    ] as const)
      expect(parseFigure(text, locale, decimals), `${locale} ${text}`).toBe(value);
    for (const [text, decimals] of [
      ['', 0],
      ['2,5', 0],
      ['20,00', 0],
      ['1.2345', 3],
      ['1,', 1],
      [',5', 1],
      ['1.23.456', 0],
      ['1.234,56', 1],
      ['1,2,3', 1],
      ['1.234.5', 1],
      ['1e3', 0],
      ['1 000', 0],
      ['--1', 0],
    ] as const)
      expect(parseFigure(text, locale, decimals), `${locale} ${text}`).toBeNull();
  }
});

test('three digits after a separator are never a thousand times more or less than what was meant', () => {
  expect([parseFigure('1.234', 'pt', 0), parseFigure('1,234', 'en', 0)]).toEqual([1234, 1234]);
  expect([parseFigure('1,234', 'pt', 0), parseFigure('1.234', 'en', 0)]).toEqual([null, null]);
  expect([parseFigure('1,234', 'pt', 3), parseFigure('1.234', 'en', 3)]).toEqual([1.234, 1.234]);
  expect([parseFigure('1.234', 'pt', 3), parseFigure('1,234', 'en', 3)]).toEqual([unclear, unclear]);
});

test('a number as printed is read back in its language', () => {
  const decimals = fc.integer({ min: 0, max: 3 });
  fc.assert(
    fc.property(fc.constantFrom(...locales), decimals, fc.integer(), (locale, places, digits) => {
      const value = digits / 10 ** places;
      const text = formatFigure(value, locale, { decimals: places, grouped: places < 3 });
      expect(parseFigure(text, locale, places)).toBe(value);
    }),
  );
});
