import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { ExampleKind, ExampleRecord } from '#contract/business/examples.ts';
import { api } from '#contract/index.ts';
import { draftPublication } from '#server/advertisements/test/factory.ts';
import { makeVariation, makeWarehouse } from '#server/inventory/test/factory.ts';
import { connectSeller, marketApp } from '#server/marketplaces/test/factory.ts';
import { makeProduct } from '#server/products/test/factory.ts';
import type { Person, TestApp } from '#server/test/app.ts';

let app: TestApp;
let shop: Person;

beforeAll(async () => {
  ({ app } = await marketApp());
});
beforeEach(async () => {
  shop = await app.join('sales');
});

const start = async (person: Person) => (await person.call(api.examples.create)).records;
const idsOf = (records: readonly ExampleRecord[], kind: ExampleKind) =>
  records.filter((record) => record.kind === kind).map(({ id }) => id);
const productOf = async (person: Person, records: readonly ExampleRecord[]) => {
  const [id = 0] = idsOf(records, 'product');
  return person.call(api.products.detail, { params: { id } });
};

/** Rows of the business in every table that examples fill. */
async function countRows(person: Person): Promise<Record<string, number>> {
  const tables = [
    ...['products', 'product_variations', 'product_images', 'product_tags', 'product_tag_links', 'images'],
    ...['saved_views', 'answer_templates', 'advertisements', 'advertisement_components', 'dropship_items'],
    ...['stock', 'warehouses', 'example_records'],
  ];
  const counts = tables.map(
    (table) => `(select count(*)::int from ${table} where business_id = ${person.businessId}) as ${table}`,
  );
  const [row] = await app.rows(person.businessId, `select ${counts.join(', ')}`);
  return row as Record<string, number>;
}

test('a seller gets a product with two variations and a picture, a draft of an ad, a tag, a view and answers', async () => {
  const records = await start(shop);
  const product = await productOf(shop, records);
  expect(product).toMatchObject({
    name: expect.stringMatching(/^Exemplo: /),
    variations: [{ sku: 'EXEMPLO-1' }, { sku: 'EXEMPLO-2' }],
    images: [{}],
    tags: [{ name: 'Exemplo' }],
  });
  const [id = 0] = idsOf(records, 'advertisement');
  const draft = await shop.call(api.advertisements.detail, { params: { id } });
  expect(draft).toMatchObject({ product: product.name, asVariations: true, quantity: 0 });
  expect(draft.components.map(({ sku }) => sku)).toEqual(['EXEMPLO-1', 'EXEMPLO-2']);
  const { items } = await shop.call(api.savedViews.list);
  expect(items).toMatchObject([{ list: 'products', query: `tag:${product.tags[0]?.id}`, shared: true }]);
  expect(idsOf(records, 'template').length).toBeGreaterThan(2);
  expect(await shop.call(api.examples.detail)).toEqual({ records });
});

test('a supplier gets no offer, which others would see', async () => {
  const supplier = await app.join('supply');
  const records = await start(supplier);
  expect(new Set(records.map(({ kind }) => kind))).toEqual(new Set(['view', 'product', 'image', 'tag']));
  const { variations } = await productOf(supplier, records);
  const { warehouseId } = await makeWarehouse(supplier, 'Galpão');
  const body = { variationId: variations[0]?.id ?? 0, warehouseId, quantityCap: 5, price: 2990 };
  expect(await supplier.refused(api.dropshipItems.create, { body })).toMatchObject({
    code: 'example_record',
  });
});

test('a second start makes nothing, and two at once make one set', async () => {
  const [one, other] = await Promise.all([start(shop), start(shop)]);
  expect(idsOf(one, 'product')).toEqual(idsOf(other, 'product'));
  expect(idsOf(await start(shop), 'product')).toEqual(idsOf(one, 'product'));
  expect(await countRows(shop)).toMatchObject({ products: 1, advertisements: 1 });
});

test('takes the next free SKU and names', async () => {
  await makeProduct(shop, { variations: { create: [{ sku: 'exemplo-1', attributes: {} }] } });
  await shop.call(api.productsTags.create, { body: { name: 'exemplo' } });
  const product = await productOf(shop, await start(shop));
  expect(product.variations.map(({ sku }) => sku)).toEqual(['EXEMPLO-2', 'EXEMPLO-3']);
  expect(product.tags).toMatchObject([{ name: 'Exemplo 2' }]);
});

test('removing takes everything back and leaves what there was', async () => {
  await makeVariation(app, shop.businessId);
  const before = await countRows(shop);
  await start(shop);
  expect(await shop.call(api.examples.remove)).toEqual({ kept: [] });
  expect(await countRows(shop)).toEqual(before);
  expect(await shop.call(api.examples.detail)).toEqual({ records: [] });
  expect((await start(shop)).length).toBeGreaterThan(0);
});

test('a record changed since says so', async () => {
  const records = await start(shop);
  expect(records.filter(({ changed }) => changed)).toEqual([]);
  const { id, version } = await productOf(shop, records);
  await shop.call(api.products.update, { params: { id }, body: { name: 'Minha caneca' }, version });
  const now = (await shop.call(api.examples.detail)).records;
  expect(now.filter(({ changed }) => changed)).toMatchObject([{ kind: 'product', name: 'Minha caneca' }]);
});

test('an example gets no stock by any way in', async () => {
  const { variations } = await productOf(shop, await start(shop));
  const [{ id: variationId } = { id: 0 }] = variations;
  const line = { variationId, quantity: 20 };
  const [warehouse] = (await shop.call(api.warehouses.list, { query: {} })).items;
  const own = { variationId: (await makeVariation(app, shop.businessId)).variationId, quantity: 1 };
  const volume = { warehouseId: warehouse?.id ?? 0, reason: 'Chegou' };
  const { id, version } = await shop.call(api.volumes.create, { body: { ...volume, lines: [own] } });
  const refusals = [
    await shop.refused(api.dropshipItems.createWithStock, { body: { lines: [line] } }),
    await shop.refused(api.volumes.create, { body: { ...volume, lines: [line] } }),
    await shop.refused(api.volumes.update, { params: { id }, body: { lines: { create: [line] } }, version }),
  ];
  expect(refusals.map(({ code }) => code)).toEqual(Array(3).fill('example_record'));
});

test('a draft is not published even with own goods, and the product not by another ad', async () => {
  const records = await start(shop);
  const [id = 0] = idsOf(records, 'advertisement');
  const [example = 0] = idsOf(records, 'offer');
  const { variationId } = await makeVariation(app, shop.businessId);
  const { offers } = await shop.call(api.dropshipItems.createWithStock, {
    body: { lines: [{ variationId, quantity: 5 }] },
  });
  const own = await shop.call(api.advertisements.create, {
    body: { product: 'Meu anúncio', components: [{ offer: example, quantity: 1 }] },
  });
  const account = await connectSeller(shop);
  const refusal = async (advertisement: number, offer: number) =>
    shop.refused(api.advertisementsPublications.create, {
      params: { id: advertisement },
      body: await draftPublication(shop, account.id, { id: offer }),
    });
  expect(await refusal(id, offers[0] ?? 0)).toMatchObject({ code: 'example_record' });
  expect(await refusal(own.id, example)).toMatchObject({ code: 'example_record' });
});

test('what a person uses stays, is no example any more, and is named', async () => {
  const records = await start(shop);
  const product = await productOf(shop, records);
  const [tag = { id: 0 }] = product.tags;
  const own = await makeProduct(shop, { tags: { add: [tag.id] } });
  const [offer = 0] = idsOf(records, 'offer');
  await shop.call(api.advertisements.create, {
    body: { product: 'Meu anúncio', components: [{ offer, quantity: 1 }] },
  });
  const { kept } = await shop.call(api.examples.remove);
  expect(kept.map(({ kind }) => kind)).toEqual(['offer', 'product', 'image', 'tag', 'warehouse']);
  expect(kept).toContainEqual({ kind: 'product', id: product.id, name: product.name });
  expect(await shop.call(api.examples.detail)).toEqual({ records: [] });
  const { tags } = await shop.call(api.products.detail, { params: { id: own.id } });
  expect(tags).toMatchObject([{ id: tag.id }]);
});

test('kept as one’s own, the product takes stock; the other examples can still be removed', async () => {
  const records = await start(shop);
  const { id, variations } = await productOf(shop, records);
  const left = (await shop.call(api.examples.keep)).records;
  expect(new Set(left.map(({ kind }) => kind))).toEqual(new Set(['view', 'template', 'tag']));
  const lines = variations.map((variation) => ({ variationId: variation.id, quantity: 3 }));
  await shop.call(api.dropshipItems.createWithStock, { body: { lines } });
  const { kept } = await shop.call(api.examples.remove);
  expect(kept).toMatchObject([{ kind: 'tag' }]);
  expect(await shop.call(api.products.detail, { params: { id } })).toMatchObject({ id });
});

test('ticks no first step, and other businesses see nothing of it', async () => {
  await start(shop);
  const { firstSteps } = await shop.call(api.dashboard.detail);
  const own = firstSteps.find(({ way }) => way === 'ownStock')?.steps ?? [];
  expect(own.filter(({ done }) => done)).toEqual([]);
  expect(own.filter(({ record }) => record !== null)).toEqual([]);
  const other = await app.join('sales');
  expect(await other.call(api.examples.detail)).toEqual({ records: [] });
  expect(await other.call(api.examples.remove)).toEqual({ kept: [] });
  expect((await shop.call(api.examples.detail)).records.length).toBeGreaterThan(0);
});
