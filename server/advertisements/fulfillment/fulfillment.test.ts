import { expect, test } from 'vitest';
import { systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { makeAdvertisement, publish } from '#server/advertisements/test/factory.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import {
  connectSeller,
  drain,
  marketApp,
  misbehave,
  remoteSellers,
} from '#server/marketplaces/test/factory.ts';

const market = await marketApp();
const { app, sandbox } = market;
app.clock.set(systemClock.now().toISOString());
const supplier = await app.join('supply');
const seller = await app.join('sales');
const account = await connectSeller(seller, remoteSellers.legacy);

const rowsOf = async (query = '', sort = 'cover') =>
  (await seller.call(api.fulfillmentStocks.list, { query: { query, sort, size: '100' } })).items;
const detail = (id: number) => seller.call(api.publications.detail, { params: { id } });

async function published(quantity = 8) {
  const shelf = await makeShelf(app, supplier, quantity);
  const offer = await makeOffer(supplier, shelf, 2000);
  const advertisement = await makeAdvertisement(seller, [offer]);
  const { id } = await publish(seller, advertisement, account.id, offer);
  await drain(app);
  return { id, advertisement, shelf, offer, remoteItem: (await detail(id)).remoteItem ?? '' };
}

type Ad = { id: number; remoteItem: string };

async function sync({ id }: Ad) {
  await seller.call(api.publications.sync, { params: { id } });
  await drain(app);
}

/** Some units are damaged there, and some are moved between warehouses. */
async function stored(ad: Ad, quantity: number) {
  const unavailable = [
    { status: 'damaged', quantity: 3, condition: 'arrived_damaged' },
    { status: 'transfer', quantity: 2 },
  ];
  await sandbox.control('POST', `/items/${ad.remoteItem}/full`, { quantity, unavailable });
  await sync(ad);
}

/** Sales that the marketplace shipped: their day, counted back from now, and their units. */
async function sold(ad: { id: number }, sales: readonly (readonly [daysAgo: number, units: number])[]) {
  const [variation] = (await detail(ad.id)).variations;
  for (const [daysAgo, units] of sales)
    await app.rows(
      seller.businessId,
      `with sale as (insert into orders (business_id, account_id, marketplace, remote_order_id, total_centavos,
          purchased_at, created_at, updated_at, payment, status, logistic_type, marketplace_fulfilled)
        values (${seller.businessId}, ${account.id}, 'mercado-livre', 'F' || gen_random_uuid(), 100,
          '${app.clock.now().toISOString()}'::timestamptz - interval '${daysAgo} days', now(), now(), 'approved', 'sent', 'fulfillment', true) returning id, purchased_at)
       insert into order_lines (business_id, order_id, purchased_at, publication_variation_id, title, quantity, unit_price_centavos)
       select ${seller.businessId}, id, purchased_at, ${variation?.id}, 'Caneca', ${units}, 100 from sale returning id`,
    );
}

test('units in the marketplace’s warehouse are shown beside our stock, with the days that they last and how many to send', async () => {
  const ad = await published(8);
  await stored(ad, 20);
  await sold(ad, [
    [14, 10],
    [2, 18],
  ]);
  const [row] = await rowsOf('name:Caneca');
  // 28 units in 14 days: 2 a day; 20 there and 2 on their way last 11 days, and 30 days need 60.
  expect(row).toMatchObject({
    ...{ sellable: 20, unsellable: 3, inTransfer: 2, sold: 28, ads: 1, onShelf: 8 },
    ...{ dailyMilli: 2000, coverDays: 11, targetDays: 30, proposed: 38 },
    account: { id: account.id, capabilities: { fulfillment: 'Full' } },
  });
  expect((await detail(ad.id)).variations[0]).toMatchObject({
    fulfilledByMarketplace: true,
    fulfillmentStock: { sellable: 20, unsellable: 3, inTransfer: 2 },
  });
  const { items } = await seller.call(api.advertisements.list, { query: {} });
  expect(items.find((one) => one.id === ad.advertisement.id)).toMatchObject({
    quantity: 8,
    fulfillment: [{ service: 'Full', units: 20 }],
  });
  await seller.call(api.marketplaceAccounts.updateFulfillment, {
    params: { id: account.id },
    body: { days: 10 },
  });
  expect((await rowsOf('name:Caneca'))[0]).toMatchObject({ targetDays: 10, proposed: 0 });
  expect(await rowsOf('due:yes')).toEqual([]);
  await seller.call(api.marketplaceAccounts.updateFulfillment, {
    params: { id: account.id },
    body: { days: 30 },
  });
  expect(await rowsOf('due:yes')).toHaveLength(1);
  expect(await rowsOf(`product:${ad.shelf.productId}`)).toHaveLength(1);
  expect(await rowsOf('product:999999')).toEqual([]);
});

test('units that could not be read keep those of the last reading, and units that left are gone', async () => {
  const ad = await published();
  await stored(ad, 5);
  const before = (await rowsOf()).length;
  await misbehave(sandbox, { kind: 'error-500', path: '/inventories/*' });
  await sync(ad);
  await sandbox.control('DELETE', '/faults');
  expect((await detail(ad.id)).variations[0]).toMatchObject({
    fulfilledByMarketplace: true,
    fulfillmentStock: { sellable: 5 },
  });
  await sandbox.control('DELETE', `/items/${ad.remoteItem}/full`);
  await sync(ad);
  expect((await detail(ad.id)).variations[0]).toMatchObject({
    fulfilledByMarketplace: false,
    fulfillmentStock: null,
  });
  expect(await rowsOf()).toHaveLength(before - 1);
  const [kept] = await app.rows(seller.businessId, 'select count(*)::int as total from fulfillment_stocks');
  expect(kept?.total).toBe(before - 1);
});

test('two ads of one record show it once, with the sales of both', async () => {
  const one = await published();
  const other = await published();
  await stored(one, 6);
  await app.rows(
    seller.businessId,
    `update publication_variations set fulfillment_stock_id = (
        select fulfillment_stock_id from publication_variations where publication_id = ${one.id})
      where publication_id = ${other.id} returning id`,
  );
  await sold(one, [[1, 3]]);
  await sold(other, [[1, 4]]);
  const found = (await rowsOf()).filter(({ ads }) => ads === 2);
  expect(found).toMatchObject([{ sellable: 6, sold: 7, dailyMilli: 1000 }]);
});

test('a pace without stock counts until the last sale only', async () => {
  const ad = await published();
  await sandbox.control('POST', `/items/${ad.remoteItem}/full`, { quantity: 0 });
  await sync(ad);
  await sold(ad, [
    [29, 10],
    [19, 10],
  ]);
  const row = (await rowsOf()).find(({ sellable }) => sellable === 0);
  // 20 units in the ten days in which there were some.
  expect(row).toMatchObject({ dailyMilli: 2000, coverDays: 0, proposed: 60 });
});

test('the proposal is exported with the columns of the screen', async () => {
  const { bytes } = await seller.download(api.fulfillmentStocks.export, {
    query: { columns: 'name,sellable,proposed' },
  });
  const [head] = bytes.toString('utf8').replace('\uFEFF', '').split(/\r?\n/);
  expect(head).toBe('Anúncio;À venda lá;Enviar');
});

test('a business sees no units of another', async () => {
  const rival = await app.join('sales');
  expect((await rival.call(api.fulfillmentStocks.list, { query: {} })).items).toEqual([]);
});
