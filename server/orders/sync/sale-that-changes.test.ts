import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { addMinutes, systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import type { MarketplaceId } from '#contract/marketplaces/marketplace.ts';
import { sweepChats } from '#server/marketplaces/chats/sweep-chats.ts';
import { drain, marketApp } from '#server/marketplaces/test/factory.ts';
import { publishEverywhere } from '#server/orders/test/all-marketplaces-factory.ts';
import { jobOf } from '#server/orders/test/factory.ts';
import type { Person } from '#server/test/app.ts';
import { checkInvariants } from '#server/test/check-invariants.ts';
import { sweepOrders } from './sweep.ts';

const market = await marketApp();
const { app, sandbox } = market;
let seller: Person;

const anId = z.union([z.string(), z.number()]).transform(String);
const first = async (path: string, key: string) =>
  z.array(z.looseObject({ [key]: anId })).parse(await sandbox.control('GET', path))[0]?.[key];

beforeAll(async () => {
  app.clock.set(systemClock.now().toISOString());
  const supplier = await app.join('supply');
  seller = await app.join('sales');
  await publishEverywhere(market, { supplier, seller, units: 60 });
});

let ahead = 0;

/**
 * Advances both clocks by a minute, because a store's times have whole seconds; then searches for changes and applies
 * them.
 */
async function follow() {
  await sandbox.control('POST', '/clock', { seconds: 60 });
  ahead += 1;
  app.clock.set(addMinutes(systemClock.now(), ahead).toISOString());
  await sweepOrders(jobOf(app));
  await drain(app);
}
const salesOf = async (marketplace: MarketplaceId) => {
  const { items } = await seller.call(api.orders.list, { query: { query: `marketplace:${marketplace}` } });
  return Promise.all(items.map(({ id }) => seller.call(api.orders.detail, { params: { id } })));
};
const bought = z.object({ order: z.looseObject({ id: z.number().optional(), sn: z.string().optional() }) });
type Sale = Awaited<ReturnType<typeof salesOf>>[number];
/** One named part of a sale's result. */
const partOf = (sale: Sale | undefined, named: string) =>
  sale?.money?.parts.find(({ name }) => name === named)?.amount;
const byTotal = (one: Sale, other: Sale) => (one.money?.total ?? 0) - (other.money?.total ?? 0);
const unitsOf = ({ lines }: Sale) =>
  lines.map(({ quantity, parts }) => [quantity, parts.reduce((sum, part) => sum + part.quantity, 0)]);

describe('an order of a store', () => {
  test('an order of a store follows edits up and down, and counts refund and freight', async () => {
    const productId = Number(await first('/nuvemshop/products', 'id'));
    const { order } = bought.parse(
      await sandbox.control('POST', '/nuvemshop/purchases', {
        ...{ productId, quantity: 1, freight: 4.7, freightCost: 4.7, note: 'Sem nota no pacote' },
      }),
    );
    await follow();
    const [sale] = await salesOf('nuvemshop');
    expect(sale && unitsOf(sale)).toEqual([[1, 1]]);
    const orders = z.array(z.looseObject({ lines: z.array(z.looseObject({ id: z.number() })) }));
    const [line] =
      orders.parse(await sandbox.control('GET', '/nuvemshop/orders'))[0]?.lines.map(({ id }) => id) ?? [];
    const edit = (quantity: number) =>
      sandbox.control('POST', `/nuvemshop/orders/${order.id}/edit`, { lines: [{ id: line, quantity }] });
    await edit(3);
    await follow();
    const [raised] = await salesOf('nuvemshop');
    expect(raised).toMatchObject({ id: sale?.id, status: 'pending' });
    expect(raised && unitsOf(raised)).toEqual([[3, 3]]);
    await edit(2);
    await sandbox.control('POST', `/nuvemshop/orders/${order.id}/refund`, { amount: 10 });
    await sandbox.control('POST', `/nuvemshop/orders/${order.id}/refund`, { amount: 2.5 });
    await follow();
    const [lowered] = await salesOf('nuvemshop');
    expect(lowered && unitsOf(lowered)).toEqual([[2, 2]]);
    expect([partOf(lowered, 'refund'), partOf(lowered, 'freightCharged')]).toEqual([1250, 470]);
    expect(lowered?.status).toBe('pending');
  });
});

describe('an order of a shop', () => {
  test('an order of a shop loses canceled units, and counts the voucher of the shop', async () => {
    const itemId = Number(await first('/shopee/items', 'item_id'));
    const { order } = bought.parse(
      await sandbox.control('POST', '/shopee/purchases', { itemId, quantity: 3, voucher: 5 }),
    );
    await follow();
    const [sale] = await salesOf('shopee');
    expect(sale && unitsOf(sale)).toEqual([[3, 3]]);
    await sandbox.control('POST', `/shopee/orders/${order.sn}/cancel-part`, { quantity: 1 });
    await follow();
    const [lowered] = await salesOf('shopee');
    expect(lowered && unitsOf(lowered)).toEqual([[2, 2]]);
    expect(partOf(lowered, 'sellerDiscount')).toBe(500);
  });
});

describe('a request of a buyer to cancel', () => {
  test('a refused request keeps the sale, an accepted one cancels it and frees its stock', async () => {
    const itemId = Number(await first('/shopee/items', 'item_id'));
    const { order } = bought.parse(
      await sandbox.control('POST', '/shopee/purchases', { itemId, quantity: 2 }),
    );
    await follow();
    const [sale] = await salesOf('shopee');
    const id = sale?.id ?? 0;
    const now = async () => (await seller.call(api.orders.detail, { params: { id } })).status;
    const request = async () => {
      const { items } = await seller.call(api.chats.list, {
        query: { query: `order:${id} kind:cancellation` },
      });
      return items[0];
    };
    const ask = async (reason: string) => {
      await sandbox.control('POST', `/shopee/orders/${order.sn}/ask-cancel`, { reason });
      await follow();
      await sweepChats(jobOf(app));
      await drain(app);
    };
    const decide = async (act: 'accept_cancellation' | 'refuse_cancellation') => {
      const thread = await request();
      await seller.call(api.postsales.decide, {
        params: { id: thread?.id ?? 0 },
        body: { act, clientId: randomUUID() },
      });
      await drain(app);
    };
    await ask('Comprei errado');
    expect(await request()).toMatchObject({ kind: 'cancellation', state: 'waiting_us' });
    expect(await now()).toBe(sale?.status);
    await decide('refuse_cancellation');
    await follow();
    expect((await request())?.state).toBe('closed');
    expect(await now()).toBe(sale?.status);
    await ask('Mudei de ideia');
    const again = await request();
    expect(again?.state).toBe('waiting_us');
    const { messages } = await seller.call(api.chats.detail, { params: { id: again?.id ?? 0 } });
    expect(messages.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['Comprei errado', 'Mudei de ideia']),
    );
    await decide('accept_cancellation');
    await follow();
    expect(await now()).toBe('canceled');
    expect(await checkInvariants(app.databaseUrl)).toEqual([]);
  });
});

describe('a pack', () => {
  test("subtracts the seller's coupons from each order, and both parts of a refund from one", async () => {
    const itemId = await first('/items', 'id');
    const answer = await sandbox.control('POST', '/purchases', {
      lines: [
        { itemId, quantity: 1 },
        { itemId, quantity: 2 },
      ],
      sellerCoupons: [2.97, 3.03],
    });
    const { orders } = z.object({ orders: z.array(z.object({ id: z.number() })) }).parse(answer);
    await follow();
    const sales = (await salesOf('mercado-livre')).toSorted(byTotal);
    expect(sales.map((sale) => partOf(sale, 'sellerDiscount'))).toEqual([297, 303]);
    await sandbox.control('POST', `/orders/${orders[1]?.id}/refund`, { amount: 20 });
    await sandbox.control('POST', `/orders/${orders[1]?.id}/refund`, { amount: 10.5 });
    await follow();
    const after = (await salesOf('mercado-livre')).toSorted(byTotal);
    expect(after.map((sale) => partOf(sale, 'refund'))).toEqual([0, 3050]);
    expect(after.map(({ status }) => status)).toEqual(sales.map(({ status }) => status));
    expect(await checkInvariants(app.databaseUrl)).toEqual([]);
  });
});

describe('names and notes of an order', () => {
  test('names and notes of an order are stored, shown, and found by the number of the store', async () => {
    const productId = Number(await first('/nuvemshop/products', 'id'));
    const note = 'Entregar na portaria';
    const { order } = bought.parse(
      await sandbox.control('POST', '/nuvemshop/purchases', { productId, quantity: 1, note }),
    );
    await sandbox.control('POST', `/nuvemshop/orders/${order.id}/edit`, { ownerNote: 'Cliente antigo' });
    await follow();
    const [sale] = (await salesOf('nuvemshop')).filter(({ buyerNote }) => buyerNote === note);
    expect(sale).toMatchObject({ sellerNote: 'Cliente antigo', storeNumber: String(order.number) });
    expect(sale?.buyer?.state).toMatch(/^[A-Z]{2}$/);
    for (const query of [`number:${order.number}`, String(order.number)]) {
      const { items } = await seller.call(api.orders.list, { query: { query } });
      expect(items.map(({ id }) => id)).toContain(sale?.id);
    }
    const itemId = Number(await first('/shopee/items', 'item_id'));
    await sandbox.control('POST', '/shopee/purchases', { itemId, quantity: 1, message: note });
    await follow();
    const messages = (await salesOf('shopee')).map(({ buyerNote, buyer }) => [buyerNote, buyer?.state]);
    expect(messages).toContainEqual([note, expect.stringMatching(/^[A-Z]{2}$/)]);
  });
});
