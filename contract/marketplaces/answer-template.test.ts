import { expect, test } from 'vitest';
import { fillTemplate, openFields } from './answer-template.ts';

const values = { product: 'Caneca', price: 'R$ 59,90', stock: null, account: 'CASA' };

test('fields are filled in by the names of both languages; what is not known stays open', () => {
  expect(fillTemplate('{Produto} por { price }, na {loja}. {estoque} {outro}', values)).toBe(
    'Caneca por R$ 59,90, na CASA. {estoque} {outro}',
  );
  expect(openFields('{estoque} de {outro} e { STOCK }')).toEqual(['{estoque}', '{ STOCK }']);
});

test('what is filled in is not filled in again', () => {
  expect(fillTemplate('{product}', { ...values, product: '{price} $& $1' })).toBe('{price} $& $1');
});
