import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { invoiceEvent, saleEvent, stockEvent } from '#contract/business/webhook.ts';
import { api } from '#contract/index.ts';
import { type Received, startReceiver } from '#server/business/test/receiver.ts';
import { makeTrade } from '#server/dropshipping/test/factory.ts';
import { makeShelf, makeVolume } from '#server/inventory/test/factory.ts';
import { askQueue, drain, drainLater } from '#server/marketplaces/test/factory.ts';
import { makeBenchSale } from '#server/orders/test/factory.ts';
import { type Person, testApp } from '#server/test/app.ts';

const app = await testApp({ WEBHOOKS_TO_LOOPBACK: 'true' });
const receiver = await startReceiver();
let owner: Person;

beforeEach(async () => {
  owner = await app.join('supply');
});
afterEach(async () => {
  receiver.answers.length = 0;
  receiver.received.length = 0;
});

type Topic = 'sales' | 'stock' | 'invoices';
const listen = (person: Person, ...topics: Topic[]) =>
  person.call(api.webhooks.create, { body: { url: receiver.url, topics } });
const log = async (person = owner) => (await person.call(api.webhookDeliveries.list)).items;
const typesOf = (list: readonly Received[]) => list.map(({ body }) => JSON.parse(body).type);
const hook = async (id: number, person = owner) =>
  (await person.call(api.webhooks.list)).items.find((one) => one.id === id);

/** A receiver's use of the header, as docs/api.md says. */
function isSignedBy(secret: string, { headers, body }: Received): boolean {
  const parts = (headers['easy-signature'] ?? '').split(',').map((part) => part.split('='));
  const at = parts.find(([name]) => name === 't')?.[1];
  const right = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  return (
    Math.abs(app.clock.now().getTime() / 1000 - Number(at)) <= 300 && parts.some(([, hex]) => hex === right)
  );
}

test('a delivery is retried and replayed with the same bytes and a new signature', async () => {
  const { id, secret } = await listen(owner, 'stock');
  receiver.answers.push({ status: 500, text: 'broken' }, { status: 302, headers: { location: '/other' } });
  await makeShelf(app, owner, 5);
  await drain(app);
  expect(receiver.received).toHaveLength(1);
  expect(await hook(id)).toMatchObject({ state: 'failing', waiting: 1 });
  expect((await log())[0]).toMatchObject({
    state: 'waiting',
    attempts: 1,
    answerStatus: 500,
    answer: 'broken',
  });
  // A repeat sends the original body, regardless of the current state.
  await app.rows(owner.businessId, `update product_variations set sku = sku || '-B'`);
  // Nothing is retried before its time.
  await drainLater(app);
  expect(receiver.received).toHaveLength(1);
  app.clock.advance(1);
  await drainLater(app);
  app.clock.advance(1);
  await drainLater(app);
  expect(receiver.received).toHaveLength(3);
  const [told] = await log();
  expect(told).toMatchObject({ state: 'delivered', attempts: 3, answerStatus: 200, answer: 'taken' });
  expect(await hook(id)).toMatchObject({ state: 'active', waiting: 0, failingSince: null });
  await owner.call(api.webhookDeliveries.replay, { params: { id: told?.id ?? 0 } });
  await drain(app);
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  expect(receiver.received.every((one) => isSignedBy(secret, one))).toBe(true);
  expect(new Set(receiver.received.map(({ headers }) => headers['easy-delivery'])).size).toBe(1);
  expect(await log()).toHaveLength(2);
});

test('webhooks of both sides receive a sale with the fields they may see, and an invoice', async () => {
  const trade = await makeTrade(app);
  const { supplier, seller } = trade;
  await trade.enterBank();
  await listen(supplier, 'sales', 'invoices');
  await makeBenchSale(app, { supplier, seller, shelf: await makeShelf(app, supplier, 20) }, 2);
  await drain(app);
  const heard = receiver.received.splice(0);
  for (const { body } of heard.filter(({ body }) => body.includes('"sale.')))
    saleEvent.parse(JSON.parse(body));
  expect(typesOf(heard)).toContain('sale.released');
  expect(heard.map(({ body }) => body).join()).not.toContain('"side":"seller"');
  expect(heard.filter(({ body }) => /"sale\..*totalCentavos/.test(body))).toEqual([]);
  await listen(seller, 'sales', 'invoices');
  await makeBenchSale(app, { supplier, seller, shelf: await makeShelf(app, supplier, 20) }, 1);
  await trade.closedInvoice();
  await drain(app);
  const both = receiver.received.splice(0).map(({ body }) => JSON.parse(body));
  const sides = (type: string) => both.filter((one) => one.type === type).map(({ data }) => data.side);
  expect(sides('sale.released').toSorted()).toEqual(expect.arrayContaining(['seller', 'supplier']));
  expect(sides('invoice.closed').toSorted()).toEqual(['seller', 'supplier']);
  for (const told of both.filter(({ type }) => type.startsWith('invoice.'))) invoiceEvent.parse(told);
  expect(
    both.filter(({ data, type }) => type.startsWith('sale.') && data.side === 'seller')[0]?.data
      .totalCentavos,
  ).toBeGreaterThan(0);
});

test('several changes of a stock level are one delivery with the latest state until it is sent', async () => {
  await listen(owner, 'stock');
  const shelf = await makeShelf(app, owner, 5);
  await drain(app);
  receiver.received.length = 0;
  for (const quantity of [1, 2, 3])
    await makeVolume(owner, shelf, [{ variationId: shelf.variationId, quantity }]);
  await drain(app);
  const told = receiver.received.map(({ body }) => stockEvent.parse(JSON.parse(body)));
  expect(told).toHaveLength(1);
  const [stock] = await app.rows(
    owner.businessId,
    `select on_hand, revision from stock where id = ${told[0]?.data.id}`,
  );
  expect(told[0]?.data).toMatchObject({ onHand: stock?.on_hand, revision: stock?.revision });
});

test('webhooks receive nothing of a rolled back transaction or of other businesses', async () => {
  await listen(owner, 'stock', 'sales', 'invoices');
  const stranger = await app.join('supply');
  await makeShelf(app, stranger, 5);
  const shelf = await makeShelf(app, owner, 5);
  await drain(app);
  receiver.received.length = 0;
  await owner.refused(api.volumes.create, {
    body: { warehouseId: shelf.warehouseId, reason: 'x', lines: [{ variationId: 987_654, quantity: 1 }] },
  });
  await drain(app);
  expect(receiver.received).toEqual([]);
  expect(await log(stranger)).toEqual([]);
  const theirs = (await log())[0]?.id ?? 0;
  expect((await stranger.refused(api.webhookDeliveries.replay, { params: { id: theirs } })).code).toBe(
    'not_found',
  );
});

test('a failing delivery delays the later ones until it is given up', async () => {
  const { id } = await listen(owner, 'stock');
  receiver.answers.push(...Array.from({ length: 8 }, () => ({ status: 400 })));
  await makeShelf(app, owner, 1);
  await owner.call(api.webhooks.ping, { params: { id } });
  for (let n = 0; n < 8; n++) {
    await drainLater(app);
    app.clock.advance(61);
  }
  await drainLater(app);
  const [ping, first] = await log();
  expect(first).toMatchObject({ type: 'stock.changed', state: 'failed', attempts: 8 });
  expect(ping).toMatchObject({ type: 'ping', state: 'delivered', attempts: 1 });
  await owner.call(api.webhookDeliveries.replay, { params: { id: first?.id ?? 0 } });
  await drain(app);
  expect((await log())[0]).toMatchObject({ type: 'stock.changed', state: 'delivered' });
});

describe('disabled webhooks', () => {
  test('a webhook is disabled with a mail after three days without a success, and sends waiting deliveries when enabled again', async () => {
    const { id } = await listen(owner, 'stock');
    receiver.answers.push({ status: 503 }, { status: 503 });
    await makeShelf(app, owner, 1);
    await drain(app);
    app.clock.advance(3 * 24 * 60);
    await drainLater(app);
    expect(await hook(id)).toMatchObject({ state: 'refused', waiting: 1 });
    const mails = await askQueue<{ payload: unknown }>(
      app,
      'select payload from queued_jobs where task = $1 and not parked',
      ['mail.send'],
    );
    expect(mails).toMatchObject([
      { payload: { template: 'business.webhookRefused', values: { host: new URL(receiver.url).host } } },
    ]);
    app.clock.advance(60);
    await drainLater(app);
    expect(receiver.received).toHaveLength(2);
    expect((await owner.refused(api.webhooks.ping, { params: { id } })).code).toBe('state_conflict');
    await owner.call(api.webhooks.update, { params: { id }, body: { active: true } });
    await drain(app);
    expect(await hook(id)).toMatchObject({ state: 'active', waiting: 0, failingSince: null });
  });

  test('a disabled webhook receives nothing new, and removing one removes its log', async () => {
    const { id } = await listen(owner, 'stock');
    const { version = 0 } = (await hook(id)) ?? {};
    await owner.call(api.webhooks.update, { params: { id }, body: { active: false }, version });
    expect(
      (await owner.refused(api.webhooks.update, { params: { id }, body: { active: true }, version })).code,
    ).toBe('stale_version');
    await makeShelf(app, owner, 1);
    await drain(app);
    expect([receiver.received, await log()]).toEqual([[], []]);
    await owner.call(api.webhooks.update, { params: { id }, body: { active: true } });
    await owner.call(api.webhooks.ping, { params: { id } });
    await drain(app);
    expect(typesOf(receiver.received)).toEqual(['ping']);
    await owner.call(api.webhooks.remove, { params: { id } });
    expect(await log()).toEqual([]);
  });
});

test("a webhook's secret is shown once and stored encrypted, and the former one also signs for a day", async () => {
  const { id, secret } = await listen(owner, 'stock');
  const [row] = await app.rows(owner.businessId, `select secret from webhooks where id = ${id}`);
  expect(row?.secret).not.toContain(secret);
  const { secret: renewed } = await owner.call(api.webhooks.renewSecret, { params: { id } });
  const ping = async () => {
    await owner.call(api.webhooks.ping, { params: { id } });
    await drain(app);
    const told = receiver.received.pop() ?? { headers: {}, body: '' };
    return [secret, renewed, 'another'].map((one) => isSignedBy(one, told));
  };
  expect(await ping()).toEqual([true, true, false]);
  app.clock.advance(24 * 60);
  expect(await ping()).toEqual([false, true, false]);
});

test('owners and administrators manage webhooks, an internal address is refused, and the log is deleted after thirty days', async () => {
  const administrator = await app.hire(owner.businessId, ['administrator']);
  const { id } = await listen(administrator, 'sales');
  const seller = await app.hire(owner.businessId, ['supplier']);
  expect((await seller.refused(api.webhooks.list)).code).toBe('forbidden');
  for (const url of ['http://10.0.0.1/', 'https://169.254.169.254/latest', 'ftp://example.com'])
    expect(
      (await owner.refused(api.webhooks.create, { body: { url, topics: ['sales'] } })).errors,
    ).toMatchObject({
      url: [{ code: 'address_refused' }],
    });
  await owner.call(api.webhooks.ping, { params: { id } });
  await drain(app);
  expect(await log()).toHaveLength(1);
  app.clock.advance(31 * 24 * 60);
  await app.database.transact(null, async (tx) => tx.enqueue({ task: 'jobs.forget-passed', payload: {} }));
  await drain(app);
  expect(await log()).toEqual([]);
});
