import { beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { colored, makeAdvertisement, publish } from '#server/advertisements/test/factory.ts';
import { applySheet, csvOf, rowsOf, sendSheet } from '#server/business/test/import-factory.ts';
import { makeShelf } from '#server/inventory/test/factory.ts';
import { connectSeller, drain, marketApp, remoteSellers } from '#server/marketplaces/test/factory.ts';
import type { Person } from '#server/test/app.ts';

const { app } = await marketApp();
let shop: Person;
let supplier: Person;

beforeAll(async () => {
  shop = await app.join('sales');
  supplier = await app.join('supply');
});

/** A shelf of a product that costs R$ 15,00, as the factory makes it. */
const shelfOf = (person: Person) => makeShelf(app, person, 5);
type Shelf = Awaited<ReturnType<typeof shelfOf>>;
const placed = ({ variationId, warehouseId }: Shelf) => ({ variationId, warehouseId, quantityCap: 10 });
const setCost = (person: Person, shelf: Shelf, costCentavos: number | null) =>
  person.call(api.products.update, {
    params: { id: shelf.productId },
    body: { variations: { update: { [shelf.variationId]: { costCentavos } } } },
  });
const offerOf = async (person: Person, { sku }: Shelf) =>
  (await person.call(api.dropshipItems.list, { query: { query: `sku:${sku}` } })).items[0];
const costOf = async (person: Person, { productId }: Shelf) =>
  (await person.call(api.products.detail, { params: { id: productId } })).variations[0]?.costCentavos;

describe('offers of own goods', () => {
  test('an offer of own goods costs what its product costs, with or without that price in the request', async () => {
    const one = await shelfOf(shop);
    const made = await shop.call(api.dropshipItems.create, { body: placed(one) });
    expect(made).toMatchObject({ price: 1500, cost: 1500 });
    const other = await shelfOf(shop);
    const same = await shop.call(api.dropshipItems.create, { body: { ...placed(other), price: 1500 } });
    expect(same).toMatchObject({ price: 1500 });
  });

  test('an offer of own goods refuses a price other than the cost, when created, changed or changed in bulk', async () => {
    const shelf = await shelfOf(shop);
    const fresh = await shop.refused(api.dropshipItems.create, { body: { ...placed(shelf), price: 1950 } });
    expect(fresh.errors).toMatchObject({ price: [{ code: 'own_cost' }] });
    const { id } = await shop.call(api.dropshipItems.create, { body: placed(shelf) });
    const changed = await shop.refused(api.dropshipItems.update, { params: { id }, body: { price: 1499 } });
    expect(changed.errors).toMatchObject({ price: [{ code: 'own_cost' }] });
    const many = await shop.refused(api.dropshipItems.bulkUpdate, {
      body: { ids: [id], change: { price: 1950 } },
    });
    expect(many.errors).toMatchObject({ change: { price: [{ code: 'own_cost' }] } });
    expect(await offerOf(shop, shelf)).toMatchObject({ price: 1500, quantityCap: 10 });
    await shop.call(api.dropshipItems.bulkUpdate, { body: { ids: [id], change: { quantityCap: 3 } } });
    expect(await offerOf(shop, shelf)).toMatchObject({ price: 1500, quantityCap: 3 });
  });

  test('the price typed for an offer of own goods becomes the cost of a product without one', async () => {
    const shelf = await shelfOf(shop);
    await setCost(shop, shelf, null);
    const missing = await shop.refused(api.dropshipItems.create, { body: placed(shelf) });
    expect(missing.errors).toMatchObject({ price: [{ code: 'required' }] });
    await shop.call(api.dropshipItems.create, { body: { ...placed(shelf), price: 1234 } });
    expect([await costOf(shop, shelf), (await offerOf(shop, shelf))?.price]).toEqual([1234, 1234]);
    // A cost that is taken away leaves the last one known.
    await setCost(shop, shelf, null);
    expect(await offerOf(shop, shelf)).toMatchObject({ price: 1234, cost: null });
  });

  test('the price of own goods follows the cost changed in the product or by an import', async () => {
    const shelf = await shelfOf(shop);
    const { version } = await shop.call(api.dropshipItems.create, { body: placed(shelf) });
    await setCost(shop, shelf, 1990);
    expect(await offerOf(shop, shelf)).toMatchObject({ price: 1990, version: version + 1 });
    const { name } = await shop.call(api.products.detail, { params: { id: shelf.productId } });
    const products = csvOf([
      ['Produto', 'SKU', 'Custo'],
      [name, shelf.sku, '21,00'],
    ]);
    await applySheet(app, shop, (await sendSheet(app, shop, 'products', products)).id);
    expect(await offerOf(shop, shelf)).toMatchObject({ price: 2100 });
    const costs = csvOf([
      ['SKU', 'Custo'],
      [shelf.sku, '22,50'],
    ]);
    await applySheet(app, shop, (await sendSheet(app, shop, 'prices', costs)).id);
    expect(await offerOf(shop, shelf)).toMatchObject({ price: 2250, cost: 2250 });
  });

  test('an import creates offers of own goods at their cost, and refuses a row with another price at that cell', async () => {
    const [known, added, bare] = [await shelfOf(shop), await shelfOf(shop), await shelfOf(shop)];
    await shop.call(api.dropshipItems.create, { body: placed(known) });
    await setCost(shop, bare, null);
    const warehouse = async ({ warehouseId }: Shelf) =>
      (await shop.call(api.warehouses.detail, { params: { id: warehouseId } })).name;
    const sheet = csvOf([
      ['SKU', 'Depósito', 'Preço', 'Limite'],
      [known.sku, await warehouse(known), '19,50', '7'],
      [added.sku, await warehouse(added), '', '8'],
      [bare.sku, await warehouse(bare), '9,90', '9'],
    ]);
    const checked = await sendSheet(app, shop, 'offers', sheet);
    expect(checked.fates).toMatchObject({ new: 2, wrong: 1 });
    const [wrong] = await rowsOf(shop, checked.id, 'fate:wrong');
    expect(wrong).toMatchObject({ row: 2, errors: { price: 'own_cost' } });
    await applySheet(app, shop, checked.id, true);
    expect(await offerOf(shop, added)).toMatchObject({ price: 1500, quantityCap: 8 });
    expect([await offerOf(shop, bare), await costOf(shop, bare)]).toMatchObject([{ price: 990 }, 990]);
    const prices = csvOf([
      ['SKU', 'Preço', 'Custo'],
      [known.sku, '19,50', ''],
      [added.sku, '16,00', '16,00'],
    ]);
    const priced = await sendSheet(app, shop, 'prices', prices);
    expect(await rowsOf(shop, priced.id, 'fate:wrong')).toMatchObject([
      { row: 2, errors: { price: 'own_cost' } },
    ]);
    await applySheet(app, shop, priced.id, true);
    expect(await offerOf(shop, added)).toMatchObject({ price: 1600, cost: 1600 });
  });

  test("cost, margin and price floor of an ad of own goods follow the product's cost", async () => {
    const account = await connectSeller(shop, remoteSellers.legacy);
    const shelf = await shelfOf(shop);
    const offer = await shop.call(api.dropshipItems.create, { body: placed(shelf) });
    const made = await publish(shop, await makeAdvertisement(shop, [offer]), account.id, offer, {
      variations: [{ ...colored('', offer, 5990), attributes: [] }],
    });
    await drain(app);
    const variation = async () =>
      (await shop.call(api.publications.detail, { params: { id: made.id } })).variations[0];
    const before = await variation();
    expect(before).toMatchObject({ cost: 1500 });
    await shop.call(api.publications.updateFloor, {
      params: { id: made.id },
      body: { floor: { basisPoints: 1000, action: 'hold' } },
    });
    await setCost(shop, shelf, 5000);
    await drain(app);
    const after = await variation();
    expect(after).toMatchObject({ cost: 5000, guard: 'held' });
    expect(after?.marginBasisPoints).toBeLessThan(before?.marginBasisPoints ?? 0);
    await setCost(shop, shelf, 1500);
    await drain(app);
    expect(await variation()).toMatchObject({ ...before, guard: null });
  });
});

test('an offer of a supplier requires a price and keeps it when the cost of its product changes', async () => {
  const shelf = await shelfOf(supplier);
  const missing = await supplier.refused(api.dropshipItems.create, { body: placed(shelf) });
  expect(missing.errors).toMatchObject({ price: [{ code: 'required' }] });
  await supplier.call(api.dropshipItems.create, { body: { ...placed(shelf), price: 1950 } });
  await setCost(supplier, shelf, 1800);
  expect(await offerOf(supplier, shelf)).toMatchObject({ price: 1950, cost: 1800 });
});
