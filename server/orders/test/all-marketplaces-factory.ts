import { z } from 'zod';
import type { NewPublication } from '#contract/advertisements/publication.ts';
import { systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import {
  makeAdvertisement,
  nuvemshopContent,
  publish,
  shopeeContent,
} from '#server/advertisements/test/factory.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import {
  connectSeller,
  drain,
  type Market,
  remoteItems,
  remoteSellers,
} from '#server/marketplaces/test/factory.ts';
import { sweepOrders } from '#server/orders/sync/sweep.ts';
import { jobOf } from '#server/orders/test/factory.ts';
import type { Person } from '#server/test/app.ts';

const items = z.array(z.object({ item_id: z.number() }));
const products = z.array(z.object({ id: z.number(), variants: z.array(z.looseObject({ id: z.number() })) }));

/** Publishes one offer at every marketplace; returns its advertisement. */
export async function publishEverywhere(
  { app }: Market,
  { supplier, seller, units }: { supplier: Person; seller: Person; units: number },
) {
  const offer = await makeOffer(supplier, await makeShelf(app, supplier, units), 2000);
  const advertisement = await makeAdvertisement(seller, [offer]);
  const places: [Awaited<ReturnType<typeof connectSeller>>, Partial<NewPublication>][] = [
    [await connectSeller(seller, remoteSellers.legacy), {}],
    [await connectSeller(seller, 55_667_788, 'shopee'), shopeeContent],
    [await connectSeller(seller, 4_118_037, 'nuvemshop'), nuvemshopContent],
  ];
  for (const [account, changes] of places) await publish(seller, advertisement, account.id, offer, changes);
  await drain(app);
  return advertisement;
}

/** Buys one unit at every marketplace at the same moment; returns the stored sales. */
export async function buyEverywhere({ app, sandbox }: Market, seller: Person) {
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
  // A search ends at our own time.
  app.clock.set(systemClock.now().toISOString());
  await sweepOrders(jobOf(app));
  await drain(app);
  const { items: sales } = await seller.call(api.orders.list, { query: {} });
  return Promise.all(sales.map(({ id }) => seller.call(api.orders.detail, { params: { id } })));
}
