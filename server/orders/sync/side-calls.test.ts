import { afterEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { jobAccountContext, withAccount } from '#server/marketplaces/account-access.ts';
import { drain, drainLater, misbehave, remoteItems } from '#server/marketplaces/test/factory.ts';
import { jobOf } from '#server/orders/test/factory.ts';
import { marketStage } from '#server/orders/test/market-stage.ts';
import { fetchSale } from './fetch-order.ts';
import { sweepOrders } from './sweep.ts';

const { app, sandbox, supplier, seller, account, settle, onSale, buy, buyAll, saleOf } = await marketStage();

afterEach(async () => {
  await sandbox.control('DELETE', '/faults');
  await settle();
});

async function sweep(): Promise<void> {
  await sweepOrders(jobOf(app));
  await settle();
}

type Money =
  Awaited<ReturnType<typeof saleOf>> extends infer Sale
    ? Sale extends { money?: infer M }
      ? M
      : never
    : never;
const marginOfSale = (money: Money | undefined) =>
  money ? money.total - (money.fee ?? 0) - (money.freight ?? 0) - (money.cost ?? 0) : null;

describe('a paid sale is stored and reserved whichever other call fails', () => {
  test.each([
    ['billing data', '/orders/billing-info/*', 'error-500'],
    ['billing data', '/orders/billing-info/*', 'rate-limit-text'],
    ['billing data', '/orders/billing-info/*', 'html'],
    ['the limit of its dispatch', '/shipments/*/sla', 'error-500'],
    ['what its freight costs', '/shipments/*/costs', 'error-500'],
    ['what its freight costs', '/shipments/*/costs', 'wrong-type'],
    ['its parcel', '/shipments/*', 'error-500'],
    ['its parcel', '/shipments/*', 'wrong-type'],
  ])('%s (%s: %s)', async (_what, path, kind) => {
    const { itemId } = await onSale(3);
    await misbehave(sandbox, { kind, path });
    const order = await buy(itemId);
    await settle();
    expect(await saleOf(order.id)).toMatchObject({ payment: 'approved', reserve: 'firm' });
    await sandbox.control('DELETE', '/faults');
    await drainLater(app);
    expect(await saleOf(order.id)).toMatchObject({
      status: 'pending',
      logisticType: 'xd_drop_off',
      dispatchLimit: expect.any(String),
      buyer: { city: expect.any(String) },
    });
  });

  test('a sale of an ad in the marketplace’s own warehouse reserves nothing while its parcel is unknown', async () => {
    const { itemId, publicationId, shelf } = await onSale(3);
    await sandbox.control('PATCH', `/items/${itemId}`, { logisticType: 'fulfillment' });
    await seller.call(api.publications.sync, { params: { id: publicationId } });
    await settle();
    await misbehave(sandbox, { kind: 'error-500', path: '/shipments/*' });
    const order = await buy(itemId);
    await settle();
    expect(await saleOf(order.id)).toMatchObject({ payment: 'approved', reserve: 'none', releasedAt: null });
    const reserved = () =>
      app.rows(
        supplier.businessId,
        `select reserved, soft from stock where variation_id = ${shelf.variationId}`,
      );
    expect(await reserved()).toEqual([{ reserved: 0, soft: 0 }]);
    await sandbox.control('DELETE', '/faults');
    await drainLater(app);
    const known = await saleOf(order.id);
    // The parcel decides.
    expect(known?.reserve).toBe(known?.logisticType === 'fulfillment' ? 'none' : 'firm');
  });

  test('a cart with an unreadable pack is reserved at once, and released when its other sales are known', async () => {
    const [first, second] = [await onSale(3), await onSale(3)];
    await misbehave(sandbox, { kind: 'error-500', path: '/packs/*' });
    await misbehave(sandbox, { kind: 'notify-lost' });
    const lines = [first, second].map(({ itemId }) => ({ itemId, quantity: 1 }));
    const [one, other] = await buyAll({ lines });
    const heard = { businessId: seller.businessId, accountId: account.id, remoteOrderId: String(one?.id) };
    await expect(fetchSale(jobOf(app), heard)).rejects.toThrow();
    expect(await saleOf(one?.id ?? 0)).toMatchObject({
      reserve: 'firm',
      status: 'waiting_separation',
      releasedAt: null,
    });
    await sandbox.control('DELETE', '/faults');
    await sweep();
    // Two stock rows, each in its own warehouse.
    for (const sold of [one, other])
      expect(await saleOf(sold?.id ?? 0)).toMatchObject({
        reserve: 'firm',
        approvalReason: 'mixed-warehouse',
      });
  });
});

describe('a failing part of a sweep affects only itself', () => {
  test.each([
    ['/missed_feeds', 'error-500'],
    ['/missed_feeds', 'rate-limit-json'],
    ['/missed_feeds', 'wrong-type'],
  ])('%s (%s): the sales that were found are fetched', async (path, kind) => {
    const { itemId } = await onSale(3);
    await misbehave(sandbox, { kind: 'notify-lost' });
    const order = await buy(itemId);
    await misbehave(sandbox, { kind, path });
    await sweep();
    expect(await saleOf(order.id)).toMatchObject({ status: 'pending' });
  });

  test('a failing search does not affect the feed of missed notifications', async () => {
    const { itemId } = await onSale(3);
    await misbehave(sandbox, { kind: 'notify-missed' });
    const order = await buy(itemId);
    await misbehave(sandbox, { kind: 'error-500', path: '/orders/search' });
    await sweep();
    expect(await saleOf(order.id)).toMatchObject({ status: 'pending' });
  });
});

test('an ad changed at the marketplace without a notification is read again', async () => {
  const { itemId } = await onSale(3);
  await misbehave(sandbox, { kind: 'notify-missed' });
  await withAccount(jobAccountContext(jobOf(app), seller.businessId), account.id, (session) =>
    session.marketplace.listings.pushPrice(session, itemId, [{ id: null, value: 6190 }], null),
  );
  const priceOf = async () => (await remoteItems(sandbox)).find(({ id }) => id === itemId)?.price;
  expect(await priceOf()).toBe(61.9);
  await sweepOrders(jobOf(app));
  await drain(app);
  expect(await priceOf()).toBe(59.9);
});

describe('facts of a sale', () => {
  test('ids beyond 2^53 keep every digit', async () => {
    const { itemId } = await onSale(3);
    await misbehave(sandbox, { kind: 'notify-lost' });
    const order = await buy(itemId);
    await misbehave(sandbox, { kind: 'long-ids', path: '/orders/*' });
    await sweep();
    const long = String(BigInt(order.id) + 2n ** 60n);
    expect(await saleOf(long)).toMatchObject({ remoteOrderId: long, status: 'pending' });
  });

  test('interest of the instalments and the coupon are stored, and shown to people who see prices', async () => {
    const { itemId } = await onSale(3);
    const order = await buy(itemId, { interest: 12.34, coupon: 5 });
    await settle();
    expect(await saleOf(order.id)).toMatchObject({ paymentMoney: { interest: 1234, discount: 500 } });
  });

  test('freight paid by the seller is distributed over the sales of a parcel by their amounts', async () => {
    const { itemId } = await onSale(3);
    // Below R$ 79 the buyer pays it.
    const cheap = await buy(itemId);
    await settle();
    const one = await saleOf(cheap.id);
    expect(one?.money).toMatchObject({ freight: 0, margin: marginOfSale(one?.money) });
    const [first, second] = [await onSale(3), await onSale(3)];
    const lines = [
      { itemId: first.itemId, quantity: 2 },
      { itemId: second.itemId, quantity: 1 },
    ];
    const cart = await buyAll({ lines });
    await settle();
    const [two, three] = await Promise.all(cart.map(({ id }) => saleOf(id)));
    expect(two?.money?.freight).toBe(1527);
    expect(three?.money?.freight).toBe(763);
    expect(two?.money?.margin).toBe(marginOfSale(two?.money));
  });

  test.each([
    ['pack', '/packs/*'],
    ['billing of order', '/orders/billing-info/*'],
  ])('INV-47: the sale is stored without a %s of another resource, which is parked', async (what, path) => {
    const lines = [await onSale(3), await onSale(3)].map(({ itemId }) => ({ itemId, quantity: 1 }));
    await misbehave(sandbox, { kind: 'wrong-id', path });
    const [order] = await buyAll({ lines });
    await settle();
    const asked = `${what} ${what === 'pack' ? order?.packId : order?.id}`;
    const parked = async () => {
      const found = await seller.call(api.marketplaceAccounts.detail, { params: { id: account.id } });
      return found.parkedAnswers.filter(({ resource }) => resource === asked);
    };
    expect(await saleOf(order?.id ?? 0)).not.toBeNull();
    expect((await parked())[0]).toMatchObject({ reason: 'other_resource' });
    await sandbox.control('DELETE', '/faults');
    app.clock.advance(2);
    await drainLater(app);
    expect(await parked()).toEqual([]);
  });

  test('INV-47: an answer about another sale is parked where people see it, until the answer is correct', async () => {
    const { itemId } = await onSale(3);
    await misbehave(sandbox, { kind: 'wrong-id', path: '/orders/*' });
    const order = await buy(itemId);
    await settle();
    expect(await saleOf(order.id)).toBeNull();
    const read = () => seller.call(api.marketplaceAccounts.detail, { params: { id: account.id } });
    const parked = {
      resource: `order ${order.id}`,
      reason: 'other_resource',
      got: String(order.id + 7),
      at: expect.any(String),
    };
    expect((await read()).parkedAnswers).toContainEqual(parked);
    await sandbox.control('DELETE', '/faults');
    await drainLater(app);
    expect(await saleOf(order.id)).toMatchObject({ status: 'pending' });
    expect((await read()).parkedAnswers).not.toContainEqual(parked);
  });
});
