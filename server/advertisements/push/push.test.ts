import { afterEach, describe, expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import { makeAdvertisement, publish, textValue } from '#server/advertisements/test/factory.ts';
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
  waitingJobs,
} from '#server/marketplaces/test/factory.ts';
import { jobOf } from '#server/orders/test/factory.ts';
import { pushTask } from './publication-push.ts';

const market = await marketApp();
const { app, sandbox } = market;
const supplier = await app.join('supply');
const seller = await app.join('sales');
const rival = await app.join('sales');
const account = await connectSeller(seller, remoteSellers.legacy);
const rivalAccount = await connectSeller(rival, remoteSellers.userProduct);
const deliver = postman(market);

afterEach(() => sandbox.control('DELETE', '/faults'));

const itemOf = async (id: string | null) => (await remoteItems(sandbox)).find((item) => item.id === id);
const detail = (id: number, person = seller) => person.call(api.publications.detail, { params: { id } });

const color = (name: string) => [textValue('COLOR', name)];

describe('quantities', () => {
  test('a kit has the quantity of its scarcest part, capped, minus buffer; zero when an offer is inactive', async () => {
    const mug = await makeShelf(app, supplier, 7);
    const lid = await makeShelf(app, supplier, 40, Promise.resolve(mug));
    const mugOffer = await makeOffer(supplier, mug, 2000);
    const lidOffer = await makeOffer(supplier, lid, 500, 3);
    const advertisement = await makeAdvertisement(seller, [mugOffer, lidOffer]);
    const made = await publish(seller, advertisement, account.id, mugOffer, {
      variations: [
        {
          name: 'Kit',
          sku: 'KIT-1',
          gtin: '',
          attributes: [],
          components: [
            { offer: mugOffer.id, quantity: 2 },
            { offer: lidOffer.id, quantity: 1 },
          ],
          price: 9990,
          active: true,
        },
      ],
    });
    expect(made.variations[0]).toMatchObject({ cost: 4500, quantity: 3 });
    await drain(app);
    const { remoteItem } = await detail(made.id);
    expect((await itemOf(remoteItem))?.available).toBe(3);

    await supplier.call(api.dropshipItems.update, { params: { id: lidOffer.id }, body: { quantityCap: 2 } });
    await drain(app);
    expect((await itemOf(remoteItem))?.available).toBe(2);
    await supplier.call(api.dropshipItems.update, { params: { id: mugOffer.id }, body: { buffer: 5 } });
    await drain(app);
    expect((await itemOf(remoteItem))?.available).toBe(1);
    await supplier.call(api.dropshipItems.update, { params: { id: mugOffer.id }, body: { active: false } });
    await drain(app);
    const soldOut = { available: 0, status: 'paused', subStatus: ['out_of_stock'] };
    expect(await itemOf(remoteItem)).toMatchObject(soldOut);
    expect((await detail(made.id)).variations[0]).toMatchObject({ quantity: 0, pushedQuantity: 0 });
  });

  test('one stock row of two sellers, two accounts and both item models: all are updated', async () => {
    const shelf = await makeShelf(app, supplier, 4);
    const offer = await makeOffer(supplier, shelf);
    const one = await publish(seller, await makeAdvertisement(seller, [offer]), account.id, offer);
    const two = await publish(rival, await makeAdvertisement(rival, [offer]), rivalAccount.id, offer);
    await drain(app);
    await makeVolume(supplier, shelf, [{ variationId: shelf.variationId, quantity: 2 }]);
    await drain(app);
    const items = [(await detail(one.id)).remoteItem, (await detail(two.id, rival)).remoteItem];
    expect(await Promise.all(items.map(async (id) => (await itemOf(id))?.available))).toEqual([6, 6]);
  });

  test('nothing is sent if the marketplace has it already', async () => {
    const shelf = await makeShelf(app, supplier, 4);
    const offer = await makeOffer(supplier, shelf);
    const made = await publish(seller, await makeAdvertisement(seller, [offer]), account.id, offer);
    await drain(app);
    await misbehave(sandbox, { kind: 'error-500', method: 'PUT', path: '/items/*' });
    await seller.call(api.publications.sync, { params: { id: made.id } });
    await drain(app);
    expect(await detail(made.id)).toMatchObject({ syncError: null, syncing: false });
  });

  test('every push names all variations of an item, also those that are not ours', async () => {
    const black = await makeShelf(app, supplier, 5);
    const white = await makeShelf(app, supplier, 6, Promise.resolve(black));
    const offers = [await makeOffer(supplier, black), await makeOffer(supplier, white)];
    const [first, second] = offers;
    if (!first || !second) throw new Error('two offers');
    const advertisement = await makeAdvertisement(seller, [first]);
    const base = { gtin: '', price: 5990, active: true };
    const made = await publish(seller, advertisement, account.id, first, {
      variations: [
        {
          ...base,
          name: 'Preto',
          sku: 'V-PR',
          attributes: color('Preto'),
          components: [{ offer: first.id, quantity: 1 }],
        },
        {
          ...base,
          name: 'Branco',
          sku: 'V-BR',
          attributes: color('Branco'),
          components: [{ offer: second.id, quantity: 1 }],
        },
      ],
    });
    await drain(app);
    const { remoteItem } = await detail(made.id);
    const before = await itemOf(remoteItem);
    expect(before?.variations.map(({ name, available }) => [name, available])).toEqual([
      ['Preto', 5],
      ['Branco', 6],
    ]);
    await makeVolume(supplier, black, [{ variationId: black.variationId, quantity: 1 }]);
    await drain(app);
    const after = await itemOf(remoteItem);
    expect(after?.variations.map(({ id }) => id)).toEqual(before?.variations.map(({ id }) => id));
    expect(after?.variations.map(({ available }) => available)).toEqual([6, 6]);
  });

  test('an acknowledgement of an older revision does not hide a newer quantity', async () => {
    const shelf = await makeShelf(app, supplier, 4);
    const offer = await makeOffer(supplier, shelf);
    const made = await publish(seller, await makeAdvertisement(seller, [offer]), account.id, offer);
    await drain(app);
    const { remoteItem } = await detail(made.id);
    // The first push is in progress and slow when the stock changes again.
    await misbehave(sandbox, { kind: 'slow', delayMs: 400, method: 'PUT', path: '/items/*', times: 1 });
    await makeVolume(supplier, shelf, [{ variationId: shelf.variationId, quantity: 1 }]);
    const running = drain(app);
    await makeVolume(supplier, shelf, [{ variationId: shelf.variationId, quantity: 10 }]);
    await running;
    await drain(app);
    expect((await itemOf(remoteItem))?.available).toBe(15);
    expect((await detail(made.id)).variations[0]).toMatchObject({ quantity: 15, pushedQuantity: 15 });
  });
  test('an older quantity that arrives after a newer one, from a worker considered dead, is corrected', async () => {
    const shelf = await makeShelf(app, supplier, 4);
    const offer = await makeOffer(supplier, shelf);
    const made = await publish(seller, await makeAdvertisement(seller, [offer]), account.id, offer);
    await drain(app);
    const { remoteItem } = await detail(made.id);
    const [leaves, arrives] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { listings } = app.outside.marketplaces['mercado-livre'];
    const { pushStock } = listings;
    vi.spyOn(listings, 'pushStock').mockImplementationOnce((...quantities) => {
      leaves.resolve();
      return arrives.promise.then(() => pushStock(...quantities));
    });
    await makeVolume(supplier, shelf, [{ variationId: shelf.variationId, quantity: 1 }]);
    const late = pushTask(jobOf(app), { businessId: seller.businessId, publicationId: made.id });
    await leaves.promise;
    await makeVolume(supplier, shelf, [{ variationId: shelf.variationId, quantity: 10 }]);
    await drain(app);
    expect((await itemOf(remoteItem))?.available).toBe(15);
    arrives.resolve();
    await late;
    expect((await itemOf(remoteItem))?.available).toBe(5);
    await drain(app);
    expect((await itemOf(remoteItem))?.available).toBe(15);
    expect((await detail(made.id)).variations[0]).toMatchObject({ quantity: 15, pushedQuantity: 15 });
  });
});

describe('a failing marketplace', () => {
  const published = async () => {
    const shelf = await makeShelf(app, supplier, 4);
    const offer = await makeOffer(supplier, shelf);
    const made = await publish(seller, await makeAdvertisement(seller, [offer]), account.id, offer);
    await drain(app);
    return { shelf, offer, ...(await detail(made.id)) };
  };
  const more = (shelf: Awaited<ReturnType<typeof makeShelf>>) =>
    makeVolume(supplier, shelf, [{ variationId: shelf.variationId, quantity: 1 }]);

  test.each(['rate-limit-json', 'rate-limit-text', 'error-500', 'conflict-409', 'html', 'truncated'])(
    '%s: shown as being retried, and then updated',
    async (kind) => {
      const { id, shelf, remoteItem } = await published();
      await misbehave(sandbox, { kind, method: 'PUT', path: '/items/*' });
      await more(shelf);
      await drain(app);
      expect((await detail(id)).syncError).toMatchObject({
        act: 'push',
        kind: 'retrying',
        maxAttempts: 8,
      });
      await sandbox.control('DELETE', '/faults');
      await drainLater(app);
      expect(await detail(id)).toMatchObject({ syncError: null, syncing: false });
      expect((await itemOf(remoteItem))?.available).toBe(5);
    },
  );

  test('after eight attempts a push is shown as failed, others continue, and a person can retry it', async () => {
    const poisoned = await published();
    const healthy = await published();
    await misbehave(sandbox, { kind: 'error-500', method: 'PUT', path: `/items/${poisoned.remoteItem}` });
    await more(poisoned.shelf);
    await more(healthy.shelf);
    await drain(app);
    for (let n = 0; n < 7; n++) {
      // Nothing else is sent here: after five failures in a row the circuit is open for up to a minute.
      app.clock.advance(1);
      await drainLater(app);
    }
    expect((await detail(poisoned.id)).syncError).toMatchObject({ kind: 'parked', attempt: 8 });
    expect(await waitingJobs(app, 'publication.push')).toBe(0);
    expect((await itemOf(healthy.remoteItem))?.available).toBe(5);
    await sandbox.control('DELETE', '/faults');
    app.clock.advance(1);
    await seller.call(api.publications.retry, { params: { id: poisoned.id } });
    await drain(app);
    expect(await detail(poisoned.id)).toMatchObject({ syncError: null });
    expect((await itemOf(poisoned.remoteItem))?.available).toBe(5);
  });

  test('INV-47: an answer about another item is refused and parked until the answer is correct', async () => {
    const { id, shelf, remoteItem } = await published();
    await misbehave(sandbox, { kind: 'wrong-id', method: 'GET', path: '/items/*', times: 1 });
    await seller.call(api.publications.sync, { params: { id } });
    await drain(app);
    expect(await detail(id)).toMatchObject({
      remoteItem,
      syncError: { act: 'read', kind: 'retrying', code: 'other_resource' },
    });
    const parked = async () =>
      (await seller.call(api.marketplaceAccounts.detail, { params: { id: account.id } })).parkedAnswers;
    const resource = `listing ${remoteItem}`;
    expect(await parked()).toMatchObject([{ resource, reason: 'other_resource', got: `${remoteItem}9` }]);
    // A push reads nothing: the parked answer is still shown after it.
    await more(shelf);
    await drain(app);
    expect((await itemOf(remoteItem))?.available).toBe(5);
    expect(await parked()).toMatchObject([{ resource }]);
    await drainLater(app);
    expect(await detail(id)).toMatchObject({ remoteItem, syncError: null });
    expect(await parked()).toEqual([]);
  });
});

describe('changes at the marketplace', () => {
  test('a pause and a close in its own panel arrive by notifications', async () => {
    const shelf = await makeShelf(app, supplier, 4);
    const offer = await makeOffer(supplier, shelf);
    const made = await publish(seller, await makeAdvertisement(seller, [offer]), account.id, offer);
    await drain(app);
    await deliver();
    await drain(app);
    const { remoteItem } = await detail(made.id);
    await seller.call(api.publications.pause, { params: { id: made.id } });
    await drain(app);
    expect(await detail(made.id)).toMatchObject({
      state: 'paused',
      reasons: [{ kind: 'seller_paused', code: 'paused_by_seller' }],
    });
    expect((await itemOf(remoteItem))?.status).toBe('paused');
    await seller.call(api.publications.activate, { params: { id: made.id } });
    await drain(app);
    await deliver();
    await drain(app);
    expect(await detail(made.id)).toMatchObject({ state: 'active', syncing: false });
    await seller.call(api.publications.close, { params: { id: made.id } });
    await drain(app);
    expect(await detail(made.id)).toMatchObject({ state: 'closed', syncing: false });
    expect(await seller.refused(api.publications.activate, { params: { id: made.id } })).toMatchObject({
      code: 'publication_closed',
    });
  });

  test('an item that the marketplace splits into one per variation is followed', async () => {
    const black = await makeShelf(app, supplier, 5);
    const white = await makeShelf(app, supplier, 6, Promise.resolve(black));
    const one = await makeOffer(supplier, black);
    const two = await makeOffer(supplier, white);
    const base = { gtin: '', price: 5990, active: true };
    const made = await publish(seller, await makeAdvertisement(seller, [one]), account.id, one, {
      variations: [
        {
          ...base,
          name: 'Preto',
          sku: 'S-PR',
          attributes: color('Preto'),
          components: [{ offer: one.id, quantity: 1 }],
        },
        {
          ...base,
          name: 'Branco',
          sku: 'S-BR',
          attributes: color('Branco'),
          components: [{ offer: two.id, quantity: 1 }],
        },
      ],
    });
    await drain(app);
    const { remoteItem } = await detail(made.id);
    await sandbox.control('POST', `/items/${remoteItem}/migrate`);
    await deliver();
    await drain(app);
    const split = await detail(made.id);
    expect(split).toMatchObject({ pricePerVariation: true, state: 'active' });
    const ids = split.variations.map((variation) => variation.remoteItem);
    expect(new Set([...ids, remoteItem]).size).toBe(3);
    await makeVolume(supplier, white, [{ variationId: white.variationId, quantity: 4 }]);
    await drain(app);
    expect(await Promise.all(ids.map(async (id) => (await itemOf(id))?.available))).toEqual([5, 10]);
  });

  test('a smaller quantity than sent waits for the sale that caused it', async () => {
    const shelf = await makeShelf(app, supplier, 4);
    const offer = await makeOffer(supplier, shelf);
    const made = await publish(seller, await makeAdvertisement(seller, [offer]), account.id, offer);
    await drain(app);
    const { remoteItem } = await detail(made.id);
    await misbehave(sandbox, { kind: 'notify-hold', topic: 'orders_v2' });
    await misbehave(sandbox, { kind: 'notify-hold', topic: 'shipments' });
    await sandbox.control('POST', '/purchases', { itemId: remoteItem, quantity: 1 });
    await deliver();
    await drain(app);
    expect((await itemOf(remoteItem))?.available).toBe(3);
    expect((await detail(made.id)).variations[0]).toMatchObject({ quantity: 4, pushedQuantity: 3 });
    expect(await waitingJobs(app, 'publication.push')).toBe(1);
  });
});

test('a supplier sees for each offer how many publications sell from its stock, of any seller', async () => {
  const sold = await makeOffer(supplier, await makeShelf(app, supplier, 9), 2000);
  const unsold = await makeOffer(supplier, await makeShelf(app, supplier, 9), 2000);
  for (const [person, { id }] of [
    [seller, account],
    [rival, rivalAccount],
  ] as const)
    await publish(person, await makeAdvertisement(person, [sold]), id, sold);
  const { items } = await supplier.call(api.dropshipItems.list, { query: {} });
  const publications = new Map(items.map((row) => [row.id, row.publications]));
  expect([publications.get(sold.id), publications.get(unsold.id)]).toEqual([2, 0]);
  expect(await supplier.call(api.dropshipItems.detail, { params: { id: sold.id } })).toMatchObject({
    publications: 2,
  });
});
