import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { addMinutes, systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { makeAdvertisement, publish } from '#server/advertisements/test/factory.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import { runDue } from '#server/orders/sale/due.ts';
import { jobOf, packSale } from '#server/orders/test/factory.ts';
import { sampleNfe } from '#server/orders/test/nfe-sample.ts';
import {
  partnerId,
  partnerKey,
  shopId,
  startShop,
} from '#server/outside/marketplaces/shopee/test/shop-server.ts';
import { testApp } from '#server/test/app.ts';

const shop = await startShop();
const app = await testApp({
  ...{ SHOPEE_API: shop.url, SHOPEE_CLIENT_ID: partnerId, SHOPEE_CLIENT_SECRET: partnerKey },
  APP_URL: 'http://localhost:3000',
});
app.clock.set(systemClock.now().toISOString());

/** Pushes as the shop does: signed over address and bytes, accepting only an empty answer. */
function push(body: Record<string, unknown>, key = partnerKey) {
  const path = `/api/notifications/shopee/${partnerId}`;
  const raw = JSON.stringify({ shop_id: Number(shopId), timestamp: 1, ...body });
  const authorization = createHmac('sha256', key).update(`http://localhost:3000${path}|${raw}`).digest('hex');
  const headers = { 'content-type': 'application/json', authorization };
  return app.http.inject({ method: 'POST', url: path, headers, payload: raw });
}

test('a shop is connected by the parameters its page adds to the address; its sale is arranged once, when it is at the bench with its document', async () => {
  const supplier = await app.join('supply');
  const seller = await app.join('sales');
  const { url } = await seller.call(api.marketplaceAccounts.authorize, { body: { marketplace: 'shopee' } });
  const back = new URL(new URL(url).searchParams.get('redirect') ?? '');
  const state = back.searchParams.get('state') ?? '';
  const account = await seller.call(api.marketplaceAccounts.connect, {
    body: { state, code: 'good', said: { shop_id: shopId } },
  });
  expect(account).toMatchObject({
    user: 'Loja da Ana',
    capabilities: { makesLabels: true, mostPictures: 9 },
  });
  const shelf = await makeShelf(app, supplier, 5);
  const offer = await makeOffer(supplier, shelf, 2000);
  const made = await publish(seller, await makeAdvertisement(seller, [offer]), account.id, offer, {
    category: '101',
    attributes: [{ id: '200134', name: 'Material', valueId: '7', valueName: 'Ágata' }],
  });
  await app.drain();
  const { remoteItem } = await seller.call(api.publications.detail, { params: { id: made.id } });

  const sold = { item_id: Number(remoteItem), item_name: 'Caneca', model_id: 0, model_quantity_purchased: 2 };
  const order = shop.sell({
    item_list: [{ ...sold, model_discounted_price: 49.9 }],
    // Fifty-nine minutes ago.
    pay_time: Math.floor(app.clock.now().getTime() / 1000) - 59 * 60,
  });
  const news = { code: 3, data: { ordersn: order, status: 'READY_TO_SHIP' } };
  expect((await push(news, 'another key')).statusCode).toBe(404);
  const answer = await push(news);
  expect([answer.statusCode, answer.body]).toEqual([200, '']);
  await app.drain();
  const sale = async () => {
    const [row] = (await seller.call(api.orders.list, { query: { query: `number:${order}` } })).items;
    return seller.call(api.orders.detail, { params: { id: row?.id ?? 0 } });
  };
  const shipped = () => shop.asked.filter(({ path }) => path.endsWith('/ship_order')).length;
  expect(await sale()).toMatchObject({
    ...{ status: 'waiting_separation', document: 'missing', reserve: 'firm', labelReady: false },
  });
  expect(shipped()).toBe(0);

  // The buyer may cancel for an hour: until then the sale is not at the bench.
  app.clock.set(addMinutes(systemClock.now(), 2).toISOString());
  await runDue(jobOf(app));
  const { id, status } = await sale();
  expect(status).toBe('pending');
  const nfe = sampleNfe({
    ...{ cnpj: '11222333000181', number: 12, issuedAt: app.clock.now(), total: 9980, product: 'Caneca' },
    ...{ quantity: 2, buyer: { document: '52998224725', name: 'Ana Souza', zip: '40010000' } },
  });
  await seller.call(api.orders.sendInvoice, { params: { id }, files: [{ name: 'nfe.xml', bytes: nfe }] });
  await app.drain();
  expect(await sale()).toMatchObject({ document: 'accepted', labelReady: true, trackingCode: `BR${order}` });
  expect((await sale()).events.map(({ kind }) => kind)).toContain('drop-off-arranged');
  await push({ code: 15, data: { ordersn: order } });
  await app.drain();
  expect(shipped()).toBe(1);

  // Values that are masked by then overwrite no known ones.
  const masked = {
    name: 'A****a',
    full_address: 'R****, 10',
    city: 'Salvador',
    state: 'Bahia',
    zipcode: '4001****',
  };
  const known = shop.orders.get(order);
  Object.assign(known ?? {}, { recipient_address: masked, update_time: (known?.update_time ?? 0) + 60 });
  await push({ code: 4, data: { ordersn: order } });
  await app.drain();
  expect(await sale()).toMatchObject({
    buyer: { name: 'Ana Souza', street: 'Rua das Flores, 10', zip: '40010000' },
  });

  await packSale(supplier, id, shelf.sku, 2);
  const printed = await supplier.call(api.checkout.print, { params: { id }, body: { reason: 'rasgou' } });
  expect(printed.labelFormats).toEqual(['pdf', 'zpl']);
});
