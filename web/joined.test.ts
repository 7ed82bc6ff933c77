import { expect, test } from 'vitest';
import { parseTypedMoney } from '#contract/money.ts';
import { joined, parted } from './joined.ts';
import { writeMoney } from './quantity.ts';
import { flatten, textOf } from './translate.ts';

test('an amount and a number with a unit contain no space at which a line can end', () => {
  expect(writeMoney(123456)).toBe('R$\u00a01.234,56');
  expect(writeMoney(-300)).toBe('-R$\u00a03,00');
  expect(joined('0,42 kg, 5 MB, 1 h 30 min')).toBe('0,42\u00a0kg, 5\u00a0MB, 1\u00a0h 30\u00a0min');
});

test('other spaces stay ordinary', () => {
  for (const text of ['em R$ por unidade', '3 garrafas', '5 hábitos', '12 minutos', 'R$ e 4 e mais'])
    expect(joined(text)).toBe(text);
});

test('a message joins its own units and leaves the names in it as they are, since they may be saved', () => {
  const words = flatten({ limit: 'até {{max}} MB', price: 'por R$ {{price}}', copy: 'Cópia de {{name}}' });
  expect(textOf(words, 'limit', { max: 5 })).toBe('até 5\u00a0MB');
  expect(textOf(words, 'price', { price: '9,90' })).toBe('por R$\u00a09,90');
  expect(textOf(words, 'copy', { name: 'Copo 300 ml' })).toBe('Cópia de Copo 300 ml');
});

test('what is copied has ordinary spaces, and a copied amount is read in both ways', () => {
  expect(parted(writeMoney(100))).toBe('R$ 1,00');
  expect([writeMoney(100), 'R$ 1,00', writeMoney(-100)].map(parseTypedMoney)).toEqual([100, 100, -100]);
});
