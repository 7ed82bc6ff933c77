import { afterEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { colored, makeAdvertisement, publish } from '#server/advertisements/test/factory.ts';
import { makeOffer, makeShelf, makeVolume } from '#server/inventory/test/factory.ts';
import {
  connectSeller,
  drain,
  drainLater,
  marketApp,
  misbehave,
  postman,
  remoteItems,
  remoteSellers,
} from '#server/marketplaces/test/factory.ts';

const market = await marketApp();
const { app, sandbox } = market;
const supplier = await app.join('supply');
const seller = await app.join('sales');
const legacy = await connectSeller(seller, remoteSellers.legacy);
const family = await connectSeller(seller, remoteSellers.userProduct);
const stores = await connectSeller(seller, remoteSellers.stores);
const deliver = postman(market);

afterEach(() => sandbox.control('DELETE', '/faults'));

const itemOf = async (id: string | null) => (await remoteItems(sandbox)).find((item) => item.id === id);
const detail = (id: number) => seller.call(api.publications.detail, { params: { id } });
const republish = (id: number) => seller.call(api.publications.republish, { params: { id } });

async function offered(quantity = 5) {
  const shelf = await makeShelf(app, supplier, quantity);
  return { shelf, offer: await makeOffer(supplier, shelf, 2990) };
}

async function closed(account: number, names: string[] = []) {
  const { shelf, offer } = await offered(6);
  const made = await publish(seller, await makeAdvertisement(seller, [offer]), account, offer, {
    ...(names.length > 0 && { variations: names.map((name) => colored(name, offer)) }),
  });
  await drain(app);
  await seller.call(api.publications.close, { params: { id: made.id } });
  await drain(app);
  return { shelf, offer, ...(await detail(made.id)) };
}

test('a seller may pause an ad; only owner and administrator may close it', async () => {
  const { offer } = await offered();
  const { id } = await publish(seller, await makeAdvertisement(seller, [offer]), legacy.id, offer);
  await drain(app);
  const clerk = await app.hire(seller.businessId, ['seller']);
  expect(await clerk.refused(api.publications.close, { params: { id } })).toMatchObject({
    status: 403,
    code: 'forbidden',
  });
  expect((await clerk.call(api.publications.pause, { params: { id } })).desiredState).toBe('paused');
  const administrator = await app.hire(seller.businessId, ['administrator']);
  expect((await administrator.call(api.publications.close, { params: { id } })).desiredState).toBe('closed');
});

describe('a closed ad', () => {
  test.each([
    ['alone', legacy.id, []],
    ['with variations', legacy.id, ['Preto', 'Branco']],
    ['of one ad per variation', family.id, ['Preto', 'Branco']],
  ])(
    '%s goes on sale again under a new id; the old publication stays with its own',
    async (_, account, names) => {
      const old = await closed(account, names);
      const made = await republish(old.id);
      expect(made).toMatchObject({ state: 'publishing', name: old.name, remoteItem: null });
      await drain(app);
      const again = await detail(made.id);
      expect(again).toMatchObject({ state: 'active', syncError: null, syncing: false });
      for (const [index, variation] of again.variations.entries()) {
        const former = old.variations[index]?.remoteItem ?? '';
        expect(await itemOf(variation.remoteItem)).toMatchObject({ parentId: former, status: 'active' });
        expect((await itemOf(former))?.status).toBe('closed');
      }
      expect((await detail(old.id)).variations.map(({ remoteItem }) => remoteItem)).toEqual(
        old.variations.map(({ remoteItem }) => remoteItem),
      );
      expect((await seller.refused(api.publications.republish, { params: { id: old.id } })).code).toBe(
        'state_conflict',
      );
    },
  );

  test('a closed ad is found if the answer was lost, and not relisted twice', async () => {
    const old = await closed(legacy.id);
    await misbehave(sandbox, {
      kind: 'error-500',
      method: 'POST',
      path: '/items/*/relist',
      times: 1,
      applied: true,
    });
    const made = await republish(old.id);
    await drain(app);
    await drainLater(app);
    const again = await detail(made.id);
    expect(await itemOf(again.remoteItem)).toMatchObject({ parentId: old.remoteItem, status: 'active' });
    const relisted = (await remoteItems(sandbox)).filter(({ parentId }) => parentId === old.remoteItem);
    expect(relisted).toHaveLength(1);
  });

  test('an ad that the marketplace does not relist is created again', async () => {
    const old = await closed(legacy.id);
    await misbehave(sandbox, { kind: 'refused-400', method: 'POST', path: '/items/*/relist' });
    const made = await republish(old.id);
    await drain(app);
    const again = await detail(made.id);
    expect(again).toMatchObject({ state: 'active', syncError: null });
    expect(again.remoteItem).not.toBe(old.remoteItem);
  });
});

describe('a seller with stock in several places', () => {
  test('a seller with stock in several places publishes an ad that follows stock, also with a sale between reading and writing', async () => {
    const { shelf, offer } = await offered(5);
    const made = await publish(seller, await makeAdvertisement(seller, [offer]), stores.id, offer);
    await drain(app);
    const { remoteItem, ...published } = await detail(made.id);
    expect(published).toMatchObject({ state: 'active', syncError: null });
    expect((await itemOf(remoteItem))?.available).toBe(5);
    await makeVolume(supplier, shelf, [{ variationId: shelf.variationId, quantity: 3 }]);
    await drain(app);
    expect((await itemOf(remoteItem))?.available).toBe(8);
    await misbehave(sandbox, { kind: 'conflict-409', method: 'PUT', path: '/user-products/*', times: 2 });
    await makeVolume(supplier, shelf, [{ variationId: shelf.variationId, quantity: 2 }]);
    await drain(app);
    expect((await itemOf(remoteItem))?.available).toBe(10);
    expect(await detail(made.id)).toMatchObject({ syncError: null, syncing: false });
  });
});

describe('an ad that the marketplace split', () => {
  test('an ad that the marketplace split is followed even without a reference to its origin, including a variation without SKU', async () => {
    const { offer } = await offered(5);
    const made = await publish(seller, await makeAdvertisement(seller, [offer]), legacy.id, offer, {
      variations: [colored('Preto', offer), { ...colored('Branco', offer), sku: '' }],
    });
    await drain(app);
    const { remoteItem } = await detail(made.id);
    await sandbox.control('POST', `/items/${remoteItem}/migrate`);
    await deliver();
    await drain(app);
    const split = await detail(made.id);
    expect(split).toMatchObject({ pricePerVariation: true, state: 'active', syncError: null });
    const items = await Promise.all(split.variations.map((variation) => itemOf(variation.remoteItem)));
    expect(items.map((item) => item?.attributes.COLOR)).toEqual(['Preto', 'Branco']);
    expect(items.map((item) => item?.parentId)).toEqual([null, null]);
  });
});
