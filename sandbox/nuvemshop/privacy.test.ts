import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Fields, fieldsOf } from '../reading.ts';
import type { Sandbox } from '../start.ts';
import { type Caller, control, type Receiver, startForTest } from '../testing.ts';
import { offer, plate, signatureOf, simpleStore, startStore, storeControl } from './testing.ts';

const SIGNATURE = 'x-linkedstore-hmac-sha256';

let sandbox: Sandbox;
let call: Caller;
let receiver: Receiver;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ receiver, sandbox, call, close } = await startStore(simpleStore));
});
afterAll(() => close());
beforeEach(async () => {
  await control(sandbox, 'POST', '/reset', { keepGrants: true });
  receiver.received.length = 0;
  receiver.letters.length = 0;
});

const ask = (body: Fields, store = simpleStore) =>
  storeControl(sandbox, 'POST', `/stores/${store}/privacy`, body);
const arrived = async () => {
  await expect.poll(() => receiver.letters.length).toBe(1);
  const [letter] = receiver.letters;
  if (letter === undefined) throw new Error('nothing came');
  return { ...letter, body: fieldsOf(receiver.received[0]) };
};
const sell = async (buyer?: number) => {
  const { product } = await offer(call, plate());
  const bought = await storeControl(sandbox, 'POST', '/purchases', { productId: product.id, buyer });
  return Number(fieldsOf(bought.body.order).id);
};
const contactOf = async (orderId: number) => {
  const { customer } = (await call('GET', `/orders/${orderId}`)).body;
  const { id, email, phone, identification } = fieldsOf(customer);
  return { id, email, phone, identification };
};

describe('notifications about personal data', () => {
  it('privacy notifications have one address each, are signed over their bytes, and do not name their event', async () => {
    expect((await ask({ event: 'store/redact' })).status).toBe(202);
    const { path, bytes, headers, body } = await arrived();
    expect(path).toBe('/notifications/store/redact');
    expect(body).toEqual({ store_id: simpleStore });
    expect(headers[SIGNATURE]).toBe(signatureOf(bytes));
  });

  it('name the customer of an order and all orders of theirs in that store', async () => {
    const [other, first, second] = [await sell(99_118_420), await sell(90_417_552), await sell(90_417_552)];
    expect((await ask({ event: 'customers/redact', orderId: first })).status).toBe(202);
    const { path, body } = await arrived();
    expect(path).toBe('/notifications/customers/redact');
    expect(body).toEqual({
      store_id: simpleStore,
      customer: await contactOf(second),
      orders_to_redact: [first, second],
    });
    expect(fieldsOf(body.customer).id).not.toBe((await contactOf(other)).id);
  });

  it('number a request for data', async () => {
    const order = await sell();
    await ask({ event: 'customers/data_request' });
    const { path, body } = await arrived();
    expect(path).toBe('/notifications/customers/data_request');
    expect(body).toEqual({
      store_id: simpleStore,
      customer: await contactOf(order),
      orders_requested: [order],
      data_request: { id: expect.any(Number) },
    });
    await ask({ event: 'customers/data_request' });
    await expect.poll(() => receiver.received.length).toBe(2);
    expect(receiver.received[1]?.data_request).not.toEqual(body.data_request);
  });

  it('privacy notifications are sent for people without orders, and for the records that the caller names', async () => {
    await ask({ event: 'customers/redact', orders_to_redact: [1, 2] });
    expect((await arrived()).body).toMatchObject({
      customer: { id: expect.any(Number), email: expect.stringContaining('@') },
      orders_to_redact: [1, 2],
    });
  });

  it('privacy notifications can be sent unsigned, by the API and by the page', async () => {
    await ask({ event: 'store/redact', signed: false });
    const { headers, body } = await arrived();
    expect(headers[SIGNATURE]).toBeUndefined();
    expect(body).toEqual({ store_id: simpleStore });
    const form = new URLSearchParams({ id: String(simpleStore), event: 'store/redact', unsigned: 'on' });
    await fetch(`${sandbox.url}/control/do/store-privacy`, {
      method: 'POST',
      body: form,
      redirect: 'manual',
    });
    await expect.poll(() => receiver.letters.length).toBe(2);
    expect(receiver.letters[1]?.headers[SIGNATURE]).toBeUndefined();
    expect(receiver.received[1]).toEqual({ store_id: simpleStore });
  });

  it('privacy notifications are also sent for a suspended store and for one that removed the application', async () => {
    await storeControl(sandbox, 'PATCH', `/stores/${simpleStore}`, { suspended: true });
    await ask({ event: 'store/redact' });
    await arrived();
    await storeControl(sandbox, 'POST', `/stores/${simpleStore}/uninstall`);
    await ask({ event: 'store/redact' });
    await expect.poll(() => receiver.received.length).toBe(2);
  });

  it('a privacy notification of an unknown kind, store or order, or without an address, is refused', async () => {
    expect((await ask({ event: 'order/paid' })).status).toBe(404);
    expect((await ask({ event: 'store/redact' }, 1)).status).toBe(404);
    expect((await ask({ event: 'customers/redact', orderId: 1 })).status).toBe(404);
    const quiet = await startForTest();
    const asked = await storeControl(quiet, 'POST', `/stores/${simpleStore}/privacy`, {
      event: 'store/redact',
    });
    expect(asked.status).toBe(404);
    await quiet.close();
    expect(receiver.letters).toEqual([]);
  });
});
