import { createHmac, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { makeAdvertisement, publish, shopeeContent, textValue } from '#server/advertisements/test/factory.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import { sweepChats } from '#server/marketplaces/chats/sweep-chats.ts';
import { sweepReviews } from '#server/marketplaces/reviews/sweep-reviews.ts';
import { connectSeller, marketApp, waitingJobs } from '#server/marketplaces/test/factory.ts';
import { runDue } from '#server/orders/sale/due.ts';
import { sweepOrders } from '#server/orders/sync/sweep.ts';
import { jobOf, packSale } from '#server/orders/test/factory.ts';

/** The whole flow at a shop whose stand-in was written separately from its connector: they share only the protocol. */

const shopId = 55_667_788;
const market = await marketApp({ APP_URL: 'http://localhost:3000' });
const { app, sandbox } = market;
app.clock.set(systemClock.now().toISOString());
const partner = sandbox.variables.SHOPEE_CLIENT_ID ?? '';
const path = `/api/notifications/shopee/${partner}`;

const pushes = z.array(z.object({ id: z.string(), body: z.string(), state: z.string() }));
const bought = z.object({ order: z.object({ sn: z.string() }) });
const items = z.array(
  z.object({
    item_id: z.number(),
    item_status: z.string(),
    models: z.array(z.object({ model_id: z.number(), model_sku: z.string(), stock: z.number() })),
  }),
);
const delivered = new Set<string>();

/** Delivers the shop's notifications, signed over the address and the exact bytes; returns how many. */
async function deliver(): Promise<number> {
  const fresh = pushes
    .parse(await sandbox.control('GET', '/shopee/notifications'))
    .filter(({ id, state }) => state === 'waiting' && !delivered.has(id));
  for (const { id, body } of fresh) {
    delivered.add(id);
    const authorization = createHmac('sha256', sandbox.variables.SHOPEE_CLIENT_SECRET ?? '')
      .update(`http://localhost:3000${path}|${body}`)
      .digest('hex');
    const headers = { 'content-type': 'application/json', authorization };
    const answer = await app.http.inject({ method: 'POST', url: path, headers, payload: body });
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
  }
  return fresh.length;
}

async function settle() {
  do await app.drain();
  while ((await deliver()) > 0);
}

async function passMinutes(minutes: number) {
  await sandbox.control('POST', '/clock', { seconds: minutes * 60 });
  app.clock.advance(minutes);
}

const act = (what: string, body?: unknown) => sandbox.control('POST', `/shopee${what}`, body);

test('a shop from its consent to its end', async () => {
  const supplier = await app.join('supply');
  const seller = await app.join('sales');

  const connect = () => connectSeller(seller, shopId, 'shopee');
  const account = await connect();
  expect(account).toMatchObject({ user: 'canecas.oficial', state: 'connected' });

  const shelf = await makeShelf(app, supplier, 9);
  const offer = await makeOffer(supplier, shelf, 2000);
  const variation = (colour: string) => ({
    ...{ name: colour, sku: `CAN-${colour}`, gtin: '', price: 5990, active: true },
    attributes: [textValue('Cor', colour)],
    components: [{ offer: offer.id, quantity: 1 }],
  });
  const made = await publish(seller, await makeAdvertisement(seller, [offer]), account.id, offer, {
    ...shopeeContent,
    variations: [variation('Preto'), variation('Branco')],
  });
  await settle();
  const publication = await seller.call(api.publications.detail, { params: { id: made.id } });
  expect(publication).toMatchObject({ state: 'active' });
  const remoteItem = async () =>
    items
      .parse(await sandbox.control('GET', '/shopee/items'))
      .find(({ item_id: id }) => String(id) === publication.remoteItem);
  const stocks = async () => (await remoteItem())?.models.map(({ stock }) => stock);
  expect(await remoteItem()).toMatchObject({ item_status: 'NORMAL' });
  expect(await stocks()).toEqual([9, 9]);

  const white = (await remoteItem())?.models.find(({ model_sku: sku }) => sku === 'CAN-Branco');
  const buy = async (quantity: number) =>
    bought.parse(
      await act('/purchases', {
        ...{ itemId: Number(publication.remoteItem), modelId: white?.model_id, quantity, channelId: 90_003 },
      }),
    ).order.sn;
  const sale = async (sn: string) => {
    const [row] = (await seller.call(api.orders.list, { query: { query: `number:${sn}` } })).items;
    return seller.call(api.orders.detail, { params: { id: row?.id ?? 0 } });
  };

  const first = await buy(2);
  await settle();
  expect(await sale(first)).toMatchObject({
    ...{ status: 'waiting_separation', document: 'missing', reserve: 'firm', labelReady: false },
    items: '2 × Caneca Esmaltada 350 ml (Branco)',
  });
  // Sold there, so the stock is gone at both.
  expect(await stocks()).toEqual([7, 7]);

  await passMinutes(61);
  await runDue(jobOf(app));
  const { id, status } = await sale(first);
  expect(status).toBe('pending');
  const nfe = await fetch(`${sandbox.url}/control/api/shopee/orders/${first}/nfe`);
  await seller.call(api.orders.sendInvoice, {
    params: { id },
    files: [{ name: 'nfe.xml', bytes: Buffer.from(await nfe.arrayBuffer()) }],
  });
  await settle();
  expect(await sale(first)).toMatchObject({ document: 'accepted', labelReady: true });
  expect((await sale(first)).events.map(({ kind }) => kind)).toContain('pick-up-arranged');
  // Its number is created a little later, and pushed.
  await passMinutes(1);
  await sweepOrders(jobOf(app));
  await settle();
  expect((await sale(first)).trackingCode).toMatch(/^BR\w+X$/);
  await packSale(supplier, id, shelf.sku, 2);
  const printed = await supplier.call(api.checkout.print, { params: { id }, body: { reason: 'rasgou' } });
  expect(printed.labelFormats).toEqual(['pdf', 'zpl']);
  for (const step of ['SHIPPED', 'TO_CONFIRM_RECEIVE']) {
    expect(await act(`/orders/${first}/advance`)).toMatchObject({ order_status: step });
    await settle();
  }
  expect((await sale(first)).status).toBe('complete');

  // Its buyer rates it and then complains; both are answered from here.
  await act('/comments', { orderSn: first, rate: 4, text: 'Bonita' });
  await sweepReviews(jobOf(app));
  await settle();
  const review = async () => (await seller.call(api.reviews.list, {})).items[0];
  expect(await review()).toMatchObject({ rating: 4, text: 'Bonita', longestAnswer: 500 });
  await seller.call(api.reviews.answer, {
    params: { id: (await review())?.id ?? 0 },
    body: { text: 'Obrigada!' },
  });
  await settle();
  await sweepReviews(jobOf(app));
  await settle();
  expect(await review()).toMatchObject({ answer: { text: 'Obrigada!' } });
  const returned = z
    .object({ return_sn: z.string() })
    .parse(await act('/returns', { orderSn: first, amount: 1, text: 'Veio lascada' })).return_sn;
  await settle();
  const claim = async () => {
    const [row] = (await seller.call(api.postsales.list, {})).items;
    return seller.call(api.chats.detail, { params: { id: row?.id ?? 0 } });
  };
  expect(await claim()).toMatchObject({
    ...{ kind: 'return', state: 'waiting_us', sale: { id } },
    claim: { reason: 'PHYSICAL_DMG', return: null },
    messages: [{ author: 'buyer', text: 'Veio lascada' }],
  });
  const decision = { act: 'accept_return', clientId: randomUUID() } as const;
  await seller.call(api.postsales.decide, { params: { id: (await claim()).id }, body: decision });
  await settle();
  expect(await claim()).toMatchObject({
    state: 'waiting_buyer',
    messages: expect.arrayContaining([expect.objectContaining({ act: 'accept_return', sending: 'sent' })]),
  });
  await act(`/returns/${returned}/accept-offer`);
  await settle();
  expect(await claim()).toMatchObject({ claim: { return: { step: 'agreed', toSeller: true } } });
  expect((await sale(first)).returnExpected).toBe(true);

  // An application without access to returns continues without them.
  await act('/faults', { kind: 'forbidden', path: '/returns/get_return_list', times: 1 });
  await sweepChats(jobOf(app));
  await settle();
  expect(await waitingJobs(app, 'chats.sweep-account')).toBe(0);

  // A sale without a notification is found by the sweep, and canceled by the seller.
  await act('/faults', { kind: 'notify-missed', times: 20 });
  const unnotified = await buy(1);
  await sandbox.control('DELETE', '/shopee/faults');
  await settle();
  expect((await seller.call(api.orders.list, { query: { query: `number:${unnotified}` } })).total).toBe(0);
  await sweepOrders(jobOf(app));
  await settle();
  const lost = await sale(unnotified);
  expect(lost).toMatchObject({ reserve: 'firm' });
  await seller.call(api.orders.cancel, { params: { id: lost.id }, body: { reason: 'Produto avariado' } });
  await settle();
  expect((await sale(unnotified)).status).toBe('canceled');

  // The seller revokes the consent there: no call is made until they connect again.
  await act(`/grants/${shopId}`, { revoke: true });
  await settle();
  const state = async () => (await seller.call(api.marketplaceAccounts.list, {})).items[0]?.state;
  expect(await state()).toBe('disconnected');
  expect(await connect()).toMatchObject({ id: account.id, state: 'connected' });
  await settle();
  // The push may be lost: then any call reports it.
  await act('/faults', { kind: 'no-linked', path: '/order/get_order_list', times: 1 });
  await sweepOrders(jobOf(app));
  await settle();
  expect(await state()).toBe('disconnected');
  expect(await connect()).toMatchObject({ id: account.id, state: 'connected' });
  await settle();
  expect(await stocks()).toEqual([7, 7]);
});
