import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { colored, makeAdvertisement, publish } from '#server/advertisements/test/factory.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import { connectSeller, drain, marketApp, remoteSellers } from '#server/marketplaces/test/factory.ts';

const { app } = await marketApp();
const supplier = await app.join('supply');
const seller = await app.join('sales');
const account = await connectSeller(seller, remoteSellers.legacy);

const mug = { weight: 0.42, width: 12, height: 11, depth: 9 };
const pair = { ...mug, weight: 1.1 };

async function offered() {
  const shelf = await makeShelf(app, supplier, 9);
  await supplier.call(api.products.update, { params: { id: shelf.productId }, body: mug });
  return makeOffer(supplier, shelf, 2000);
}

/** Published, and tried at the marketplace a moment later. */
async function onSale(offer: Awaited<ReturnType<typeof offered>>, units = 1, size: Partial<typeof mug> = {}) {
  const ad = await makeAdvertisement(seller, [offer], units);
  const made = await publish(seller, ad, account.id, offer, {
    variations: [{ ...colored('', offer, 9990, units), attributes: [] }],
    ...size,
  });
  app.clock.advance(1);
  await drain(app);
  return seller.call(api.publications.detail, { params: { id: made.id } });
}

const sizeOf = async ({ id }: { id: number }) => {
  const { weight, width, height, depth, followsSize } = await seller.call(api.publications.detail, {
    params: { id },
  });
  return { weight, width, height, depth, followsSize };
};

/** As that release had them: none follows; then it is migrated. */
async function migrateFollowing(): Promise<void> {
  const folder = join(import.meta.dirname, '../../db/migrations');
  await app.owner.query(`alter table publications no force row level security;
    update publications set follows_size = false; alter table publications force row level security`);
  await app.owner.query(readFileSync(join(folder, '0105_sizes_of_before.sql'), 'utf8'));
}

test('what was published before follows the size that it has exactly, and nothing else does', async () => {
  const offer = await offered();
  const single = await onSale(offer);
  const typed = await onSale(await offered(), 1, { weight: 0.9 });
  await seller.call(api.virtualProducts.create, {
    body: { name: 'Par de canecas', components: [{ offer: offer.id, quantity: 2 }], ...pair },
  });
  const boxed = await onSale(offer, 2, pair);
  const linkedOffer = await offered();
  const former = await onSale(linkedOffer);
  await app.rows(seller.businessId, `delete from publications where id = ${former.id}`);
  const ad = await makeAdvertisement(seller, [linkedOffer]);
  const linked = await seller.call(api.publications.link, {
    body: { account: account.id, advertisement: ad.id, link: former.remoteItem ?? '' },
  });
  await drain(app);
  await migrateFollowing();
  expect(await sizeOf(single)).toEqual({ ...mug, followsSize: true });
  expect(await sizeOf(boxed)).toEqual({ ...pair, followsSize: true });
  expect(await sizeOf(typed)).toEqual({ ...mug, weight: 0.9, followsSize: false });
  expect(await sizeOf(linked)).toEqual({ ...mug, followsSize: false });
});
