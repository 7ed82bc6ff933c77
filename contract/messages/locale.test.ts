import { expect, test } from 'vitest';
import { negotiateLocale, readAcceptLanguage } from './locale.ts';

test.each([
  [undefined, 'pt'],
  ['en-US,en;q=0.9', 'en'],
  ['fr-CA, en-GB;q=0.8, pt;q=0.3', 'en'],
  ['en;q=0.2, pt-BR;q=0.9', 'pt'],
  ['en;q=0, pt', 'pt'],
  ['de-DE', 'pt'],
  ['*', 'pt'],
])('without a choice, a browser that asks for %s gets %s', (header, locale) => {
  expect(negotiateLocale(readAcceptLanguage(header))).toBe(locale);
});

test('the list of a browser is read in its order, also beyond its first language', () => {
  expect(negotiateLocale(['fr-FR', 'en-US', 'pt-BR'])).toBe('en');
});
