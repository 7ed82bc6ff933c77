import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { PackageSize } from '#contract/advertisements/package-size.ts';
import { systemClock } from '#contract/dates.ts';
import type { BodyInputOf } from '#contract/endpoint.ts';
import { api } from '#contract/index.ts';
import {
  colored,
  type DraftPublication,
  makeAdvertisement,
  nuvemshopContent,
  publish,
  shopeeContent,
  textValue,
} from '#server/advertisements/test/factory.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import {
  connectSeller,
  marketApp,
  remoteItems,
  remoteSellers,
  settler,
} from '#server/marketplaces/test/factory.ts';

const market = await marketApp({ APP_URL: 'http://localhost:3000' });
const { app, sandbox } = market;
const settle = settler(market);
const supplier = await app.join('supply');
const stockist = await app.hire(supplier.businessId, ['stockist']);
const seller = await app.join('sales');
app.clock.set(systemClock.now().toISOString());
const legacy = await connectSeller(seller, remoteSellers.legacy);
const each = await connectSeller(seller, remoteSellers.userProduct);
const shop = await connectSeller(seller, 55_667_788, 'shopee');
const store = await connectSeller(seller, 4_118_037, 'nuvemshop');
const { publications } = api;

const ofAd: PackageSize = { weight: 0.42, width: 12, height: 11, depth: 9 };
const large: PackageSize = { weight: 3, width: 30, height: 25, depth: 22 };

const detail = (id: number) => seller.call(publications.detail, { params: { id } });

/** Two variations: the first in the parcel of the ad, the second in its own. */
async function published(
  accountId: number,
  place: Partial<DraftPublication> = {},
  own: PackageSize | null = large,
) {
  const shelf = await makeShelf(app, supplier, 9);
  const offer = await makeOffer(supplier, shelf, 2000);
  const advertisement = await makeAdvertisement(seller, [offer]);
  const attribute = place.category ? 'Cor' : 'COLOR';
  const of = (color: string) => ({
    ...colored(color, offer, 9990),
    attributes: [textValue(attribute, color)],
  });
  const made = await publish(seller, advertisement, accountId, offer, {
    ...ofAd,
    ...place,
    variations: [of('Preto'), { ...of('Branco'), package: own }],
  });
  await settle();
  return { ...(await detail(made.id)), offer, shelf };
}

const change = async (id: number, body: BodyInputOf<typeof publications.update>) => {
  await seller.call(publications.update, { params: { id }, body });
  await settle();
  return detail(id);
};

const shopItems = z.array(
  z.looseObject({
    item_id: z.number().transform(String),
    weight: z.number(),
    models: z.array(
      z.looseObject({
        weight: z.number().nullable(),
        dimension: z.looseObject({ package_width: z.number() }).nullable(),
      }),
    ),
  }),
);
const products = z.array(
  z.looseObject({
    id: z.number().transform(String),
    variants: z.array(z.looseObject({ weight: z.string(), depth: z.string() })),
  }),
);

const inPlace = {
  async shop(id: string | null) {
    const item = shopItems
      .parse(await sandbox.control('GET', '/shopee/items'))
      .find(({ item_id: one }) => one === id);
    return item?.models.map((model) => [model.weight ?? item.weight, model.dimension?.package_width ?? null]);
  },
  async store(id: string | null) {
    const product = products
      .parse(await sandbox.control('GET', '/nuvemshop/products'))
      .find((one) => one.id === id);
    return product?.variants.map((variant) => [Number(variant.weight), Number(variant.depth)]);
  },
  async item(id: string | null) {
    const item = (await remoteItems(sandbox)).find((one) => one.id === id);
    return item?.attributes.SELLER_PACKAGE_WEIGHT;
  },
};

describe('the parcel of a variation', () => {
  test('is stored, sent to each model of a shop, and taken back to that of the ad', async () => {
    const made = await published(shop.id, shopeeContent);
    expect(made.variations.map((one) => one.package)).toEqual([null, large]);
    expect(await inPlace.shop(made.remoteItem)).toEqual([
      [0.42, null],
      [3, 30],
    ]);
    const [first, second] = made.variations;
    const after = await change(made.id, {
      variations: {
        update: {
          [first?.id ?? 0]: { package: { ...large, weight: 2.5 } },
          [second?.id ?? 0]: { package: null },
        },
      },
    });
    expect(after.syncError).toBeNull();
    expect(after.variations.map((one) => one.package)).toEqual([{ ...large, weight: 2.5 }, null]);
    expect(await inPlace.shop(made.remoteItem)).toEqual([
      [2.5, 30],
      [0.42, 12],
    ]);
  });

  test('is sent to each variant of a store', async () => {
    const made = await published(store.id, nuvemshopContent);
    expect(await inPlace.store(made.remoteItem)).toEqual([
      [0.42, 9],
      [3, 22],
    ]);
    const [first] = made.variations;
    await change(made.id, { weight: 0.5, variations: { update: { [first?.id ?? 0]: { package: large } } } });
    expect(await inPlace.store(made.remoteItem)).toEqual([
      [3, 22],
      [3, 22],
    ]);
  });

  test('is that of its own ad if each variation is an ad', async () => {
    const made = await published(each.id);
    expect(made.pricePerVariation).toBe(true);
    expect(await Promise.all(made.variations.map((one) => inPlace.item(one.remoteItem)))).toEqual([
      '420 g',
      '3000 g',
    ]);
    const [light, heavy] = made.variations;
    expect(heavy?.freight ?? 0).toBeGreaterThan(light?.freight ?? 0);
  });

  test('is the largest for all where an ad has only one, and the freight of all is that of the largest', async () => {
    const made = await published(legacy.id);
    expect(await inPlace.item(made.remoteItem)).toBe('3000 g');
    const [light, heavy] = made.variations;
    expect(light?.freight).toBe(heavy?.freight);
    const after = await change(made.id, { variations: { update: { [heavy?.id ?? 0]: { package: null } } } });
    expect(await inPlace.item(made.remoteItem)).toBe('420 g');
    expect(after.variations[1]?.freight ?? 0).toBeLessThan(heavy?.freight ?? 0);
  });

  test('decides the freight by the rates of an account without a quote', async () => {
    const freight = [
      { from: 0, amount: 900 },
      { from: 1000, amount: 2900 },
    ];
    await seller.call(api.marketplaceAccounts.updateRates, {
      params: { id: shop.id },
      body: {
        rates: { kind: 'typed', steps: [{ from: 0, basisPoints: 1000, fixed: 0 }], categories: [], freight },
      },
    });
    const made = await published(shop.id, shopeeContent);
    expect(made.variations.map((one) => one.freight)).toEqual([900, 2900]);
  });

  test('is read back from a linked ad, variation by variation', async () => {
    const { id: former, remoteItem, offer } = await published(shop.id, shopeeContent);
    await app.database.transact({ businessId: seller.businessId }, (tx) =>
      tx.db.deleteFrom('publications').where('id', '=', former).execute(),
    );
    const advertisement = await makeAdvertisement(seller, [offer]);
    const link = remoteItem ?? '';
    const { found } = await seller.call(publications.findLink, { body: { account: shop.id, link } });
    expect(found?.variations.map((one) => one.package)).toEqual([null, large]);
    const { id } = await seller.call(publications.link, {
      body: {
        ...{ account: shop.id, advertisement: advertisement.id, link },
        variations: (found?.variations ?? []).map((one) => ({
          remoteVariation: one.remoteVariation ?? '',
          components: [{ offer: offer.id, quantity: 1 }],
        })),
      },
    });
    const linked = await detail(id);
    expect(linked).toMatchObject(ofAd);
    expect(linked.variations.map((one) => one.package)).toEqual([null, large]);
  });

  test('follows its product if it has its size, and stays as it was typed otherwise', async () => {
    const { id, variations, shelf } = await published(shop.id, shopeeContent, { ...large, weight: 2 });
    const [light, heavy] = variations;
    await change(id, {
      variations: { update: { [light?.id ?? 0]: { package: { ...large, weight: 2.9 } } } },
    });
    // The product gets the size of the second: from its next change on, the second follows.
    const measure = (body: Partial<PackageSize>) =>
      stockist.call(api.products.update, { params: { id: shelf.productId }, body });
    await measure({ ...large, weight: 2 });
    await change(id, { variations: { update: { [heavy?.id ?? 0]: { package: { ...large, weight: 2 } } } } });
    await measure({ weight: 4 });
    await settle();
    const after = await detail(id);
    expect(after.variations.map((one) => one.package?.weight)).toEqual([2.9, 4]);
    expect(await inPlace.shop(after.remoteItem)).toEqual([
      [2.9, 30],
      [4, 30],
    ]);
  });

  test('is refused at its field if a side is missing or out of range', async () => {
    const made = await published(shop.id, shopeeContent);
    const refused = await seller.refused(publications.update, {
      params: { id: made.id },
      body: {
        variations: { update: { [made.variations[0]?.id ?? 0]: { package: { ...large, weight: 0 } } } },
      },
    });
    expect(refused.errors).toMatchObject({
      variations: {
        update: { [made.variations[0]?.id ?? 0]: { package: { weight: [{ code: 'too_small' }] } } },
      },
    });
  });
});
