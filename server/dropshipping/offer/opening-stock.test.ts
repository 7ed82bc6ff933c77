import { beforeAll, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makeVariation, makeWarehouse } from '#server/inventory/test/factory.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';

let app: TestApp;
let shop: Person;

beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  shop = await app.join('sales');
});

/** A product that costs R$ 15,00. */
const made = (person: Person) => makeVariation(app, person.businessId);
const have = (person: Person, lines: object[], rest: object = {}) =>
  person.call(api.dropshipItems.createWithStock, { body: { lines, ...rest } as never });
const refusal = (person: Person, lines: object[], rest: object = {}) =>
  person.refused(api.dropshipItems.createWithStock, { body: { lines, ...rest } as never });
const countOf = async (person: Person, table: string) =>
  Number(
    (
      await app.rows(
        person.businessId,
        `select count(*) as n from ${table} where business_id = ${person.businessId}`,
      )
    )[0]?.n,
  );
const stockOf = async (person: Person, productId: number) =>
  (await person.call(api.stock.list, { query: { query: `product:${productId}` } })).items.map(
    ({ onHand, sellable }) => [onHand, sellable],
  );

test('opening stock of a business without a warehouse creates warehouse, position, volume and offer', async () => {
  const { productId, variationId, sku } = await made(shop);
  const answer = await have(shop, [{ variationId, quantity: 20 }]);
  expect(answer).toMatchObject({
    warehouse: { name: 'Depósito principal' },
    position: { name: 'A01' },
    volumes: [{ name: expect.stringMatching(/^V\d{6,}$/) }],
    offers: [expect.any(Number)],
  });
  expect(await stockOf(shop, productId)).toEqual([[20, 20]]);
  const [id = 0] = answer.offers;
  const offer = await shop.call(api.dropshipItems.detail, { params: { id } });
  expect(offer).toMatchObject({ sku, price: 1500, available: 20, active: true });
  const volume = await shop.call(api.volumes.detail, { params: { id: answer.volumes[0]?.id ?? 0 } });
  expect(volume).toMatchObject({
    state: 'active',
    position: { code: 'A01' },
    lines: [{ sku, quantity: 20, price: 1500 }],
  });
  const { items } = await shop.call(api.audit.list, { query: { query: 'act:createWithStock' } });
  expect(items).toMatchObject([
    { kind: 'dropshipItems', record: String(id), changes: { quantity: [null, 20] } },
  ]);
});

test('the first warehouse is named in the language of the person', async () => {
  const { variationId } = await made(shop);
  const answer = await shop.call(api.dropshipItems.createWithStock, {
    body: { lines: [{ variationId, quantity: 1 }] },
    locale: 'en',
  });
  expect(answer.warehouse.name).toBe('Main warehouse');
});

test('opening stock goes to the first position of the only warehouse, and an existing offer is unchanged', async () => {
  const place = await makeWarehouse(shop);
  const { productId, variationId } = await made(shop);
  const { id } = await shop.call(api.dropshipItems.create, {
    body: { variationId, warehouseId: place.warehouseId, quantityCap: 3 },
  });
  const first = await have(shop, [{ variationId, quantity: 5 }]);
  const second = await have(shop, [{ variationId, quantity: 7 }]);
  expect([first, second]).toMatchObject(
    [1, 2].map(() => ({
      warehouse: { id: place.warehouseId },
      position: { id: place.positionId },
      offers: [id],
    })),
  );
  expect(await stockOf(shop, productId)).toEqual([[12, 12]]);
  expect(await shop.call(api.dropshipItems.detail, { params: { id } })).toMatchObject({ quantityCap: 3 });
});

test('opening stock of a business with several warehouses requires one of them', async () => {
  const [here, there] = [await makeWarehouse(shop), await makeWarehouse(shop)];
  const { variationId } = await made(shop);
  const lines = [{ variationId, quantity: 2 }];
  expect((await refusal(shop, lines)).errors).toMatchObject({ warehouseId: [{ code: 'required' }] });
  const foreign = await makeWarehouse(await app.join('sales'));
  expect((await refusal(shop, lines, foreign && { warehouseId: foreign.warehouseId })).errors).toMatchObject({
    warehouseId: [{ code: 'not_found' }],
  });
  const answer = await have(shop, lines, { warehouseId: there.warehouseId });
  expect(answer.warehouse.id).toBe(there.warehouseId);
  expect(answer.warehouse.id).not.toBe(here.warehouseId);
});

test('opening stock creates one volume per variation, and one invalid line stores nothing', async () => {
  const [one, other] = [await made(shop), await made(shop)];
  const strange = await made(await app.join('supply'));
  const lines = [
    { variationId: one.variationId, quantity: 4 },
    { variationId: other.variationId, quantity: 9 },
  ];
  const refused = await refusal(shop, [
    ...lines,
    { variationId: strange.variationId, quantity: 1 },
    lines[0] ?? {},
  ]);
  expect(refused.errors).toMatchObject({
    lines: { 2: { variationId: [{ code: 'not_found' }] }, 3: { variationId: [{ code: 'duplicate' }] } },
  });
  expect(await countOf(shop, 'warehouses')).toBe(0);
  const answer = await have(shop, lines);
  expect(answer.volumes).toHaveLength(2);
  expect([await stockOf(shop, one.productId), await stockOf(shop, other.productId)]).toEqual([
    [[4, 4]],
    [[9, 9]],
  ]);
});

test('opening stock of own goods without a cost requires one and stores it in the product', async () => {
  const { productId, variationId } = await made(shop);
  const setCost = (costCentavos: number | null) =>
    shop.call(api.products.update, {
      params: { id: productId },
      body: { variations: { update: { [variationId]: { costCentavos } } } },
    });
  await setCost(null);
  const missing = await refusal(shop, [{ variationId, quantity: 2 }]);
  expect(missing.errors).toMatchObject({ lines: { 0: { price: [{ code: 'required' }] } } });
  await have(shop, [{ variationId, quantity: 2, price: 1990 }]);
  const product = await shop.call(api.products.detail, { params: { id: productId } });
  expect(product.variations[0]?.costCentavos).toBe(1990);
});

test('opening stock of a supplier requires the price of a new offer', async () => {
  const supplier = await app.join('supply');
  const { variationId } = await made(supplier);
  const missing = await refusal(supplier, [{ variationId, quantity: 2 }]);
  expect(missing.errors).toMatchObject({ lines: { 0: { price: [{ code: 'required' }] } } });
  const { offers } = await have(supplier, [{ variationId, quantity: 2, price: 2990 }]);
  const offer = await supplier.call(api.dropshipItems.detail, { params: { id: offers[0] ?? 0 } });
  expect(offer).toMatchObject({ price: 2990, cost: 1500 });
});

test('opening stock sent again with the same idempotency key adds its units once', async () => {
  const { productId, variationId } = await made(shop);
  const send = { body: { lines: [{ variationId, quantity: 20 }] }, key: crypto.randomUUID() };
  const first = await shop.call(api.dropshipItems.createWithStock, send);
  expect(await shop.call(api.dropshipItems.createWithStock, send)).toEqual(first);
  expect(await stockOf(shop, productId)).toEqual([[20, 20]]);
});

test('two simultaneous first entries of opening stock create one warehouse', async () => {
  const [one, other] = [await made(shop), await made(shop)];
  const answers = await Promise.all(
    [one, other].map(({ variationId }) => have(shop, [{ variationId, quantity: 1 }])),
  );
  expect(new Set(answers.map(({ warehouse }) => warehouse.id)).size).toBe(1);
  expect(await countOf(shop, 'warehouses')).toBe(1);
});

test('opening stock requires the permission for each part that it creates', async () => {
  const { variationId } = await made(shop);
  const stockist = await app.hire(shop.businessId, ['stockist']);
  const seller = await app.hire(shop.businessId, ['seller']);
  const lines = [{ variationId, quantity: 3 }];
  expect(await refusal(seller, lines)).toMatchObject({ status: 403 });
  // Neither a warehouse nor an offer is the stockist's to make; more units of what is offered are.
  expect(await refusal(stockist, lines)).toMatchObject({ status: 403 });
  await makeWarehouse(shop);
  expect(await refusal(stockist, lines)).toMatchObject({ status: 403 });
  await have(shop, lines);
  expect((await have(stockist, lines)).volumes).toHaveLength(1);
});

test('opening stock of a product that requires lots requires the lot of each line', async () => {
  const { productId, variationId } = await made(shop);
  await shop.call(api.products.update, { params: { id: productId }, body: { asksLots: true } });
  const missing = await refusal(shop, [{ variationId, quantity: 3 }]);
  expect(missing.errors).toMatchObject({ lines: { 0: { lot: [{ code: 'required' }] } } });
  const lot = { code: 'L1', expiresOn: '2027-01-31' };
  const { volumes } = await have(shop, [{ variationId, quantity: 3, lot }]);
  const volume = await shop.call(api.volumes.detail, { params: { id: volumes[0]?.id ?? 0 } });
  expect(volume.lines).toMatchObject([{ quantity: 3, lot }]);
});
