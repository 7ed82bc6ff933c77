import { expect, test } from 'vitest';
import { findByWords, mostFound } from './category-words.ts';

const category = (...names: string[]) => ({
  ...{ id: names.join('/'), name: names.at(-1) ?? '', leaf: true },
  path: names.map((name) => ({ id: name, name })),
});
const tree = [
  category('Casa', 'Cozinha', 'Garrafas'),
  category('Casa', 'Cozinha', 'Canecas Térmicas'),
  category('Casa', 'Canecas', 'Porcelana'),
  category('Automotivo', 'Mantas Térmicas'),
];
const names = (text: string) => findByWords(tree, text).map(({ name }) => name);

test.each([
  ['all words, without accents, case and plural', 'CANECA termica', ['Canecas Térmicas']],
  ['a word in the own name before one in the path', 'canecas', ['Canecas Térmicas', 'Porcelana']],
  ['a word of the path', 'cozinha', ['Garrafas', 'Canecas Térmicas']],
  ['most of the words if none has all', 'caneca de plutônio', ['Canecas Térmicas', 'Porcelana']],
  ['nothing for unknown words', 'bicicleta', []],
  ['nothing for a single letter or a sign', 'a ?', []],
])('finds %s', (_, text, found) => {
  expect(names(text)).toEqual(found);
});

test('returns at most as many as a person reads', () => {
  const many = Array.from({ length: 60 }, (_, n) => category(`Caneca ${n}`));
  expect(findByWords(many, 'caneca')).toHaveLength(mostFound);
});
