import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { makeAdvertisement, publish } from '#server/advertisements/test/factory.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import { connectSeller, marketApp } from '#server/marketplaces/test/factory.ts';
import { packSale } from '#server/orders/test/factory.ts';

const storeId = 4118037;
const created = z.object({ id: z.number() });
const bought = z.object({ order: z.object({ id: z.union([z.number(), z.string()]).transform(String) }) });
const soldOrders = z.array(
  z.looseObject({
    id: z.union([z.number(), z.string()]).transform(String),
    fulfillment_orders: z.array(z.looseObject({ status: z.string() })),
  }),
);

/** The address for the marketplace's notifications must be known before there is a server. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

test("a sale arrives by a signed notification, and the store gets the progress of its seller's parcel", async () => {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const { app, sandbox } = await marketApp({ APP_URL: `http://localhost:${port}` });
  app.clock.set(systemClock.now().toISOString());
  await app.http.listen({ port });
  const supplier = await app.join('supply');
  const seller = await app.join('sales');
  const account = await connectSeller(seller, storeId, 'nuvemshop');
  expect(account.capabilities).toMatchObject({ makesLabels: false, quotesFee: false });
  const shelf = await makeShelf(app, supplier, 5);
  const offer = await makeOffer(supplier, shelf, 2000);
  const made = await publish(seller, await makeAdvertisement(seller, [offer]), account.id, offer, {
    category: '0',
    attributes: [],
  });
  await app.drain();
  const { remoteItem } = await seller.call(api.publications.detail, { params: { id: made.id } });

  const body = JSON.stringify({ store_id: storeId, event: 'order/paid', id: 1 });
  const forged = await fetch(`${origin}/api/notifications/nuvemshop/1000`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-linkedstore-hmac-sha256': '0'.repeat(64) },
    body,
  });
  expect(forged.status).toBe(404);

  const { order } = bought.parse(
    await sandbox.control('POST', '/nuvemshop/purchases', { productId: Number(remoteItem), quantity: 2 }),
  );
  const sale = async () => {
    await app.drain();
    const { items } = await seller.call(api.orders.list, { query: { query: `number:${order.id}` } });
    return items[0] ? seller.call(api.orders.detail, { params: { id: items[0].id } }) : null;
  };
  // No search runs here: the store's own notification brings it.
  await expect.poll(sale).toMatchObject({ reserve: 'firm', payment: 'approved' });
  // A seller's own store reports no commission.
  const { money, lines } = (await sale()) ?? {};
  expect(money).toMatchObject({
    fee: null,
    // The buyer pays the store exactly what the freight costs it.
    margin: (money?.total ?? 0) - (money?.cost ?? 0),
  });
  expect(lines).toMatchObject([{ saleFeeCentavos: null }]);
  const { id } = created.parse(await sale());

  const statuses = async () => {
    await app.drain();
    const all = soldOrders.parse(await sandbox.control('GET', '/nuvemshop/orders'));
    return all.find((one) => one.id === order.id)?.fulfillment_orders.map(({ status }) => status);
  };
  expect(await statuses()).toEqual(['UNPACKED']);
  await packSale(supplier, id, shelf.sku, 2);
  expect(await statuses()).toEqual(['PACKED']);
  await supplier.call(api.checkout.print, { params: { id }, body: { reason: 'rasgou' } });
  await supplier.call(api.checkout.send, { params: { id }, body: { trackingCode: 'AA123456785BR' } });
  expect(await statuses()).toEqual(['DISPATCHED']);
  expect(await sale()).toMatchObject({ status: 'sent', trackingCode: 'AA123456785BR' });
});
