import { describe, expect, test } from 'vitest';
import type { EndpointDefinition } from '#contract/endpoint.ts';
import { api } from '#contract/index.ts';
import type { Page } from '#contract/primitives.ts';
import { makeAdvertisement } from '#server/advertisements/test/factory.ts';
import { makeOffer, makeShelf, makeWarehouse } from '#server/inventory/test/factory.ts';
import { makeBenchSeller } from '#server/orders/test/factory.ts';
import { makeProduct } from '#server/products/test/factory.ts';
import { makeRequest, makeSupplier } from '#server/supply/test/factory.ts';
import { allOf } from '#server/test/all-of.ts';
import { type Person, requestOf, testApp } from '#server/test/app.ts';
import { endpoints } from './endpoints.ts';
import { inlineJsonSchema } from './json-schema.ts';

const app = await testApp();

type Listing = {
  /** The actor, and the owner of the list. */
  person: Person;
  list: EndpointDefinition;
  /** Rows that exist before the list is read. */
  ids: () => Promise<readonly number[]>;
  /** Changes one of them as its screen does. */
  change: (id: number) => Promise<unknown>;
  /** Removes one of them and adds another: the number stays the same. */
  replace?: (id: number) => Promise<unknown>;
  /** The endpoints that select the whole list, each with the rest of its body. */
  acts: Record<string, object>;
};

const supplier = await app.join('supply');
const seller = await app.join('sales');
const place = await makeWarehouse(supplier);
const goods = await makeShelf(app, supplier, 50, Promise.resolve(place));
const sell = await makeBenchSeller(app, { supplier, seller, shelf: goods });
const offers = await supplier.call(api.dropshipItems.list);
const offerId = offers.items[0]?.id ?? 0;

let serial = 0;
const at = (id: number) => ({ params: { id } });
const makeSales = async () => [await sell(1), await sell(1)];
const startPicking = (id: number) => supplier.call(api.checkout.startPicking, at(id));
const makeCategory = async () =>
  (await supplier.call(api.categories.create, { body: { description: `Copos ${++serial}` } })).id;
const makeAd = async () => (await makeAdvertisement(seller, [{ id: offerId }])).id;
const makePlaces = () => {
  const index = ++serial;
  return supplier.call(api.inventoryLocations.create, {
    body: { warehouseId: place.warehouseId, prefix: 'C', initialIndex: index, finalIndex: index },
  });
};
const askFor = async () => {
  const lines = [{ variationId: goods.variationId, quantity: 2 }];
  return (await makeRequest(supplier, place.warehouseId, lines)).id;
};
const makeVolume = async () => {
  const lines = [{ variationId: goods.variationId, quantity: 1 }];
  const body = { warehouseId: place.warehouseId, reason: 'opening stock', lines };
  return (await supplier.call(api.volumes.create, { body })).id;
};
const printing = { format: 'pdf' };

/** Two ads in a campaign that runs, as a reading of the marketplace stores them. */
async function makeCampaignAds(): Promise<number[]> {
  const now = `'${app.clock.now().toISOString()}'::timestamptz`;
  const code = `'${++serial}'::text`;
  const rows = await app.rows(
    seller.businessId,
    `with account as (insert into marketplace_accounts (business_id, marketplace, name, remote_user_id, nickname,
        connected_at, created_at) values (app_business(), 'mercado-livre', ${code}, ${code}, ${code}, ${now}, ${now})
        returning id
      ), campaign as (insert into campaigns (business_id, account_id, remote_id, kind, state, seller_sets_price,
        can_join, can_leave, read_at) select app_business(), id, ${code}, 'deal', 'running', true, true, true, ${now}
        from account returning id
      ) insert into campaign_ads (business_id, campaign_id, remote_item_id, name, state, regular_centavos,
        price_centavos, suggested_centavos, read_at)
      select app_business(), id, ${code} || n, n, 'running', 9000, 8000, 7000, ${now}
      from campaign, generate_series(1, 2) n returning id`,
  );
  return rows.map(({ id }) => Number(id));
}
const readAgain = (id: number) =>
  app.rows(
    seller.businessId,
    `update campaign_ads set read_at = '${app.clock.now().toISOString()}' where id = ${id}`,
  );

const listings: Record<string, Listing> = {
  products: {
    person: supplier,
    list: api.products.list,
    ids: async () => [(await makeProduct(supplier)).id, (await makeProduct(supplier)).id],
    change: (id) => supplier.call(api.products.update, { ...at(id), body: { model: 'Q2' } }),
    replace: async (id) => {
      await supplier.call(api.products.remove, at(id));
      await makeProduct(supplier);
    },
    acts: {
      'products.bulkUpdate': { change: { unit: 'box' } },
      'products.bulkRemove': {},
      'dropshipItems.createMany': { warehouseId: place.warehouseId, markupBasisPoints: 0, quantityCap: 10 },
    },
  },
  offers: {
    person: supplier,
    list: api.dropshipItems.list,
    ids: async () => [(await makeOffer(supplier, await makeShelf(app, supplier))).id],
    change: (id) => supplier.call(api.dropshipItems.update, { ...at(id), body: { quantityCap: 7 } }),
    replace: async (id) => {
      await supplier.call(api.dropshipItems.remove, at(id));
      await makeOffer(supplier, await makeShelf(app, supplier));
    },
    acts: { 'dropshipItems.bulkUpdate': { change: { active: false } } },
  },
  advertisements: {
    person: seller,
    list: api.advertisements.list,
    ids: async () => [await makeAd(), await makeAd()],
    change: (id) => seller.call(api.advertisements.update, { ...at(id), body: { brand: 'Aurora' } }),
    replace: async (id) => {
      await seller.call(api.advertisements.remove, at(id));
      await makeAd();
    },
    acts: {
      'advertisements.bulkUpdate': { change: { onSale: false } },
      'advertisements.previewPrices': { rule: { kind: 'change', basisPoints: 500 } },
      'advertisements.changePrices': { rule: { kind: 'change', basisPoints: 500 } },
      'advertisements.previewContent': { change: { kind: 'title_prefix', text: 'Novo' } },
      'advertisements.changeContent': { change: { kind: 'title_prefix', text: 'Novo' } },
      'priceSchedules.create': {
        rule: { kind: 'change', basisPoints: 500 },
        endsAt: new Date(app.clock.now().getTime() + 3_600_000).toISOString(),
      },
    },
  },
  'ads of campaigns': {
    person: seller,
    list: api.campaignsAds.list,
    ids: makeCampaignAds,
    change: readAgain,
    acts: {
      'campaignsAds.previewJoin': { pricing: { kind: 'suggested' } },
      'campaignsAds.join': { pricing: { kind: 'suggested' } },
      'campaignsAds.leave': {},
    },
  },
  sales: {
    person: seller,
    list: api.orders.list,
    ids: makeSales,
    change: startPicking,
    acts: {
      'orders.printMany': printing,
      'orders.previewLabels': printing,
      'orders.bulkUpdate': { change: { tags: {} } },
      'orders.exportFiscalData': { format: 'json' },
    },
  },
  bench: {
    person: supplier,
    list: api.checkout.list,
    ids: makeSales,
    change: startPicking,
    acts: {
      'checkout.printMany': printing,
      'checkout.previewLabels': printing,
      'checkout.collectMany': { reason: 'levado pela manhã' },
      'picking.create': {},
    },
  },
  companies: {
    person: supplier,
    list: api.companies.list,
    ids: async () => (await supplier.call(api.companies.list)).items.map(({ id }) => id),
    change: (id) =>
      supplier.call(api.companies.update, { ...at(id), body: { dueDays: 8 + (++serial % 50) } }),
    acts: { 'companies.bulkUpdate': { change: { dueDays: 14 } } },
  },
  locations: {
    person: supplier,
    list: api.inventoryLocations.list,
    ids: async () => (await makePlaces()).items.map(({ id }) => id),
    change: (id) => supplier.call(api.inventoryLocations.update, { ...at(id), body: { turnover: true } }),
    replace: async (id) => {
      await supplier.call(api.inventoryLocations.remove, at(id));
      await makePlaces();
    },
    acts: {
      'inventoryLocations.bulkUpdate': { change: { turnover: true } },
      'placesLabels.printMany': { format: 'pdf', paper: 'a4_14' },
    },
  },
  volumes: {
    person: supplier,
    list: api.volumes.list,
    ids: async () => [await makeVolume()],
    change: (id) => supplier.call(api.volumes.update, { ...at(id), body: { name: 'Lote de março' } }),
    replace: async (id) => {
      await supplier.call(api.volumes.remove, at(id));
      await makeVolume();
    },
    acts: { 'volumes.bulkUpdate': { change: { tested: true } } },
  },
  categories: {
    person: supplier,
    list: api.categories.list,
    ids: async () => [await makeCategory()],
    change: (id) =>
      supplier.call(api.categories.update, { ...at(id), body: { description: `Taças ${++serial}` } }),
    replace: async (id) => {
      await supplier.call(api.categories.remove, at(id));
      await makeCategory();
    },
    acts: { 'categories.bulkUpdate': { change: { father: null } } },
  },
  suppliers: {
    person: supplier,
    list: api.suppliers.list,
    ids: async () => [(await makeSupplier(supplier)).id],
    change: (id) => supplier.call(api.suppliers.update, { ...at(id), body: { notes: 'Liga antes' } }),
    replace: async (id) => {
      await supplier.call(api.suppliers.remove, at(id));
      await makeSupplier(supplier);
    },
    acts: { 'suppliers.bulkUpdate': { change: { leadDays: 3 } } },
  },
  'supply requests': {
    person: supplier,
    list: api.supplyRequests.list,
    ids: async () => [await askFor()],
    change: (id) => supplier.call(api.supplyRequests.update, { ...at(id), body: { notes: 'Pela manhã' } }),
    replace: async (id) => {
      await supplier.call(api.supplyRequests.remove, at(id));
      await askFor();
    },
    acts: { 'supplyRequests.bulkUpdate': { change: { estimatedDelivery: '2026-12-20' } } },
  },
};

/**
 * A picking list is itself the created record; for prices, the publications decide which advertisements a run includes.
 */
const namesOther = [
  'campaignsAds.previewJoin',
  'picking.create',
  'advertisements.previewPrices',
  'advertisements.previewContent',
  'checkout.previewLabels',
  'orders.previewLabels',
  'advertisements.changePrices',
  'priceSchedules.create',
];

const definitions = new Map(endpoints.map(({ name, endpoint }) => [name, endpoint]));

async function read({ person, list }: Listing): Promise<Page<{ id: number }>> {
  const { body, statusCode } = await app.http.inject(requestOf(list, {}, person.token));
  expect(statusCode).toBe(200);
  return JSON.parse(body);
}

async function act({ person }: Listing, name: string, body: object) {
  const endpoint = definitions.get(name);
  if (!endpoint) throw new Error(`no endpoint ${name}`);
  const answer = await app.http.inject(requestOf(endpoint, { body: body as never }, person.token));
  return { status: answer.statusCode, ...JSON.parse(answer.body) };
}

test('each endpoint that selects a whole list is covered here', () => {
  const takesAll = endpoints.filter(({ endpoint }) => {
    if (!endpoint.body) return false;
    const { properties = {} } = inlineJsonSchema<{ properties?: object }>(endpoint.body, 'input');
    return 'query' in properties && 'seen' in properties;
  });
  expect(
    Object.values(listings)
      .flatMap(({ acts }) => Object.keys(acts))
      .toSorted(),
  ).toEqual(takesAll.map(({ name }) => name).toSorted());
});

describe.each(Object.entries(listings))('all %s', (_list, listing) => {
  test.each(Object.entries(listing.acts))(
    '%s refuses rows that the caller did not see',
    async (name, rest) => {
      await listing.ids();
      expect(await act(listing, name, { query: '', ...rest })).toMatchObject({
        status: 422,
        errors: { seen: [{ code: 'required' }] },
      });
    },
  );

  test.each(Object.entries(listing.acts))('%s refuses a row that changed since', async (name, rest) => {
    const id = (await listing.ids()).at(-1) ?? 0;
    const seen = await read(listing);
    app.clock.advance(1);
    await listing.change(id);
    expect((await read(listing)).total).toBe(seen.total);
    expect(await act(listing, name, { ...allOf('', seen), ...rest })).toMatchObject({
      status: 412,
      code: 'selection_changed',
      facts: { seen: seen.total, found: seen.total, changed: [String(id)] },
    });
  });

  const named = Object.entries(listing.acts).filter(([name]) => !namesOther.includes(name));
  test.each(named)('%s is in the history of each row it changed', async (name, rest) => {
    const [entity, verb] = name.split('.');
    const ids = await listing.ids();
    const answer = await act(listing, name, { ids, ...rest });
    expect(answer).toMatchObject({ status: 200 });
    for (const id of answer.done ?? ids) {
      const query = `kind:${entity} record:${id} act:${verb}`;
      expect((await listing.person.call(api.audit.list, { query: { query } })).total).toBe(1);
    }
  });

  const { replace } = listing;
  if (replace)
    test.each(Object.entries(listing.acts))('%s refuses a row that replaced another', async (name, rest) => {
      const id = (await listing.ids()).at(-1) ?? 0;
      const seen = await read(listing);
      app.clock.advance(1);
      await replace(id);
      expect((await read(listing)).total).toBe(seen.total);
      const refused = await act(listing, name, { ...allOf('', seen), ...rest });
      expect(refused).toMatchObject({ status: 412, code: 'selection_changed' });
      expect(refused.facts.changed).toHaveLength(1);
    });
});
