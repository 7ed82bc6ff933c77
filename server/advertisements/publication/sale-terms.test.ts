import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { systemClock } from '#contract/dates.ts';
import type { BodyInputOf } from '#contract/endpoint.ts';
import { api } from '#contract/index.ts';
import {
  colored,
  type DraftPublication,
  draftPublication,
  makeAdvertisement,
  mugs,
  nuvemshopContent,
  publish,
  shopeeContent,
  textValue,
} from '#server/advertisements/test/factory.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import { connectSeller, marketApp, remoteSellers, settler } from '#server/marketplaces/test/factory.ts';
import { sweepOrders } from '#server/orders/sync/sweep.ts';
import { jobOf } from '#server/orders/test/factory.ts';

const market = await marketApp({ APP_URL: 'http://localhost:3000' });
const { app, sandbox } = market;
app.clock.set(systemClock.now().toISOString());
const settle = settler(market);
const supplier = await app.join('supply');
const seller = await app.join('sales');
const account = await connectSeller(seller, remoteSellers.legacy);
const shop = await connectSeller(seller, 55_667_788, 'shopee');
const store = await connectSeller(seller, 4_118_037, 'nuvemshop');
const { publications, advertisementsPublications, marketplacesCategories, orders } = api;

const words = { sellerWarranty: 'Garantia do vendedor: 6 meses', manufactured: 'Disponível em 20 dias' };

async function offered(quantity = 9) {
  const offer = await makeOffer(supplier, await makeShelf(app, supplier, quantity), 2000);
  return { offer, advertisement: await makeAdvertisement(seller, [offer]) };
}

async function published(accountId: number, changes: Partial<DraftPublication>) {
  const { offer, advertisement } = await offered();
  const made = await publish(seller, advertisement, accountId, offer, changes);
  await settle();
  return seller.call(publications.detail, { params: { id: made.id } });
}

const change = async (id: number, body: BodyInputOf<typeof publications.update>) => {
  await seller.call(publications.update, { params: { id }, body });
  await settle();
  return seller.call(publications.detail, { params: { id } });
};

/** The page as a buyer sees it. */
const pageOf = async ({ link }: { link: string }) => (await fetch(link)).text();

const bought = z.object({ orders: z.array(z.object({ id: z.number() })) });
async function soldFor(itemId: string | null) {
  const [order] = bought.parse(await sandbox.control('POST', '/purchases', { itemId, quantity: 1 })).orders;
  await settle();
  const { items } = await seller.call(orders.list, { query: { query: `number:${order?.id}` } });
  return (await seller.call(orders.detail, { params: { id: items[0]?.id ?? 0 } })).money;
}

const black = await offered();
const white = await offered();

describe('the terms of an ad', () => {
  test('the terms of an ad are sent to the marketplace, and the freight that the seller pays becomes a cost of each sale', async () => {
    const fee = (freeShipping?: 'true') =>
      seller.call(marketplacesCategories.fees, {
        params: { account: String(account.id), id: mugs },
        query: {
          ...{ price: '5990', type: 'classic', weight: '0.42', width: '12', height: '11', depth: '9' },
          ...(freeShipping && { freeShipping }),
        },
      });
    const made = await published(account.id, {
      condition: 'used',
      warranty: { by: 'seller', time: 6, unit: 'months' },
      handlingDays: 20,
      freeShipping: true,
    });
    expect(made).toMatchObject({ state: 'active', syncError: null, condition: 'used', handlingDays: 20 });
    const page = await pageOf(made);
    for (const word of ['Usado', words.sellerWarranty, words.manufactured, 'Frete grátis'])
      expect(page).toContain(word);
    const freight = made.variations[0]?.freight;
    expect(freight).toBe((await fee('true')).freight);
    expect(freight).toBeGreaterThan(0);
    expect((await soldFor(made.remoteItem))?.freight).toBe(freight);

    const after = await change(made.id, { freeShipping: false, handlingDays: null });
    expect(after).toMatchObject({ syncError: null, variations: [{ freight: (await fee()).freight }] });
    const [now = ''] = [await pageOf(after)];
    expect(now).toContain('Frete R$');
    expect(now).toContain(words.sellerWarranty);
    expect(now).not.toContain('Disponível em');
    expect((await soldFor(made.remoteItem))?.freight).toBe(0);
  });

  test('the terms of an ad that the marketplace does not accept are refused at their field', async () => {
    const { offer, advertisement } = await offered();
    const refusal = async (accountId: number, changes: Partial<DraftPublication>) =>
      (
        await seller.refused(advertisementsPublications.create, {
          params: { id: advertisement.id },
          body: await draftPublication(seller, accountId, offer, changes),
        })
      ).errors;
    const warranty = { by: 'factory', time: 1, unit: 'years' } as const;
    expect(await refusal(account.id, { handlingDays: 61 })).toMatchObject({
      handlingDays: [{ code: 'too_big' }],
    });
    const wrong = { handlingDays: 3, video: 'abcdefghijk', warranty };
    expect(
      await refusal(shop.id, { ...shopeeContent, ...wrong, description: 'x'.repeat(3001) }),
    ).toMatchObject({
      handlingDays: [{ code: 'too_small' }],
      video: [{ code: 'invalid' }],
      warranty: { by: [{ code: 'invalid' }] },
      description: [{ code: 'too_long' }],
    });
    expect(await refusal(store.id, { ...nuvemshopContent, condition: 'new', handlingDays: 9 })).toMatchObject(
      {
        condition: [{ code: 'invalid' }],
        handlingDays: [{ code: 'invalid' }],
      },
    );
    expect(await refusal(account.id, { warranty: { ...warranty, time: 0 } })).toMatchObject({
      warranty: { time: [{ code: 'required' }] },
    });
  });

  test('the terms of an existing ad are kept: terms that are not set here stay unchanged', async () => {
    const { offer } = await offered();
    const terms = [
      { id: 'WARRANTY_TYPE', value_id: '2230279' },
      { id: 'MANUFACTURING_TIME', value_name: '7 dias' },
    ];
    const { id } = z.object({ id: z.string() }).parse(
      await sandbox.control('POST', '/items', {
        ...{ sellerId: remoteSellers.legacy, title: 'Caneca antiga', price: 49.9, condition: 'used' },
        ...{ saleTerms: terms, shipping: { mode: 'me2', free_shipping: true, local_pick_up: true } },
      }),
    );
    const linked = await seller.call(publications.link, {
      body: {
        ...{ account: account.id, link: id },
        variations: [{ remoteVariation: id, components: [{ offer: offer.id, quantity: 1 }] }],
      },
    });
    await settle();
    expect(linked).toMatchObject({
      ...{ condition: 'used', handlingDays: 7, freeShipping: true, warranty: null },
      variations: [{ freight: 1890 }],
    });
    const after = await change(linked.id, { handlingDays: 9 });
    const page = await pageOf(after);
    // A warranty without a period, which cannot be entered here, stays as its seller wrote it.
    for (const word of ['Garantia de fábrica', 'Disponível em 9 dias', 'Usado', 'Frete grátis'])
      expect(page).toContain(word);
  });

  test('the terms of an ad at a shop are days and freight, at a store its freight', async () => {
    const promised = { condition: 'used', handlingDays: 10, freeShipping: true } as const;
    const ad = await published(shop.id, { ...shopeeContent, ...promised });
    expect(ad).toMatchObject({ state: 'active', syncError: null });
    const item = z.object({ items: z.array(z.looseObject({ item_id: z.number() })) });
    const itemId = Number(ad.remoteItem);
    expect(item.shape.items.parse(await sandbox.control('GET', '/shopee/items'))).toContainEqual(
      expect.objectContaining({ item_id: itemId }),
    );
    const shown = await (await fetch(`${sandbox.url}/shop/shopee/product/55667788/${itemId}`)).text();
    for (const word of ['Usado', 'Frete grátis', 'envio em até 10 dias']) expect(shown).toContain(word);
    await sandbox.control('POST', '/shopee/purchases', { itemId, quantity: 1 });
    app.clock.set(systemClock.now().toISOString());
    await sweepOrders(jobOf(app));
    await settle();
    const { items } = await seller.call(orders.list, { query: { query: 'marketplace:shopee' } });
    const sale = await seller.call(orders.detail, { params: { id: items[0]?.id ?? 0 } });
    expect(sale.money?.freight).toBe(1490);

    const product = await published(store.id, {
      ...nuvemshopContent,
      freeShipping: true,
      video: 'abcdefghijk',
    });
    expect(product).toMatchObject({ state: 'active', syncError: null });
    expect(await pageOf(product)).toContain('Frete grátis');
    expect(await pageOf(await change(product.id, { freeShipping: false }))).toContain('Frete R$ 21,50');
  });
});

describe('a price for each variation', () => {
  const pair = (attribute: string) => {
    const reported = (color: string) => [textValue(attribute, color)];
    return [
      { ...colored('Preto', black.offer, 5990), attributes: reported('Preto') },
      { ...colored('Branco', black.offer, 6490), attributes: reported('Branco') },
    ];
  };

  test.each([
    ['a shop', shop.id, shopeeContent],
    ['a store', store.id, nuvemshopContent],
  ])('where it has one, in one listing: %s', async (_, accountId, place) => {
    const made = await published(accountId, { ...place, variations: pair('Cor') });
    expect(made).toMatchObject({ pricePerVariation: false, state: 'active', syncError: null });
    expect(made.variations.map(({ pushedPrice }) => pushedPrice)).toEqual([5990, 6490]);
    expect(new Set(made.variations.map(({ remoteItem }) => remoteItem)).size).toBe(1);
    const [, second] = made.variations;
    const after = await change(made.id, { variations: { update: { [second?.id ?? 0]: { price: 7190 } } } });
    expect(after.variations.map(({ pushedPrice }) => pushedPrice)).toEqual([5990, 7190]);
    expect(after.syncError).toBeNull();
  });

  test('variations have a price each, or one for all if the marketplace has only one', async () => {
    const refused = await seller.refused(advertisementsPublications.create, {
      params: { id: white.advertisement.id },
      body: await draftPublication(seller, account.id, black.offer, { variations: pair('COLOR') }),
    });
    expect(refused.errors).toMatchObject({ variations: { 1: { price: [{ code: 'prices_differ' }] } } });
  });
});
