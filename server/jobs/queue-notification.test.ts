import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import { applySale } from '#server/orders/sale/apply-order.ts';
import { makeAccount, makePublication, remoteOrder } from '#server/orders/test/factory.ts';
import { testApp } from '#server/test/app.ts';
import { notificationSecret } from '#server/test/sandbox.ts';

const app = await testApp({ MERCADO_LIVRE_NOTIFICATION_SECRET: notificationSecret });
const supplier = await app.join('supply');
const seller = await app.join('sales');
const shelf = await makeShelf(app, supplier, 50);
const offer = await makeOffer(supplier, shelf, 2000);
const listener = new pg.Client({ connectionString: app.databaseUrl });
await listener.connect();
await listener.query('listen easy_jobs');
afterAll(() => listener.end());

/** Whether the queue is notified of jobs that an operation added in the database, without `enqueue`. */
async function isTold(act: () => Promise<unknown>): Promise<void> {
  let told = 0;
  const hear = () => void told++;
  listener.on('notification', hear);
  await act();
  await expect.poll(() => told).toBeGreaterThan(0);
  listener.off('notification', hear);
}

test('notifies the queue of an inbound notification', async () => {
  await isTold(() =>
    app.http.inject({
      method: 'POST',
      url: `/api${api.notifications.receive.path.replace(':marketplace', 'mercado-livre').replace(':secret', notificationSecret)}`,
      payload: {
        topic: 'orders_v2',
        user_id: 777,
        resource: '/orders/1',
        application_id: app.env.mercadoLivre.clientId,
      },
    }),
  );
});

test('notifies the queue of a stock level that a manual sale has reserved', async () => {
  await isTold(() =>
    seller.call(api.orders.create, {
      body: {
        buyerName: 'Ana',
        paid: true,
        lines: [{ dropshipItemId: offer.id, quantity: 1, unitPriceCentavos: 5000 }],
      },
    }),
  );
});

test('notifies the queue of a stock level that a marketplace sale has reserved', async () => {
  const account = await makeAccount(app, seller.businessId);
  const sold = await makePublication(app, account, [
    {
      offerId: offer.id,
      stockId: shelf.stockId,
      warehouseId: shelf.warehouseId,
      supplierId: supplier.businessId,
      price: 2000,
    },
  ]);
  const sale = { orders: [remoteOrder(sold)], shipment: null };
  await isTold(() =>
    app.database.transact({ businessId: seller.businessId }, (tx) => applySale(tx, account, sale)),
  );
});
