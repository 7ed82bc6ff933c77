import { describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { messages } from '#contract/messages/index.ts';
import { draftPublication, makeAdvertisement, publish } from '#server/advertisements/test/factory.ts';
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
const seller = await app.join('sales');
const legacy = await connectSeller(seller, remoteSellers.legacy);
const family = await connectSeller(seller, remoteSellers.userProduct);
const { publications } = api;

const detail = (id: number) => seller.call(publications.detail, { params: { id } });
const itemOf = async (id: string | null) => (await remoteItems(sandbox)).find((item) => item.id === id);

async function offered(quantity = 5, price = 2990) {
  const shelf = await makeShelf(app, supplier, quantity);
  const offer = await makeOffer(supplier, shelf, price);
  return { shelf, offer, advertisement: await makeAdvertisement(seller, [offer]) };
}

describe('editing', () => {
  test('editing sends price, name, pictures, type and measures to the item', async () => {
    const { offer, advertisement } = await offered();
    const made = await publish(seller, advertisement, legacy.id, offer);
    await drain(app);
    const [variation] = made.variations;
    const changed = await seller.call(publications.update, {
      params: { id: made.id },
      body: {
        name: 'Caneca de ágata 350 ml',
        type: 'premium',
        weight: 0.5,
        variations: { update: { [variation?.id ?? 0]: { price: 7990 } } },
      },
    });
    expect(changed).toMatchObject({ syncing: true, name: 'Caneca de ágata 350 ml' });
    await drain(app);
    const published = await detail(made.id);
    expect(published).toMatchObject({ syncing: false, syncError: null });
    expect(await itemOf(published.remoteItem)).toMatchObject({
      title: 'Caneca de ágata 350 ml',
      price: 79.9,
    });
    expect(
      await seller.refused(publications.update, { params: { id: made.id }, version: 1, body: { name: 'B' } }),
    ).toMatchObject({ code: 'stale_version' });
  });

  test('a price under automation is shown as refused at the price', async () => {
    const { offer, advertisement } = await offered();
    const made = await publish(seller, advertisement, legacy.id, offer);
    await drain(app);
    const { remoteItem, variations } = await detail(made.id);
    await sandbox.control('PATCH', `/items/${remoteItem}`, { priceAutomation: true });
    await seller.call(publications.update, {
      params: { id: made.id },
      body: { variations: { update: { [variations[0]?.id ?? 0]: { price: 8990 } } } },
    });
    await drain(app);
    expect((await detail(made.id)).syncError).toMatchObject({
      kind: 'refused',
      causes: [{ field: 'price' }],
    });
  });
});

describe('linking a published ad', () => {
  test('linking a published ad by link or code verifies it, composes it, and updates its stock from then on, once', async () => {
    const { offer, advertisement } = await offered(3);
    const made = await publish(seller, advertisement, legacy.id, offer);
    await drain(app);
    const { remoteItem } = await detail(made.id);
    // Removed on our side only.
    await app.database.transact({ businessId: seller.businessId }, (tx) =>
      tx.db.deleteFrom('publications').where('id', '=', made.id).execute(),
    );
    const link = `https://produto.mercadolivre.com.br/${remoteItem?.replace('MLB', 'MLB-')}-caneca-_JM`;
    const found = await seller.call(publications.findLink, { body: { account: legacy.id, link } });
    expect(found).toMatchObject({
      found: { remoteItem, price: 5990, variations: [{ remoteVariation: null, quantity: 3 }] },
      choices: [],
    });
    const other = await offered(7);
    const linked = await seller.call(publications.link, {
      body: { account: legacy.id, advertisement: other.advertisement.id, link: remoteItem ?? '' },
    });
    expect(linked).toMatchObject({
      state: 'active',
      remoteItem,
      advertisement: { id: other.advertisement.id },
    });
    await drain(app);
    expect((await itemOf(remoteItem))?.available).toBe(7);
    expect(await seller.refused(publications.findLink, { body: { account: legacy.id, link } })).toMatchObject(
      {
        code: 'already_linked',
      },
    );
    expect(await seller.refused(publications.findLink, { body: { account: family.id, link } })).toMatchObject(
      { code: 'link_of_other_seller' },
    );
    expect(
      await seller.refused(publications.findLink, { body: { account: legacy.id, link: 'caneca azul' } }),
    ).toMatchObject({ code: 'link_not_recognised' });
  });
});

describe('lists', () => {
  test('show advertisements by the state of their publications, and variations with price and margin', async () => {
    const { offer, advertisement } = await offered();
    await publish(seller, advertisement, legacy.id, offer);
    await drain(app);
    const found = await seller.call(api.advertisements.list, {
      query: { query: `published:yes offer:${offer.id}` },
    });
    expect(found.items).toMatchObject([{ id: advertisement.id, quantity: 5, published: true, parts: 1 }]);
    const words = messages.pt.advertisements.list;
    const { bytes } = await seller.download(api.advertisements.export, {
      query: { format: 'csv', query: `offer:${offer.id}`, columns: 'price,published,accounts' },
    });
    expect(bytes.toString('utf8').slice(1)).toBe(
      `${words.price};${words.accounts};${words.account}\r\n59,90;Mercado Livre;${legacy.name}\r\n`,
    );
    expect(
      (await seller.call(api.advertisements.list, { query: { query: `state:failed offer:${offer.id}` } }))
        .items,
    ).toEqual([]);
    const rows = await seller.call(api.advertisementsVariations.list, {
      query: { query: `advertisement:${advertisement.id}` },
    });
    expect(rows.items).toMatchObject([{ price: 5990, cost: 2990, quantity: 5, pushedQuantity: 5 }]);
    await seller.call(api.advertisements.update, {
      params: { id: advertisement.id },
      body: { archived: true },
    });
    expect(
      (await seller.call(api.advertisements.list, { query: { query: `offer:${offer.id}` } })).items,
    ).toEqual([]);
    const archive = await seller.call(api.advertisements.list, {
      query: { query: `archived:yes offer:${offer.id}` },
    });
    expect(archive.items).toMatchObject([{ id: advertisement.id, archived: true }]);
    expect(
      await seller.refused(api.advertisements.remove, { params: { id: advertisement.id } }),
    ).toMatchObject({
      code: 'state_conflict',
    });
  });
});

describe('changes by the supplier', () => {
  test('a new offer price becomes the cost; the margin follows, the price stays', async () => {
    const { offer, advertisement } = await offered(5, 2000);
    const made = await publish(seller, advertisement, legacy.id, offer);
    await drain(app);
    await supplier.call(api.dropshipItems.update, { params: { id: offer.id }, body: { price: 3000 } });
    await drain(app);
    const [before] = made.variations;
    const [after] = (await detail(made.id)).variations;
    expect(after).toMatchObject({ cost: 3000, price: 5990, fee: before?.fee });
    expect(after?.marginBasisPoints).toBe(Math.round(((5990 - 3000 - (after?.fee ?? 0)) * 10_000) / 5990));
  });
});

describe('a publication from before freight was quoted', () => {
  test('a publication from before freight was quoted gets its freight when it is read, within a day; the margin follows', async () => {
    const made = [];
    for (const account of [legacy, family]) {
      const { offer, advertisement } = await offered(5, 5000);
      const [base] = (await draftPublication(seller, account.id, offer)).variations;
      if (!base) throw new Error('a variation');
      made.push(
        await publish(seller, advertisement, account.id, offer, {
          variations: [{ ...base, price: 9990, marginBasisPoints: undefined }],
        }),
      );
    }
    await drain(app);
    const [first, second] = made;
    if (!first || !second) throw new Error('two publications');
    expect(first.variations[0]?.freight).toBeGreaterThan(0);
    const known = ({ variations: [variation] }: typeof first) => ({
      freight: variation?.freight,
      marginBasisPoints: variation?.marginBasisPoints,
    });

    await app.database.transact({ businessId: seller.businessId }, (tx) =>
      tx.db
        .updateTable('publication_variations')
        .set({ freight_centavos: null, margin_basis_points: 5000 })
        .execute(),
    );
    await seller.call(api.marketplaceAccounts.sync, { params: { id: legacy.id } });
    await drain(app);
    expect(known(await detail(first.id))).toEqual(known(first));
    expect(known(await detail(second.id)).freight).toBeNull();

    await app.database.transact(null, async (tx) =>
      tx.enqueue({ task: 'publications.quote-freight', payload: {} }),
    );
    await drain(app);
    expect(known(await detail(second.id))).toEqual(known(second));
  });
});

describe('a seller moved to the newer item model', () => {
  test('creates unpublished variations in the newer model', async () => {
    const { offer, advertisement } = await offered();
    const made = await publish(seller, advertisement, legacy.id, offer);
    expect(made.pricePerVariation).toBe(false);
    await sandbox.control('PATCH', `/sellers/${remoteSellers.legacy}`, {
      tags: ['normal', 'user_product_seller'],
    });
    await drain(app);
    expect(await detail(made.id)).toMatchObject({
      pricePerVariation: true,
      state: 'active',
      syncError: null,
    });
    expect(await seller.call(api.marketplaceAccounts.detail, { params: { id: legacy.id } })).toMatchObject({
      pricePerVariation: true,
    });
    await sandbox.control('PATCH', `/sellers/${remoteSellers.legacy}`, { tags: ['normal'] });
  });
});

describe('advertisements', () => {
  test('change composition, title and images; the publications keep their own', async () => {
    const { shelf, offer, advertisement } = await offered();
    const lid = await makeOffer(supplier, await makeShelf(app, supplier, 2, Promise.resolve(shelf)), 500);
    const made = await publish(seller, advertisement, legacy.id, offer);
    const [component] = advertisement.components;
    const changed = await seller.call(api.advertisements.update, {
      params: { id: advertisement.id },
      version: advertisement.version,
      body: {
        product: 'Kit caneca com tampa',
        components: {
          create: [{ offer: lid.id, quantity: 1, tempId: 'lid' }],
          update: { [String(component?.id)]: { quantity: 2 } },
        },
      },
    });
    expect(changed).toMatchObject({ product: 'Kit caneca com tampa', quantity: 2, cost: 2 * 2990 + 500 });
    expect(await seller.call(api.advertisements.detail, { params: { id: advertisement.id } })).toEqual(
      changed,
    );
    const again = await seller.refused(api.advertisements.update, {
      params: { id: advertisement.id },
      body: { components: { create: [{ offer: lid.id, quantity: 1, tempId: 'twice' }] } },
    });
    expect(again.errors).toMatchObject({
      components: { create: { twice: { offer: [{ code: 'duplicate' }] } } },
    });
    const found = await seller.call(api.advertisementsPublications.list, {
      params: { id: advertisement.id },
    });
    expect(found.items).toMatchObject([{ id: made.id, variations: [{ components: [{ quantity: 1 }] }] }]);
  });
});
