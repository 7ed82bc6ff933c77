import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { colored, makeAdvertisement, publish } from '#server/advertisements/test/factory.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import {
  connectSeller,
  drainLater,
  marketApp,
  misbehave,
  remoteItems,
  remoteSellers,
  settler,
} from '#server/marketplaces/test/factory.ts';
import { jobOf } from '#server/orders/test/factory.ts';
import type { Person } from '#server/test/app.ts';
import { sweepOrders } from './sweep.ts';
import { sweepParcels } from './sweep-parcels.ts';

const market = await marketApp();
const { app, sandbox } = market;
// The sandbox uses real time; searches must not lie in its past or future.
app.clock.set(systemClock.now().toISOString());
const supplier = await app.join('supply');
const seller = await app.join('sales');
const rival = await app.join('sales');
const account = await connectSeller(seller, remoteSellers.legacy);
const settle = settler(market);

afterEach(() => sandbox.control('DELETE', '/faults'));

async function onSale(quantity: number, person: Person = seller, accountId = account.id) {
  const shelf = await makeShelf(app, supplier, quantity);
  const offer = await makeOffer(supplier, shelf, 2000);
  return { shelf, offer, ...(await sell(person, accountId, offer)) };
}

async function sell(person: Person, accountId: number, offer: { id: number }) {
  const made = await publish(person, await makeAdvertisement(person, [offer]), accountId, offer);
  await settle();
  const { remoteItem } = await person.call(api.publications.detail, { params: { id: made.id } });
  return { itemId: remoteItem ?? '', publicationId: made.id };
}

const bought = z.object({
  orders: z.array(
    z.object({ id: z.number(), shipmentId: z.number().nullable(), packId: z.number().nullable() }),
  ),
});

async function buy(itemId: string, more: Record<string, unknown> = {}) {
  const { orders } = bought.parse(await sandbox.control('POST', '/purchases', { itemId, ...more }));
  return orders[0] ?? { id: 0, shipmentId: 0, packId: null };
}

async function saleOf(remoteId: number, person: Person = seller) {
  const { items } = await person.call(api.orders.list, { query: { query: `number:${remoteId}` } });
  const [row] = items;
  return row ? person.call(api.orders.detail, { params: { id: row.id } }) : null;
}

const shelfOf = (stockId: number) =>
  app.database.transact({ businessId: supplier.businessId }, (tx) =>
    tx.db
      .selectFrom('stock')
      .select(['on_hand', 'reserved', 'soft', 'sellable'])
      .where('id', '=', stockId)
      .executeTakeFirstOrThrow(),
  );

describe('bought at the marketplace', () => {
  test('a sale is stored, reserved and released, and every other publication is updated', async () => {
    const { shelf, offer, itemId } = await onSale(5);
    const rivalAccount = await connectSeller(rival, remoteSellers.userProduct);
    const other = await sell(rival, rivalAccount.id, offer);
    const order = await buy(itemId, { quantity: 2 });
    await settle();
    const sale = await saleOf(order.id);
    expect(sale).toMatchObject({
      status: 'pending',
      linked: true,
      reserve: 'firm',
      document: 'missing',
      labelReady: false,
      logisticType: 'xd_drop_off',
      money: { total: 11_980, cost: 4000 },
    });
    expect(sale?.dispatchLimit).not.toBeNull();
    expect(sale?.buyer?.city).toBeTruthy();
    const [billing] = await app.rows(
      seller.businessId,
      `select body from order_sources where kind = 'billing' and order_id = ${sale?.id}`,
    );
    expect(billing?.body).toEqual({ sealed: expect.any(String), digest: expect.any(String) });
    expect(await shelfOf(shelf.stockId)).toMatchObject({ reserved: 2, sellable: 3 });
    const item = (await remoteItems(sandbox)).find((candidate) => candidate.id === other.itemId);
    expect(item?.available).toBe(3);
  });

  test('an unpaid sale reserves softly, a paid one firmly, and a cancel returns everything once', async () => {
    const { shelf, itemId } = await onSale(4);
    const order = await buy(itemId, { pay: false });
    await settle();
    expect(await saleOf(order.id)).toMatchObject({ status: 'waiting_payment', reserve: 'soft' });
    await sandbox.control('POST', `/orders/${order.id}/pay`, {});
    await settle();
    expect(await saleOf(order.id)).toMatchObject({ status: 'pending', reserve: 'firm' });
    await misbehave(sandbox, { kind: 'notify-duplicate', copies: 5, topic: 'orders_v2' });
    await sandbox.control('POST', `/orders/${order.id}/cancel`, { by: 'buyer', reason: 'BUYER_REGRETS' });
    await settle();
    expect(await saleOf(order.id)).toMatchObject({ status: 'canceled', canceledBy: 'marketplace' });
    expect(await shelfOf(shelf.stockId)).toEqual({ on_hand: 4, reserved: 0, soft: 0, sellable: 4 });
  });

  test('the bought variation is taken even if another one of the publication is not published yet', async () => {
    const account = await connectSeller(rival, remoteSellers.userProduct);
    const few = await makeShelf(app, supplier, 1);
    const many = await makeShelf(app, supplier, 5, Promise.resolve(few));
    const [pair, one] = [await makeOffer(supplier, few, 2000), await makeOffer(supplier, many, 3000)];
    // One unit does not make a pair: only the second variation is published.
    const variations = [colored('Azul', pair, 5990, 2), colored('Verde', one)];
    const made = await publish(rival, await makeAdvertisement(rival, [pair]), account.id, pair, {
      variations,
    });
    await settle();
    const { variations: found } = await rival.call(api.publications.detail, { params: { id: made.id } });
    expect(found.map(({ remoteItem }) => remoteItem === null)).toEqual([true, false]);
    const order = await buy(found[1]?.remoteItem ?? '');
    await settle();
    expect(await saleOf(order.id, rival)).toMatchObject({
      linked: true,
      reserve: 'firm',
      money: { cost: 3000 },
    });
    expect(await shelfOf(many.stockId)).toMatchObject({ reserved: 1 });
  });

  test('the NF-e unlocks the label; a wrong one is refused with the marketplace’s reason', async () => {
    const { itemId } = await onSale(3);
    const order = await buy(itemId);
    await settle();
    const sale = await saleOf(order.id);
    const params = { id: sale?.id ?? 0 };
    const nfe = async (query: string) =>
      Buffer.from(
        await (
          await fetch(`${sandbox.url}/control/api/shipments/${order.shipmentId}/nfe${query}`)
        ).arrayBuffer(),
      );
    await sandbox.control('PATCH', `/sellers/${remoteSellers.legacy}`, { cnpj: '11222333000181' });
    const wrong = await nfe('?cnpj=06990590000123');
    await seller.call(api.orders.sendInvoice, { params, files: [{ name: 'nfe.xml', bytes: wrong }] });
    await settle();
    expect(await saleOf(order.id)).toMatchObject({
      document: 'rejected',
      documentError: 'invalid_sender_cnpj',
    });
    await supplier.call(api.orders.sendInvoice, {
      params,
      files: [{ name: 'nfe.xml', bytes: await nfe('') }],
    });
    await settle();
    expect(await saleOf(order.id)).toMatchObject({
      document: 'accepted',
      labelReady: true,
      documentError: null,
    });
  });

  test('a cancel by the seller is sent to the marketplace once', async () => {
    const { shelf, itemId } = await onSale(2);
    const order = await buy(itemId);
    await settle();
    const sale = await saleOf(order.id);
    const send = { params: { id: sale?.id ?? 0 }, body: { reason: 'Produto avariado' } };
    await Promise.all([seller.call(api.orders.cancel, send), seller.call(api.orders.cancel, send)]);
    await settle();
    expect(await saleOf(order.id)).toMatchObject({
      status: 'canceled',
      canceledBy: 'seller',
      remoteCancel: 'done',
    });
    expect(await shelfOf(shelf.stockId)).toMatchObject({ reserved: 0, sellable: 2 });
    const remote = z
      .array(z.object({ id: z.number(), status: z.string() }))
      .parse(await sandbox.control('GET', '/orders'))
      .find((candidate) => candidate.id === order.id);
    expect(remote?.status).toBe('cancelled');
  });

  test('a cart is stored completely, each of its orders as a sale of one pack', async () => {
    const [first, second] = [await onSale(3), await onSale(3)];
    const answer = bought.parse(
      await sandbox.control('POST', '/purchases', {
        lines: [
          { itemId: first.itemId, quantity: 1 },
          { itemId: second.itemId, quantity: 1 },
        ],
      }),
    );
    await settle();
    const sales = await Promise.all(answer.orders.map(({ id }) => saleOf(id)));
    // Two stock rows of one supplier, each in its own warehouse.
    expect(sales.map((sale) => sale?.approvalReason)).toEqual(['mixed-warehouse', 'mixed-warehouse']);
    for (const sale of sales) await seller.call(api.orders.approve, { params: { id: sale?.id ?? 0 } });
    expect((await saleOf(answer.orders[0]?.id ?? 0))?.status).toBe('pending');
  });
});

describe('failures outside', () => {
  test('the sweep finds new sales, cancels and parcels that notifications missed', async () => {
    const { itemId } = await onSale(6);
    const known = await buy(itemId);
    await settle();
    await misbehave(sandbox, { kind: 'notify-lost' });
    const lost = await buy(itemId);
    await sandbox.control('POST', `/orders/${known.id}/cancel`, { by: 'buyer' });
    await settle();
    expect(await saleOf(lost.id)).toBeNull();
    await sweep();
    expect(await saleOf(lost.id)).toMatchObject({ status: 'pending' });
    expect(await saleOf(known.id)).toMatchObject({ status: 'canceled' });
    await sandbox.control('POST', `/shipments/${lost.shipmentId}/advance`, {
      status: 'ready_to_ship',
      substatus: 'ready_to_print',
    });
    app.clock.advance(15);
    await sweep();
    expect(await saleOf(lost.id)).toMatchObject({ labelReady: true });
  });

  test('a person reads one sale again', async () => {
    const { itemId } = await onSale(2);
    const order = await buy(itemId);
    await settle();
    await misbehave(sandbox, { kind: 'notify-lost' });
    await sandbox.control('POST', `/orders/${order.id}/cancel`, { by: 'buyer' });
    const sale = await saleOf(order.id);
    expect(sale?.status).toBe('pending');
    await seller.call(api.orders.refresh, { params: { id: sale?.id ?? 0 } });
    await settle();
    expect((await saleOf(order.id))?.status).toBe('canceled');
  });

  test.each([
    ['error-500'],
    ['truncated'],
    ['html'],
    ['wrong-type'],
    ['wrong-id'],
    ['rate-limit-text'],
    ['partial-206'],
  ])('%s: nothing wrong is stored, and the sale arrives after the failure', async (kind) => {
    const { itemId } = await onSale(3);
    await misbehave(sandbox, { kind, path: '/orders/*', times: 2 });
    const order = await buy(itemId);
    await settle();
    await sandbox.control('DELETE', '/faults');
    for (let n = 0; n < 3; n++) await drainLater(app);
    expect(await saleOf(order.id)).toMatchObject({ status: 'pending', money: { total: 5990 } });
  });
});

async function sweep(): Promise<void> {
  await sweepOrders(jobOf(app));
  await sweepParcels(jobOf(app));
  await settle();
}

describe('the last unit', () => {
  beforeAll(() => settle());

  test('of 60 simultaneous purchases of the last unit, by three sellers and a kit, one is accepted, and the others are short', async () => {
    const shelf = await makeShelf(app, supplier, 1);
    const extra = await makeShelf(app, supplier, 100, Promise.resolve(shelf));
    const offer = await makeOffer(supplier, shelf, 2000);
    const lid = await makeOffer(supplier, extra, 500);
    const third = await app.join('sales');
    const thirdAccount = await connectSeller(third, remoteSellers.third);
    const rivalAccounts = await rival.call(api.marketplaceAccounts.list);
    const sellers = [
      { person: seller, accountId: account.id },
      { person: rival, accountId: rivalAccounts.items[0]?.id ?? 0 },
      { person: third, accountId: thirdAccount.id },
    ];
    const items: string[] = [];
    for (const { person, accountId } of sellers) items.push((await sell(person, accountId, offer)).itemId);
    const kit = await publish(third, await makeAdvertisement(third, [offer, lid]), thirdAccount.id, offer, {
      variations: [
        {
          name: 'Kit',
          sku: 'KIT-LAST',
          gtin: '',
          attributes: [],
          components: [
            { offer: offer.id, quantity: 1 },
            { offer: lid.id, quantity: 2 },
          ],
          price: 9990,
          active: true,
        },
      ],
    });
    await settle();
    const kitItem = (await third.call(api.publications.detail, { params: { id: kit.id } })).remoteItem ?? '';
    // The marketplace sells what each account still shows, which is more than there is before the first push.
    const tries = await Promise.allSettled(
      Array.from({ length: 60 }, (_, n) => buy([...items, kitItem][n % 4] ?? '')),
    );
    const sold = tries.flatMap((one) =>
      one.status === 'fulfilled' && one.value.id > 0 ? [one.value.id] : [],
    );
    expect(sold.length).toBeGreaterThanOrEqual(3);
    await settle();
    const rows = [];
    for (const { person } of sellers) {
      const { items: list } = await person.call(api.orders.list, { query: { size: '100' } });
      rows.push(...list.filter((row) => sold.includes(Number(row.remoteOrderId))));
    }
    expect(rows).toHaveLength(sold.length);
    expect(rows.filter((row) => row.reserve === 'firm')).toHaveLength(1);
    expect(rows.filter((row) => row.approvalReason === 'stock-short')).toHaveLength(sold.length - 1);
    expect(await shelfOf(shelf.stockId)).toEqual({ on_hand: 1, reserved: 1, soft: 0, sellable: 0 });
    const shown = (await remoteItems(sandbox)).filter((item) => [...items, kitItem].includes(item.id));
    expect(shown.map((item) => item.available)).toEqual([0, 0, 0, 0]);
  });
});
