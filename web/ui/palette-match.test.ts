import { expect, test } from 'vitest';
import { afterKind, matches, matching } from './palette-match.ts';

test('finds a name by its words in any order, in singular and plural, without case, accents and joining words', () => {
  const name = 'Anúncios Mudar preços';
  for (const typed of ['preço', 'PRECOS', 'mudar preço', 'preços dos anúncios', 'anuncio preco'])
    expect(matches(name, typed), typed).toBe(true);
  expect(matches(name, 'preço mínimo')).toBe(false);
  expect(matches('Promoção', 'promoções')).toBe(true);
  expect(matches('Category', 'categories')).toBe(true);
  expect(matches('Ordem do dia', 'do')).toBe(true);
});

test('entries whose name matches come before those that are found by another word', () => {
  const entries = [
    { label: 'Piso de margem', group: 'Marketplaces', words: 'preço mínimo' },
    { label: 'Mudar preços', group: 'Anúncios' },
  ];
  expect(matching(entries, 'preço').map(({ one, rank }) => [one.label, rank])).toEqual([
    ['Mudar preços', 0],
    ['Piso de margem', 2],
  ]);
});

test('reads a kind of record and its number', () => {
  const names = 'venda pedido';
  for (const typed of [
    'venda 214',
    'Vendas 214',
    'pedido #214',
    'venda nº 214',
    'venda n. 214',
    'venda número 214',
  ])
    expect(afterKind(typed, names), typed).toBe('214');
  expect(afterKind('venda maria santos', names)).toBe('maria santos');
  expect(afterKind('214', names)).toBeNull();
  expect(afterKind('venda', names)).toBeNull();
  expect(afterKind('vendaval 3', names)).toBeNull();
});
