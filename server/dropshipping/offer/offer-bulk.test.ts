import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makeOffer, makeShelf, makeWarehouse } from '#server/inventory/test/factory.ts';
import { makeProduct } from '#server/products/test/factory.ts';
import { allOf } from '#server/test/all-of.ts';
import { testApp } from '#server/test/app.ts';

const app = await testApp();

test('a bulk change applies to the listed or found offers of its business only', async () => {
  const house = await app.join('supply');
  const other = await app.join('supply');
  const place = makeWarehouse(house);
  const offers = [
    await makeOffer(house, await makeShelf(app, house, 5, place)),
    await makeOffer(house, await makeShelf(app, house, 5, place)),
  ];
  const foreign = await makeOffer(other, await makeShelf(app, other, 5));
  const all = await house.call(api.dropshipItems.bulkUpdate, {
    body: {
      ...allOf('active:yes', await house.call(api.dropshipItems.list, { query: { query: 'active:yes' } })),
      change: { active: false, price: 4990 },
    },
  });
  const ids = offers.map(({ id }) => id);
  expect(all).toMatchObject({ done: ids, failed: [], switched: ids });
  const list = await house.call(api.dropshipItems.list);
  expect(list.items.map(({ active, price, version }) => [active, price, version])).toEqual([
    [false, 4990, 2],
    [false, 4990, 2],
  ]);
  const named = await house.call(api.dropshipItems.bulkUpdate, {
    body: { ids: [offers[0]?.id ?? 0, foreign.id], change: { active: true } },
  });
  expect(named).toEqual({
    done: [offers[0]?.id],
    failed: [{ id: foreign.id, code: 'not_found' }],
    switched: [offers[0]?.id],
    changed: [],
  });
  const again = await house.call(api.dropshipItems.bulkUpdate, { body: { ids, change: { active: true } } });
  expect(again).toEqual({ done: ids, failed: [], switched: [offers[1]?.id], changed: [] });
  expect(await other.call(api.dropshipItems.detail, { params: { id: foreign.id } })).toMatchObject({
    version: 1,
  });
});

test('undoing a bulk change restores price, cap and buffer of each offer that was not changed since', async () => {
  const house = await app.join('supply');
  const place = makeWarehouse(house);
  const made = [
    await makeOffer(house, await makeShelf(app, house, 5, place), 1990),
    await makeOffer(house, await makeShelf(app, house, 5, place), 2490),
    await makeOffer(house, await makeShelf(app, house, 5, place), 4990),
  ];
  const [one = 0, two = 0, three = 0] = made.map(({ id }) => id);
  const ids = [one, two, three];
  const terms = async () =>
    (await house.call(api.dropshipItems.list, { query: { sort: 'created' } })).items.map(
      ({ price, quantityCap, buffer }) => [price, quantityCap, buffer],
    );
  const before = await terms();
  const { changed } = await house.call(api.dropshipItems.bulkUpdate, {
    body: { ids, change: { price: 4990, quantityCap: 3, buffer: 2 } },
  });
  await house.call(api.dropshipItems.update, { params: { id: two }, body: { price: 5990 } });
  const other = await app.join('supply');
  expect((await other.call(api.dropshipItems.undo, { body: { rows: changed } })).failed).toEqual(
    ids.map((id) => ({ id, code: 'not_found' })),
  );
  expect(await house.call(api.dropshipItems.undo, { body: { rows: changed } })).toEqual({
    done: [one, three],
    failed: [{ id: two, code: 'changed_since' }],
  });
  expect(await terms()).toEqual([before[0], [5990, 3, 2], before[2]]);
  const again = await house.call(api.dropshipItems.undo, { body: { rows: changed } });
  expect(again.failed.map(({ code }) => code)).toEqual(['changed_since', 'changed_since', 'changed_since']);
});

test('a bulk change to the same value reports no changed offer', async () => {
  const house = await app.join('supply');
  const offer = await makeOffer(house, await makeShelf(app, house, 5), 1990);
  const act = { body: { ids: [offer.id], change: { price: 1990 } } };
  expect((await house.call(api.dropshipItems.bulkUpdate, act)).changed).toEqual([]);
});

test('creates offers for many products at cost plus a markup, and names products without a cost or with an offer', async () => {
  const house = await app.join('supply');
  const { warehouseId } = await makeWarehouse(house);
  const shirt = await makeProduct(house, {
    variations: {
      create: [
        { sku: 'CAM-P', costCentavos: 1999, attributes: { Color: 'Preto' } },
        { sku: 'CAM-M', costCentavos: 2001, attributes: { Color: 'Branco' } },
      ],
    },
  });
  const bare = await makeProduct(house);
  const body = { warehouseId, markupBasisPoints: 3000, quantityCap: 7 };
  const ids = [shirt.id, bare.id, 999_999];
  const made = await house.call(api.dropshipItems.createMany, { body: { ids, ...body } });
  expect(made).toEqual({
    done: [shirt.id],
    failed: [
      { id: bare.id, code: 'cost_missing' },
      { id: 999_999, code: 'not_found' },
    ],
  });
  const { items } = await house.call(api.dropshipItems.list, { query: { sort: 'price' } });
  expect(items.map(({ sku, price, quantityCap, active }) => [sku, price, quantityCap, active])).toEqual([
    ['CAM-P', 2599, 7, true],
    ['CAM-M', 2601, 7, true],
  ]);
  const again = await house.call(api.dropshipItems.createMany, {
    body: { ...allOf('', await house.call(api.products.list)), ...body },
  });
  expect(again.failed).toContainEqual({ id: shirt.id, code: 'offer_exists' });
  const other = await app.join('supply');
  const refused = await other.refused(api.dropshipItems.createMany, { body: { ids, ...body } });
  expect(refused.errors).toMatchObject({ warehouseId: [{ code: 'not_found' }] });
});

test('offers of a sales business get the cost of their product as price, even if a markup is given', async () => {
  const shop = await app.join('sales');
  const { warehouseId } = await makeWarehouse(shop);
  const mug = await makeProduct(shop, {
    variations: { create: [{ sku: 'CAN-1', costCentavos: 1990, attributes: { Color: 'Preto' } }] },
  });
  await shop.call(api.dropshipItems.createMany, {
    body: { ids: [mug.id], warehouseId, markupBasisPoints: 3000, quantityCap: 7 },
  });
  const { items } = await shop.call(api.dropshipItems.list);
  expect(items).toMatchObject([{ price: 1990 }]);
});

test('a safety buffer lowers the sellable units, and removing the offer removes it', async () => {
  const house = await app.join('supply');
  const shelf = await makeShelf(app, house, 5);
  const { id } = await makeOffer(house, shelf);
  const kept = await house.call(api.dropshipItems.update, { params: { id }, body: { buffer: 2 } });
  expect(kept).toMatchObject({ buffer: 2, sellable: 3, available: 3 });
  const why = () => house.call(api.stock.detail, { params: { id: shelf.stockId } });
  expect(await why()).toMatchObject({ onHand: 5, buffer: 2, sellable: 3, offered: 3 });
  const more = await house.call(api.dropshipItems.update, { params: { id }, body: { buffer: 9 } });
  expect(more).toMatchObject({ sellable: 0, available: 0 });
  const refused = await house.refused(api.dropshipItems.update, { params: { id }, body: { buffer: -1 } });
  expect(refused.errors).toMatchObject({ buffer: [{ code: 'too_small' }] });
  await house.call(api.dropshipItems.remove, { params: { id } });
  expect(await why()).toMatchObject({ buffer: 0, sellable: 5 });
  const { variationId, warehouseId } = shelf;
  const again = await house.call(api.dropshipItems.create, {
    body: { variationId, warehouseId, quantityCap: 100, buffer: 1, price: 1990 },
  });
  expect(again).toMatchObject({ buffer: 1, available: 4 });
});
