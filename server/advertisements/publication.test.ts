import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makeOffer, makeShelf, makeVolume } from '#server/inventory/factory.ts';
import { connectSeller, marketApp, remoteItems, remoteSellers } from '#server/marketplaces/factory.ts';
import { makeAdvertisement, publish } from './factory.ts';

const { app, sandbox } = await marketApp();
const supplier = await app.join('supply');
const seller = await app.join('sales');
const account = await connectSeller(seller, remoteSellers.legacy);

test('from a connected account to an ad on sale whose quantity follows the shelf', async () => {
  const shelf = await makeShelf(app, supplier, 5);
  const offer = await makeOffer(supplier, shelf, 2990);
  const advertisement = await makeAdvertisement(seller, [offer]);
  const made = await publish(seller, advertisement, account.id, offer);
  expect(made).toMatchObject({ state: 'publishing', model: 'legacy', syncing: true });
  await app.drain();

  const published = await seller.call(api.publications.detail, { params: { id: made.id } });
  expect(published).toMatchObject({ state: 'active', syncing: false, syncError: null });
  expect(published.variations[0]).toMatchObject({
    quantity: 5,
    pushedQuantity: 5,
    pushedPrice: 5990,
    cost: 2990,
  });
  const item = (await remoteItems(sandbox)).find(({ id }) => id === published.remoteItem);
  expect(item).toMatchObject({ available: 5, price: 59.9, status: 'active' });

  await makeVolume(supplier, shelf, [{ variationId: shelf.variationId, quantity: 3 }]);
  await app.drain();
  const after = (await remoteItems(sandbox)).find(({ id }) => id === published.remoteItem);
  expect(after?.available).toBe(8);
});
