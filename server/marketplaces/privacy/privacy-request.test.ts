import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { addMinutes } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { startInbox } from '#server/account/test/inbox.ts';
import { makeShelf } from '#server/inventory/test/factory.ts';
import { makeBenchSeller, packSale } from '#server/orders/test/factory.ts';
import { connectSeller, drainLater, marketApp, waitingJobs } from '../test/factory.ts';

const inbox = await startInbox();
const { app, sandbox } = await marketApp({ SMTP_URL: inbox.url });
const store = 4_118_037;
const supplier = await app.join('supply');
const seller = await app.join('sales');
const account = await connectSeller(seller, store, 'nuvemshop');
const shelf = await makeShelf(app, supplier, 50);
const sell = await makeBenchSeller(app, { supplier, seller, shelf });
const person = {
  id: 7001,
  email: 'maria@casa.example',
  phone: '+55 71 99999-0000',
  identification: '52998224725',
};

async function sale(number: string, facts: object): Promise<number> {
  const id = await sell(1);
  await packSale(supplier, id, shelf.sku, 1);
  await supplier.call(api.checkout.collectByHand, { params: { id }, body: { reason: 'sem etiqueta' } });
  await app.database.transact({ businessId: seller.businessId }, (tx) =>
    tx.db
      .updateTable('orders')
      .set({
        ...{ account_id: account.id, marketplace: 'nuvemshop', remote_order_id: number },
        ...{ buyer_name: 'Maria Santos', buyer: JSON.stringify({ street: 'Rua Chile', city: 'Salvador' }) },
        ...facts,
      })
      .where('id', '=', id)
      .execute(),
  );
  return id;
}
const over = { status: 'complete' as const, sent_at: app.clock.now(), delivered_at: app.clock.now() };

type Letter = { signed?: boolean; key?: string };
/** As the marketplace calls: to an address of its own, signed over the bytes. */
async function tell(address: string, body: object, { signed = true, key }: Letter = {}) {
  const payload = JSON.stringify(body);
  const secret = key ?? sandbox.variables.NUVEMSHOP_CLIENT_SECRET ?? '';
  const signature = createHmac('sha256', secret).update(payload).digest('hex');
  const answer = await app.http.inject({
    method: 'POST',
    url: `/api/notifications/nuvemshop/${sandbox.variables.NUVEMSHOP_CLIENT_ID}/${address}`,
    headers: {
      'content-type': 'application/json',
      ...(signed && { 'x-linkedstore-hmac-sha256': signature }),
    },
    payload,
  });
  return answer.statusCode;
}
const read = (id: number) => seller.call(api.orders.detail, { params: { id } });
const stored = async () => {
  const { rows } = await app.database.pool.query<{ body: unknown }>(
    "select body from notifications where topic = 'privacy' order by id",
  );
  return rows.map(({ body }) => body);
};
const erase = (orders: number[]) => ({ store_id: store, customer: person, orders_to_redact: orders });

test('a buyer is erased from the named sales that are over, from the others once they are, and not written again', async () => {
  const [done, open, other] = [await sale('9101', over), await sale('9102', {}), await sale('9103', over)];
  const before = await read(done);
  expect(await tell('customers/redact', erase([9101, 9102]))).toBe(200);
  await app.drain();
  const after = await read(done);
  expect(after).toMatchObject({ buyerName: '', buyer: null, money: before.money });
  expect(after.lines).toEqual(before.lines);
  expect(after.events.map(({ kind }) => kind)).toContain('buyer-erased');
  expect(
    (await seller.call(api.orders.list, { query: { query: 'Maria' } })).items.map(({ id }) => id),
  ).toEqual(expect.not.arrayContaining([done]));
  for (const id of [open, other]) expect((await read(id)).buyerName).toBe('Maria Santos');
  // Of whom it was about nothing is kept.
  expect(await stored()).toEqual([{ event: 'customers/redact' }]);

  await app.database.transact({ businessId: seller.businessId }, (tx) =>
    tx.db.updateTable('orders').set(over).where('id', '=', open).execute(),
  );
  app.clock.set(addMinutes(app.clock.now(), 60 * 25).toISOString());
  await drainLater(app);
  expect((await read(open)).buyerName).toBe('');
  expect((await read(other)).buyerName).toBe('Maria Santos');
});

test('a request for data reaches the owners, with whose it is and of what', async () => {
  const body = { store_id: store, customer: person, orders_requested: [9103], data_request: { id: 4711 } };
  expect(await tell('customers/data_request', body)).toBe(200);
  await app.drain();
  const letter = inbox.letters.findLast(({ to }) => to === seller.email);
  for (const words of ['4711', person.email, '9103']) expect(JSON.stringify(letter)).toContain(words);
  expect(JSON.stringify(await stored())).not.toContain(person.email);
});

test('what is forged, unsigned, or signed for another address is refused, and nothing is kept', async () => {
  const before = await stored();
  const gone = { store_id: store };
  for (const refused of [
    await tell('store/redact', gone, { signed: false }),
    await tell('store/redact', gone, { key: 'another' }),
    // A body that was signed for something else.
    await tell('store/redact', { store_id: store, event: 'order/paid', id: 1 }),
    await tell('store/redact', erase([1])),
    await tell('customers/redact', gone),
    await tell('customers/redact', { store_id: store, customer: person, orders_requested: [1] }),
    await tell('customers/everything', erase([1])),
  ])
    expect(refused).toBe(404);
  const params = {
    marketplace: 'mercado-livre',
    secret: 'guess',
    subject: 'store',
    event: 'redact',
  } as const;
  expect((await app.anonymous.refused(api.notifications.receiveNamed, { params, body: gone })).status).toBe(
    404,
  );
  expect(await stored()).toEqual(before);
  expect(await waitingJobs(app, 'notification.process')).toBe(0);
});

test('a store that is erased ends here with the data of its buyers, also where it was removed before', async () => {
  const id = await sale('9104', over);
  expect(await tell('store/redact', { store_id: store })).toBe(200);
  await app.drain();
  expect((await read(id)).buyerName).toBe('');
  const left = (await seller.call(api.marketplaceAccounts.list, {})).items.map((row) => row.id);
  expect(left).not.toContain(account.id);
  const late = await sale('9105', over);
  expect(await tell('store/redact', { store_id: store })).toBe(200);
  await app.drain();
  expect((await read(late)).buyerName).toBe('');
});
