import { expect, test } from 'vitest';
import { systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { applySheet, csvOf, rowsOf, sendSheet } from '#server/business/test/import-factory.ts';
import { makeVolume, makeWarehouse } from '#server/inventory/test/factory.ts';
import { connectSeller, drain, marketApp } from '#server/marketplaces/test/factory.ts';
import { makeImages } from '#server/products/test/factory.ts';
import { nuvemshopContent, shopeeContent } from '../test/factory.ts';

// Publishing by a sheet at the marketplaces that quote no fee and have other categories.
const { app } = await marketApp({ APP_URL: 'http://localhost:3000' });
app.clock.set(systemClock.now().toISOString());
const seller = await app.join('sales');
const shop = await connectSeller(seller, 55_667_788, 'shopee');
const store = await connectSeller(seller, 4_118_037, 'nuvemshop');
const place = await makeWarehouse(seller);
const { warehouseId } = place;
const [picture] = await makeImages(seller);

const { variations } = await seller.call(api.products.create, {
  body: {
    ...{ name: 'Caneca', brand: 'Simula', description: 'Caneca de ágata, leve e resistente.' },
    ...{ weight: 0.42, width: 12, height: 11, depth: 9 },
    images: { add: picture ? [picture.id] : [] },
    attributeTypes: ['Cor'],
    variations: {
      create: ['Azul', 'Verde'].map((color) => ({
        ...{ sku: `CAN-${color}`, costCentavos: 2000, attributes: { Cor: color } },
      })),
    },
  },
});
for (const { id } of variations)
  await seller.call(api.dropshipItems.create, {
    body: { variationId: id, warehouseId, quantityCap: 100, price: 2000 },
  });
await makeVolume(
  seller,
  place,
  variations.map(({ id }) => ({ variationId: id, quantity: 20 })),
);
await drain(app);

const heads = ['Conta', 'Título', 'Categoria', 'Preço', 'SKU', 'Variação', 'Atributos'];

const places = [
  {
    name: 'shopee',
    account: shop,
    title: 'Caneca esmaltada da feira',
    category: shopeeContent.category,
    attributes: 'Material: Cerâmica',
  },
  {
    name: 'nuvemshop',
    account: store,
    title: 'Caneca da loja',
    category: nuvemshopContent.category,
    attributes: '',
  },
];

test.each(places)('rows with an account are published at $name, once', async ({ account, title, ...of }) => {
  const rows = ['Azul', 'Verde'].map((color) => [
    ...[account.name, title, of.category, '59,90', `CAN-${color}`, color, of.attributes],
  ]);
  const sent = await sendSheet(app, seller, 'ads', csvOf([heads, ...rows]));
  expect(
    (await rowsOf(seller, sent.id)).map(({ fate, errors, details }) => ({ fate, ...errors, ...details })),
  ).toEqual([{ fate: 'new' }, { fate: 'new' }]);
  await applySheet(app, seller, sent.id);
  await drain(app);
  const made = (await seller.call(api.publications.list)).items.filter(({ name }) => name === title);
  expect(made).toHaveLength(1);
  const whole = await seller.call(api.publications.detail, { params: { id: made[0]?.id ?? 0 } });
  expect(whole).toMatchObject({
    ...{ state: 'active', remoteItem: expect.any(String), weight: 0.42 },
    variations: [
      { sku: 'CAN-Azul', price: 5990, attributes: [{ name: 'Cor', valueName: 'Azul' }] },
      { sku: 'CAN-Verde', price: 5990 },
    ],
  });
  const again = await sendSheet(app, seller, 'ads', csvOf([heads, ...rows]));
  expect((await rowsOf(seller, again.id)).map(({ fate }) => fate)).not.toContain('new');
});

test('texts that are shorter than the marketplace accepts are refused at their cells, before anything is sent', async () => {
  const row = (title: string, description: string) => [
    ...[shop.name, title, shopeeContent.category, '59,90', 'CAN-Azul', '', 'Material: Cerâmica', description],
  ];
  const short = [row('Caneca', 'Caneca esmaltada de 350 ml'), row('Caneca esmaltada curta', 'Muito boa.')];
  const sent = await sendSheet(app, seller, 'ads', csvOf([[...heads, 'Descrição'], ...short]));
  expect((await rowsOf(seller, sent.id)).map(({ fate, errors }) => ({ fate, ...errors }))).toEqual([
    { fate: 'wrong', title: 'too_short' },
    { fate: 'wrong', description: 'too_short' },
  ]);
});

test('a change of the texts of many names what is too short for the marketplace', async () => {
  const { items } = await seller.call(api.publications.list);
  const found = items.find(({ name }) => name === 'Caneca esmaltada da feira');
  const { advertisement } = await seller.call(api.publications.detail, { params: { id: found?.id ?? 0 } });
  const short = (change: { kind: 'title_replace' | 'description_replace'; find: string; text: string }) =>
    seller.call(api.advertisements.previewContent, {
      body: { ids: [advertisement.id], change, own: false, page: 1 },
    });
  const title = await short({ kind: 'title_replace', find: 'Caneca esmaltada da feira', text: 'Caneca' });
  expect(title.items).toContainEqual(expect.objectContaining({ refused: 'title_too_short', limit: 10 }));
  const text = await short({
    kind: 'description_replace',
    find: 'Caneca de ágata, leve e resistente.',
    text: 'Boa.',
  });
  expect(text.items).toContainEqual(expect.objectContaining({ refused: 'description_too_short', limit: 20 }));
});
