import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { NewPublication } from '#contract/advertisements/publication.ts';
import { systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import type { MarketplaceId } from '#contract/marketplaces/marketplace.ts';
import {
  makeAdvertisement,
  nuvemshopContent,
  publish,
  shopeeContent,
} from '#server/advertisements/test/factory.ts';
import { makeOffer, makeShelf, makeVolume, makeWarehouse } from '#server/inventory/test/factory.ts';
import { connectSeller, drain, marketApp, remoteSellers } from '#server/marketplaces/test/factory.ts';
import { sweepOrders } from '#server/orders/sync/sweep.ts';
import { jobOf } from '#server/orders/test/factory.ts';

const market = await marketApp({ APP_URL: 'http://localhost:3000' });
const { app, sandbox } = market;
// The sandbox checks the time of signed calls.
app.clock.set(systemClock.now().toISOString());

const anId = z.union([z.string(), z.number()]).transform(String);
const post = (path: string, body: object = {}) => sandbox.control('POST', path, body);

/** A stand-in whose seller has two locations. */
type Place = {
  seller: number;
  content: Partial<NewPublication>;
  /** Opens the second location. */
  open: () => Promise<unknown>;
  /** Units of a listing by location. */
  levels: (listing: string) => Promise<Record<string, number>>;
  /** Somebody writes all units to another location. */
  move: (listing: string, levels: Record<string, number>) => Promise<unknown>;
  buy: (listing: string) => Promise<unknown>;
};

const store = 4_118_037;
const products = z.array(
  z.object({
    id: anId,
    variants: z.array(
      z.object({
        id: z.number(),
        inventory_levels: z.array(z.object({ location_id: z.string(), stock: z.number().nullable() })),
      }),
    ),
  }),
);
const variantOf = async (listing: string) => {
  const found = products.parse(await sandbox.control('GET', '/nuvemshop/products'));
  return found.find(({ id }) => id === listing)?.variants[0];
};

const shop = 55_667_788;
const shopItems = z.array(
  z.object({
    item_id: anId,
    places: z.array(z.object({ location_id: z.string(), stock: z.number() })).optional(),
  }),
);

const items = z.array(
  z.object({
    id: z.string(),
    userProductId: z.string().nullable(),
    locations: z.array(z.object({ storeId: z.string().nullable(), quantity: z.number() })),
  }),
);
const itemOf = async (listing: string) =>
  items.parse(await sandbox.control('GET', '/items')).find(({ id }) => id === listing);

const places: Record<MarketplaceId, Place> = {
  'mercado-livre': {
    seller: remoteSellers.stores,
    content: {},
    // It has two from the beginning.
    open: async () => undefined,
    async levels(listing) {
      const levels = (await itemOf(listing))?.locations ?? [];
      return Object.fromEntries(levels.map(({ storeId, quantity }) => [storeId, quantity]));
    },
    move: (listing, levels) => post(`/items/${listing}/levels`, levels),
    buy: (itemId) => post('/purchases', { itemId, quantity: 1 }),
  },
  shopee: {
    seller: shop,
    content: shopeeContent,
    async open() {
      for (const name of ['Galpão da Mooca', 'Loja'])
        await post(`/shopee/shops/${shop}/warehouses`, { name });
    },
    async levels(listing) {
      const found = shopItems.parse(await sandbox.control('GET', '/shopee/items'));
      const levels = found.find(({ item_id: id }) => id === listing)?.places ?? [];
      return Object.fromEntries(levels.map(({ location_id: id, stock }) => [id, stock]));
    },
    move: (listing, levels) =>
      sandbox.control('PATCH', `/shopee/items/${listing}`, {
        places: Object.entries(levels).map(([locationId, stock]) => ({ locationId, stock })),
      }),
    buy: (listing) => post('/shopee/purchases', { itemId: Number(listing), quantity: 1 }),
  },
  nuvemshop: {
    seller: store,
    content: nuvemshopContent,
    open: () => post(`/nuvemshop/stores/${store}/locations`, { name: 'Depósito Osasco' }),
    async levels(listing) {
      const levels = (await variantOf(listing))?.inventory_levels ?? [];
      return Object.fromEntries(levels.map(({ location_id: id, stock }) => [id, stock ?? -1]));
    },
    move: (listing, levels) =>
      sandbox.control('PATCH', `/nuvemshop/products/${listing}`, {
        variant: {
          inventory_levels: Object.entries(levels).map(([id, stock]) => ({ location_id: id, stock })),
        },
      }),
    buy: async (listing) =>
      post('/nuvemshop/purchases', {
        ...{ productId: Number(listing), quantity: 1 },
        variantId: (await variantOf(listing))?.id,
      }),
  },
};

describe.each(Object.entries(places))('the locations of an account of %s', (marketplace, place) => {
  type Sold = { id: number; listing: string; shelf: Awaited<ReturnType<typeof makeShelf>> };
  let seller: Awaited<ReturnType<typeof app.join>>;
  let account: { id: number };
  let first: Sold;
  let second: Sold;
  let home = '';
  let other = '';

  const read = () => seller.call(api.accountLocations.list, { params: { id: account.id } });
  const choose = (matches: { warehouseId: number; location: string }[]) =>
    seller.call(api.accountLocations.update, { params: { id: account.id }, body: { matches } });
  const shown = async () => [await place.levels(first.listing), await place.levels(second.listing)];

  async function sellFrom(units: number): Promise<Sold> {
    const shelf = await makeShelf(app, seller, units);
    const offer = await makeOffer(seller, shelf, 2000);
    const advertisement = await makeAdvertisement(seller, [offer]);
    // Ads with one name may be one product there, with one stock.
    const content = { ...place.content, name: `Caneca Esmaltada número ${units}` };
    const { id } = await publish(seller, advertisement, account.id, offer, content);
    await drain(app);
    const { remoteItem } = await seller.call(api.publications.detail, { params: { id } });
    return { id, shelf, listing: remoteItem ?? '' };
  }

  beforeAll(async () => {
    seller = await app.join('sales');
    account = await connectSeller(seller, place.seller, marketplace as MarketplaceId);
    await place.open();
    const { locations } = await read();
    [home = '', other = ''] = locations.map(({ id }) => id);
    expect(locations.map(({ isDefault }) => isDefault)).toEqual([true, false]);
    first = await sellFrom(3);
    second = await sellFrom(5);
  });

  test('without a match all units are at the default location, and the other has none', async () => {
    expect(await shown()).toMatchObject([{ [home]: 3 }, { [home]: 5 }]);
    for (const levels of await shown()) expect(levels[other] ?? 0).toBe(0);
  });

  test('an unknown location, an unknown warehouse and one that is named twice are refused', async () => {
    const stranger = await makeWarehouse(await app.join('sales'));
    const { warehouseId } = first.shelf;
    const refusal = (matches: Parameters<typeof choose>[0]) =>
      choose(matches).catch((error) => error.problem);
    expect(await refusal([{ warehouseId, location: 'nowhere' }])).toMatchObject({
      code: 'invalid',
      errors: { matches: { 0: { location: [{ code: 'not_found' }] } } },
    });
    expect(await refusal([{ warehouseId: stranger.warehouseId, location: home }])).toMatchObject({
      errors: { matches: { 0: { warehouseId: [{ code: 'not_found' }] } } },
    });
    const twice = [
      { warehouseId, location: home },
      { warehouseId, location: other },
    ];
    expect(await refusal(twice)).toMatchObject({
      errors: { matches: { 1: { warehouseId: [{ code: 'duplicate' }] } } },
    });
    expect((await read()).locations.every(({ warehouses }) => warehouses.length === 0)).toBe(true);
  });

  test('each ad has the units of its warehouse at the location of that, and a change of stock goes there', async () => {
    const matches = [
      { warehouseId: first.shelf.warehouseId, location: home },
      { warehouseId: second.shelf.warehouseId, location: other },
    ];
    const { locations } = await choose(matches);
    expect(locations.map(({ warehouses }) => warehouses)).toEqual([
      [first.shelf.warehouseId],
      [second.shelf.warehouseId],
    ]);
    await drain(app);
    expect(await shown()).toMatchObject([{ [home]: 3 }, { [home]: 0, [other]: 5 }]);
    expect((await place.levels(first.listing))[other] ?? 0).toBe(0);
    const line = { variationId: second.shelf.variationId, quantity: 2 };
    await makeVolume(seller, second.shelf, [line]);
    await drain(app);
    expect(await place.levels(second.listing)).toMatchObject({ [home]: 0, [other]: 7 });
  });

  test('units that somebody moved to another location are put back by the next reading', async () => {
    await place.move(second.listing, { [home]: 7, [other]: 0 });
    await seller.call(api.publications.sync, { params: { id: second.id } });
    await drain(app);
    expect(await place.levels(second.listing)).toMatchObject({ [home]: 0, [other]: 7 });
  });

  test('a sale reserves in the warehouse of its ad, and lowers the location of that alone', async () => {
    await place.buy(second.listing);
    app.clock.set(systemClock.now().toISOString());
    await sweepOrders(jobOf(app));
    await drain(app);
    const { items } = await seller.call(api.orders.list, { query: {} });
    const sale = await seller.call(api.orders.detail, { params: { id: items[0]?.id ?? 0 } });
    expect(sale.warehouse).toMatchObject({ id: second.shelf.warehouseId });
    expect(await shown()).toMatchObject([{ [home]: 3 }, { [home]: 0, [other]: 6 }]);
  });

  test('without matches again everything returns to the default location', async () => {
    await choose([]);
    await drain(app);
    expect(await shown()).toMatchObject([{ [home]: 3 }, { [home]: 6, [other]: 0 }]);
  });
});
