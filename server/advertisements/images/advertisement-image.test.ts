import { expect, test } from 'vitest';
import { systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { draftPublication, makeAdvertisement } from '#server/advertisements/test/factory.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import { connectSeller, marketApp, remoteSellers } from '#server/marketplaces/test/factory.ts';
import { makeImages } from '#server/products/test/factory.ts';

const { app } = await marketApp({ APP_URL: 'http://localhost:3000' });
// Signatures must not be dated in the stand-in's past.
app.clock.set(systemClock.now().toISOString());
const supplier = await app.join('supply');
const seller = await app.join('sales');
const list = async (query = '') =>
  (await seller.call(api.advertisementsImages.list, { query: { query } })).items;

test('lists pictures by advertisement in their order, with their uses, and the marketplaces that refuse them with the reason', async () => {
  const offer = await makeOffer(supplier, await makeShelf(app, supplier, 5), 2000);
  const pictured = await makeAdvertisement(seller, [offer]);
  const bare = await makeAdvertisement(seller, [offer]);
  const made = await makeImages(seller, 10);
  const ids = made.map(({ id }) => id).toReversed();
  await seller.call(api.advertisements.update, { params: { id: pictured.id }, body: { images: ids } });

  // No account is connected that could refuse one.
  expect(await list('refused:true')).toEqual([]);
  const account = await connectSeller(seller, remoteSellers.legacy);
  await connectSeller(seller, 55_667_788, 'shopee');
  const [third = 0] = ids.slice(2);
  await seller.call(api.advertisementsPublications.create, {
    params: { id: pictured.id },
    body: await draftPublication(seller, account.id, offer, { images: [third] }),
  });

  const [found] = await list('refused:true');
  expect(found?.id).toBe(pictured.id);
  expect(found?.images.map(({ id, place }) => [id, place])).toEqual(ids.map((id, n) => [id, n + 1]));
  expect(found?.images.map(({ uses }) => uses.length)).toEqual([0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
  expect(found?.images[2]?.uses).toMatchObject([
    { account: { id: account.id, name: account.name }, place: 1 },
  ]);
  const small = [
    { marketplace: 'Mercado Livre', fault: 'too_small', limit: 500 },
    { marketplace: 'Shopee', fault: 'too_small', limit: 100 },
  ];
  expect(found?.images[0]?.refused).toEqual(small);
  expect(found?.images[9]?.refused).toEqual([
    ...small,
    { marketplace: 'Shopee', fault: 'too_many', limit: 9 },
  ]);
  expect((await list('none:true')).map(({ id }) => id)).toEqual([bare.id]);
  expect((await list()).map(({ id }) => id)).toEqual([bare.id, pictured.id]);
  const other = await app.join('sales');
  expect((await other.call(api.advertisementsImages.list, { query: {} })).items).toEqual([]);
});
