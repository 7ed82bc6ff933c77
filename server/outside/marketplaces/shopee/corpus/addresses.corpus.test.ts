import { expect, test } from 'vitest';
import { readOrder, viewBilling } from '../order.ts';
import { orderBody } from '../test/corpus-stage.ts';

const place = { town: '', district: 'Centro', city: 'Recife', state: 'Pernambuco', region: 'BR' };
const end = 'Centro, Recife, Pernambuco, 50010000';

/** The whole address is one text; the parts that are fields too are at its end (congminh1254/shopee-sdk, schemas). */
test.each([
  ['a number', 'Rua do Sol, 12', ['Rua do Sol', '12', '']],
  [
    'a number with a letter and a complement',
    'Rua do Sol, 12B, Apto 3, fundos',
    ['Rua do Sol', '12B', 'Apto 3, fundos'],
  ],
  ['no number, said so', 'Rua do Sol, S/N', ['Rua do Sol', 'S/N', '']],
  ['a number with its sign', 'Rua do Sol, nº 7', ['Rua do Sol', 'nº 7', '']],
  [
    'a name of a building',
    'Rua do Sol, Edifício Lua, 4º andar',
    ['Rua do Sol, Edifício Lua, 4º andar', '', ''],
  ],
  ['the street alone', 'Rua 7 de Setembro', ['Rua 7 de Setembro', '', '']],
])('the address for the invoice has %s', (_, street, [name, number, complement]) => {
  const recipient_address = { ...place, name: 'Ana', zipcode: '50010000', full_address: `${street}, ${end}` };
  const order = readOrder(orderBody({ recipient_address }));
  expect(viewBilling(order)?.address).toEqual({
    ...{ street: name, number, complement, neighborhood: 'Centro', city: 'Recife' },
    ...{ state: 'PE', zip: '50010000', country: 'BR' },
  });
});
