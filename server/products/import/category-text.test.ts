import { expect, test } from 'vitest';
import { categoryCell } from './category-text.ts';

test.each([
  ['Cozinha', 'Categoria', 'Cozinha'],
  ['Casa > Cozinha', 'Categoria do produto', 'Casa > Cozinha'],
  ['Cama, mesa e banho', 'Categorias', 'Cama, mesa e banho'],
  ['Cama, Mesa e Banho', 'Categoria', 'Cama, Mesa e Banho'],
  ['Roupas, Roupas > Blusas, Promoções', 'Categorias', 'Roupas > Blusas'],
  ['Roupas; Promoções', 'Categorias', 'Roupas'],
  ['Roupas, Promoções', 'CATEGORIES', 'Roupas'],
  ['100637', 'Categoria', null],
  ['101127 - Casa e Construção/Decoração', 'Categoria', null],
  ['2024', 'Categoria', '2024'],
  ['', 'Categorias', null],
])('%j under %s is %j', (text, title, found) => {
  expect(categoryCell(text, title)).toBe(found);
});
