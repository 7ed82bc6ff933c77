import { afterEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import {
  colored,
  draftPublication,
  makeAdvertisement,
  publish,
  textValue,
} from '#server/advertisements/test/factory.ts';
import { makeOffer, makeShelf, makeVolume } from '#server/inventory/test/factory.ts';
import {
  connectSeller,
  drain,
  drainLater,
  marketApp,
  misbehave,
  remoteItems,
  remoteSellers,
} from '#server/marketplaces/test/factory.ts';

const { app, sandbox } = await marketApp();
const supplier = await app.join('supply');
const seller = await app.join('sales');
const legacy = await connectSeller(seller, remoteSellers.legacy);
const family = await connectSeller(seller, remoteSellers.userProduct);
const { publications, advertisementsPublications } = api;

afterEach(() => sandbox.control('DELETE', '/faults'));

const detail = (id: number) => seller.call(publications.detail, { params: { id } });
const itemOf = async (id: string | null) => (await remoteItems(sandbox)).find((item) => item.id === id);

async function offered(quantity = 5, price = 2990) {
  const shelf = await makeShelf(app, supplier, quantity);
  const offer = await makeOffer(supplier, shelf, price);
  return { shelf, offer, advertisement: await makeAdvertisement(seller, [offer]) };
}

describe('publishing', () => {
  test('creates an ad on sale from a connected account, and its quantity follows stock', async () => {
    const { shelf, offer, advertisement } = await offered();
    const made = await publish(seller, advertisement, legacy.id, offer);
    expect(made).toMatchObject({ state: 'publishing', pricePerVariation: false, syncing: true });
    await drain(app);
    const published = await detail(made.id);
    expect(published).toMatchObject({ state: 'active', syncing: false, syncError: null });
    expect(published.link).toContain(published.remoteItem?.replace('MLB', 'MLB-'));
    expect(published.editLink).toContain(published.remoteItem);
    expect(published.category.name).toBe('Casa, Móveis e Decoração › Cozinha › Canecas');
    expect(published.variations[0]).toMatchObject({
      quantity: 5,
      pushedQuantity: 5,
      pushedPrice: 5990,
      cost: 2990,
    });
    expect(await itemOf(published.remoteItem)).toMatchObject({ available: 5, price: 59.9, status: 'active' });
    await makeVolume(supplier, shelf, [{ variationId: shelf.variationId, quantity: 3 }]);
    await drain(app);
    expect((await itemOf(published.remoteItem))?.available).toBe(8);
  });

  test('creates one item per variation for a seller of the newer model, each with its own price', async () => {
    const { shelf, offer, advertisement } = await offered(4);
    const white = await makeOffer(supplier, await makeShelf(app, supplier, 9, Promise.resolve(shelf)));
    const variations = [colored('Preto', offer), colored('Branco', white, 6490)];
    const made = await publish(seller, advertisement, family.id, offer, { variations });
    expect(made.pricePerVariation).toBe(true);
    await drain(app);
    const published = await detail(made.id);
    expect(published).toMatchObject({ state: 'active', syncError: null });
    const ids = published.variations.map((entry) => entry.remoteItem);
    expect(new Set(ids).size).toBe(2);
    const items = await Promise.all(ids.map(itemOf));
    expect(items.map((item) => [item?.available, item?.price])).toEqual([
      [4, 59.9],
      [9, 64.9],
    ]);
    const refused = await seller.refused(advertisementsPublications.create, {
      params: { id: advertisement.id },
      body: await draftPublication(seller, legacy.id, offer, { variations }),
    });
    expect(refused.errors).toMatchObject({ variations: { 1: { price: [{ code: 'prices_differ' }] } } });
  });

  test('computes margin and price from each other, with the fee of the marketplace', async () => {
    const { offer, advertisement } = await offered(5, 4000);
    const [base] = (await draftPublication(seller, legacy.id, offer)).variations;
    if (!base) throw new Error('a variation');
    const made = await publish(seller, advertisement, legacy.id, offer, {
      type: 'premium',
      variations: [{ ...base, price: undefined, marginBasisPoints: 2000 }],
    });
    const [variation] = made.variations;
    // 16.5 % of the price for Premium in this category: 4000 ÷ (1 − 0.165 − 0.2)
    expect(variation).toMatchObject({
      price: 6299,
      cost: 4000,
      fee: 1039,
      freight: 0,
      marginBasisPoints: 2000,
    });
    const free = await offered(5, 6000);
    const [dear] = (
      await publish(seller, free.advertisement, legacy.id, free.offer, {
        type: 'premium',
        variations: [
          {
            ...base,
            components: [{ offer: free.offer.id, quantity: 1 }],
            price: undefined,
            marginBasisPoints: 2000,
          },
        ],
      })
    ).variations;
    // From R$ 79 the seller pays the freight, 18.90 for such a parcel: (6000 + 1890) ÷ (1 − 0.165 − 0.2)
    expect(dear).toMatchObject({
      price: 12_425,
      cost: 6000,
      fee: 2050,
      freight: 1890,
      marginBasisPoints: 2000,
    });
    const neither = await seller.refused(advertisementsPublications.create, {
      params: { id: advertisement.id },
      body: await draftPublication(seller, legacy.id, offer, { variations: [{ ...base, price: undefined }] }),
    });
    expect(neither.errors).toMatchObject({ variations: { 0: { price: [{ code: 'required' }] } } });
  });

  test('publishing refuses an advertisement without a composition, and parts of two warehouses', async () => {
    const { offer, advertisement } = await offered();
    const elsewhere = await offered();
    const [base] = (await draftPublication(seller, legacy.id, offer)).variations;
    if (!base) throw new Error('a variation');
    const attempt = async (components: { offer: number; quantity: number }[]) =>
      seller.refused(advertisementsPublications.create, {
        params: { id: advertisement.id },
        body: await draftPublication(seller, legacy.id, offer, { variations: [{ ...base, components }] }),
      });
    expect(await attempt([])).toMatchObject({ code: 'no_dropshipping', status: 422 });
    expect(
      await attempt([
        { offer: offer.id, quantity: 1 },
        { offer: elsewhere.offer.id, quantity: 1 },
      ]),
    ).toMatchObject({ code: 'mixed_warehouses' });
    expect((await attempt([{ offer: 999_999, quantity: 1 }])).errors).toMatchObject({
      variations: { 0: { components: { 0: { offer: [{ code: 'not_found' }] } } } },
    });
  });

  test('publishing reports the requirements of the category before anything is sent', async () => {
    const { offer, advertisement } = await offered();
    const problem = await seller.refused(advertisementsPublications.create, {
      params: { id: advertisement.id },
      body: await draftPublication(seller, legacy.id, offer, { attributes: [], name: 'x'.repeat(61) }),
    });
    expect(problem.errors).toMatchObject({
      name: [{ code: 'too_long' }],
      attributes: { BRAND: [{ code: 'required' }] },
    });
  });

  test('publishing waits without stock, and creates the ad when there is some', async () => {
    const { shelf, offer, advertisement } = await offered(1);
    await supplier.call(api.dropshipItems.update, { params: { id: offer.id }, body: { quantityCap: 0 } });
    const made = await publish(seller, advertisement, legacy.id, offer);
    await drain(app);
    expect(await detail(made.id)).toMatchObject({
      state: 'publishing',
      syncError: { kind: 'waiting', code: 'no_stock' },
    });
    await supplier.call(api.dropshipItems.update, { params: { id: offer.id }, body: { quantityCap: 100 } });
    await makeVolume(supplier, shelf, [{ variationId: shelf.variationId, quantity: 1 }]);
    await drain(app);
    expect(await detail(made.id)).toMatchObject({ state: 'active', syncError: null });
  });

  test('publishing starts the trade with a supplier at the first use; another business sees nothing of it', async () => {
    const { offer, advertisement } = await offered();
    const made = await publish(seller, advertisement, legacy.id, offer);
    const links = await app.database.transact({ businessId: seller.businessId }, (tx) =>
      tx.db.selectFrom('trade_links').selectAll().where('supplier_id', '=', supplier.businessId).execute(),
    );
    expect(links).toMatchObject([{ seller_id: seller.businessId, state: 'active' }]);
    const outsider = await app.join('sales');
    expect(await outsider.refused(publications.detail, { params: { id: made.id } })).toMatchObject({
      status: 404,
    });
    expect((await outsider.call(publications.list)).items).toEqual([]);
    expect(await supplier.refused(publications.list)).toMatchObject({ status: 403 });
  });
});

describe('refusals of the marketplace', () => {
  test('refusals of the marketplace are shown at their fields, and corrected by an edit', async () => {
    const { offer, advertisement } = await offered();
    const wrong = await publish(seller, advertisement, legacy.id, offer, {
      attributes: [textValue('BRAND', 'Simula'), textValue('VOLUME_CAPACITY', 'x'.repeat(255))],
      description: 'Feita à mão <b>em Minas</b>',
    });
    await drain(app);
    const failed = await detail(wrong.id);
    expect(failed.syncError).toMatchObject({
      kind: 'refused',
      causes: [{ field: 'description', message: 'The description must be in plain text' }],
    });
    await seller.call(publications.update, {
      params: { id: wrong.id },
      version: failed.version,
      body: { description: 'Feita à mão em Minas' },
    });
    await drain(app);
    expect(await detail(wrong.id)).toMatchObject({ state: 'active', syncError: null, syncing: false });
  });

  test('a permanently refused creation is shown as failed with each reason, until it is corrected', async () => {
    const { offer, advertisement } = await offered();
    const taken = await withTakenGtin(offer);
    const made = await publish(seller, advertisement, legacy.id, offer, taken);
    await drain(app);
    const failed = await detail(made.id);
    expect(failed).toMatchObject({
      state: 'failed',
      remoteItem: null,
      syncError: { kind: 'refused', causes: [{ field: 'gtin' }] },
    });
    const [variation] = failed.variations;
    await seller.call(publications.update, {
      params: { id: made.id },
      body: { variations: { update: { [variation?.id ?? 0]: { gtin: '' } } } },
    });
    await drain(app);
    expect(await detail(made.id)).toMatchObject({ state: 'active', syncError: null });
  });

  /** A code that another brand uses at the marketplace. */
  async function withTakenGtin(offer: { id: number }) {
    const first = await offered();
    const draft = await draftPublication(seller, legacy.id, first.offer, {
      attributes: [textValue('BRAND', 'Outra')],
    });
    const gtin = '7891000315507';
    await publish(seller, first.advertisement, legacy.id, first.offer, {
      ...draft,
      variations: draft.variations.map((variation) => ({ ...variation, gtin })),
    });
    await drain(app);
    const own = await draftPublication(seller, legacy.id, offer);
    return { variations: own.variations.map((variation) => ({ ...variation, gtin })) };
  }
});

describe('created once', () => {
  test.each(['silent', 'error-500'])(
    'if the answer was lost (%s), the item is found and adopted',
    async (kind) => {
      const { offer, advertisement } = await offered();
      const before = (await remoteItems(sandbox)).length;
      await misbehave(sandbox, { kind, applied: true, method: 'POST', path: '/items', times: 1 });
      const made = await publish(seller, advertisement, legacy.id, offer);
      await drain(app);
      await drainLater(app);
      expect(await detail(made.id)).toMatchObject({ state: 'active', syncError: null });
      expect((await remoteItems(sandbox)).length).toBe(before + 1);
    },
  );

  test('a repeated run creates nothing', async () => {
    const { offer, advertisement } = await offered();
    const made = await publish(seller, advertisement, family.id, offer);
    await drain(app);
    const before = (await remoteItems(sandbox)).length;
    await seller.call(publications.retry, { params: { id: made.id } });
    await drain(app);
    expect((await remoteItems(sandbox)).length).toBe(before);
  });
});
