import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makeOffer, makeShelf, makeVolume, makeWarehouse } from '#server/inventory/test/factory.ts';
import { makeProduct } from '#server/products/test/factory.ts';
import { testApp } from '#server/test/app.ts';

const app = await testApp();
const supplier = await app.join('supply');
const seller = await app.join('sales');

/** Offers of one product, one per colour, in a warehouse; their prices by colour. */
async function offerColours(
  name: string,
  place: { warehouseId: number; positionId: number },
  prices: object,
) {
  const colours = Object.entries(prices) as [string, number][];
  const product = await makeProduct(supplier, {
    name,
    variations: {
      create: colours.map(([Color]) => ({ sku: `${name}-${Color}`, attributes: { Color } })),
    },
  });
  for (const [color, price] of colours) {
    const variation = product.variations.find(({ attributes }) => attributes.Color === color);
    const variationId = variation?.id ?? 0;
    await makeVolume(supplier, place, [{ variationId, quantity: color.length }]);
    const body = { variationId, warehouseId: place.warehouseId, quantityCap: 100, price };
    await supplier.call(api.dropshipItems.create, { body });
  }
  return product;
}

const here = await makeWarehouse(supplier);
const products = (query: object = {}) => seller.call(api.dropshipping.products, { query });
const namesOf = (page: Awaited<ReturnType<typeof products>>) =>
  page.items.map(({ product, offers }) => `${product.name}: ${offers.map(({ variation }) => variation)}`);

test('the catalogue lists all variations of a product in one row, in every sort order and on every page', async () => {
  await offerColours('Anel', here, { Azul: 3000, Preto: 1000 });
  await offerColours('Bule', here, { Azul: 2000 });
  await offerColours('Caneca', here, { Branco: 500, Preto: 4000, Verde: 2500 });
  expect(namesOf(await products())).toEqual(['Caneca: Branco,Preto,Verde', 'Bule: Azul', 'Anel: Azul,Preto']);
  const names = async (sort: string) => (await products({ sort })).items.map(({ product }) => product.name);
  // Each where its first offer would stand: the cheapest, or the dearest.
  expect(await names('price')).toEqual(['Caneca', 'Anel', 'Bule']);
  expect(await names('-price')).toEqual(['Caneca', 'Anel', 'Bule']);
  expect(await names('name')).toEqual(['Anel', 'Bule', 'Caneca']);
  expect(await names('-available')).toEqual(['Caneca', 'Anel', 'Bule']);
  const first = await products({ size: '2', sort: 'price' });
  expect(first).toMatchObject({ total: 3, pages: 2 });
  expect(first.items.map(({ product }) => product.name)).toEqual(['Caneca', 'Anel']);
  const byKey = await products({ size: '2', sort: 'price', after: first.next });
  const byNumber = await products({ size: '2', sort: 'price', page: '2' });
  for (const second of [byKey, byNumber])
    expect(second.items.map(({ product }) => product.name)).toEqual(['Bule']);
});

test('a filter finds a product by any variation, and its row has only the matching ones', async () => {
  expect(namesOf(await products({ query: 'sku:Caneca-Verde' }))).toEqual(['Caneca: Verde']);
  expect(namesOf(await products({ query: 'price:..10', sort: 'name' }))).toEqual([
    'Anel: Preto',
    'Caneca: Branco',
  ]);
  expect(namesOf(await products({ query: 'available:5..', sort: 'name' }))).toEqual([
    'Anel: Preto',
    'Caneca: Branco,Preto,Verde',
  ]);
  expect(await products({ query: 'nada' })).toMatchObject({ items: [], total: 0 });
  expect((await seller.refused(api.dropshipping.products, { query: { sort: 'cor' } })).status).toBe(422);
});

test('a product offered from two warehouses has two rows', async () => {
  const [bule] = (await products({ query: 'Bule' })).items;
  const there = await makeWarehouse(supplier);
  const { items } = await supplier.call(api.products.list, { query: { query: 'Bule' } });
  const product = await supplier.call(api.products.detail, { params: { id: items[0]?.id ?? 0 } });
  const variationId = product.variations[0]?.id ?? 0;
  await supplier.call(api.dropshipItems.create, {
    body: { variationId, warehouseId: there.warehouseId, quantityCap: 5, price: 900 },
  });
  const now = (await products({ query: 'Bule' })).items;
  expect(now).toHaveLength(2);
  expect(now.map(({ product: { id } }) => id)).toEqual([bule?.product.id, bule?.product.id]);
  expect(now.map(({ offers }) => offers.length)).toEqual([1, 1]);
});

test('an inactive offer is not in the catalogue', async () => {
  const other = await app.join('supply');
  const offer = await makeOffer(other, await makeShelf(app, other, 3));
  const seen = async () => (await products({ size: '100' })).items.flatMap(({ offers }) => offers);
  expect((await seen()).map(({ id }) => id)).toContain(offer.id);
  await other.call(api.dropshipItems.update, { params: { id: offer.id }, body: { active: false } });
  expect((await seen()).map(({ id }) => id)).not.toContain(offer.id);
});
