import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Fields, fieldsOf, listOf } from '../reading.ts';
import type { Sandbox } from '../start.ts';
import { type Caller, control, type Receiver } from '../testing.ts';
import { mug, offer, plate, signatureOf, simpleStore, startStore, storeControl } from './testing.ts';

let sandbox: Sandbox;
let call: Caller;
let receiver: Receiver;
let close: () => Promise<void>;
let received: Fields[];

beforeAll(async () => {
  ({ receiver, sandbox, call, close } = await startStore(simpleStore));
  received = receiver.received;
});
afterAll(() => close());
afterEach(async () => {
  for (const { id } of (await call('GET', '/webhooks?per_page=200')).list)
    await call('DELETE', `/webhooks/${id}`);
  await control(sandbox, 'POST', '/reset', { keepGrants: true });
  received.length = 0;
  receiver.letters.length = 0;
  receiver.answers('ok');
});

const register = (...events: string[]) =>
  Promise.all(events.map((event) => call('POST', '/webhooks', { event, url: receiver.url })));
const fault = (body: Fields) => storeControl(sandbox, 'POST', '/faults', body);
const deliveries = async (): Promise<Fields[]> => (await storeControl(sandbox, 'GET', '/notifications')).list;

const sell = async (body: Fields = {}) => {
  const { product } = await offer(call, plate());
  const bought = await storeControl(sandbox, 'POST', '/purchases', { productId: product.id, ...body });
  return fieldsOf(bought.body.order);
};

describe('registering', () => {
  it('registering a webhook for an unknown event or without https is refused', async () => {
    const { status, body } = await call('POST', '/webhooks', {
      event: 'order/eaten',
      url: 'http://app.example/x',
    });
    expect(status).toBe(422);
    expect(listOf(body.event)[0]).toContain('Events allowed: app/uninstalled');
    expect(body.url).toEqual(['invalid url specified']);
    expect(
      (await call('POST', '/webhooks', { event: 'order/paid', url: 'https://loja.nuvemshop.com.br/x' }))
        .status,
    ).toBe(422);
  });

  it('lists, changes and deletes', async () => {
    const [made] = await register('order/paid');
    expect(made?.status).toBe(201);
    expect((await call('GET', '/webhooks?event=order/paid')).list).toMatchObject([{ id: made?.body.id }]);
    expect((await call('PUT', `/webhooks/${made?.body.id}`, { event: 'order/created' })).body.event).toBe(
      'order/created',
    );
    expect((await call('DELETE', `/webhooks/${made?.body.id}`)).body).toEqual({});
    expect((await call('GET', '/webhooks')).list).toEqual([]);
  });
});

describe('delivery', () => {
  it('deliveries are signed over their bytes with the secret, in hex', async () => {
    const worked = createHmac('sha256', 'nuvem-test-secret-0001');
    worked.update('{"store_id":123456,"event":"order/paid","id":871254203}');
    expect(worked.digest('hex')).toBe('aef06e0d2f88ffba6c612a8db21ea28d6cc0905ebb71872097d05625874fb1b4');
    await register('order/paid');
    const order = await sell();
    await expect.poll(() => received).toEqual([{ store_id: simpleStore, event: 'order/paid', id: order.id }]);
    const [letter] = receiver.letters;
    expect(letter?.headers['x-linkedstore-hmac-sha256']).toBe(signatureOf(letter?.bytes ?? Buffer.alloc(0)));
  });

  it('only registered events are delivered, and twice for two registrations', async () => {
    await register('product/updated', 'product/updated');
    const { product } = await offer(call, mug());
    await call('PUT', `/products/${product.id}`, { tags: 'nova' });
    await expect
      .poll(() => received.map(({ event }) => event))
      .toEqual(['product/updated', 'product/updated']);
  });

  it('deliveries contain the ids of a fulfilment as text', async () => {
    const order = await sell();
    await register('fulfillment_order/status_updated', 'order/packed');
    await storeControl(sandbox, 'POST', `/orders/${order.id}/advance`);
    await expect.poll(() => received).toHaveLength(2);
    expect(received.find(({ event }) => event === 'fulfillment_order/status_updated')).toMatchObject({
      store_id: String(simpleStore),
      order_id: String(order.id),
      status: 'PACKED',
    });
  });

  it('deliveries are retried until they are answered 2xx, and finally given up', async () => {
    receiver.answers('error');
    await register('order/paid');
    await sell();
    await expect.poll(deliveries).toMatchObject([{ state: 'given-up', attempts: 3, answer: '500' }]);
  });

  it('a delivery requires the answer within three seconds', async () => {
    receiver.answers('silence');
    await register('order/paid');
    await sell();
    await expect.poll(() => received.length, { timeout: 6_000 }).toBeGreaterThan(1);
  }, 10_000);

  it('deliveries can be doubled, lost, late or unsigned', async () => {
    await register('order/paid');
    await fault({ kind: 'notify-duplicate', copies: 3, times: 1 });
    await sell();
    await expect.poll(() => received).toHaveLength(3);
    await fault({ kind: 'notify-lost', topic: 'order/paid', times: 1 });
    await sell();
    expect((await deliveries()).at(-1)).toMatchObject({ state: 'lost' });
    await fault({ kind: 'notify-late', delayMs: 300, times: 1 });
    await sell();
    expect(received).toHaveLength(3);
    await expect.poll(() => received).toHaveLength(4);
    await fault({ kind: 'notify-unsigned', times: 1 });
    await sell();
    await expect.poll(() => receiver.letters.at(4)?.headers['x-linkedstore-hmac-sha256']).toBeUndefined();
  });

  it('deliveries can be held and released in the wrong order', async () => {
    await register('order/paid');
    await fault({ kind: 'notify-hold' });
    const first = await sell();
    const second = await sell();
    expect(received).toEqual([]);
    await storeControl(sandbox, 'POST', '/notifications/release', { order: 'reverse' });
    expect(received.map(({ id }) => id)).toEqual([second.id, first.id]);
  });

  it('uninstalling the application sends one last delivery', async () => {
    await register('app/uninstalled', 'order/paid');
    await storeControl(sandbox, 'POST', `/stores/${simpleStore}/uninstall`);
    await expect
      .poll(() => received)
      .toEqual([{ store_id: simpleStore, event: 'app/uninstalled', id: 1000 }]);
    ({ receiver, sandbox, call, close } = await restart());
    received = receiver.received;
  });
});

const restart = async () => {
  await close();
  return startStore(simpleStore);
};

describe('a store that is not paid for', () => {
  it('an unpaid store answers 402 and delivers only its suspension until it is paid', async () => {
    await register('order/paid', 'app/suspended', 'app/resumed');
    const { product } = await offer(call, plate());
    const pending = await storeControl(sandbox, 'POST', '/purchases', { productId: product.id, pay: false });
    const suspend = (suspended: boolean) =>
      storeControl(sandbox, 'PATCH', `/stores/${simpleStore}`, { suspended });
    await suspend(true);
    expect((await call('GET', '/store')).status).toBe(402);
    await storeControl(sandbox, 'POST', `/orders/${fieldsOf(pending.body.order).id}/pay`);
    await expect.poll(() => received.map(({ event }) => event)).toEqual(['app/suspended']);
    await suspend(false);
    await expect
      .poll(() => received.map(({ event }) => event).toSorted())
      .toEqual(['app/resumed', 'app/suspended', 'order/paid']);
  });
});
