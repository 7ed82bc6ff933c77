import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Fields, fieldsOf, listOf } from '../reading.ts';
import type { Sandbox } from '../start.ts';
import { type Caller, control, startForTest } from '../testing.ts';
import {
  callerIn,
  mug,
  offer,
  plate,
  simpleStore,
  storeCaller,
  storeControl,
  tokenFor,
  twoPlaceStore,
} from './testing.ts';

let sandbox: Sandbox;
let call: Caller;

beforeAll(async () => {
  sandbox = await startForTest();
  call = await callerIn(sandbox, simpleStore);
});
afterAll(() => sandbox.close());
afterEach(() => control(sandbox, 'POST', '/reset', { keepGrants: true }));

const buy = async (body: Fields) => {
  const reply = await storeControl(sandbox, 'POST', '/purchases', body);
  return { ...reply, order: fieldsOf(reply.body.order) };
};

const sold = async (changes: Fields = {}) => {
  const { product, variant } = await offer(call, mug());
  const { order } = await buy({ productId: product.id, variantId: variant.id, quantity: 2, ...changes });
  return { product, variant, order };
};

const stockOf = async (product: Fields) =>
  fieldsOf(listOf((await call('GET', `/products/${product.id}`)).body.variants)[0]).stock;

const parcelsOf = async (order: Fields, caller = call) =>
  (await caller('GET', `/orders/${order.id}/fulfillment-orders`)).list;

describe('an order', () => {
  it("an order contains the bought products at the customer's price, and the address", async () => {
    const { product, variant, order } = await sold();
    expect((await call('GET', `/orders/${order.id}`)).body).toMatchObject({
      number: 100,
      status: 'open',
      payment_status: 'paid',
      shipping_status: 'unpacked',
      contact_identification: '52998224725',
      subtotal: '99.80',
      total: '121.30',
      products: [
        {
          product_id: product.id,
          variant_id: String(variant.id),
          price: '49.90',
          quantity: 2,
          sku: 'CAN-PR',
        },
      ],
      shipping_address: { zipcode: '40020000', floor: 'Ap 301', locality: 'Centro' },
      customer: { identification: '52998224725' },
    });
    expect(await stockOf(product)).toBe(4);
  });

  it('an order reserves all its lines or none, and never more than the stock', async () => {
    const { product, variant } = await offer(call, plate());
    const refused = await buy({
      lines: [
        { productId: product.id, quantity: 3 },
        { productId: product.id, quantity: 3 },
      ],
    });
    expect(refused).toMatchObject({ status: 409, body: { refused: 'out-of-stock' } });
    const burst = await storeControl(sandbox, 'POST', '/purchases/burst', {
      productId: product.id,
      variantId: variant.id,
      count: 8,
    });
    expect(burst.body).toMatchObject({ sold: 5, refused: 3 });
    expect(await stockOf(product)).toBe(0);
  });

  it('an order requires a variant, a price and a visible product', async () => {
    const { product } = await offer(call, mug());
    expect((await buy({ productId: product.id })).body.refused).toBe('variant-required');
    const { product: asked } = await offer(call, plate({ variants: [{ price: null, stock: 1 }] }));
    expect((await buy({ productId: asked.id })).body.refused).toBe('not-for-sale');
    await call('PUT', `/products/${asked.id}`, { visibility: 'hidden' });
    expect((await buy({ productId: asked.id })).body.refused).toBe('not-for-sale');
  });

  it('an order waits for payment, is paid once, and is refunded partly and fully', async () => {
    const { order } = await sold({ pay: false });
    const status = async () => (await call('GET', `/orders/${order.id}?fields=payment_status`)).body;
    expect(await status()).toEqual({ payment_status: 'pending' });
    await storeControl(sandbox, 'POST', `/orders/${order.id}/pay`);
    expect(await status()).toEqual({ payment_status: 'paid' });
    await storeControl(sandbox, 'POST', `/orders/${order.id}/refund`, { partly: true });
    expect(await status()).toEqual({ payment_status: 'partially_refunded' });
    await storeControl(sandbox, 'POST', `/orders/${order.id}/refund`);
    expect(await status()).toEqual({ payment_status: 'refunded' });
  });

  it('a record of another store is not found', async () => {
    const { order } = await sold();
    const outsider = await callerIn(sandbox, twoPlaceStore);
    expect((await outsider('GET', `/orders/${order.id}`)).status).toBe(404);
    expect((await outsider('POST', `/orders/${order.id}/cancel`, {})).status).toBe(404);
    expect((await outsider('GET', `/orders/${order.id}/fulfillment-orders`)).status).toBe(404);
  });
});

describe('cancelling', () => {
  it('restocks unless that is explicitly refused, and refunds nothing', async () => {
    const { product, order } = await sold();
    const { status, body } = await call('POST', `/orders/${order.id}/cancel`, { reason: 'inventory' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'cancelled', cancel_reason: 'inventory', payment_status: 'paid' });
    expect(await stockOf(product)).toBe(6);
    expect((await call('POST', `/orders/${order.id}/cancel`, {})).status).toBe(422);
  });

  it('cancelling an unpaid order without restocking voids its payment', async () => {
    const { product, order } = await sold({ pay: false });
    const { body } = await call('POST', `/orders/${order.id}/cancel`, {
      reason: 'fraud',
      restock: false,
      email: false,
    });
    expect(body.payment_status).toBe('voided');
    expect(await stockOf(product)).toBe(4);
    expect((await call('POST', `/orders/${order.id}/cancel`, { reason: 'mood' })).status).toBe(422);
  });
});

describe('a search', () => {
  it('a search of orders uses filter names that differ from the field names', async () => {
    const { order } = await sold();
    const found = async (query: string) => (await call('GET', `/orders?${query}`)).list.map(({ id }) => id);
    const [parcel] = await parcelsOf(order);
    await call('PATCH', `/orders/${order.id}/fulfillment-orders/${parcel?.id}`, { status: 'PACKED' });
    expect(await found('shipping_status=unfulfilled&payment_status=paid&status=open')).toEqual([order.id]);
    expect((await call('GET', `/orders/${order.id}`)).body.shipping_status).toBe('unshipped');
    expect(await found('shipping_status=unshipped')).toEqual([]);
    expect(await found(`q=${order.number}`)).toEqual([order.id]);
    expect(await found('updated_at_min=2999-01-01T00:00:00Z')).toEqual([]);
  });

  it('a search of orders returns at most ten thousand', async () => {
    expect((await call('GET', '/orders?per_page=200&page=51')).status).toBe(422);
  });
});

describe('fulfilment', () => {
  const move = (order: Fields, parcel: Fields | undefined, body: Fields, caller = call) =>
    caller('PATCH', `/orders/${order.id}/fulfillment-orders/${parcel?.id}`, body);

  it('advances, can be undone only from packed, and hides its address after it left', async () => {
    const { order } = await sold();
    const [parcel] = await parcelsOf(order);
    expect(parcel).toMatchObject({ status: 'UNPACKED', line_items: [{ quantity: 2 }] });
    expect((await move(order, parcel, { status: 'DELIVERED' })).status).toBe(400);
    expect((await move(order, parcel, { status: 'PACKED' })).body.status).toBe('PACKED');
    expect((await move(order, parcel, { status: 'UNPACKED' })).body.status).toBe('UNPACKED');
    const incomplete = { status: 'DISPATCHED', tracking_info: { code: 'AA1' } };
    expect((await move(order, parcel, incomplete)).status).toBe(400);
    const tracking = { code: 'AA123456785BR', url: 'https://rastreio.example/1', notify_customer: false };
    const sent = await move(order, parcel, { status: 'DISPATCHED', tracking_info: tracking });
    expect(sent.body).toMatchObject({ status: 'DISPATCHED', tracking_info: { code: 'AA123456785BR' } });
    expect((await move(order, parcel, { status: 'UNPACKED' })).status).toBe(400);
    expect((await move(order, parcel, { destination: {} })).status).toBe(400);
    expect((await call('GET', `/orders/${order.id}`)).body).toMatchObject({
      shipping_status: 'shipped',
      shipping_tracking_number: 'AA123456785BR',
    });
  });

  it('fulfilment sends each event once and ends as delivered', async () => {
    const { order } = await sold();
    const [parcel] = await parcelsOf(order);
    const path = `/orders/${order.id}/fulfillment-orders/${parcel?.id}/tracking-events`;
    const event = { status: 'in_transit', description: 'Saiu de Cajamar' };
    expect((await call('POST', path, event)).status).toBe(400);
    await move(order, parcel, { status: 'DISPATCHED' });
    expect((await call('POST', path, event)).status).toBe(201);
    expect((await call('POST', path, event)).body.description).toContain('identical');
    expect((await call('POST', path, { status: 'flown', description: 'x' })).status).toBe(400);
    await call('POST', path, { status: 'delivered', description: 'Entregue' });
    expect((await call('GET', `/orders/${order.id}?aggregates=fulfillment_orders`)).body).toMatchObject({
      shipping_status: 'delivered',
      fulfillment_orders: [{ status: 'DELIVERED', tracking_events: [{}, { status: 'delivered' }] }],
    });
  });

  it('an order from two places has two parcels, and the older endpoints move the first', async () => {
    const stores = await callerIn(sandbox, twoPlaceStore);
    const places = (await stores('GET', '/locations')).list.map(({ id }) => id);
    const levels = places.map((id) => ({ location_id: id, stock: 2 }));
    const { product } = await offer(stores, plate({ variants: [{ price: 9, inventory_levels: levels }] }));
    const { order } = await buy({ productId: product.id, quantity: 3 });
    expect(await parcelsOf(order, stores)).toMatchObject([
      { assigned_location: { location_id: places[0] }, line_items: [{ quantity: 2 }] },
      { assigned_location: { location_id: places[1] }, line_items: [{ quantity: 1 }] },
    ]);
    expect((await stores('POST', `/orders/${order.id}/fulfill`, {})).status).toBe(404);
    const old = storeCaller(sandbox, twoPlaceStore, await tokenFor(sandbox, twoPlaceStore), 'v1');
    const { body } = await old('POST', `/orders/${order.id}/fulfill`, { shipping_tracking_number: 'X1' });
    expect(body.shipping_status).toBe('partially_fulfilled');
    await old('POST', `/orders/${order.id}/cancel`, { reason: 'other' });
    const after = await old('GET', `/products/${product.id}`);
    expect(listOf(after.body.variants)).toMatchObject([{ stock: 4 }]);
  });
});

describe('an invoice', () => {
  it('the invoice of an order is one metafield with a text value', async () => {
    const { order } = await sold();
    const invoice = {
      namespace: 'nfe',
      key: 'list',
      value: JSON.stringify([{ key: '3'.repeat(44), link: 'https://nfe.example/1' }]),
      owner_id: order.id,
      owner_resource: 'Order',
    };
    expect((await call('POST', '/metafields', { ...invoice, value: [] })).status).toBe(422);
    const { status, body } = await call('POST', '/metafields', invoice);
    expect(status).toBe(201);
    expect((await call('POST', '/metafields', invoice)).status).toBe(422);
    expect((await call('GET', `/metafields/orders?owner_id=${order.id}&namespace=nfe`)).list).toMatchObject([
      { id: body.id },
    ]);
    expect((await call('POST', '/metafields', { ...invoice, owner_id: 5 })).status).toBe(404);
  });
});

describe('an order that the merchant edits', () => {
  const edit = (order: Fields, body: Fields) =>
    storeControl(sandbox, 'POST', `/orders/${order.id}/edit`, body);
  const shown = async (order: Fields) => (await call('GET', `/orders/${order.id}`)).body;
  const lineOf = async (order: Fields) => fieldsOf(listOf((await shown(order)).products)[0]);

  it('editing an order changes, adds and removes lines and adjusts the stock', async () => {
    const { product, order } = await sold();
    const { product: other } = await offer(call, plate());
    const line = await lineOf(order);
    expect(await stockOf(product)).toBe(4);
    await edit(order, {
      lines: [{ id: line.id, quantity: 1 }],
      added: [{ productId: other.id, quantity: 2 }],
    });
    const { products } = await shown(order);
    expect(products).toMatchObject([
      { id: line.id, quantity: 1, price: '49.90' },
      { product_id: other.id, quantity: 2 },
    ]);
    expect(await stockOf(product)).toBe(5);
    const parcels = await parcelsOf(order);
    expect(parcels).toMatchObject([{ status: 'UNPACKED', total_quantity: 3 }]);
    await edit(order, { lines: [{ id: line.id, quantity: 0 }] });
    expect((await shown(order)).products).toMatchObject([{ product_id: other.id, quantity: 2 }]);
    expect(await stockOf(product)).toBe(6);
  });

  it('an order edited to a higher total keeps its payment and waits for the rest', async () => {
    const { order } = await sold({ quantity: 1 });
    const line = await lineOf(order);
    await edit(order, { lines: [{ id: line.id, quantity: 3 }] });
    expect(await shown(order)).toMatchObject({ payment_status: 'partially_paid', total: '171.20' });
    const { list } = await call('GET', `/orders/${order.id}/transactions`);
    expect(list).toMatchObject([{ captured_amount: { value: '71.40', currency: 'BRL' } }]);
  });

  it('editing an order beyond the stock, to zero lines or after packing is refused', async () => {
    const { product, order } = await sold();
    const line = await lineOf(order);
    const refused = async (body: Fields) => (await edit(order, body)).body.refused;
    expect(await refused({ lines: [{ id: line.id, quantity: 9 }] })).toBe('out-of-stock');
    expect(await refused({ lines: [{ id: line.id, quantity: 0 }] })).toBe('empty');
    expect(await refused({ lines: [{ id: 1, quantity: 1 }] })).toBe('not-found');
    expect(await stockOf(product)).toBe(4);
    await storeControl(sandbox, 'POST', `/orders/${order.id}/advance`, {});
    expect(await refused({ lines: [{ id: line.id, quantity: 1 }] })).toBe('packed');
  });
});

describe('refunds', () => {
  it('refunds are read from the transactions until nothing is left', async () => {
    const { order } = await sold();
    const refund = (amount: number) =>
      storeControl(sandbox, 'POST', `/orders/${order.id}/refund`, { amount });
    await refund(20);
    await refund(1.5);
    const { list } = await call('GET', `/orders/${order.id}/transactions`);
    expect(list).toMatchObject([
      {
        status: 'partially_refunded',
        captured_amount: { value: '121.30' },
        refunded_amount: { value: '21.50' },
        events: [{ amount: { value: '20.00' } }, { amount: { value: '1.50' } }],
      },
    ]);
    await refund(100);
    expect((await call('GET', `/orders/${order.id}`)).body.payment_status).toBe('partially_refunded');
    await refund(99.8);
    expect((await call('GET', `/orders/${order.id}`)).body.payment_status).toBe('refunded');
  });

  it('refunds apply to the paid amount, with freight and note', async () => {
    const { order } = await sold({ freight: 4.7, freightCost: 9.9, note: 'Embrulhar para presente' });
    expect((await call('GET', `/orders/${order.id}`)).body).toMatchObject({
      shipping_cost_customer: '4.70',
      shipping_cost_owner: '9.90',
      total: '104.50',
      note: 'Embrulhar para presente',
    });
  });
});
