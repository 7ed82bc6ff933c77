import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { applySheet, rowsOf, sendSheet } from '#server/business/test/import-factory.ts';
import { testApp } from '#server/test/app.ts';

const app = await testApp();
const owner = await app.join('supply');
const titles = 'Produto;SKU;NCM;Origem;CFOP;CSOSN';
const send = (row: string) => sendSheet(app, owner, 'products', Buffer.from(`${titles}\n${row}\n`));
const at = (id: number) => ({ params: { id } });

test('imports tax codes with leading zeros and reports an invalid one', async () => {
  const wrong = await send('Queijo;QUE-1;0406;9;;');
  expect((await rowsOf(owner, wrong.id))[0]?.errors).toEqual({ ncm: 'invalid', origin: 'too_big' });
  await applySheet(app, owner, (await send('Leite;LEI-1;04012010;0;5102;')).id);
  const { items } = await owner.call(api.products.list, {});
  const milk = at(items[0]?.id ?? 0);
  const codes = { ncm: '04012010', origin: 0, cfopSameState: '5102', cest: '' };
  expect(await owner.call(api.products.detail, milk)).toMatchObject({ ...codes, csosn: '' });
  const again = await send('Leite;LEI-1;04012010;;;102');
  expect((await rowsOf(owner, again.id))[0]?.changes).toEqual({ csosn: { before: '', after: '102' } });
  await applySheet(app, owner, again.id);
  expect(await owner.call(api.products.detail, milk)).toMatchObject({ ...codes, csosn: '102' });
});
