import { expect, test } from 'vitest';
import { systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import {
  draftPublication,
  makeAdvertisement,
  publish,
  textValue,
} from '#server/advertisements/test/factory.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import { connectSeller, marketApp, settler } from '#server/marketplaces/test/factory.ts';

const market = await marketApp({ APP_URL: 'http://localhost:3000' });
const { app } = market;
app.clock.set(systemClock.now().toISOString());
const settle = settler(market);
const supplier = await app.join('supply');
const seller = await app.join('sales');
const shop = await connectSeller(seller, 55_667_788, 'shopee');
const offer = await makeOffer(supplier, await makeShelf(app, supplier, 9), 2000);
const { marketplacesCategories, publications, advertisementsPublications } = api;

const cups = '101202';
const material = { id: '100134', name: 'Material', valueId: '1341', valueName: 'Cerâmica' };
const noBrand = { id: 'BRAND', name: 'Marca', valueId: '0', valueName: 'Sem marca' };

const search = async (text: string, attribute = 'BRAND') =>
  (
    await seller.call(marketplacesCategories.values, {
      params: { account: shop.id, id: cups, attribute },
      query: { text },
    })
  ).items;

test('a brand of a later page is found by its name, without case and accents', async () => {
  const { attributes } = await seller.call(marketplacesCategories.attributes, {
    params: { account: shop.id, id: cups },
  });
  const brand = attributes.find(({ id }) => id === 'BRAND');
  expect(brand).toMatchObject({ onlyListed: true, longList: true, required: true, noneValue: '0' });
  expect(brand?.values.some(({ name }) => name === 'Louças Zélia')).toBe(false);
  expect(await search('loucas zelia')).toEqual([{ id: '1150004', name: 'Louças Zélia' }]);
  expect((await search('arca 24')).map(({ name }) => name)).toEqual(['Marca 24', 'Marca 240']);
  expect(await search('Praça')).toEqual([]);
});

test('values of a short list are searched too; an unknown attribute is not found', async () => {
  expect(await search('vidro', '100134')).toEqual([{ id: '1342', name: 'Vidro' }]);
  const unknown = { params: { account: shop.id, id: cups, attribute: '1' }, query: { text: 'a' } };
  expect(await seller.refused(marketplacesCategories.values, unknown)).toMatchObject({ status: 404 });
});

async function publishWith(...attributes: (typeof noBrand | ReturnType<typeof textValue>)[]) {
  const advertisement = await makeAdvertisement(seller, [offer]);
  const made = await publish(seller, advertisement, shop.id, offer, {
    category: cups,
    attributes: [material, ...attributes],
  });
  await settle();
  return seller.call(publications.detail, { params: { id: made.id } });
}

test('a listed brand gets its id, and no brand is a choice', async () => {
  const made = await publishWith(textValue('BRAND', 'LOUCAS ZELIA'));
  expect(made).toMatchObject({ state: 'active', syncError: null });
  expect(made.attributes).toContainEqual(
    expect.objectContaining({ id: 'BRAND', valueId: '1150004', valueName: 'Louças Zélia' }),
  );
  expect(await publishWith(noBrand)).toMatchObject({ state: 'active', syncError: null });
});

test.each([
  ['a brand that is not listed', textValue('BRAND', 'Praça'), 'BRAND'],
  ['a value that a closed list does not have', textValue('100999', 'Portugal'), '100999'],
  ['an id that a closed list does not have', { ...textValue('100999', 'Brasil'), valueId: '1' }, '100999'],
])('refuses %s at its attribute before it is sent', async (_, said, at) => {
  const advertisement = await makeAdvertisement(seller, [offer]);
  const attributes = at === 'BRAND' ? [material, said] : [material, noBrand, said];
  const problem = await seller.refused(advertisementsPublications.create, {
    params: { id: advertisement.id },
    body: await draftPublication(seller, shop.id, offer, { category: cups, attributes }),
  });
  expect(problem).toMatchObject({ errors: { attributes: { [at]: [{ code: 'not_listed' }] } } });
});

test('a change of many takes a listed value by its name, and refuses others before anything is sent', async () => {
  const { advertisement } = await publishWith(noBrand);
  const preview = (value: string) =>
    seller.call(api.advertisements.previewContent, {
      body: {
        ids: [advertisement.id],
        change: { kind: 'attribute_set', attribute: 'Marca', value },
        own: false,
      },
    });
  expect(await preview('loucas zelia')).toMatchObject({
    changing: 1,
    items: [{ before: 'Sem marca', after: 'Louças Zélia', refused: null }],
  });
  expect(await preview('Praça')).toMatchObject({
    changing: 0,
    refused: 1,
    items: [{ refused: 'attribute_not_listed' }],
  });
});
