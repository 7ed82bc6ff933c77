import { afterEach, describe, expect, test } from 'vitest';
import type { BodyInputOf } from '#contract/endpoint.ts';
import { api } from '#contract/index.ts';
import { colored, makeAdvertisement, publish, textValue } from '#server/advertisements/test/factory.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import {
  connectSeller,
  drain,
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
const { publications } = api;

afterEach(() => sandbox.control('DELETE', '/faults'));

const detail = (id: number) => seller.call(publications.detail, { params: { id } });
const itemOf = async (id: string | null) => (await remoteItems(sandbox)).find((item) => item.id === id);
const change = (id: number, body: BodyInputOf<typeof publications.update>) =>
  seller.call(publications.update, { params: { id }, body });

async function offered(quantity = 5) {
  const shelf = await makeShelf(app, supplier, quantity);
  const offer = await makeOffer(supplier, shelf, 2990);
  return { shelf, offer, advertisement: await makeAdvertisement(seller, [offer]) };
}

/** An ad of the account that is unknown here. */
async function forgotten(account: number, changes: Parameters<typeof publish>[4] = {}) {
  const { offer, advertisement } = await offered();
  const made = await publish(seller, advertisement, account, offer, changes);
  await drain(app);
  const { variations, remoteItem } = await detail(made.id);
  await app.database.transact({ businessId: seller.businessId }, (tx) =>
    tx.db.deleteFrom('publications').where('id', '=', made.id).execute(),
  );
  return { remoteItem: remoteItem ?? '', variations, offer };
}

describe('a linked ad', () => {
  const details = {
    attributes: [textValue('BRAND', 'Porto'), textValue('MODEL', 'P-350')],
    weight: 1.25,
    width: 21,
    height: 14,
    depth: 8,
  };

  test('a linked ad keeps its content, and a price change sends only the price', async () => {
    const { remoteItem } = await forgotten(legacy.id, details);
    const before = await itemOf(remoteItem);
    const { advertisement } = await offered(7);
    const linked = await seller.call(publications.link, {
      body: { account: legacy.id, advertisement: advertisement.id, link: remoteItem },
    });
    expect(linked).toMatchObject({
      ...{ weight: 1.25, width: 21, height: 14, depth: 8 },
      description: 'Caneca de ágata, leve e resistente.',
    });
    expect(linked.attributes).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: 'BRAND', valueName: 'Porto' })]),
    );
    const [variation] = linked.variations;
    await change(linked.id, { variations: { update: { [variation?.id ?? 0]: { price: 7490 } } } });
    await drain(app);
    const after = await itemOf(remoteItem);
    expect(after).toMatchObject({ price: 74.9, available: 7 });
    expect(after?.attributes).toEqual(before?.attributes);
    expect(after?.pictures).toEqual(before?.pictures);
    expect(await detail(linked.id)).toMatchObject({ syncError: null, syncing: false });
  });

  test('a linked ad without stored content neither requires nor overwrites what is not ours', async () => {
    const { remoteItem } = await forgotten(legacy.id, details);
    const before = await itemOf(remoteItem);
    const { advertisement } = await offered(7);
    const linked = await seller.call(publications.link, {
      body: { account: legacy.id, advertisement: advertisement.id, link: remoteItem },
    });
    // As an earlier release stored it.
    await app.database.transact({ businessId: seller.businessId }, (tx) =>
      tx.db
        .updateTable('publications')
        .set({ attributes: '[]', weight: null, width: null, height: null, depth: null, description: '' })
        .where('id', '=', linked.id)
        .execute(),
    );
    const [variation] = linked.variations;
    await change(linked.id, {
      name: 'Caneca Esmaltada Grande',
      variations: { update: { [variation?.id ?? 0]: { price: 7590 } } },
    });
    await drain(app);
    const after = await itemOf(remoteItem);
    expect(after).toMatchObject({ price: 75.9, title: 'Caneca Esmaltada Grande' });
    expect(after?.attributes).toEqual(before?.attributes);
  });
});

describe('a link', () => {
  const find = (account: number, link: string) =>
    seller.call(publications.findLink, { body: { account, link } });
  const refusal = async (account: number, link: string) =>
    (await seller.refused(publications.findLink, { body: { account, link } })).code;

  test('a link to several ads asks which one', async () => {
    const { variations, offer } = await forgotten(family.id);
    const [first] = variations;
    const item = await itemOf(first?.remoteItem ?? null);
    // Another sale condition of the same product.
    const premium = await publish(seller, await makeAdvertisement(seller, [offer]), family.id, offer, {
      type: 'premium',
    });
    await drain(app);
    const other = (await detail(premium.id)).remoteItem;
    await app.database.transact({ businessId: seller.businessId }, (tx) =>
      tx.db.deleteFrom('publications').where('id', '=', premium.id).execute(),
    );
    expect((await itemOf(other))?.userProductId).toBe(item?.userProductId);
    const link = `https://www.mercadolivre.com.br/caneca/up/${item?.userProductId}`;
    const { found, choices } = await find(family.id, link);
    expect(found).toBeNull();
    expect(choices.map(({ remoteItem }) => remoteItem)).toEqual([item?.id, other]);
    expect((await find(family.id, other ?? '')).found).toMatchObject({ remoteItem: other });
  });

  test('a link that names a variation selects it', async () => {
    const { offer } = await offered();
    const variations = [colored('Preto', offer), colored('Branco', offer)];
    const { remoteItem } = await forgotten(legacy.id, { variations });
    const item = await itemOf(remoteItem);
    const white = String(item?.variations[1]?.id);
    const link = `https://produto.mercadolivre.com.br/${remoteItem.replace('MLB', 'MLB-')}-c-_JM?searchVariation=${white}`;
    expect((await find(legacy.id, link)).found?.variations).toMatchObject([
      { remoteVariation: white, name: 'Branco' },
    ]);
    const { advertisement } = await offered(3);
    const linked = await seller.call(publications.link, {
      body: { account: legacy.id, advertisement: advertisement.id, link },
    });
    expect(linked.variations).toMatchObject([{ name: 'Branco' }]);
    await drain(app);
    expect((await itemOf(remoteItem))?.variations.map(({ available }) => available)).toEqual([5, 3]);
    expect(await refusal(legacy.id, link.replace(white, '99'))).toBe('link_not_recognised');
  });

  test('a link of another site is refused with any path', async () => {
    const { remoteItem } = await forgotten(legacy.id);
    const path = `${remoteItem.replace('MLB', 'MLB-')}-caneca-_JM`;
    expect(await refusal(legacy.id, `https://produto.mercadolivre.com.br.example.com/${path}`)).toBe(
      'link_not_recognised',
    );
    expect(await refusal(legacy.id, `https://example.com/${path}`)).toBe('link_not_recognised');
  });

  test('a link shows an error in words if the renewal of the token or the search is refused', async () => {
    const { remoteItem } = await forgotten(family.id);
    const item = await itemOf(remoteItem);
    const link = `https://www.mercadolivre.com.br/caneca/up/${item?.userProductId}`;
    await misbehave(sandbox, { kind: 'rate-limit-json', path: '/users/*/items/search' });
    expect(await refusal(family.id, link)).toBe('marketplace_unavailable');
    await sandbox.control('DELETE', '/faults');
    await misbehave(sandbox, { kind: 'refused-400', path: '/users/*/items/search' });
    expect(await refusal(family.id, link)).toBe('marketplace_refused');
    await sandbox.control('DELETE', '/faults');
    await misbehave(sandbox, { kind: 'rate-limit-json', path: '/oauth/token' });
    app.clock.advance(24 * 60);
    expect(await refusal(family.id, link)).toBe('marketplace_unavailable');
    await sandbox.control('DELETE', '/faults');
    await misbehave(sandbox, { kind: 'refused-400', path: '/oauth/token' });
    expect(await refusal(family.id, link)).toBe('marketplace_unavailable');
  });
});
