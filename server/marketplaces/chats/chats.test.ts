import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { makeAdvertisement, publish } from '#server/advertisements/test/factory.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import { askQueue, connectSeller, drainLater, settler } from '#server/marketplaces/test/factory.ts';
import { jobOf, makeBenchSale, packSale } from '#server/orders/test/factory.ts';
import { startTalkServer } from '#server/outside/marketplaces/mercado-livre/test/talk-server.ts';
import { testApp } from '#server/test/app.ts';
import { notificationSecret, startSandboxProcess } from '#server/test/sandbox.ts';
import { sweepReviews } from '../reviews/sweep-reviews.ts';
import { sendMessage } from './send-message.ts';
import { sweepChats, sweepChatsOf } from './sweep-chats.ts';

const sandbox = await startSandboxProcess();
const talk = await startTalkServer(sandbox.variables.MERCADO_LIVRE_API ?? '');
const app = await testApp({ ...sandbox.variables, MERCADO_LIVRE_API: talk.url });
// The server of this test uses real time.
app.clock.set(systemClock.now().toISOString());
const settle = settler({ app, sandbox });
const supplier = await app.join('supply');
const seller = await app.join('sales');
const outsider = await app.join('sales');
const account = await connectSeller(seller);

let made = 0;
/** A sale that the marketplace knows by this number and that was collected by the carrier. */
async function sellAndShip(): Promise<{ id: number; number: string }> {
  const shelf = await makeShelf(app, supplier, 5);
  const id = await makeBenchSale(app, { supplier, seller, shelf }, 1);
  await packSale(supplier, id, shelf.sku, 1);
  await supplier.call(api.checkout.collectByHand, { params: { id }, body: { reason: 'sem etiqueta' } });
  made += 1;
  const number = String(2_000_004_000_000_000 + made);
  await app.database.transact({ businessId: seller.businessId }, (tx) =>
    tx.db
      .updateTable('orders')
      .set({ account_id: account.id, remote_order_id: number, marketplace: 'mercado-livre' })
      .where('id', '=', id)
      .execute(),
  );
  return { id, number };
}

const tell = (topic: string, resource: string) =>
  app.anonymous.call(api.notifications.receive, {
    params: { marketplace: 'mercado-livre', secret: notificationSecret },
    body: { _id: randomUUID(), resource, user_id: 182_440_771, topic, application_id: 1000, attempts: 1 },
  });

const chatOf = async (order: number, kind = 'message') => {
  const { items } = await seller.call(api.chats.list, { query: { query: `order:${order} kind:${kind}` } });
  return items[0];
};
const threadOf = async (order: number, kind = 'message') => {
  const row = await chatOf(order, kind);
  return seller.call(api.chats.detail, { params: { id: row?.id ?? 0 } });
};
const write = (id: number, text: string, more: { opening?: string; clientId?: string } = {}) =>
  seller.call(api.chats.write, { params: { id }, body: { text, clientId: randomUUID(), ...more } });
const textsAtMarketplace = (pack: string) => talk.threads.get(pack)?.messages.map(({ text }) => text);

test('a message of a buyer arrives and waits for us; the answer is sent once by the queue, and the thread waits for the buyer', async () => {
  const sale = await sellAndShip();
  talk.buyerSays(sale.number, 'Cadê meu pedido? <b>oi</b>');
  talk.unread.add(sale.number);
  await tell('messages', 'm1');
  await settle();
  const thread = await threadOf(sale.id);
  expect(thread).toMatchObject({
    kind: 'message',
    state: 'waiting_us',
    excerpt: 'Cadê meu pedido? <b>oi</b>',
    dueGiven: false,
    mayWrite: true,
    longest: 350,
    sale: { id: sale.id, number: sale.number },
  });
  const clientId = randomUUID();
  expect(await write(thread.id, 'Saiu hoje.', { clientId })).toMatchObject({
    state: 'open',
    sending: 'sending',
  });
  await write(thread.id, 'Saiu hoje.', { clientId });
  await settle();
  expect(textsAtMarketplace(sale.number)).toEqual(['Cadê meu pedido? <b>oi</b>', 'Saiu hoje.']);
  const after = await threadOf(sale.id);
  expect(after).toMatchObject({ state: 'waiting_buyer', sending: null });
  expect(after.messages).toMatchObject([
    { author: 'buyer' },
    { author: 'seller', text: 'Saiu hoje.', sending: 'sent', by: expect.any(String) },
  ]);
});

test('an answer whose response was lost is found in the thread and not sent again', async () => {
  const sale = await sellAndShip();
  talk.buyerSays(sale.number, 'Tem nota?');
  talk.unread.add(sale.number);
  await sweepChats(jobOf(app));
  await settle();
  const { id } = await threadOf(sale.id);
  talk.faults.push({ method: 'POST', path: /\/messages\/packs/, status: 500, applied: true });
  await write(id, 'Segue a nota.');
  await settle();
  app.clock.advance(2);
  await drainLater(app);
  expect(textsAtMarketplace(sale.number)).toEqual(['Tem nota?', 'Segue a nota.']);
  const { messages } = await threadOf(sale.id);
  expect(messages.map(({ sending }) => sending)).toEqual([null, 'sent']);
});

test('if more threads are unread than the marketplace names, the named ones are read and the sweep is marked incomplete', async () => {
  const sale = await sellAndShip();
  talk.buyerSays(sale.number, 'Chegou quebrado');
  talk.unread.add(sale.number);
  const others = Array.from({ length: 999 }, (_, n) => String(2_000_009_000_000_000 + n));
  for (const other of others) talk.unread.add(other);
  const sweep = () => sweepChatsOf(jobOf(app), { businessId: seller.businessId, accountId: account.id });
  await expect(sweep()).rejects.toThrow(/no more than 1000/);
  // Each has its own job; the others need not run.
  const asked = await askQueue(
    app,
    `delete from pgboss.job where state < 'active' and data::text like '%2000009000%' returning id`,
  );
  expect(asked).toHaveLength(999);
  await settle();
  expect(await threadOf(sale.id)).toMatchObject({ state: 'waiting_us' });
  for (const other of others) talk.unread.delete(other);
  await sweep();
});

test('a refusal shows the words of the marketplace, and a missing answer says that there was none', async () => {
  const sale = await sellAndShip();
  talk.buyerSays(sale.number, 'Oi?');
  talk.unread.add(sale.number);
  await sweepChats(jobOf(app));
  await settle();
  const { id } = await threadOf(sale.id);
  talk.faults.push({
    method: 'POST',
    path: /\/messages\/packs/,
    status: 400,
    body: { error: 'bad_words', message: 'no phone numbers' },
  });
  await write(id, 'Ligue 11 99999-0000');
  await settle();
  expect(await chatOf(sale.id)).toMatchObject({ state: 'waiting_us', sending: 'refused' });
  const { messages } = await threadOf(sale.id);
  expect(messages.at(-1)).toMatchObject({ reason: 'marketplace', detail: 'bad_words: no phone numbers' });
  const written = await write(id, 'Tudo bem.');
  const messageId = written.messages.at(-1)?.id ?? 0;
  talk.faults.push({ method: 'POST', path: /\/messages\/packs/, status: 500 });
  await sendMessage(
    { ...jobOf(app), attempt: 8, maxAttempts: 8 },
    { businessId: seller.businessId, messageId },
  );
  const after = await threadOf(sale.id);
  expect(after.messages.at(-1)).toMatchObject({ sending: 'refused', reason: 'no_answer' });
});

test('refuses a text that is too long before sending it, and a first message without an opening; a blocked thread shows its reason', async () => {
  const sale = await sellAndShip();
  talk.threads.set(sale.number, { status: 'active', substatus: null, messages: [] });
  const { id } = await seller.call(api.postsales.open, { body: { order: sale.id } });
  const thread = await seller.call(api.chats.detail, { params: { id } });
  expect(thread).toMatchObject({ state: 'open', mayWrite: true, openings: [{ id: 'OTHER', longest: 350 }] });
  const long = await seller.refused(api.chats.write, {
    params: { id },
    body: { text: 'x'.repeat(351), opening: 'OTHER', clientId: randomUUID() },
  });
  expect(JSON.stringify(long)).toContain('too_long');
  await write(id, 'Seu pedido sai amanhã.', { opening: 'OTHER' });
  await settle();
  expect(textsAtMarketplace(sale.number)).toEqual(['Seu pedido sai amanhã.']);
  const known = talk.threads.get(sale.number);
  Object.assign(known ?? {}, { status: 'blocked', substatus: 'blocked_by_time' });
  await seller.call(api.postsales.open, { body: { order: sale.id } });
  expect(await threadOf(sale.id)).toMatchObject({ state: 'blocked', block: 'time_over', mayWrite: false });
  const late = await seller.refused(api.chats.write, {
    params: { id },
    body: { text: 'Oi', clientId: randomUUID() },
  });
  expect(late.code).toBe('state_conflict');
  expect(
    (await outsider.refused(api.chats.detail, { params: { id } })).status,
    'a thread of somebody else is not there',
  ).toBe(404);
});

test('a claim shows its deadline and possible actions; a decision is sent once, and its return reaches the warehouse', async () => {
  const sale = await sellAndShip();
  const due = '2030-11-30T23:59:59.000Z';
  talk.claim('5300000001', sale.number, [
    { action: 'send_message_to_complainant', due },
    { action: 'allow_return' },
    { action: 'add_shipping_evidence' },
    { action: 'send_tracking_number' },
  ]);
  await tell('post_purchase', 'post-purchase/v1/claims/5300000001');
  await settle();
  const thread = await threadOf(sale.id, 'claim');
  expect(thread).toMatchObject({
    kind: 'claim',
    state: 'waiting_us',
    dueAt: due,
    dueGiven: true,
    longest: 2000,
    claim: { reason: 'O produto chegou com defeito', affectsReputation: true },
  });
  expect(thread.claim?.actions.map(({ act, name }) => [act, name])).toEqual([
    ['message_buyer', 'send_message_to_complainant'],
    ['accept_return', 'allow_return'],
    ['prove_shipping', 'add_shipping_evidence'],
    [null, 'send_tracking_number'],
  ]);
  const decide = (act: 'accept_return' | 'refund', clientId: string = randomUUID()) => ({
    params: { id: thread.id },
    body: { act, clientId },
  });
  const refused = await seller.refused(api.postsales.decide, decide('refund'));
  expect(refused.code).toBe('state_conflict');
  talk.faults.push({ method: 'POST', path: /allow-return/, status: 500, applied: true });
  await seller.call(api.postsales.decide, decide('accept_return'));
  await settle();
  app.clock.advance(2);
  await drainLater(app);
  expect(talk.calls.filter(({ path }) => path.endsWith('allow-return'))).toHaveLength(1);
  const done = await threadOf(sale.id, 'claim');
  expect(done.messages.at(-1)).toMatchObject({ act: 'accept_return', sending: 'sent' });

  talk.comesBack('5300000001', 'shipped');
  app.clock.advance(30);
  await sweepChats(jobOf(app));
  await settle();
  expect(await seller.call(api.orders.detail, { params: { id: sale.id } })).toMatchObject({
    returnExpected: true,
  });
  expect(await threadOf(sale.id, 'claim')).toMatchObject({
    claim: { return: { step: 'on_the_way', trackingCode: 'BR99', toSeller: true } },
    sale: { returnExpected: true },
  });
  talk.comesBack('5300000001', 'cancelled');
  await tell('post_purchase', '/v1/claims/5300000001');
  await settle();
  expect(await seller.call(api.orders.detail, { params: { id: sale.id } })).toMatchObject({
    returnExpected: false,
  });

  // The parcel is returned under a label of its own, which the warehouse scans.
  talk.comesBack('5300000001', 'delivered');
  await tell('post_purchase', '/v1/claims/5300000001');
  await settle();
  expect(await supplier.call(api.returns.open, { body: { code: 'br99' } })).toMatchObject({
    ...{ id: sale.id, trackingCode: 'BR99', state: 'opened' },
  });
});

test('a question appears in the inbox with the same content as in the list of questions', async () => {
  const offer = await makeOffer(supplier, await makeShelf(app, supplier, 5), 2000);
  const listed = await publish(seller, await makeAdvertisement(seller, [offer]), account.id, offer);
  await settle();
  const { remoteItem } = await seller.call(api.publications.detail, { params: { id: listed.id } });
  await sandbox.control('POST', '/questions', { itemId: remoteItem, text: 'Serve no forno?' });
  await settle();
  const before = await seller.call(api.chats.list, { query: { query: 'kind:question state:waiting_us' } });
  expect(before.items).toMatchObject([{ excerpt: 'Serve no forno?', publication: { id: listed.id } }]);
  const id = before.items[0]?.questionId ?? 0;
  await seller.call(api.presales.answer, { params: { id }, body: { text: 'Serve.' } });
  await settle();
  const after = await seller.call(api.chats.list, { query: { query: 'kind:question' } });
  expect(after.items).toMatchObject([{ state: 'closed', questionId: id }]);

  talk.reviews.set(remoteItem ?? '', [
    {
      id: 1,
      date_created: '2026-11-01T12:00:00.000Z',
      status: 'published',
      title: 'Boa',
      content: '',
      rate: 5,
    },
    {
      id: 2,
      date_created: '2026-11-02T12:00:00.000Z',
      status: 'published',
      title: '',
      content: 'Lascou',
      rate: 2,
    },
  ]);
  await sweepReviews(jobOf(app));
  await settle();
  const reviews = await seller.call(api.reviews.list, {});
  expect(reviews.items).toMatchObject([
    { rating: 2, longestAnswer: 0 },
    { rating: 5, publication: { id: listed.id } },
  ]);
  const { total, average, items } = await seller.call(api.reviews.summary, {});
  expect({ total, average, items }).toMatchObject({
    total: 2,
    average: 350,
    items: [{ total: 2, average: 350 }],
  });
  const [review] = reviews.items;
  const refused = await seller.refused(api.reviews.answer, {
    params: { id: review?.id ?? 0 },
    body: { text: 'Oi' },
  });
  expect(refused.code).toBe('state_conflict');
});

test('the inbox is ordered by due time; its tabs show their counts', async () => {
  const { items } = await seller.call(api.chats.list, { query: { query: 'state:waiting_us' } });
  const dues = items.map(({ dueAt }) => dueAt ?? '9');
  expect(dues).toEqual(dues.toSorted());
  const ofSales = await seller.call(api.postsales.list, { query: { size: '100' } });
  expect(ofSales.items.map(({ kind }) => kind)).not.toContain('question');
  const counts = await seller.call(api.chats.counts, {});
  expect(counts.waiting).toBe(items.length);
  for (const filter of ['kind:claim', 'account:999999', 'kind:claim state:closed']) {
    const query = `${filter.replace(' state:closed', '')} state:waiting_us`;
    const { total } = await seller.call(api.chats.list, { query: { query } });
    expect((await seller.call(api.chats.counts, { query: { query: filter } })).waiting).toBe(total);
  }
});

async function parkedNow(): Promise<string[]> {
  const { parkedAnswers } = await seller.call(api.marketplaceAccounts.detail, { params: { id: account.id } });
  return parkedAnswers.map(({ resource }) => resource);
}
async function sweepNow(): Promise<void> {
  await sweepChats(jobOf(app));
  await settle();
}

test('a claim that was unreadable in a search is read by the next sweep, even if no search lists it any more', async () => {
  const sale = await sellAndShip();
  talk.claim('5300000077', sale.number, [{ action: 'refund' }]);
  const reported = talk.claims.get('5300000077')?.claim ?? {};
  const { date_created: created } = reported;
  reported.date_created = 'ontem';
  await sweepNow();
  expect(await chatOf(sale.id, 'claim')).toBeUndefined();
  expect(await parkedNow()).toContain('claim 5300000077');
  Object.assign(reported, {
    date_created: created,
    status: 'closed',
    last_updated: '2020-01-01T00:00:00.000-04:00',
  });
  await sweepNow();
  expect(await chatOf(sale.id, 'claim')).toMatchObject({ kind: 'claim' });
  expect(await parkedNow()).not.toContain('claim 5300000077');
});

test('a message that was unreadable is read again with its thread, even if nothing in it is unread any more', async () => {
  const sale = await sellAndShip();
  talk.buyerSays(sale.number, 'Chegou?');
  talk.buyerSays(sale.number, 'Oi?');
  talk.unread.add(sale.number);
  const [first] = talk.threads.get(sale.number)?.messages ?? [];
  const { id } = first ?? {};
  Object.assign(first ?? {}, { id: null });
  await sweepNow();
  const said = async () => (await threadOf(sale.id)).messages.map(({ text }) => text);
  expect(await said()).toEqual(['Oi?']);
  expect(await parkedNow()).toContain(`messages of ${sale.number}`);
  Object.assign(first ?? {}, { id });
  talk.unread.delete(sale.number);
  await sweepNow();
  expect(await said()).toEqual(['Chegou?', 'Oi?']);
  expect(await parkedNow()).not.toContain(`messages of ${sale.number}`);
});

test('a message that needs no answer leaves the waiting ones until the buyer writes again', async () => {
  const sale = await sellAndShip();
  talk.buyerSays(sale.number, 'Obrigado!');
  talk.unread.add(sale.number);
  await sweepNow();
  const { id } = await threadOf(sale.id);
  const mark = (handled: boolean, ids = [id]) =>
    seller.call(api.chats.markHandled, { body: { ids, handled } });
  const stateNow = async () => {
    const { state, handled } = await threadOf(sale.id);
    return { state, handled };
  };
  const strange = 999_999_999;
  expect(await mark(true, [id, strange])).toEqual({
    done: [id],
    failed: [{ id: strange, code: 'not_found' }],
  });
  expect(await stateNow()).toEqual({ state: 'open', handled: true });
  expect((await mark(true)).failed).toEqual([{ id, code: 'state_conflict' }]);
  await mark(false);
  expect(await stateNow()).toEqual({ state: 'waiting_us', handled: false });
  await mark(true);
  talk.buyerSays(sale.number, 'Mais uma coisa: vem com nota?');
  talk.unread.add(sale.number);
  await sweepNow();
  expect(await stateNow()).toEqual({ state: 'waiting_us', handled: false });
  expect((await outsider.call(api.chats.markHandled, { body: { ids: [id], handled: true } })).done).toEqual(
    [],
  );
});
