import { afterEach, describe, expect, test, vi } from 'vitest';
import type { BodyInputOf } from '#contract/endpoint.ts';
import { api } from '#contract/index.ts';
import { colored, makeAdvertisement, publish, textValue } from '#server/advertisements/test/factory.ts';
import { makeOffer, makeShelf, makeVolume } from '#server/inventory/test/factory.ts';
import {
  askQueue,
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
const account = await connectSeller(seller, remoteSellers.legacy);
const family = await connectSeller(seller, remoteSellers.userProduct);

const deliver = postman(market);

afterEach(() => sandbox.control('DELETE', '/faults'));

const itemOf = async (id: string | null) => (await remoteItems(sandbox)).find((item) => item.id === id);
const detail = (id: number) => seller.call(api.publications.detail, { params: { id } });

async function published(quantity = 4) {
  const shelf = await makeShelf(app, supplier, quantity);
  const offer = await makeOffer(supplier, shelf);
  const made = await publish(seller, await makeAdvertisement(seller, [offer]), account.id, offer);
  await drain(app);
  return { shelf, offer, ...(await detail(made.id)) };
}

const more = (shelf: Awaited<ReturnType<typeof makeShelf>>, quantity = 1) =>
  makeVolume(supplier, shelf, [{ variationId: shelf.variationId, quantity }]);

describe('too many calls', () => {
  test('a push refused for too many calls waits as long as the marketplace asks, without counting a try', async () => {
    const { id, shelf, remoteItem } = await published();
    await misbehave(sandbox, { kind: 'rate-limit-json', method: 'PUT', path: '/items/*', retryAfter: 90 });
    await more(shelf);
    await drain(app);
    expect((await detail(id)).syncError).toMatchObject({
      act: 'push',
      kind: 'waiting',
      code: 'too_many_requests',
      attempt: 0,
      retryAt: new Date(app.clock.now().getTime() + 90_000).toISOString(),
    });
    const [job] = await askQueue<{ seconds: number }>(
      app,
      `select extract(epoch from run_at - now())::float as seconds from queued_jobs
        where task = 'publication.push' and attempts = 0`,
    );
    expect(job?.seconds).toBeGreaterThan(80);
    await sandbox.control('DELETE', '/faults');
    // Nothing else of the account goes out until then either.
    await drainLater(app);
    expect((await itemOf(remoteItem))?.available).toBe(4);
    app.clock.advance(2);
    await drainLater(app);
    expect((await itemOf(remoteItem))?.available).toBe(5);
  });
});

const change = (id: number, body: BodyInputOf<typeof api.publications.update>) =>
  seller.call(api.publications.update, { params: { id }, body });
const toggle = (id: number, act: 'pause' | 'activate' | 'retry' | 'sync' | 'close') =>
  seller.call(api.publications[act], { params: { id } });

/** One sold: from then on the marketplace keeps its title. */
const sell = (itemId: string | null) => sandbox.control('POST', '/purchases', { itemId, quantity: 1 });

describe('one refused part', () => {
  test('a title after a sale is not sent and is shown; stock, price and attributes are sent', async () => {
    const { id, shelf, remoteItem, variations } = await published(9);
    await sell(remoteItem);
    await change(id, {
      name: 'Outra caneca',
      attributes: [textValue('BRAND', 'Nova marca'), textValue('MODEL', 'M2')],
      variations: { update: { [variations[0]?.id ?? 0]: { price: 6990 } } },
    });
    await more(shelf, 3);
    await drain(app);
    const item = await itemOf(remoteItem);
    expect(item).toMatchObject({ price: 69.9, attributes: { BRAND: 'Nova marca', MODEL: 'M2' } });
    expect(item?.title).not.toBe('Outra caneca');
    const shown = await detail(id);
    expect(shown.syncError).toMatchObject({ kind: 'refused', causes: [{ field: 'name' }] });
    expect(shown.variations[0]?.pushedQuantity).toBe(item?.available);
  });

  test('while one part is refused, only stock and pause are sent, and a correction clears it', async () => {
    const { id, shelf, remoteItem, variations } = await published(5);
    await sandbox.control('PATCH', `/items/${remoteItem}`, { priceAutomation: true });
    await change(id, { variations: { update: { [variations[0]?.id ?? 0]: { price: 8990 } } } });
    await drain(app);
    expect((await detail(id)).syncError).toMatchObject({
      kind: 'refused',
      causes: [{ field: 'price', code: 'item.price.not_modifiable' }],
    });
    await more(shelf, 2);
    await toggle(id, 'pause');
    await drain(app);
    expect(await itemOf(remoteItem)).toMatchObject({ available: 7, status: 'paused', price: 59.9 });
    expect((await detail(id)).syncError).toMatchObject({ causes: [{ field: 'price' }] });
    await sandbox.control('PATCH', `/items/${remoteItem}`, { priceAutomation: false });
    await toggle(id, 'retry');
    await drain(app);
    expect(await itemOf(remoteItem)).toMatchObject({ price: 89.9, available: 7 });
    expect(await detail(id)).toMatchObject({ syncError: null, syncing: false });
  });

  test('of several ads the refused one is named and the others are sent', async () => {
    const black = await makeShelf(app, supplier, 5);
    const white = await makeShelf(app, supplier, 6, Promise.resolve(black));
    const one = await makeOffer(supplier, black);
    const two = await makeOffer(supplier, white);
    const variations = [colored('Preto', one), colored('Branco', two)];
    const made = await publish(seller, await makeAdvertisement(seller, [one]), family.id, one, {
      variations,
    });
    await drain(app);
    const [first, second] = (await detail(made.id)).variations;
    await sandbox.control('PATCH', `/items/${first?.remoteItem}`, { priceAutomation: true });
    await change(made.id, {
      variations: { update: { [first?.id ?? 0]: { price: 7090 }, [second?.id ?? 0]: { price: 7190 } } },
    });
    await more(white, 4);
    await drain(app);
    expect(await itemOf(second?.remoteItem ?? null)).toMatchObject({ price: 71.9, available: 10 });
    expect((await detail(made.id)).syncError).toMatchObject({
      kind: 'refused',
      causes: [{ field: 'price', variation: 0 }],
    });
  });

  test('of several creations the refused one is named and the others are on sale', async () => {
    const black = await makeShelf(app, supplier, 5);
    const white = await makeShelf(app, supplier, 6, Promise.resolve(black));
    const one = await makeOffer(supplier, black);
    const two = await makeOffer(supplier, white);
    // Valid check digit, and used by another brand.
    const taken = { ...colored('Preto', one), gtin: '7891000315507' };
    const other = await makeAdvertisement(seller, [one]);
    await publish(seller, other, account.id, one, {
      attributes: [textValue('BRAND', 'Primeira'), textValue('MODEL', 'X')],
      variations: [{ ...colored('', one), attributes: [], gtin: '7891000315507' }],
    });
    await drain(app);
    const made = await publish(seller, await makeAdvertisement(seller, [one]), family.id, one, {
      variations: [taken, colored('Branco', two)],
    });
    await drain(app);
    const shown = await detail(made.id);
    expect(shown.variations.map(({ remoteItem }) => remoteItem !== null)).toEqual([false, true]);
    expect(shown).toMatchObject({
      state: 'active',
      syncError: { kind: 'refused', causes: [{ field: 'gtin', variation: 0 }] },
    });
  });
});

describe('a pause', () => {
  test('an ad without stock is paused, and new stock does not activate it', async () => {
    const { id, offer, shelf, remoteItem } = await published(2);
    await supplier.call(api.dropshipItems.update, { params: { id: offer.id }, body: { active: false } });
    await drain(app);
    await deliver();
    await drain(app);
    expect(await itemOf(remoteItem)).toMatchObject({ status: 'paused', subStatus: ['out_of_stock'] });
    expect(await detail(id)).toMatchObject({ state: 'paused', desiredState: 'active' });
    await toggle(id, 'pause');
    await drain(app);
    expect(await itemOf(remoteItem)).toMatchObject({ status: 'paused', subStatus: ['paused_by_seller'] });
    await supplier.call(api.dropshipItems.update, { params: { id: offer.id }, body: { active: true } });
    await more(shelf);
    await drain(app);
    expect(await itemOf(remoteItem)).toMatchObject({ status: 'paused', available: 3 });
    expect(await detail(id)).toMatchObject({ state: 'paused', desiredState: 'paused', syncError: null });
    await toggle(id, 'activate');
    await drain(app);
    expect((await itemOf(remoteItem))?.status).toBe('active');
  });
});

describe('stock in the marketplace’s own warehouse', () => {
  test('stock in the marketplace’s own warehouse never gets our quantity, and shows why', async () => {
    const { id, shelf, remoteItem } = await published(4);
    await sandbox.control('PATCH', `/items/${remoteItem}`, { logisticType: 'fulfillment', quantity: 40 });
    await toggle(id, 'sync');
    await drain(app);
    // The marketplace would refuse it, so no call is made.
    const sent = vi.spyOn(app.outside.marketplaces['mercado-livre'].listings, 'pushStock');
    await more(shelf, 2);
    await drain(app);
    expect(sent).not.toHaveBeenCalled();
    sent.mockRestore();
    expect((await itemOf(remoteItem))?.available).toBe(40);
    const shown = await detail(id);
    expect(shown).toMatchObject({ syncError: null, syncing: false });
    expect(shown.variations[0]).toMatchObject({ fulfilledByMarketplace: true, pushedQuantity: 40 });
  });

  test('stock in the marketplace’s own warehouse that was moved unnoticed is recognized by the refusal of the stock, and is no error', async () => {
    const { id, shelf, remoteItem } = await published(4);
    await sandbox.control('PATCH', `/items/${remoteItem}`, { logisticType: 'fulfillment', quantity: 40 });
    await more(shelf, 2);
    await drain(app);
    expect(await detail(id)).toMatchObject({
      syncError: null,
      variations: [{ fulfilledByMarketplace: true }],
    });
    expect((await itemOf(remoteItem))?.available).toBe(40);
  });
});
