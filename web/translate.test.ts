import { expect, test } from 'vitest';
import { flatten, pluralOf, textOf } from './translate.ts';

const catalogue = flatten({
  title: 'Produtos',
  list: { left_one: 'resta {{count}}', left_other: 'restam {{count}}' },
  failures: { 'products.remove': 'Não foi possível remover {{name}}.' },
});
const pt = pluralOf('pt');

test('a message is found by its path, also where a key holds dots', () => {
  expect(textOf(catalogue, 'title')).toBe('Produtos');
  expect(textOf(catalogue, 'failures.products.remove', { name: 'a $& b' })).toBe(
    'Não foi possível remover a $& b.',
  );
  expect(textOf(catalogue, 'list')).toBeUndefined();
  expect(textOf(undefined, 'title')).toBeUndefined();
});

test('counting chooses the form of the language', () => {
  const left = (count: number) => textOf(catalogue, 'list.left', { count }, pt);
  expect([0, 1, 2, 1_000_000].map(left)).toEqual(['restam 0', 'resta 1', 'restam 2', 'restam 1000000']);
  expect(textOf(catalogue, 'title', { count: 3 }, pt)).toBe('Produtos');
});
