import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makeVolume, makeWarehouse } from '#server/inventory/test/factory.ts';
import {
  connectSeller,
  drain,
  marketApp,
  remoteItems,
  remoteSellers,
} from '#server/marketplaces/test/factory.ts';
import { makeImages, makeProduct } from '#server/products/test/factory.ts';
import { colored, draftPublication, makeAdvertisement } from './test/factory.ts';

const { app, sandbox } = await marketApp();
const supplier = await app.join('supply');
const seller = await app.join('sales');
const legacy = await connectSeller(seller, remoteSellers.legacy);
const family = await connectSeller(seller, remoteSellers.userProduct);
const place = await makeWarehouse(supplier);

/** A product in two colors, each with its photo, and one photo of the whole product. */
async function photographed() {
  const [whole, black, white] = await makeImages(supplier, 3);
  if (!whole || !black || !white) throw new Error('three pictures');
  const product = await makeProduct(supplier, {
    images: { add: [whole.id] },
    variations: {
      create: [
        { sku: `P-${crypto.randomUUID()}`, attributes: { Color: 'Preto' }, images: { add: [black.id] } },
        { sku: `B-${crypto.randomUUID()}`, attributes: { Color: 'Branco' }, images: { add: [white.id] } },
      ],
    },
  });
  const offers: { id: number }[] = [];
  for (const { id: variationId } of product.variations) {
    await makeVolume(supplier, place, [{ variationId, quantity: 5 }]);
    const body = { variationId, warehouseId: place.warehouseId, quantityCap: 9, price: 2990 };
    offers.push(await supplier.call(api.dropshipItems.create, { body }));
  }
  const [first, second] = offers;
  if (!first || !second) throw new Error('two offers');
  return { offers: [first, second] as const, images: [whole.id, black.id, white.id] };
}

async function publishBoth(account: number) {
  const { offers, images } = await photographed();
  const advertisement = await makeAdvertisement(seller, offers);
  const variations = [colored('Preto', offers[0]), colored('Branco', offers[1])];
  const body = await draftPublication(seller, account, offers[0], { images, variations });
  const { id } = await seller.call(api.advertisementsPublications.create, {
    params: { id: advertisement.id },
    body,
  });
  await drain(app);
  return { id, images, offers };
}

const read = (id: number) => seller.call(api.publications.detail, { params: { id } });

/** Ids at the marketplace of whole, black and white, in the order in which they were uploaded. */
async function uploaded(publication: number): Promise<Record<string, string>> {
  const rows = await app.database.transact({ businessId: seller.businessId }, (tx) =>
    tx.db
      .selectFrom('publication_images')
      .select('remote_picture_id')
      .where('publication_id', '=', publication)
      .orderBy('position')
      .execute(),
  );
  const [whole = '', black = '', white = ''] = rows.map(({ remote_picture_id }) => remote_picture_id ?? '');
  return { whole, black, white };
}

test('an ad with variations: each variation has the photos of its own color first, then those of all', async () => {
  const { id, images } = await publishBoth(legacy.id);
  const { whole, black, white } = await uploaded(id);
  const { remoteItem } = await read(id);
  const picturesOf = async () => {
    const item = (await remoteItems(sandbox)).find((one) => one.id === remoteItem);
    return Object.fromEntries(item?.variations.map(({ name, pictures }) => [name, pictures]) ?? []);
  };
  expect(await picturesOf()).toEqual({ Preto: [black, whole], Branco: [white, whole] });
  // A color without its own photo has those of no single color, and never another's.
  await seller.call(api.publications.update, { params: { id }, body: { images: images.slice(0, 2) } });
  await drain(app);
  expect(await picturesOf()).toEqual({ Preto: [black, whole], Branco: [whole] });
});

test('an ad per color takes the photos of that color', async () => {
  const { id } = await publishBoth(family.id);
  const { whole, black, white } = await uploaded(id);
  const { variations } = await read(id);
  const items = await remoteItems(sandbox);
  const picturesOf = (name: string) => {
    const variation = variations.find((one) => one.name === name);
    return items.find((item) => item.id === variation?.remoteItem)?.pictures;
  };
  expect(picturesOf('Preto')).toEqual([black, whole]);
  expect(picturesOf('Branco')).toEqual([white, whole]);
});
