import { expect, it } from 'vitest';
import { api } from '#contract/index.ts';
import { ensureTradeLink } from '#server/dropshipping/trade-link.ts';
import { makeOffer, makeShelf, makeVariation, makeWarehouse } from '#server/inventory/test/factory.ts';
import { testApp } from '#server/test/app.ts';

const app = await testApp();
const supplier = await app.join('supply');
const seller = await app.join('sales');

const list = (who: typeof seller, query = '') =>
  who.call(api.dropshipping.list, { query: { query, size: '100' } });
const ids = async (who: typeof seller, query = '') => (await list(who, query)).items.map((item) => item.id);

it('creates one offer per variation and warehouse, whose available quantity is the smaller of its cap and the stock level', async () => {
  const shelf = await makeShelf(app, supplier, 10);
  const offer = await makeOffer(supplier, shelf, 2990, 4);
  expect(offer).toMatchObject({ quantityCap: 4, sellable: 10, available: 4, price: 2990, cost: 1500 });
  const twice = await supplier.refused(api.dropshipItems.create, {
    body: { variationId: shelf.variationId, warehouseId: shelf.warehouseId, quantityCap: 1, price: 100 },
  });
  expect(twice.code).toBe('offer_exists');
  const changed = await supplier.call(api.dropshipItems.update, {
    params: { id: offer.id },
    version: 1,
    body: { quantityCap: 50 },
  });
  expect(changed).toMatchObject({ available: 10, version: 2 });
  const stale = await supplier.refused(api.dropshipItems.update, {
    params: { id: offer.id },
    version: 1,
    body: { price: 1 },
  });
  expect(stale.status).toBe(412);
});

it('refuses an invalid price or cap, and a variation or warehouse of another business', async () => {
  const shelf = await makeShelf(app, supplier, 1);
  const body = {
    variationId: shelf.variationId,
    warehouseId: shelf.warehouseId,
    quantityCap: 1,
    price: 100,
  };
  const refuse = async (change: object, who = supplier) =>
    (await who.refused(api.dropshipItems.create, { body: { ...body, ...change } })).errors;
  expect(await refuse({ price: 0 })).toHaveProperty('price');
  expect(await refuse({ price: -5 })).toHaveProperty('price');
  expect(await refuse({ price: 10.5 })).toHaveProperty('price');
  expect(await refuse({ quantityCap: -1 })).toHaveProperty('quantityCap');
  const other = await app.join('supply');
  expect(await refuse({}, other)).toHaveProperty('variationId');
  const own = await makeVariation(app, other.businessId);
  expect(await refuse({ variationId: own.variationId }, other)).toHaveProperty('warehouseId');
});

it('an offer shows sellers no cost, margin or stock buckets', async () => {
  const shelf = await makeShelf(app, supplier, 7);
  const offer = await makeOffer(supplier, shelf, 4590);
  const found = (await list(seller, `sku:${shelf.sku}`)).items;
  expect(found).toHaveLength(1);
  expect(Object.keys(found[0] ?? {}).sort()).toEqual(
    'available brand category createdAt gtin id image name own price product sku supplier variation warehouseId weight'.split(
      ' ',
    ),
  );
  expect(found[0]).toMatchObject({ id: offer.id, price: 4590, available: 7, own: false });
  const detail = await seller.call(api.dropshipping.detail, { params: { id: offer.id } });
  expect(JSON.stringify(detail)).not.toMatch(/cost|margin|reserved|onHand|1500/);
});

it('hides inactive and linked-only offers and those of a blocked trade link, and shows them once allowed', async () => {
  const house = await app.join('supply');
  const shelf = await makeShelf(app, house, 7);
  const offer = await makeOffer(house, shelf);
  const only = `supplier:${house.businessId}`;
  const set = (body: object) => house.call(api.dropshipItems.update, { params: { id: offer.id }, body });
  expect(await ids(seller, only)).toEqual([offer.id]);
  await set({ active: false });
  expect(await ids(seller, only)).toEqual([]);
  await set({ active: true, linkedOnly: true });
  expect(await ids(seller, only)).toEqual([]);
  expect((await seller.refused(api.dropshipping.detail, { params: { id: offer.id } })).status).toBe(404);
  await app.database.transact({ businessId: seller.businessId }, (tx) =>
    ensureTradeLink(tx, seller.businessId, house.businessId),
  );
  expect(await ids(seller, only)).toEqual([offer.id]);
  const [link] = (await house.call(api.companies.list)).items;
  await house.call(api.companies.block, { params: { id: link?.id ?? 0 } });
  await set({ linkedOnly: false });
  expect(await ids(seller, only)).toEqual([]);
  const other = await app.join('sales');
  expect(await ids(other, only)).toEqual([offer.id]);
});

it('offers of a sales business are visible to that business only', async () => {
  const shelf = await makeShelf(app, seller, 3);
  const offer = await makeOffer(seller, shelf);
  const [mine] = (await list(seller, `sku:${shelf.sku}`)).items;
  expect(mine).toMatchObject({ id: offer.id, own: true });
  const rival = await app.join('sales');
  expect(await ids(rival, `sku:${shelf.sku}`)).toEqual([]);
  expect((await supplier.refused(api.dropshipping.list)).code).toBe('forbidden');
});

it('the catalogue filters by text, price, available quantity and supplier, and sorts by price', async () => {
  const house = await app.join('supply');
  const place = makeWarehouse(house);
  const cheap = await makeOffer(house, await makeShelf(app, house, 2, place), 1000);
  const dear = await makeOffer(house, await makeShelf(app, house, 9, place), 9900);
  const only = `supplier:${house.businessId}`;
  expect(await ids(seller, `${only} price:50,00..100,00`)).toEqual([dear.id]);
  expect(await ids(seller, `${only} available:>=5`)).toEqual([dear.id]);
  expect(await ids(seller, `${only} "${cheap.sku}"`)).toEqual([cheap.id]);
  const sorted = await seller.call(api.dropshipping.list, { query: { query: only, sort: 'price' } });
  expect(sorted.items.map((item) => item.id)).toEqual([cheap.id, dear.id]);
  const suppliers = await seller.call(api.dropshipping.suppliers, { query: { size: '100' } });
  expect(suppliers.items.map((item) => item.id)).toContain(house.businessId);
  const hidden = await seller.refused(api.dropshipping.list, { query: { query: 'cost:1' } });
  expect(hidden.status).toBe(422);
});

it('stockists get no prices of offers, and cannot filter or sort by them', async () => {
  const shelf = await makeShelf(app, supplier, 2);
  const offer = await makeOffer(supplier, shelf);
  const stockist = await app.hire(supplier.businessId, ['stockist'], [shelf.warehouseId]);
  const seen = await stockist.call(api.dropshipItems.list, { query: { size: '100' } });
  expect(seen.items.map((item) => item.id)).toEqual([offer.id]);
  expect(seen.items[0]).not.toHaveProperty('price');
  expect(seen.items[0]).not.toHaveProperty('cost');
  for (const query of [{ query: 'price:>=1' }, { sort: 'price' }])
    expect((await stockist.refused(api.dropshipItems.list, { query })).status).toBe(422);
});

it('removes an unused offer, and gives another business 404', async () => {
  const shelf = await makeShelf(app, supplier, 2);
  const offer = await makeOffer(supplier, shelf);
  const params = { id: offer.id };
  expect((await seller.refused(api.dropshipItems.update, { params, body: { price: 1 } })).status).toBe(404);
  expect((await seller.refused(api.dropshipItems.remove, { params })).status).toBe(404);
  await supplier.call(api.dropshipItems.remove, { params });
  expect((await supplier.refused(api.dropshipItems.detail, { params })).status).toBe(404);
});
