import { describe, expect, test } from 'vitest';
import type { BodyInputOf } from '#contract/endpoint.ts';
import { api } from '#contract/index.ts';
import { colored, makeAdvertisement, publish } from '#server/advertisements/test/factory.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import {
  connectSeller,
  drain,
  marketApp,
  remoteItems,
  remoteSellers,
} from '#server/marketplaces/test/factory.ts';

const { app, sandbox } = await marketApp();
const supplier = await app.join('supply');
const stockist = await app.hire(supplier.businessId, ['stockist']);
const seller = await app.join('sales');
const account = await connectSeller(seller, remoteSellers.legacy);

type Size = { weight: number; width: number; height: number; depth: number };
const small: Size = { weight: 0.42, width: 12, height: 11, depth: 9 };
const large: Size = { weight: 9, width: 40, height: 30, depth: 30 };

const detail = (id: number) => seller.call(api.publications.detail, { params: { id } });
const changesOf = async (publication: number) =>
  (await seller.call(api.marginChanges.list, { query: { query: `publication:${publication}` } })).items;
const itemOf = async (id: string | null) => (await remoteItems(sandbox)).find((item) => item.id === id);
const packageSent = async (id: string | null) => (await itemOf(id))?.attributes.SELLER_PACKAGE_WEIGHT;

/** The warehouse measures a product; everything that depends on it follows. */
async function measure(productId: number, size: Size) {
  await stockist.call(api.products.update, { params: { id: productId }, body: size });
  await drain(app);
}

async function offered(place?: Parameters<typeof makeShelf>[3]) {
  const shelf = await makeShelf(app, supplier, 9, place);
  await measure(shelf.productId, small);
  return { shelf, offer: await makeOffer(supplier, shelf, 2000) };
}

/** A mug on sale at R$ 99,90, in a parcel of this size. */
async function onSale(size: Partial<Size> = {}, goods = offered()) {
  const { shelf, offer } = await goods;
  const ad = await makeAdvertisement(seller, [offer]);
  const made = await publish(seller, ad, account.id, offer, {
    variations: [{ ...colored('', offer, 9990), attributes: [] }],
    ...size,
  });
  await drain(app);
  return { ...(await detail(made.id)), shelf, offer };
}
const change = (id: number, body: BodyInputOf<typeof api.publications.update>) =>
  seller.call(api.publications.update, { params: { id }, body });

describe('a product that is measured again', () => {
  test('a product that is measured again changes the parcel of publications that follow it, their freight, and their price if the floor requires it', async () => {
    const { id, remoteItem, shelf, variations, followsSize } = await onSale();
    expect(followsSize).toBe(true);
    await seller.call(api.publications.updateFloor, {
      params: { id },
      body: { floor: { basisPoints: 3000, action: 'reprice' } },
    });
    await drain(app);
    expect(await changesOf(id)).toEqual([]);
    await measure(shelf.productId, large);
    const after = await detail(id);
    expect(after).toMatchObject({ ...large, followsSize: true, syncing: false });
    const [variation] = after.variations;
    expect(variation?.freight ?? 0).toBeGreaterThan(variations[0]?.freight ?? 0);
    expect(variation?.price).toBeGreaterThan(9990);
    expect(await itemOf(remoteItem)).toMatchObject({ price: (variation?.price ?? 0) / 100 });
    expect(await packageSent(remoteItem)).toBe('9000 g');
    const [first, ...others] = await changesOf(id);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ cause: 'size', outcome: 'repriced', before: { price: 9990 } });
  });

  test('updates freight also without a floor', async () => {
    const { id, shelf, variations } = await onSale();
    await measure(shelf.productId, large);
    const [variation] = (await detail(id)).variations;
    expect(variation?.freight ?? 0).toBeGreaterThan(variations[0]?.freight ?? 0);
    expect(variation?.marginBasisPoints).toBeLessThan(variations[0]?.marginBasisPoints ?? 0);
    expect(variation?.price).toBe(9990);
  });

  test('a product that is measured again keeps a size that the seller typed, until they type that of the product again', async () => {
    const { id, remoteItem, shelf } = await onSale({ weight: 0.9 });
    const sent = await packageSent(remoteItem);
    await measure(shelf.productId, large);
    expect(await detail(id)).toMatchObject({ weight: 0.9, width: 12, followsSize: false });
    expect(await packageSent(remoteItem)).toBe(sent);
    expect(await change(id, large)).toMatchObject({ followsSize: true });
    await drain(app);
    await measure(shelf.productId, small);
    expect(await detail(id)).toMatchObject(small);
  });

  test('a product that is measured again changes nothing of a linked listing, whose parcel is not ours', async () => {
    const { id: former, remoteItem, offer, shelf } = await onSale();
    await app.database.transact({ businessId: seller.businessId }, (tx) =>
      tx.db.deleteFrom('publications').where('id', '=', former).execute(),
    );
    const ad = await makeAdvertisement(seller, [offer]);
    const { id } = await seller.call(api.publications.link, {
      body: { account: account.id, advertisement: ad.id, link: remoteItem ?? '' },
    });
    await drain(app);
    const sent = await packageSent(remoteItem);
    await measure(shelf.productId, large);
    expect(await detail(id)).toMatchObject({ ...small, followsSize: false });
    expect(await packageSent(remoteItem)).toBe(sent);
  });
});

test('new measurements of a kit become those of its publications', async () => {
  const { shelf, offer } = await offered();
  const components = [{ offer: offer.id, quantity: 2 }];
  const kit = await seller.call(api.virtualProducts.create, {
    body: { name: 'Par de canecas', components, ...small, weight: 1.1 },
  });
  const ad = await makeAdvertisement(seller, [offer], 2);
  const made = await publish(seller, ad, account.id, offer, {
    variations: [{ ...colored('', offer, 9990, 2), attributes: [] }],
    ...{ ...small, weight: 1.1 },
  });
  await drain(app);
  expect(await detail(made.id)).toMatchObject({ followsSize: true });
  // The box belongs to the kit: the size of the product inside does not matter here.
  await measure(shelf.productId, { ...small, weight: 0.5 });
  expect(await detail(made.id)).toMatchObject({ weight: 1.1 });
  await seller.call(api.virtualProducts.update, { params: { id: kit.id }, body: large });
  await drain(app);
  expect(await detail(made.id)).toMatchObject(large);
  expect((await detail(made.id)).variations[0]?.freight).toBeGreaterThan(made.variations[0]?.freight ?? 0);
});
