import { expect, test } from 'vitest';
import { z } from 'zod';
import type { NewPublication } from '#contract/advertisements/publication.ts';
import { systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { makeAdvertisement, publish, textValue } from '#server/advertisements/test/factory.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import {
  connectSeller,
  drain,
  marketApp,
  remoteItems,
  remoteSellers,
} from '#server/marketplaces/test/factory.ts';
import { sweepOrders } from '#server/orders/sync/sweep.ts';
import { jobOf } from '#server/orders/test/factory.ts';
import { checkInvariants } from '#server/test/check-invariants.ts';

const { app, sandbox } = await marketApp({ APP_URL: 'http://localhost:3000' });
app.clock.set(systemClock.now().toISOString());

const items = z.array(z.object({ item_id: z.number(), stock: z.number() }));
const products = z.array(z.object({ id: z.number(), variants: z.array(z.looseObject({ id: z.number() })) }));

test('the last unit, bought at three marketplaces at once, is one sale; the others lack it, and say so', async () => {
  const supplier = await app.join('supply');
  const seller = await app.join('sales');
  const shelf = await makeShelf(app, supplier, 1);
  const offer = await makeOffer(supplier, shelf, 2000);
  const advertisement = await makeAdvertisement(seller, [offer]);
  const places: [Awaited<ReturnType<typeof connectSeller>>, Partial<NewPublication>][] = [
    [await connectSeller(seller, remoteSellers.legacy), {}],
    [
      await connectSeller(seller, 55_667_788, 'shopee'),
      {
        category: '101202',
        attributes: [
          { id: '100134', name: 'Material', valueId: '1341', valueName: 'Cerâmica' },
          textValue('BRAND', 'Simula'),
        ],
      },
    ],
    [await connectSeller(seller, 4_118_037, 'nuvemshop'), { category: '0', attributes: [] }],
  ];
  for (const [account, changes] of places) await publish(seller, advertisement, account.id, offer, changes);
  await drain(app);
  const { items: shown } = await seller.call(api.advertisementsPublications.list, {
    params: { id: advertisement.id },
    query: {},
  });
  expect(shown.map(({ state }) => state)).toEqual(['active', 'active', 'active']);

  const [ad] = await remoteItems(sandbox);
  const [item] = items.parse(await sandbox.control('GET', '/shopee/items'));
  const [product] = products.parse(await sandbox.control('GET', '/nuvemshop/products'));
  await Promise.all([
    sandbox.control('POST', '/purchases', { itemId: ad?.id, quantity: 1 }),
    sandbox.control('POST', '/shopee/purchases', { itemId: item?.item_id, quantity: 1 }),
    sandbox.control('POST', '/nuvemshop/purchases', {
      productId: product?.id,
      variantId: product?.variants[0]?.id,
      quantity: 1,
    }),
  ]);
  // A search ends at our own moment.
  app.clock.set(systemClock.now().toISOString());
  await sweepOrders(jobOf(app));
  await drain(app);
  const { items: sales } = await seller.call(api.orders.list, { query: {} });
  expect(sales).toHaveLength(3);
  const details = await Promise.all(
    sales.map(({ id }) => seller.call(api.orders.detail, { params: { id } })),
  );
  expect(details.map(({ reserve }) => reserve).toSorted()).toEqual(['firm', 'short', 'short']);
  for (const sale of details.filter(({ reserve }) => reserve !== 'firm'))
    expect(sale).toMatchObject({ status: 'waiting_approval', approvalReason: 'stock-short' });
  const begins = new Map(details.map(({ marketplace, writesToBuyer }) => [marketplace, writesToBuyer]));
  expect(Object.fromEntries(begins)).toEqual({ 'mercado-livre': true, shopee: false, nuvemshop: false });
  expect(await checkInvariants(app.databaseUrl)).toEqual([]);
});
