import { expect, test } from 'vitest';
import { flatten, pluralOf, textOf } from './translate.ts';

const catalogue = flatten({
  title: 'Produtos',
  list: { left_one: 'resta {{count}}', left_other: 'restam {{count}}' },
  failures: { 'products.remove': 'Não foi possível remover {{name}}.' },
});
const pt = pluralOf('pt');

test('finds a message by its path, also with dots in a key', () => {
  expect(textOf(catalogue, 'title')).toBe('Produtos');
  expect(textOf(catalogue, 'failures.products.remove', { name: 'a $& b' })).toBe(
    'Não foi possível remover a $& b.',
  );
  expect(textOf(catalogue, 'list')).toBeUndefined();
  expect(textOf(undefined, 'title')).toBeUndefined();
});

test('a count selects the plural form of the language', () => {
  const left = (count: number) => textOf(catalogue, 'list.left', { count }, pt);
  expect([0, 1, 2, 1_000_000].map(left)).toEqual(['restam 0', 'resta 1', 'restam 2', 'restam 1.000.000']);
  expect(textOf(catalogue, 'title', { count: 3 }, pt)).toBe('Produtos');
});

test('quantities have thousands separators, the number of a sale has none', () => {
  const words = flatten({
    over: '{{count}} de {{n:max}}',
    sale: 'Venda {{id}}, NF-e {{number}}: {{n:total}}',
  });
  expect(textOf(words, 'over', { count: 12_000, max: 50_000 })).toBe('12.000 de 50.000');
  expect(textOf(words, 'sale', { id: 12_345, number: 99_001, total: 'R$ 1,00' })).toBe(
    'Venda 12345, NF-e 99001: R$ 1,00',
  );
});
