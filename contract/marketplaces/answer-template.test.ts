import { expect, test } from 'vitest';
import { fillTemplate, openFields } from './answer-template.ts';

const values = { product: 'Caneca', price: 'R$ 59,90', stock: null, account: 'CASA' };

test('fills in fields by their names in both languages, and leaves unknown ones open', () => {
  expect(fillTemplate('{Produto} por { price }, na {loja}. {estoque} {outro}', values)).toBe(
    'Caneca por R$ 59,90, na CASA. {estoque} {outro}',
  );
  expect(openFields('{estoque} de {outro} e { STOCK }')).toEqual(['{estoque}', '{ STOCK }']);
});

test('does not fill in fields inside inserted text', () => {
  expect(fillTemplate('{product}', { ...values, product: '{price} $& $1' })).toBe('{price} $& $1');
});
