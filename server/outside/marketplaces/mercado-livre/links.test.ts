import { expect, test } from 'vitest';
import { parseLink } from './links.ts';

const item = (itemId: string, variationId: string | null = null) => ({ kind: 'item', itemId, variationId });

test.each([
  [
    'https://produto.mercadolivre.com.br/MLB-3091989768-caneca-_JM?searchVariation=176238608527#x',
    item('MLB3091989768', '176238608527'),
  ],
  [
    'https://produto.mercadolivre.com.br/MLB-3091989768-caneca-_JM#variation=176238608527',
    item('MLB3091989768', '176238608527'),
  ],
  [
    'https://www.mercadolivre.com.br/caneca/p/MLB16085021?pdp_filters=item_id:MLB2098589911',
    item('MLB2098589911'),
  ],
  [
    'https://www.mercadolivre.com.br/caneca/p/MLB16085021#wid=MLB2098589911&tracking=1',
    item('MLB2098589911'),
  ],
  [
    'https://www.mercadolivre.com.br/c/up/MLBU3323247036?pdp_filters=item_id%3AMLB5518871186',
    item('MLB5518871186'),
  ],
  [
    'https://www.mercadolivre.com.br/c/up/MLBU3323247036',
    { kind: 'user-product', userProductId: 'MLBU3323247036' },
  ],
  ['https://www.mercadolivre.com.br/caneca/p/MLB16085021?matt_product_id=MLB99999999', { kind: 'catalogue' }],
  ['produto.mercadolivre.com.br/MLB-3091989768-caneca-_JM', item('MLB3091989768')],
  ['MLB123456789', item('MLB123456789')],
  [' mlb 123456789 ', item('MLB123456789')],
  ['MLB-123456789', item('MLB123456789')],
  ['caneca azul', null],
  // Somebody else's page that looks the same.
  ['https://produto.mercadolivre.com.br.example.com/MLB-3091989768-caneca-_JM', null],
  ['https://notmercadolivre.com.br/MLB-3091989768-caneca-_JM', null],
  ['https://example.com/p/x?wid=MLB2098589911', null],
  ['https://example.com/%E0%A4%A', null],
  ['', null],
])('%s', (input, expected) => {
  expect(parseLink(input)).toEqual(expected);
});
