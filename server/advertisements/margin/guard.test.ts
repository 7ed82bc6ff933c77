import { afterEach, describe, expect, test } from 'vitest';
import type { MarginFloor } from '#contract/advertisements/margin-change.ts';
import { api } from '#contract/index.ts';
import { marginBeforeTax } from '#contract/money.ts';
import { colored, makeAdvertisement, publish } from '#server/advertisements/test/factory.ts';
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

const market = await marketApp();
const { app, sandbox } = market;
const supplier = await app.join('supply');
const seller = await app.join('sales');
const rival = await app.join('sales');
const account = await connectSeller(seller, remoteSellers.legacy);
/** Its stock is sent by another call than its prices. */
const family = await connectSeller(seller, remoteSellers.stores);

afterEach(() => sandbox.control('DELETE', '/faults'));

const itemOf = async (id: string | null) => (await remoteItems(sandbox)).find((item) => item.id === id);
const detail = (id: number) => seller.call(api.publications.detail, { params: { id } });
const changesOf = async (publication: number) =>
  (await seller.call(api.marginChanges.list, { query: { query: `publication:${publication}` } })).items;
const undo = (id: number, person = seller) => person.call(api.marginChanges.undo, { params: { id } });
const floorOf = (id: number, floor: MarginFloor | null) =>
  seller.call(api.publications.updateFloor, { params: { id }, body: { floor } });

/** One mug on sale at R$ 59,90 that costs R$ 20,00. */
async function onSale(floor: MarginFloor | null, on = account, price = 5990) {
  const shelf = await makeShelf(app, supplier, 4);
  const offer = await makeOffer(supplier, shelf, 2000);
  const made = await publish(seller, await makeAdvertisement(seller, [offer]), on.id, offer, {
    variations: [{ ...colored('', offer, price), attributes: [] }],
  });
  await drain(app);
  if (floor) await floorOf(made.id, floor);
  await drain(app);
  const costs = async (price: number) => {
    await supplier.call(api.dropshipItems.update, { params: { id: offer.id }, body: { price } });
    await drain(app);
  };
  return { ...(await detail(made.id)), shelf, offer, costs };
}

const variationOf = async (id: number) => {
  const [variation] = (await detail(id)).variations;
  if (!variation) throw new Error('a variation');
  return variation;
};

describe('a cost that rises below the floor', () => {
  test('a cost that rises below the floor changes the price, which is sent before increased stock, and can be undone', async () => {
    const { id, shelf, remoteItem, offer, costs } = await onSale(
      { basisPoints: 2000, action: 'reprice' },
      family,
    );
    expect(await changesOf(id)).toEqual([]);
    // The price is refused for now: the increased stock waits for it.
    await misbehave(sandbox, { kind: 'error-500', method: 'PUT', path: '/items/*' });
    await supplier.call(api.dropshipItems.update, { params: { id: offer.id }, body: { price: 4500 } });
    await makeVolume(supplier, shelf, [{ variationId: shelf.variationId, quantity: 5 }]);
    await app.drain();
    expect(await itemOf(remoteItem)).toMatchObject({ price: 59.9, available: 4 });
    await sandbox.control('DELETE', '/faults');
    await drainLater(app);
    const variation = await variationOf(id);
    expect(variation.price).toBeGreaterThan(5990);
    expect(variation.marginBasisPoints).toBeGreaterThanOrEqual(1999);
    expect(await itemOf(remoteItem)).toMatchObject({ price: variation.price / 100, available: 9 });
    const [change, ...others] = await changesOf(id);
    expect(others).toEqual([]);
    expect(change).toMatchObject({
      cause: 'cost',
      outcome: 'repriced',
      before: { price: 5990, cost: 2000 },
      after: { price: variation.price, cost: 4500 },
      canUndo: true,
    });
    expect(await undo(change?.id ?? 0)).toMatchObject({ canUndo: false, undoneAt: expect.anything() });
    await drain(app);
    expect((await itemOf(remoteItem))?.price).toBe(59.9);
    // The accepted margin is kept; a lower one is not.
    expect(await changesOf(id)).toHaveLength(1);
    await costs(4600);
    expect((await variationOf(id)).price).toBeGreaterThan(5990);
    expect(await changesOf(id)).toHaveLength(2);
  });

  test('a cost that rises below the floor sends a smaller stock and a pause even if no price can be computed now', async () => {
    const { id, shelf, remoteItem, offer } = await onSale(
      { basisPoints: 2000, action: 'reprice' },
      account,
      5810,
    );
    await misbehave(sandbox, { kind: 'error-500', path: '*/listing_prices*' });
    await supplier.call(api.dropshipItems.update, { params: { id: offer.id }, body: { price: 4471 } });
    const body = { variationId: shelf.variationId, quantity: 1, reason: 'quebra' };
    await supplier.call(api.volumes.adjust, { params: { id: shelf.volumeId }, body });
    await app.drain();
    expect(await itemOf(remoteItem)).toMatchObject({ price: 58.1, available: 1, status: 'active' });
    expect((await detail(id)).syncError).toMatchObject({ act: 'push', code: 'marketplace_unavailable' });
    await seller.call(api.publications.pause, { params: { id } });
    await app.drain();
    expect((await itemOf(remoteItem))?.status).toBe('paused');
    await sandbox.control('DELETE', '/faults');
    await drainLater(app);
    expect((await variationOf(id)).price).toBeGreaterThan(5810);
    expect((await itemOf(remoteItem))?.price).toBe((await variationOf(id)).price / 100);
    expect((await detail(id)).syncError).toBeNull();
  });

  test('a cost that rises below the floor holds the ad at quantity 0 until the cost falls again', async () => {
    const { id, remoteItem, costs } = await onSale({ basisPoints: 1000, action: 'hold' });
    await costs(5500);
    expect(await variationOf(id)).toMatchObject({
      quantity: 0,
      pushedQuantity: 0,
      guard: 'held',
      price: 5990,
    });
    expect((await itemOf(remoteItem))?.available).toBe(0);
    await costs(2100);
    expect(await variationOf(id)).toMatchObject({ quantity: 4, pushedQuantity: 4, guard: null });
    expect((await changesOf(id)).map(({ outcome, cause }) => [outcome, cause])).toEqual([
      ['released', 'cost'],
      ['held', 'cost'],
    ]);
  });

  test('only warns, once, and is accepted', async () => {
    const { id, remoteItem, shelf, costs } = await onSale({ basisPoints: 1000, action: 'warn' });
    await costs(5500);
    await makeVolume(supplier, shelf, [{ variationId: shelf.variationId, quantity: 1 }]);
    await drain(app);
    const [change, ...others] = await changesOf(id);
    expect([change?.outcome, others]).toEqual(['warned', []]);
    expect(await itemOf(remoteItem)).toMatchObject({ price: 59.9, available: 5 });
    await undo(change?.id ?? 0);
    await drain(app);
    expect(await variationOf(id)).toMatchObject({ guard: null });
    await expect(undo(change?.id ?? 0)).rejects.toMatchObject({ problem: { code: 'state_conflict' } });
    await expect(undo(change?.id ?? 0, rival)).rejects.toMatchObject({ problem: { code: 'not_found' } });
  });
});

describe('a margin that is below the floor and changes', () => {
  const figures = async (id: number) =>
    (await changesOf(id)).map(({ outcome, after, canUndo }) => [outcome, after.cost, canUndo]);

  test('a warning follows the margin, and a fall by a percentage point or more is another finding', async () => {
    const { id, costs } = await onSale({ basisPoints: 1000, action: 'warn' });
    await costs(5500);
    const [first] = await changesOf(id);
    expect(await figures(id)).toEqual([['warned', 5500, true]]);
    // Less than a percentage point of R$ 59,90, twice: the finding has the new figures.
    await costs(5535);
    expect(await figures(id)).toEqual([['warned', 5535, true]]);
    const [followed] = await changesOf(id);
    expect(followed).toMatchObject({ id: first?.id, changedAt: first?.changedAt, before: first?.before });
    expect(followed?.after.margin).toBeLessThan(first?.after.margin ?? 0);
    // It is compared with the margin that was reported, not with the last one.
    await costs(5570);
    expect(await figures(id)).toEqual([
      ['warned', 5570, true],
      ['warned', 5535, false],
    ]);
    // A margin that recovers a part, and falls back to what was reported, is no news.
    await costs(5400);
    expect(await figures(id)).toMatchObject([['warned', 5400, true], {}]);
    await costs(5570);
    expect(await figures(id)).toMatchObject([['warned', 5570, true], {}]);
    const [shown] = await changesOf(id);
    await undo(shown?.id ?? 0);
    await drain(app);
    expect(await variationOf(id)).toMatchObject({ guard: null, marginBasisPoints: shown?.after.margin });
  });

  test.each(['hold', 'reprice'] as const)(
    'the figures of a held ad follow its margin, if the floor would %s',
    async (action) => {
      const floor = { basisPoints: action === 'reprice' ? 9000 : 1000, action };
      const { id, costs } = await onSale(floor);
      await costs(5500);
      const before = await figures(id);
      await costs(5510);
      const followed = await figures(id);
      expect(followed).toHaveLength(before.length);
      expect(followed[0]).toEqual(['held', 5510, true]);
      await costs(5800);
      expect((await figures(id))[0]).toEqual(['held', 5800, true]);
      expect(await figures(id)).toHaveLength(before.length + 1);
      expect(await variationOf(id)).toMatchObject({ guard: 'held', quantity: 0 });
    },
  );

  test('a warning has the floor that applies now', async () => {
    const { id, costs } = await onSale({ basisPoints: 1000, action: 'warn' });
    await costs(5500);
    await floorOf(id, { basisPoints: 1200, action: 'warn' });
    await drain(app);
    expect((await changesOf(id)).map(({ floorBasisPoints }) => floorBasisPoints)).toEqual([1200]);
  });
});

describe('a fee that rises', () => {
  const category = async (id: number) => (await detail(id)).category.id;
  /** From now on the marketplace takes this share of the price, and the daily check finds it. */
  async function feeBecomes(categoryId: string, percent: number | null) {
    await sandbox.control('POST', '/fees', { categoryId, percent });
    // A fee that was just read is not read again at once.
    app.clock.advance(11);
    await app.database.transact(null, async (tx) =>
      tx.enqueue({ task: 'publications.quote-freight', payload: {} }),
    );
    await drain(app);
    // Checks that nobody waits for are spread over the morning.
    await drainLater(app);
  }

  test('below the floor changes the price, with the fee as cause', async () => {
    const { id, remoteItem } = await onSale({ basisPoints: 4000, action: 'reprice' });
    const before = await variationOf(id);
    await feeBecomes(await category(id), 40);
    const raised = await variationOf(id);
    expect(raised.price).toBeGreaterThan(before.price);
    expect(raised.marginBasisPoints).toBeGreaterThanOrEqual(3999);
    expect((await itemOf(remoteItem))?.price).toBe(raised.price / 100);
    expect((await changesOf(id)).map(({ cause, outcome }) => [cause, outcome])).toEqual([
      ['fee', 'repriced'],
    ]);
    await feeBecomes(await category(id), null);
  });

  test('a higher fee of an ad without a floor updates its margin', async () => {
    const { id } = await onSale(null);
    const before = await variationOf(id);
    await feeBecomes(await category(id), 30);
    const after = await variationOf(id);
    expect(after.fee ?? 0).toBeGreaterThan(before.fee ?? 0);
    expect(after.marginBasisPoints).toBe(
      marginBeforeTax(after.price, after.cost, { basisPoints: 0, fixed: after.fee, freight: after.freight }),
    );
    expect(after.marginBasisPoints).toBeLessThan(before.marginBasisPoints);
    expect([after.price, await changesOf(id)]).toEqual([before.price, []]);
    await feeBecomes(await category(id), null);
    expect(await variationOf(id)).toMatchObject({ marginBasisPoints: before.marginBasisPoints });
  });
});

describe('a floor', () => {
  test('a floor of the account applies to publications without their own; a price typed below it is kept', async () => {
    const { id } = await onSale(null);
    const own = await onSale({ basisPoints: -5000, action: 'hold' });
    await seller.call(api.marketplaceAccounts.updateFloor, {
      params: { id: account.id },
      body: { floor: { basisPoints: 8000, action: 'hold' } },
    });
    await drain(app);
    expect(await variationOf(id)).toMatchObject({ guard: 'held', quantity: 0 });
    expect(await variationOf(own.id)).toMatchObject({ guard: null });
    const { variations } = await detail(id);
    await seller.call(api.publications.update, {
      params: { id },
      body: { variations: { update: { [variations[0]?.id ?? 0]: { price: 6090 } } } },
    });
    await drain(app);
    expect(await variationOf(id)).toMatchObject({ guard: null, pushedQuantity: 4, price: 6090 });
    await seller.call(api.marketplaceAccounts.updateFloor, {
      params: { id: account.id },
      body: { floor: null },
    });
    await drain(app);
    expect(await detail(id)).toMatchObject({ floor: null, accountFloor: null });
  });

  test('a floor that no price reaches holds the ad; without the floor the ad is on sale again', async () => {
    const { id } = await onSale({ basisPoints: 9000, action: 'reprice' });
    expect(await variationOf(id)).toMatchObject({ guard: 'held', quantity: 0, price: 5990 });
    await floorOf(id, null);
    await drain(app);
    expect(await variationOf(id)).toMatchObject({ guard: null, pushedQuantity: 4 });
  });

  test('a floor is checked when the parcel grows', async () => {
    const { id } = await onSale({ basisPoints: 3000, action: 'reprice' }, account, 9990);
    const before = await variationOf(id);
    await seller.call(api.publications.update, {
      params: { id },
      body: { weight: 9, width: 40, height: 30, depth: 30 },
    });
    await drain(app);
    const after = await variationOf(id);
    expect(after.freight ?? 0).toBeGreaterThan(before.freight ?? 0);
    expect(after.price).toBeGreaterThan(9990);
    expect((await changesOf(id))[0]).toMatchObject({ cause: 'freight', outcome: 'repriced' });
  });

  test('one price for all variations is raised and undone for all', async () => {
    const black = await makeShelf(app, supplier, 5);
    const white = await makeShelf(app, supplier, 6, Promise.resolve(black));
    const one = await makeOffer(supplier, black, 2000);
    const two = await makeOffer(supplier, white, 2000);
    const made = await publish(seller, await makeAdvertisement(seller, [one]), account.id, one, {
      variations: [colored('Preto', one), colored('Branco', two)],
    });
    await drain(app);
    await floorOf(made.id, { basisPoints: 2000, action: 'reprice' });
    await supplier.call(api.dropshipItems.update, { params: { id: two.id }, body: { price: 4500 } });
    await drain(app);
    const raised = (await detail(made.id)).variations.map(({ price }) => price);
    expect(new Set(raised).size).toBe(1);
    expect(raised[0]).toBeGreaterThan(5990);
    const [change] = await changesOf(made.id);
    await undo(change?.id ?? 0);
    await drain(app);
    expect((await detail(made.id)).variations.map(({ pushedPrice }) => pushedPrice)).toEqual([5990, 5990]);
  });
});
