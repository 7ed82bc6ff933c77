import { expect, test } from 'vitest';
import { z } from 'zod';
import { addMinutes, systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { anId, made, promotionActs } from '#server/advertisements/test/promotion-acts.ts';
import {
  connectSeller,
  drain,
  marketApp,
  remoteSellers,
  settler,
} from '#server/marketplaces/test/factory.ts';
import { sweepOrders } from '#server/orders/sync/sweep.ts';
import { jobOf } from '#server/orders/test/factory.ts';

const { app, sandbox } = await marketApp();
app.clock.set(systemClock.now().toISOString());
const supplier = await app.join('supply');
const seller = await app.join('sales');
const { publications, advertisements, bulkRuns } = api;
const { detail, link, reprice, sync } = promotionActs(app, { seller, supplier });

const shopId = 55_667_788;
const shop = (await connectSeller(seller, shopId, 'shopee')).id;
const storeId = 4_118_037;
const tier = z.object({ min_count: z.number(), max_count: z.number(), unit_price: z.number() });
const items = z.array(
  z.looseObject({ item_id: anId, original_price: z.number(), wholesales: z.array(tier).default([]) }),
);
const shopItem = async (id: string) =>
  items.parse(await sandbox.control('GET', '/shopee/items')).find(({ item_id: item }) => item === id);

/** An ad of a shop at R$ 100,00, linked here. */
async function shopAd(more: object = {}) {
  const item = made(
    await sandbox.control('POST', '/shopee/items', {
      ...{ shopId, title: 'Caneca para revenda', price: 100, quantity: 40, ...more },
    }),
  );
  const { id } = await seller.call(publications.link, { body: (await link(shop, item)).body });
  await drain(app);
  return { item, id };
}

type Bands = { from: number; price: number }[];
const bands: Bands = [
  { from: 5, price: 9000 },
  { from: 8, price: 8000 },
];
const put = (id: number, next: Bands, version?: number) =>
  seller.call(publications.updateWholesale, { params: { id }, body: { bands: next }, version });
const refuse = (id: number, next: Bands) =>
  seller.refused(publications.updateWholesale, { params: { id }, body: { bands: next } });

test('bands are sent to the shop, read back with their margins, and removed again', async () => {
  const { item, id } = await shopAd();
  expect(await detail(id)).toMatchObject({ wholesale: [] });
  expect(await put(id, bands)).toMatchObject({ syncing: true });
  await drain(app);
  expect((await shopItem(item))?.wholesales).toEqual([
    { min_count: 5, max_count: 7, unit_price: 90 },
    { min_count: 8, max_count: 999_999, unit_price: 80 },
  ]);
  const { wholesale, variations, syncing, syncError } = await detail(id);
  const cost = variations[0]?.cost ?? 0;
  expect({ syncing, syncError }).toEqual({ syncing: false, syncError: null });
  expect(wholesale).toMatchObject([
    { from: 5, price: 9000, marginBasisPoints: Math.round(((9000 - cost) * 10_000) / 9000) },
    { from: 8, price: 8000 },
  ]);
  await sync(id);
  expect(await detail(id)).toMatchObject({ wholesale });
  await put(id, []);
  await drain(app);
  expect((await shopItem(item))?.wholesales).toEqual([]);
  expect(await detail(id)).toMatchObject({ wholesale: [] });
});

test('bands that the shop has are taken over when its ad is linked, and when they change there', async () => {
  const wholesales = [{ min_count: 3, max_count: 99, unit_price: 95 }];
  const { id, item } = await shopAd({ wholesales });
  expect(await detail(id)).toMatchObject({ wholesale: [{ from: 3, price: 9500, fee: null }] });
  await sandbox.control('PATCH', `/shopee/items/${item}`, {
    wholesales: [{ min_count: 4, max_count: 99, unit_price: 85 }],
  });
  await sync(id);
  expect(await detail(id)).toMatchObject({ wholesale: [{ from: 4, price: 8500 }] });
});

test('quantities rise, prices fall and stay below the price of the ad; each fault is at its field', async () => {
  const { id } = await shopAd();
  const cases: [Bands, object][] = [
    [[{ from: 1, price: 9000 }], { 0: { from: [{ code: 'too_small' }] } }],
    [[{ from: 5, price: 10_000 }], { 0: { price: [{ code: 'above_price' }] } }],
    // The shop's category accepts no less than 30 percent.
    [[{ from: 5, price: 2999 }], { 0: { price: [{ code: 'too_small' }] } }],
    [
      [
        { from: 5, price: 9000 },
        { from: 5, price: 9000 },
      ],
      { 1: { from: [{ code: 'not_rising' }], price: [{ code: 'not_falling' }] } },
    ],
  ];
  for (const [next, errors] of cases)
    expect((await refuse(id, next)).errors).toMatchObject({ bands: errors });
  expect(
    (
      await refuse(
        id,
        Array.from({ length: 6 }, (_, n) => ({ from: n + 2, price: 9900 - n })),
      )
    ).errors,
  ).toMatchObject({ bands: [{ code: 'too_big' }] });
  expect(await detail(id)).toMatchObject({ wholesale: [] });
});

test('a band below the margin floor is refused at its price', async () => {
  const { id } = await shopAd();
  const { cost } = (await detail(id)).variations[0] ?? { cost: 0 };
  await seller.call(publications.updateFloor, {
    params: { id },
    body: { floor: { basisPoints: 1000, action: 'warn' } },
  });
  const low = { from: 8, price: cost + 50 };
  const high = { from: 5, price: 9900 };
  expect((await refuse(id, [high, low])).errors).toMatchObject({
    bands: { 1: { price: [{ code: 'below_floor' }] } },
  });
});

test('a price at or below a band is refused at its field, and left out of many', async () => {
  const { id, item } = await shopAd();
  await put(id, bands);
  await drain(app);
  const [variation] = (await detail(id)).variations;
  const at = variation?.id ?? 0;
  const refused = await seller.refused(publications.update, {
    params: { id },
    body: { variations: { update: { [at]: { price: 9000 } } } },
  });
  expect(refused.errors).toMatchObject({
    variations: { update: { [at]: { price: [{ code: 'below_wholesale' }] } } },
  });
  const { advertisement } = await detail(id);
  const body = { ids: [advertisement.id], rule: { kind: 'price' as const, price: 7000 } };
  const { items: previewed } = await seller.call(advertisements.previewPrices, { body });
  expect(previewed).toMatchObject([{ after: null, refused: 'wholesale_above_price' }]);
  const run = await seller.call(advertisements.changePrices, { body });
  await drain(app);
  expect(await seller.call(bulkRuns.detail, { params: { id: run.id } })).toMatchObject({
    ...{ succeeded: 0, failed: [{ code: 'wholesale_above_price' }] },
  });
  expect(await shopItem(item)).toMatchObject({ original_price: 100 });
  await reprice(id, 9100);
  expect(await shopItem(item)).toMatchObject({ original_price: 91 });
});

test('lower bands go before a lower price, of which the shop would refuse the second', async () => {
  const { id, item } = await shopAd();
  await put(id, bands);
  await drain(app);
  await put(id, [{ from: 5, price: 5000 }]);
  await reprice(id, 6000);
  expect(await detail(id)).toMatchObject({ syncError: null, wholesale: [{ from: 5, price: 5000 }] });
  expect(await shopItem(item)).toMatchObject({
    original_price: 60,
    wholesales: [{ min_count: 5, unit_price: 50 }],
  });
});

test('bands that the shop refuses stay here with its reason until they are corrected', async () => {
  const { id, item } = await shopAd();
  const fault = { kind: 'refused', path: '/product/update_item', times: 1 };
  await sandbox.control('POST', '/shopee/faults', fault);
  await put(id, bands);
  await drain(app);
  expect(await detail(id)).toMatchObject({
    syncError: { kind: 'refused', causes: [{ field: 'wholesale' }] },
    wholesale: [{ from: 5 }, { from: 8 }],
  });
  await sync(id);
  expect(await detail(id)).toMatchObject({ wholesale: [{ from: 5 }, { from: 8 }] });
  expect((await shopItem(item))?.wholesales).toEqual([]);
  await put(id, [{ from: 6, price: 7000 }]);
  await drain(app);
  expect(await detail(id)).toMatchObject({ syncError: null, wholesale: [{ from: 6, price: 7000 }] });
  expect((await shopItem(item))?.wholesales).toMatchObject([{ min_count: 6, unit_price: 70 }]);
});

test('a sale of so many units has the price of its band, and its profit counts it', async () => {
  const { id, item } = await shopAd();
  await put(id, bands);
  await drain(app);
  await sandbox.control('POST', '/shopee/purchases', { itemId: Number(item), quantity: 6 });
  await sandbox.control('POST', '/clock', { seconds: 60 });
  app.clock.set(addMinutes(systemClock.now(), 1).toISOString());
  await sweepOrders(jobOf(app));
  await drain(app);
  const { items: sales } = await seller.call(api.orders.list, { query: {} });
  const sale = await seller.call(api.orders.detail, { params: { id: sales[0]?.id ?? 0 } });
  const partOf = (part: string) => sale.money?.parts.find(({ name }) => name === part)?.amount;
  expect(sale.lines).toMatchObject([{ quantity: 6 }]);
  expect(sale.money).toMatchObject({ total: 6 * 9000, cost: 6 * 2990 });
  expect(partOf('goods')).toBe(6 * 9000);
});

test('a cost that rises takes a band below the floor: the seller is warned, and the price of one unit stays', async () => {
  const { id } = await shopAd();
  await seller.call(publications.updateFloor, {
    params: { id },
    body: { floor: { basisPoints: 2000, action: 'reprice' } },
  });
  await put(id, bands);
  await drain(app);
  const [{ offer } = { offer: { id: 0 } }] = (await detail(id)).variations[0]?.components ?? [];
  await supplier.call(api.dropshipItems.update, { params: { id: offer.id }, body: { price: 7000 } });
  await drain(app);
  expect((await detail(id)).variations).toMatchObject([{ price: 10_000, cost: 7000, guard: 'warned' }]);
  const { items: changes } = await seller.call(api.marginChanges.list, {
    query: { query: `publication:${id}` },
  });
  expect(changes).toMatchObject([
    { cause: 'wholesale', outcome: 'warned', before: { price: 10_000 }, after: { price: 8000 } },
  ]);
  await put(id, [{ from: 5, price: 9500 }]);
  await drain(app);
  expect((await detail(id)).variations).toMatchObject([{ price: 10_000, guard: null }]);
});

test('an account whose marketplace has none, and an ad that is not published yet, accept no bands', async () => {
  const { id: store } = await connectSeller(seller, storeId, 'nuvemshop');
  const product = { storeId, title: 'Bule da loja', price: 100, quantity: 4 };
  const ad = made(await sandbox.control('POST', '/nuvemshop/products', product));
  const { id } = await seller.call(publications.link, { body: (await link(store, ad)).body });
  await drain(app);
  expect((await detail(id)).account.capabilities.wholesale).toBeNull();
  expect((await refuse(id, bands)).errors).toMatchObject({ bands: [{ code: 'invalid' }] });
});

test('a seller of Mercado Livre has bands for companies, a sale counts what was paid, and a relisted ad keeps them', async () => {
  const tags = ['normal', 'business'];
  await sandbox.control('PATCH', `/sellers/${remoteSellers.legacy}`, { tags });
  const { id: account } = await connectSeller(seller, remoteSellers.legacy);
  const body = { sellerId: remoteSellers.legacy, title: 'Caneca para empresas', price: 100, quantity: 40 };
  const ad = made(await sandbox.control('POST', '/items', body));
  const { id } = await seller.call(publications.link, { body: (await link(account, ad)).body });
  await drain(app);
  expect(await detail(id)).toMatchObject({
    account: { capabilities: { wholesale: { mostBands: 5, buyers: 'companies' } } },
    wholesale: [],
  });
  await put(id, bands);
  await drain(app);
  const { wholesale, syncError } = await detail(id);
  expect(syncError).toBeNull();
  expect(wholesale).toMatchObject([
    { from: 5, price: 9000, fee: expect.any(Number) },
    { from: 8, price: 8000 },
  ]);
  await sync(id);
  expect(await detail(id)).toMatchObject({ wholesale });
  const company = 99_118_420;
  await sandbox.control('POST', '/purchases', { itemId: ad, quantity: 6, buyer: company });
  await settler({ app, sandbox })();
  const { items: sales } = await seller.call(api.orders.list, { query: { query: `account:${account}` } });
  const sale = await seller.call(api.orders.detail, { params: { id: sales[0]?.id ?? 0 } });
  expect(sale.lines).toMatchObject([{ quantity: 6, unitPriceCentavos: 9000 }]);
  const { total = 0, cost = 0, fee = 0, freight = 0, margin } = sale.money ?? {};
  expect(total).toBe(6 * 9000);
  expect(sale.money?.parts.find((part) => part.name === 'goods')?.amount).toBe(6 * 9000);
  expect(margin).toBe(total - (cost ?? 0) - (fee ?? 0) - (freight ?? 0));
  await seller.call(publications.close, { params: { id } });
  await drain(app);
  const again = await seller.call(publications.republish, { params: { id } });
  await drain(app);
  expect(await detail(again.id)).toMatchObject({ state: 'active', syncError: null, wholesale });
  await sync(again.id);
  expect(await detail(again.id)).toMatchObject({ wholesale });
});
