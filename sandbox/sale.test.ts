import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fieldsOf, listOf } from './reading.ts';
import type { Sandbox } from './start.ts';
import type { Caller, Receiver } from './testing.ts';
import {
  buyThrough,
  callerFor,
  control,
  legacyDraft,
  legacySeller,
  newModelDraft,
  newModelSeller,
  publish,
  sellTwo,
  singleDraft,
  startWithReceiver,
} from './testing.ts';

let sandbox: Sandbox;
let call: Caller;
let receiver: Receiver;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ receiver, sandbox, call, close } = await startWithReceiver(legacySeller));
});
afterAll(() => close());
afterEach(async () => {
  await control(sandbox, 'POST', '/reset', { keepGrants: true });
  receiver.received.length = 0;
});

describe('purchase', () => {
  it('a purchase takes the stock, creates a paid order with its shipment and notifies the application', async () => {
    const item = await publish(sandbox, call, legacyDraft());
    const [black] = listOf(item.variations).map(fieldsOf);
    receiver.received.length = 0;
    const { status, order } = await buyThrough(sandbox, {
      itemId: item.id,
      variationId: black?.id,
      quantity: 2,
    });
    expect(status).toBe(201);
    const { body } = await call('GET', `/orders/${order.id}`);
    expect(body).toMatchObject({
      id: order.id,
      status: 'paid',
      pack_id: null,
      total_amount: 99.8,
      seller: { id: legacySeller },
      order_items: [
        {
          quantity: 2,
          unit_price: 49.9,
          item: { id: item.id, variation_id: black?.id, seller_sku: 'CAN-PR' },
        },
      ],
      payments: [{ status: 'approved', payment_method_id: 'pix' }],
      shipping: { id: order.shipmentId },
    });
    expect(body.date_created).toMatch(/-04:00$/);
    const after = await call('GET', `/items/${item.id}`);
    expect(listOf(after.body.variations).map((variation) => fieldsOf(variation).available_quantity)).toEqual([
      4, 4,
    ]);
    await expect
      .poll(() => receiver.received.map(({ topic }) => topic))
      .toEqual(expect.arrayContaining(['orders_v2', 'shipments', 'payments', 'items']));
    expect(receiver.received.find(({ topic }) => topic === 'orders_v2')).toMatchObject({
      resource: `/orders/${order.id}`,
      user_id: legacySeller,
      application_id: 1000,
      attempts: 1,
    });
  });

  it('simultaneous purchases never exceed the stock', async () => {
    const item = await publish(sandbox, call, singleDraft({ available_quantity: 7 }));
    const replies = await Promise.all(
      Array.from({ length: 60 }, () => control(sandbox, 'POST', '/purchases', { itemId: item.id })),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(7);
    const { body } = await call('GET', `/items/${item.id}`);
    expect(body).toMatchObject({
      available_quantity: 0,
      sold_quantity: 7,
      status: 'paused',
      sub_status: ['out_of_stock'],
    });
  });

  it('lines of one cart on the same stock are counted together', async () => {
    const item = await publish(sandbox, call, singleDraft({ available_quantity: 3 }));
    const line = { itemId: item.id, quantity: 2 };
    const { status, bought } = await buyThrough(sandbox, { lines: [line, line] });
    expect(status).toBe(409);
    expect(bought.refused).toBe('out-of-stock');
    expect((await call('GET', `/items/${item.id}`)).body.available_quantity).toBe(3);
  });

  it('joins a cart in a pack of one shipment, and the pack is no order', async () => {
    const one = await publish(sandbox, call, singleDraft());
    const other = await publish(sandbox, call, singleDraft({ title: 'Caneca Azul' }));
    const { bought, order } = await buyThrough(sandbox, {
      lines: [{ itemId: one.id }, { itemId: other.id }],
    });
    const ids = listOf(bought.orders).map((entry) => ({ id: fieldsOf(entry).id }));
    const { body } = await call('GET', `/packs/${order.packId}`);
    expect(body).toMatchObject({
      id: order.packId,
      status: 'released',
      orders: ids,
      shipment: { id: order.shipmentId },
    });
    expect((await call('GET', `/orders/${order.packId}`)).body.error).toBe('order_not_found');
  });

  it('an unpaid purchase waits for its payment and returns the stock without it', async () => {
    const { item, order } = await sellTwo(sandbox, call, { pay: false });
    expect((await call('GET', `/orders/${order.id}`)).body).toMatchObject({
      status: 'payment_required',
      shipping: { id: null },
    });
    expect(
      (await call('GET', `/orders/${order.id}/shipments`, undefined, { 'x-new-domain': 'true' })).status,
    ).toBe(204);
    expect((await call('GET', `/items/${item.id}`)).body.available_quantity).toBe(3);
    await control(sandbox, 'POST', '/clock', { seconds: 3 * 24 * 3600 });
    const again = await callerFor(sandbox, legacySeller);
    expect((await again('GET', `/orders/${order.id}`)).body).toMatchObject({
      status: 'cancelled',
      cancel_detail: { group: 'mercadolibre' },
    });
    expect((await again('GET', `/items/${item.id}`)).body.available_quantity).toBe(5);
    call = again;
  });

  it('a purchase can be paid later', async () => {
    const { order } = await sellTwo(sandbox, call, { pay: false });
    await control(sandbox, 'POST', `/orders/${order.id}/pay`);
    expect((await call('GET', `/orders/${order.id}`)).body.status).toBe('paid');
    const { list } = await call('GET', `/orders/${order.id}/shipments`, undefined, {
      'x-new-domain': 'true',
    });
    expect(list).toMatchObject([{ type: 'forward' }]);
  });

  it('a purchase of any item takes the shared stock of its user product', async () => {
    const seller = await callerFor(sandbox, newModelSeller);
    const classic = await publish(sandbox, seller, newModelDraft('Preto', { available_quantity: 3 }));
    const premium = await publish(
      sandbox,
      seller,
      newModelDraft('Preto', { available_quantity: 3, listing_type_id: 'gold_pro' }),
    );
    expect(premium.user_product_id).toBe(classic.user_product_id);
    await buyThrough(sandbox, { itemId: premium.id, quantity: 2 });
    expect((await seller('GET', `/items/${classic.id}`)).body.available_quantity).toBe(1);
    expect((await buyThrough(sandbox, { itemId: classic.id, quantity: 2 })).status).toBe(409);
  });
});

describe('an order under suspicion', () => {
  it('an order under suspicion is tagged, and the tag is notified', async () => {
    const { order } = await sellTwo(sandbox, call);
    const reported = () =>
      receiver.received.filter(({ resource }) => resource === `/orders/${order.id}`).length;
    await expect.poll(() => reported()).toBe(1);
    await control(sandbox, 'POST', `/orders/${order.id}/tags`, { tags: ['fraud_risk_detected'] });
    expect((await call('GET', `/orders/${order.id}`)).body.tags).toContain('fraud_risk_detected');
    await expect.poll(() => reported()).toBe(2);
  });
});

describe('orders of other sellers', () => {
  it('orders of other sellers are refused', async () => {
    const { order } = await sellTwo(sandbox, call);
    const outsider = await callerFor(sandbox, newModelSeller);
    expect((await outsider('GET', `/orders/${order.id}`)).body.error).toBe('not_owned_order');
    expect((await outsider('GET', `/shipments/${order.shipmentId}`)).status).toBe(403);
    expect((await outsider('GET', `/orders/search?seller=${legacySeller}`)).body.error).toBe(
      'caller.id.invalid',
    );
    expect((await outsider('GET', `/shipment_labels?shipment_ids=${order.shipmentId}`)).body.error).toBe(
      'invalid_shipment_caller',
    );
  });
});

describe('order search', () => {
  it('omits canceled ones by default, and filters by hours', async () => {
    const { order } = await sellTwo(sandbox, call);
    const search = async (query: string) => {
      const { body } = await call('GET', `/orders/search?seller=${legacySeller}&${query}`);
      return listOf(body.results).map((entry) => fieldsOf(entry).id);
    };
    expect(await search('order.status=paid')).toEqual([order.id]);
    expect(
      await search(
        `order.date_last_updated.from=${new Date(Date.now() + 10 * 24 * 3_600_000).toISOString()}`,
      ),
    ).toEqual([]);
    await control(sandbox, 'POST', `/orders/${order.id}/cancel`, {});
    expect(await search('')).toEqual([]);
    expect(await search('order.status=cancelled')).toEqual([order.id]);
    expect((await call('GET', `/orders/search?seller=${legacySeller}&limit=51`)).status).toBe(400);
  });
});

describe('seller cancel by feedback', () => {
  it('cancels the order and its shipment, once', async () => {
    const { item, order } = await sellTwo(sandbox, call);
    const feedback = {
      fulfilled: false,
      rating: 'neutral',
      message: 'Sem estoque',
      reason: 'OUT_OF_STOCK',
      restock_item: true,
    };
    expect((await call('POST', `/orders/${order.id}/feedback`, feedback)).status).toBe(201);
    expect((await call('GET', `/orders/${order.id}`)).body).toMatchObject({
      status: 'cancelled',
      cancel_detail: { requested_by: 'seller' },
    });
    expect((await call('GET', `/shipments/${order.shipmentId}`)).body.status).toBe('cancelled');
    expect((await call('GET', `/items/${item.id}`)).body.available_quantity).toBe(5);
    expect((await call('POST', `/orders/${order.id}/feedback`, feedback)).status).toBe(400);
  });
});

describe('buyer', () => {
  it('fiscal data of a buyer is shown only to the seller of the order', async () => {
    const { order } = await sellTwo(sandbox, call);
    const { body } = await call('GET', `/orders/${order.id}`);
    const id = fieldsOf(fieldsOf(body.buyer).billing_info).id;
    const { body: info } = await call('GET', `/orders/billing-info/MLB/${id}`);
    expect(info).toMatchObject({
      buyer: { billing_info: { identification: { type: 'CPF', number: '52998224725' } } },
    });
    const outsider = await callerFor(sandbox, newModelSeller);
    expect((await outsider('GET', `/orders/billing-info/MLB/${id}`)).status).toBe(404);
  });
});

describe('money of a sale', () => {
  const single = async (body: Record<string, unknown> = {}) => {
    const item = await publish(sandbox, call, singleDraft());
    const { order } = await buyThrough(sandbox, { itemId: item.id, quantity: 2, ...body });
    const shown = async () => (await call('GET', `/orders/${order.id}`)).body;
    return { item, id: order.id, shown };
  };

  it("the seller's share of a coupon is reported separately from discounts in the price", async () => {
    const { id, shown } = await single({ sellerCoupons: [2.97] });
    const { body } = await call('GET', `/orders/${id}/discounts`);
    expect(body).toMatchObject({
      details: [{ type: 'coupon', items: [{ amounts: { total: 2.97, seller: 2.97 } }] }],
    });
    expect(await shown()).toMatchObject({
      coupon: { amount: 2.97 },
      tags: expect.arrayContaining(['order_has_discount']),
      payments: [{ coupon_amount: 2.97 }],
    });
  });

  it('a payment is refunded part by part until nothing is left', async () => {
    const { id, shown } = await single();
    const { total_amount: total } = await shown();
    const refund = (amount: number) => control(sandbox, 'POST', `/orders/${id}/refund`, { amount });
    await refund(10);
    await refund(5.5);
    expect(await shown()).toMatchObject({
      status: 'partially_refunded',
      payments: [
        { status: 'approved', status_detail: 'partially_refunded', transaction_amount_refunded: 15.5 },
      ],
    });
    expect((await refund(Number(total))).status).toBe(409);
  });
});
