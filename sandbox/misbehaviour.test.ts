import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Fields, fieldsOf, listOf } from './reading.ts';
import type { Sandbox } from './start.ts';
import type { Caller, Receiver } from './testing.ts';
import {
  callerFor,
  control,
  legacySeller,
  newModelSeller,
  publish,
  readReply,
  singleDraft,
  startWithReceiver,
} from './testing.ts';

let sandbox: Sandbox;
let call: Caller;
let receiver: Receiver;
let close: () => Promise<void>;
let received: Fields[];

beforeAll(async () => {
  ({ receiver, sandbox, call, close } = await startWithReceiver(legacySeller));
  received = receiver.received;
});
afterAll(() => close());
afterEach(async () => {
  await control(sandbox, 'POST', '/reset', { keepGrants: true });
  received.length = 0;
  receiver.answers('ok');
});

const fault = (body: Fields) => control(sandbox, 'POST', '/faults', body);

describe('spoiled answers', () => {
  it.each<[string, number, string]>([
    ['rate-limit-json', 429, 'application/json; charset=utf-8'],
    ['rate-limit-text', 429, 'text/plain'],
    ['error-500', 500, 'application/json; charset=utf-8'],
    ['conflict-409', 409, 'application/json; charset=utf-8'],
  ])('%s answers %i', async (kind, status, type) => {
    await fault({ kind, times: 1 });
    const spoiled = await call('GET', '/users/me');
    expect(spoiled.status).toBe(status);
    expect(spoiled.headers.get('content-type')).toContain(type);
    expect((await call('GET', '/users/me')).status).toBe(200);
  });

  it('a rate limit is answered as text (local_rate_limited) or as JSON (too_many_requests)', async () => {
    await fault({ kind: 'rate-limit-text', times: 1 });
    expect((await call('GET', '/users/me')).bytes.toString()).toBe('local_rate_limited');
    await fault({ kind: 'rate-limit-json', times: 1 });
    expect((await call('GET', '/users/me')).body.error).toBe('too_many_requests');
  });

  it('cuts JSON, sends HTML, wrong types and a wrong id', async () => {
    await fault({ kind: 'truncated', times: 1 });
    const cut = await call('GET', '/users/me');
    expect(() => JSON.parse(cut.bytes.toString())).toThrow();
    await fault({ kind: 'html', times: 1 });
    expect((await call('GET', '/users/me')).bytes.toString()).toMatch(/^<!doctype html>/);
    await fault({ kind: 'wrong-type', times: 1 });
    expect((await call('GET', '/users/me')).body.id).toBe(`~${legacySeller}`);
    await fault({ kind: 'wrong-id', times: 1 });
    expect((await call('GET', '/users/me')).body.id).toBe(legacySeller + 7);
  });

  it('a partial answer has status 206 and names the missing parts', async () => {
    const item = await publish(sandbox, call, singleDraft());
    await fault({ kind: 'partial-206', times: 1, path: '/items/*' });
    const partial = await call('GET', `/items/${item.id}`);
    expect(partial.status).toBe(206);
    const missing = (partial.headers.get('x-content-missing') ?? '').split(',');
    expect(missing.length).toBeGreaterThan(3);
    for (const name of missing) expect(partial.body).not.toHaveProperty(name);
  });

  it('a conflict refuses one PUT without effect and not the next one', async () => {
    const item = await publish(sandbox, call, singleDraft());
    await fault({ kind: 'conflict-409', method: 'PUT', times: 1 });
    expect((await call('PUT', `/items/${item.id}`, { available_quantity: 2 })).body.message).toBe(
      'item optimistic locking error',
    );
    expect((await call('GET', `/items/${item.id}`)).body.available_quantity).toBe(5);
    expect((await call('PUT', `/items/${item.id}`, { available_quantity: 2 })).status).toBe(200);
  });

  it('a call can take effect although its answer is an error', async () => {
    await fault({ kind: 'error-500', method: 'POST', path: '/items', times: 1, applied: true });
    expect((await call('POST', '/items', singleDraft())).status).toBe(500);
    expect((await control(sandbox, 'GET', '/items')).list).toHaveLength(1);
  });

  it('a call can stay unanswered', async () => {
    await fault({ kind: 'silent', times: 1, applied: true, method: 'POST', path: '/items' });
    const silence = fetch(`${sandbox.url}/mercado-livre/items`, {
      method: 'POST',
      signal: AbortSignal.timeout(150),
    });
    await expect(silence).rejects.toThrow();
    expect((await call('GET', '/users/me')).status).toBe(200);
  });

  it('strikes one seller and path only', async () => {
    await fault({ kind: 'error-500', seller: legacySeller, path: '/users/*' });
    const other = await callerFor(sandbox, newModelSeller);
    expect((await other('GET', '/users/me')).status).toBe(200);
    expect((await call('GET', '/sites/MLB/categories')).status).toBe(200);
    expect((await call('GET', '/users/me')).status).toBe(500);
    expect((await call('GET', '/users/me')).status).toBe(500);
  });

  it('spoils token calls too', async () => {
    await fault({ kind: 'rate-limit-text', path: '/oauth/token', times: 1 });
    const reply = await readReply(
      await fetch(`${sandbox.url}/mercado-livre/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams(),
      }),
    );
    expect(reply.status).toBe(429);
  });

  it('an unknown kind of fault is refused', async () => {
    expect((await fault({ kind: 'earthquake' })).status).toBe(400);
  });
});

const notices = async (): Promise<Fields[]> => (await control(sandbox, 'GET', '/notifications')).list;
const ofOrders = (list: Fields[]) => list.filter(({ topic }) => topic === 'orders_v2');

const sell = async (body: Fields = {}) => {
  const item = await publish(sandbox, call, singleDraft());
  const bought = await control(sandbox, 'POST', '/purchases', { itemId: item.id, ...body });
  return fieldsOf(listOf(bought.body.orders)[0]);
};

describe('notifications', () => {
  it('notifications are retried until they are answered 200, and finally count as missed', async () => {
    receiver.answers('error');
    const order = await sell();
    await expect
      .poll(async () => ofOrders(await notices()))
      .toMatchObject([{ state: 'missed', attempts: 3, answer: '500' }]);
    expect(ofOrders(received).map(({ attempts }) => attempts)).toEqual([1, 2, 3]);
    const { body } = await call('GET', '/missed_feeds?app_id=1000&topic=orders_v2');
    expect(body.messages).toMatchObject([
      { resource: `/orders/${order.id}`, topic: 'orders_v2', user_id: legacySeller, attempts: 3 },
    ]);
  });

  it('need the answer within half a second', async () => {
    receiver.answers('silence');
    await sell();
    await expect.poll(() => ofOrders(received).length).toBeGreaterThan(1);
  });

  it('notifications can be doubled', async () => {
    await fault({ kind: 'notify-duplicate', topic: 'orders_v2', copies: 5, times: 1 });
    const order = await sell();
    await expect.poll(() => ofOrders(received)).toHaveLength(5);
    expect(new Set(ofOrders(received).map(({ resource }) => resource))).toEqual(
      new Set([`/orders/${order.id}`]),
    );
  });

  it('notifications can be lost', async () => {
    await fault({ kind: 'notify-lost', topic: 'orders_v2' });
    await sell();
    await expect.poll(() => received.some(({ topic }) => topic === 'shipments')).toBe(true);
    expect(ofOrders(received)).toEqual([]);
    expect(ofOrders(await notices())).toMatchObject([{ state: 'lost' }]);
  });

  it('notifications can be late', async () => {
    await fault({ kind: 'notify-late', topic: 'orders_v2', delayMs: 800 });
    await sell();
    await expect.poll(() => received.some(({ topic }) => topic === 'shipments')).toBe(true);
    expect(ofOrders(received)).toEqual([]);
    await expect.poll(() => ofOrders(received)).toHaveLength(1);
  });

  it('notifications can be held and released in the wrong order', async () => {
    await fault({ kind: 'notify-hold', topic: 'orders_v2' });
    const first = await sell();
    const second = await sell();
    expect(ofOrders(received)).toEqual([]);
    await control(sandbox, 'POST', '/notifications/release', { order: 'reverse' });
    expect(ofOrders(received).map(({ resource }) => resource)).toEqual([
      `/orders/${second.id}`,
      `/orders/${first.id}`,
    ]);
  });

  it('notifications can be sent again on request', async () => {
    await sell();
    await expect.poll(() => ofOrders(received)).toHaveLength(1);
    const [notice] = ofOrders(await notices());
    await control(sandbox, 'POST', `/notifications/${notice?.id}/resend`);
    expect(ofOrders(received)).toHaveLength(2);
  });

  it('notifications are sent only for authorized sellers', async () => {
    await control(sandbox, 'POST', '/tokens', { revoke: legacySeller });
    await control(sandbox, 'POST', '/reset');
    call = await callerFor(sandbox, legacySeller);
    const item = await publish(sandbox, call, singleDraft());
    await control(sandbox, 'POST', '/tokens', { revoke: legacySeller });
    const before = (await notices()).length;
    await control(sandbox, 'POST', '/purchases', { itemId: item.id });
    expect(await notices()).toHaveLength(before);
    call = await callerFor(sandbox, legacySeller);
  });
});
