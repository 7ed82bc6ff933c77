import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { RemoteListing } from '#contract/advertisements/publication-link.ts';
import { systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { type MarketplaceId, marketplaceIds } from '#contract/marketplaces/marketplace.ts';
import { makeOffer, makeShelf, makeWarehouse } from '#server/inventory/test/factory.ts';
import { connectSeller, drain, marketApp, remoteSellers } from '#server/marketplaces/test/factory.ts';
import { sweepOrders } from '#server/orders/sync/sweep.ts';
import { jobOf } from '#server/orders/test/factory.ts';
import { checkInvariants } from '#server/test/check-invariants.ts';

const market = await marketApp({ APP_URL: 'http://localhost:3000' });
const { app, sandbox } = market;
app.clock.set(systemClock.now().toISOString());
const supplier = await app.join('supply');
const outsider = await app.join('supply');
const seller = await app.join('sales');
const warehouse = await makeWarehouse(supplier);
const farAway = await makeWarehouse(outsider);
const { publicationsLink, publications } = api;

type Ad = { title: string; sku?: string; gtin?: string; quantity?: number; variations?: object[] };
/** How a stand-in creates an ad, shows it, and sells it. */
type Place = {
  seller: number;
  make: (ad: Ad) => Promise<unknown>;
  shown: (id: string) => Promise<{ price: number; quantity: number }[]>;
  buy: (id: string, variation: string) => Promise<unknown>;
};
const post = (path: string, body: object) => sandbox.control('POST', path, body);
const get = async <T extends z.ZodType>(path: string, rows: T) =>
  z.array(rows).parse(await sandbox.control('GET', path));
const anId = z.union([z.string(), z.number()]).transform(String);
const unit = z.object({ price: z.number(), available: z.number() });
const item = unit.extend({ id: anId, variations: z.array(unit) });
const stocked = z.object({ original_price: z.number(), stock: z.number() });
const tiered = stocked.extend({ item_id: anId, models: z.array(stocked) });
const variant = z.object({
  price: z.coerce.number(),
  inventory_levels: z.array(z.object({ stock: z.number().nullable() })),
});
const product = z.object({ id: anId, variants: z.array(variant) });

const places: Record<MarketplaceId, Place> = {
  'mercado-livre': {
    seller: remoteSellers.legacy,
    make: (ad) => post('/items', { sellerId: remoteSellers.legacy, price: 59.9, ...ad }),
    async shown(id) {
      const found = (await get('/items', item)).find((one) => one.id === id);
      const units = found?.variations.length ? found.variations : found ? [found] : [];
      return units.map(({ price, available }) => ({ price, quantity: available }));
    },
    buy: (itemId) => post('/purchases', { itemId, quantity: 1 }),
  },
  shopee: {
    seller: 55_667_788,
    make: (ad) => post('/shopee/items', { shopId: 55_667_788, price: 59.9, ...ad }),
    async shown(id) {
      const found = (await get('/shopee/items', tiered)).find((one) => one.item_id === id);
      const units = found?.models.length ? found.models : found ? [found] : [];
      return units.map(({ original_price: price, stock: quantity }) => ({ price, quantity }));
    },
    buy: (id) => post('/shopee/purchases', { itemId: Number(id), quantity: 1 }),
  },
  nuvemshop: {
    seller: 4_118_037,
    make: (ad) => post('/nuvemshop/products', { storeId: 4_118_037, price: 59.9, ...ad }),
    async shown(id) {
      const found = (await get('/nuvemshop/products', product)).find((one) => one.id === id);
      return (found?.variants ?? []).map(({ price, inventory_levels: levels }) => ({
        price,
        quantity: levels.reduce((sum, { stock }) => sum + (stock ?? 0), 0),
      }));
    },
    buy: (id, variation) =>
      post('/nuvemshop/purchases', { productId: Number(id), variantId: Number(variation), quantity: 1 }),
  },
};

let serial = 0;
async function offered(
  name: string,
  quantity: number,
  codes: { sku?: string; gtin?: string } = {},
  by = { person: supplier, warehouse },
) {
  const shelf = await makeShelf(app, by.person, quantity, Promise.resolve(by.warehouse));
  await app.database.transact({ businessId: by.person.businessId }, async (tx) => {
    await tx.db.updateTable('products').set({ name }).where('id', '=', shelf.productId).execute();
    if (Object.keys(codes).length > 0)
      await tx.db.updateTable('product_variations').set(codes).where('id', '=', shelf.variationId).execute();
  });
  return makeOffer(by.person, shelf, 2990);
}
/** A code with its check digit. */
function nextGtin(): string {
  const digits = `789600${String(++serial).padStart(6, '0')}`;
  const sum = [...digits].reduce((total, digit, n) => total + Number(digit) * (n % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
const unlinked = async (account: number) =>
  (await seller.call(publicationsLink.list, { query: { size: '100', query: `account:${account}` } })).items;
const reasonsOf = (row: RemoteListing | undefined) =>
  row?.variations.map(({ suggestions }) => suggestions[0]?.by ?? null);
const componentsOf = (row: RemoteListing | undefined) =>
  row?.variations.map(({ remoteVariation, suggestions }) => ({
    remoteVariation,
    components: (suggestions[0]?.parts ?? []).map(({ offer, quantity }) => ({ offer: offer.id, quantity })),
  })) ?? [];

describe.each(marketplaceIds)('ads that existed at %s before', (marketplace) => {
  const place = places[marketplace];
  const codes = {
    ...{ black: nextGtin(), white: nextGtin() },
    sku: `ANTES-${marketplace}`,
    bulk: [1, 2, 3, 4].map(() => nextGtin()),
  };
  const ids = { colours: '', sku: '', title: '', none: '', bulk: [] as string[] };
  let account: number;
  const make = async (ad: Ad) => z.looseObject({ id: anId }).parse(await place.make(ad)).id;
  const rowOf = async (id: string) => (await unlinked(account)).find(({ remoteItem }) => remoteItem === id);
  const read = async () => {
    await seller.call(publicationsLink.refresh, { body: { account } });
    await drain(app);
  };

  beforeAll(async () => {
    await offered(`Caneca preta de ${marketplace}`, 9, { gtin: codes.black });
    await offered(`Caneca branca de ${marketplace}`, 5, { gtin: codes.white });
    await offered(`Xícara sem nome de ${marketplace}`, 4, { sku: codes.sku });
    await offered(`Garrafa térmica inox 500 ml ${marketplace}`, 3);
    const byOutsider = { person: outsider, warehouse: farAway };
    await offered(`Prateleira ${marketplace}`, 2, { sku: `ALHEIO-${marketplace}` }, byOutsider);
    for (const gtin of codes.bulk) await offered(`Prato ${gtin}`, 6, { gtin });
    const colours = [
      { color: 'Preto', quantity: 2, gtin: codes.black },
      { color: 'Branco', quantity: 1, gtin: codes.white },
    ];
    ids.colours = await make({ title: 'Caneca em duas cores', variations: colours });
    ids.sku = await make({ title: 'Pires avulso antigo', sku: ` ${codes.sku.toLowerCase()} ` });
    ids.title = await make({ title: `Garrafa térmica inox 500ml ${marketplace} original` });
    ids.none = await make({ title: 'Violão folk de aço usado', sku: `alheio-${marketplace}` });
    for (const gtin of codes.bulk) ids.bulk.push(await make({ title: `Louça ${gtin}`, gtin }));
    account = (await connectSeller(seller, place.seller, marketplace)).id;
    await read();
  });

  test('ads that existed at %s before are read with their variations and matched by GTIN or title; the SKU of an unrelated supplier matches nothing', async () => {
    const rows = await unlinked(account);
    expect(rows).toHaveLength(8);
    expect(
      await Promise.all([ids.colours, ids.title, ids.none].map(rowOf)).then((all) => all.map(reasonsOf)),
    ).toEqual([['gtin', 'gtin'], ['title'], [null]]);
    expect(rows.find(({ remoteItem }) => remoteItem === ids.colours)?.variations).toMatchObject([
      { name: 'Preto', gtin: codes.black, price: 5990, quantity: 2 },
      { name: 'Branco', gtin: codes.white, price: 5990, quantity: 1 },
    ]);
  });

  test('ads that existed at %s before with two variations show the changes of a link, and have them once it is made', async () => {
    const variations = componentsOf(await rowOf(ids.colours)).map((one) => ({ ...one, price: 6990 }));
    const body = { account, link: ids.colours, variations };
    const plan = await seller.call(publicationsLink.plan, { body });
    expect(plan.variations.map(({ before, after }) => [before, after])).toEqual([
      [
        { price: 5990, promotion: null, quantity: 2 },
        { price: 6990, quantity: 9 },
      ],
      [
        { price: 5990, promotion: null, quantity: 1 },
        { price: 6990, quantity: 5 },
      ],
    ]);
    const linked = await seller.call(publications.link, { body });
    await drain(app);
    expect(await place.shown(ids.colours)).toEqual([
      { price: 69.9, quantity: 9 },
      { price: 69.9, quantity: 5 },
    ]);
    const after = await seller.call(publications.detail, { params: { id: linked.id } });
    expect(after).toMatchObject({ state: 'active' });
    expect(await rowOf(ids.colours)).toBeUndefined();
  });

  test('many links at once: each ad keeps its price; one without a match stays unlinked', async () => {
    await read();
    const rows = (await unlinked(account)).filter(({ variations }) => variations[0]?.suggestions[0]);
    expect((await rowOf(ids.sku))?.variations[0]?.suggestions[0]?.by).toBe('sku');
    const bySku = await seller.call(publicationsLink.list, {
      query: { query: `account:${account} match:sku` },
    });
    expect(bySku.items.map(({ remoteItem }) => remoteItem)).toEqual([ids.sku]);
    const chosen = rows.filter(({ remoteItem }) => remoteItem !== ids.title);
    expect(chosen).toHaveLength(5);
    const items = chosen.map((row) => ({
      account,
      remoteItem: row.remoteItem,
      variations: componentsOf(row),
    }));
    const run = await seller.call(publicationsLink.linkMany, { body: { items } });
    await drain(app);
    expect(await seller.call(api.bulkRuns.detail, { params: { id: run.id } })).toMatchObject({
      ...{ state: 'done', succeeded: 5, failures: 0 },
    });
    for (const id of ids.bulk) expect(await place.shown(id)).toEqual([{ price: 59.9, quantity: 6 }]);
    expect(await place.shown(ids.sku)).toEqual([{ price: 59.9, quantity: 4 }]);
    expect((await unlinked(account)).map(({ remoteItem }) => remoteItem).toSorted()).toEqual(
      [ids.title, ids.none].toSorted(),
    );
  });

  test('a sale of an unlinked ad is reserved by its link', async () => {
    const row = await rowOf(ids.title);
    await place.buy(ids.title, row?.variations[0]?.remoteVariation ?? '');
    app.clock.set(systemClock.now().toISOString());
    await sweepOrders(jobOf(app));
    await drain(app);
    const find = async () => (await seller.call(api.orders.list, { query: { query: 'linked:no' } })).items;
    const [sale] = await find();
    expect(sale).toMatchObject({ linked: false });
    await seller.call(publications.link, {
      body: { account, link: ids.title, variations: componentsOf(row) },
    });
    await drain(app);
    expect(await find()).toEqual([]);
    const detail = await seller.call(api.orders.detail, { params: { id: sale?.id ?? 0 } });
    expect(detail.gates.find(({ name }) => name === 'stock')).toMatchObject({ open: true });
    expect(await place.shown(ids.title)).toMatchObject([{ quantity: 2 }]);
    expect(await checkInvariants(app.databaseUrl)).toEqual([]);
  });
});
