import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { addMinutes } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { startInbox } from '#server/account/test/inbox.ts';
import { fileFromMemory } from '#server/business/files/kept-file.ts';
import { insertFile, putFile } from '#server/business/files/stored-file.ts';
import { makeShelf } from '#server/inventory/test/factory.ts';
import { applySale } from '#server/orders/sale/apply-order.ts';
import { openSource, type SealedSource } from '#server/orders/sync/sale-source.ts';
import { makeBenchSeller, packSale, remoteOrder, remoteShipment } from '#server/orders/test/factory.ts';
import { unknownBilling } from '#server/outside/marketplaces/billing.ts';
import { makeClaim, makeThread } from '../test/chat-factory.ts';
import { openDoor } from '../test/door.ts';
import { connectSeller, drainLater, marketApp, waitingJobs } from '../test/factory.ts';

const inbox = await startInbox();
const door = await openDoor();
const { app, sandbox } = await marketApp(
  { SMTP_URL: inbox.url },
  { nuvemshop: { privacyUrl: `${door.url}/api/notifications/nuvemshop/1000` } },
);
door.leadTo(app);
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
  const write = (columns: object) =>
    app.database.transact({ businessId: seller.businessId }, (tx) =>
      tx.db.updateTable('orders').set(columns).where('id', '=', id).execute(),
    );
  await write({
    ...{
      account_id: account.id,
      marketplace: 'nuvemshop',
      remote_order_id: number,
      pack_id: `pack-${number}`,
    },
    ...{ shipment_id: `parcel-${number}`, buyer_name: 'Maria Santos' },
    buyer: JSON.stringify({ street: 'Rua Chile', city: 'Salvador', state: 'BA' }),
  });
  await seller.call(api.contentDeclarations.create, { body: { orderId: id } });
  await supplier.call(api.checkout.collectByHand, { params: { id }, body: { reason: 'sem etiqueta' } });
  await write({ document: 'not_required', ...facts });
  return id;
}

/** The marketplace sends its data of a sale and its parcel again. */
async function sayAgain(number: string): Promise<void> {
  const at = app.clock.now();
  const named = { raw: { name: 'Maria Santos' }, updatedAt: at };
  const shipment = remoteShipment({
    ...{ ...named, shipmentId: `parcel-${number}`, status: 'delivered', substatus: '' },
    receiver: {
      ...{ name: 'Maria Santos', street: 'Rua Chile', number: '22', complement: '', neighborhood: '' },
      ...{ city: 'Salvador', state: 'BA', zip: '40010-000' },
    },
  });
  const order = remoteOrder(
    { itemId: 'none', variationId: '', sku: '', cost: 1 },
    {
      ...{ ...named, remoteId: number, shipmentId: shipment.shipmentId },
      buyer: { id: '7001', nickname: 'Maria Santos', billingId: null },
    },
  );
  const { id, businessId } = { ...account, businessId: seller.businessId };
  await app.database.transact({ businessId }, (tx) =>
    applySale(
      tx,
      { id, businessId, marketplace: 'nuvemshop' },
      { orders: [order], shipment, billing: { ...unknownBilling, name: 'Maria Santos' } },
    ),
  );
}
const over = { status: 'complete' as const, sent_at: app.clock.now(), delivered_at: app.clock.now() };

/** Sends the request as the stand-in does, over HTTP; returns the response. */
async function ask(event: string, about: object = {}): Promise<number> {
  const answered = door.nextAnswer();
  await sandbox.control('POST', `/nuvemshop/stores/${store}/privacy`, { event, ...about });
  return answered;
}

type Letter = { signed?: boolean; key?: string };
/** Sends a request that somebody else may have made. */
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
const sources = (order: number) =>
  app.database.transact({ businessId: seller.businessId }, async (tx) => {
    const rows = await tx.db
      .selectFrom('order_sources')
      .select('body')
      .where('order_id', '=', order)
      .execute();
    return rows.map(({ body }) => openSource(tx.sealer, body as SealedSource));
  });

test('a buyer is erased from named sales that have ended, and from the others once they end', async () => {
  const [done, open, other] = [await sale('9101', over), await sale('9102', {}), await sale('9103', over)];
  const before = await read(done);
  expect(await ask('customers/redact', { customer: person, orders_to_redact: [9101, 9102] })).toBe(200);
  await app.drain();
  const after = await read(done);
  expect(after).toMatchObject({ buyerName: '', buyer: null, money: before.money });
  expect(after.lines).toEqual(before.lines);
  expect(after.events.map(({ kind }) => kind)).toContain('buyer-erased');
  expect(
    (await seller.call(api.orders.list, { query: { query: 'Maria' } })).items.map(({ id }) => id),
  ).toEqual(expect.not.arrayContaining([done]));
  for (const id of [open, other]) expect((await read(id)).buyerName).toBe('Maria Santos');
  // Nothing of the person named in the request is stored.
  expect(await stored()).toEqual([{ event: 'customers/redact' }]);

  await app.database.transact({ businessId: seller.businessId }, (tx) =>
    tx.db.updateTable('orders').set(over).where('id', '=', open).execute(),
  );
  app.clock.set(addMinutes(app.clock.now(), 60 * 25).toISOString());
  await drainLater(app);
  expect((await read(open)).buyerName).toBe('');
  expect((await read(other)).buyerName).toBe('Maria Santos');
});

test('an erased buyer is not stored again by later readings of the sale', async () => {
  const id = await sale('9111', over);
  await sayAgain('9111');
  expect(await sources(id)).toContainEqual({ name: 'Maria Santos' });
  await ask('customers/redact', { orders_to_redact: [9111] });
  await app.drain();
  expect(JSON.stringify(await sources(id))).not.toContain('Maria');
  app.clock.advance(10);
  await sayAgain('9111');
  expect(await read(id)).toMatchObject({ buyerName: '', buyer: null });
  expect(JSON.stringify(await sources(id))).not.toContain('Maria');
});

test('a content declaration keeps its number, goods and city, and no name', async () => {
  const id = await sale('9121', over);
  const { declaration } = await read(id);
  const paper = () => seller.call(api.contentDeclarations.detail, { params: { id: declaration?.id ?? 0 } });
  const before = await paper();
  expect(before.recipient).toMatchObject({ name: 'Maria Santos', street: 'Rua Chile' });
  await ask('customers/redact', { orders_to_redact: [9121] });
  await app.drain();
  const nobody = {
    name: '',
    document: '',
    zip: '',
    neighborhood: '',
    street: '',
    number: '',
    complement: '',
  };
  expect(await paper()).toEqual({ ...before, recipient: { ...nobody, city: 'Salvador', state: 'BA' } });
});

test('texts in the threads of the sale are erased, are not found by search, and do not return', async () => {
  const id = await sale('9131', over);
  const at = app.clock.now();
  const said = (remoteId: string, by: 'buyer' | 'seller', text: string) => ({
    ...{ remoteId, by, text, at, withheld: false },
    files: [{ remoteId: `${remoteId}.jpg`, name: 'maria.jpg', contentType: 'image/jpeg', bytes: 9 }],
  });
  const thread = {
    remoteId: 'pack-9131',
    messages: [said('m1', 'buyer', 'Sou a Maria, da Rua Chile'), said('m2', 'seller', 'Olá, Maria Santos!')],
  };
  const chat = await makeThread(app, seller, account.id, thread);
  const reported = async () => JSON.stringify(await seller.call(api.chats.detail, { params: { id: chat } }));
  const found = async () => (await seller.call(api.chats.list, { query: { query: 'Maria' } })).items.length;
  expect(await reported()).toContain('Rua Chile');
  expect(await found()).toBe(1);
  const claim = await makeClaim(app, seller, account.id, {
    ...{ about: { what: 'order', id: '9131' }, detail: 'Maria diz que quebrou' },
  });
  await ask('customers/redact', { orders_to_redact: [9131] });
  await app.drain();
  // An open claim still needs its texts.
  expect((await read(id)).buyerName).toBe('Maria Santos');
  await app.database.transact({ businessId: seller.businessId }, (tx) =>
    tx.db.updateTable('chats').set({ status: 'closed' }).where('id', '=', claim).execute(),
  );
  app.clock.advance(60 * 25);
  await drainLater(app);
  expect((await read(id)).buyerName).toBe('');
  const claimed = await seller.call(api.chats.detail, { params: { id: claim } });
  expect(claimed.claim?.detail).toBe('');
  const isSilent = async () => {
    expect(await reported()).not.toMatch(/maria|Chile/i);
    expect(await found()).toBe(0);
  };
  await isSilent();
  // Reads the thread again, with a message that had not been read before.
  const more = [...thread.messages, said('m3', 'buyer', 'Maria de novo')];
  expect(await makeThread(app, seller, account.id, { ...thread, messages: more })).toBe(chat);
  await isSilent();
});

test('a printed label of either side is deleted', async () => {
  const bytes = Buffer.from('%PDF-1.4 Maria Santos');
  const inSupplier = { businessId: supplier.businessId };
  const put = await putFile(
    (work) => app.database.transact(inSupplier, work),
    app.outside.storage,
    supplier.businessId,
    fileFromMemory('etiqueta.pdf', bytes, 'application/pdf'),
  );
  const label = await app.database.transact(inSupplier, (tx) => insertFile(tx, supplier.businessId, put));
  await sale('9141', { ...over, label_file_id: label });
  await ask('customers/redact', { orders_to_redact: [9141] });
  await app.drain();
  expect(await app.rows(supplier.businessId, `select id from files where id = ${label}`)).toEqual([]);
});

test('a request for data is mailed to the owners, with the buyer and the sales', async () => {
  const about = { customer: person, orders_requested: [9103], data_request: { id: 4711 } };
  expect(await ask('customers/data_request', about)).toBe(200);
  await app.drain();
  const letter = inbox.letters.findLast(({ to }) => to === seller.email);
  for (const words of ['4711', person.email, '9103']) expect(JSON.stringify(letter)).toContain(words);
  expect(JSON.stringify(await stored())).not.toContain(person.email);
});

test('refuses a forged or unsigned request, or one signed for another address, and stores nothing', async () => {
  const before = await stored();
  const gone = { store_id: store };
  expect(await ask('store/redact', { signed: false })).toBe(404);
  for (const refused of [
    await tell('store/redact', gone, { signed: false }),
    await tell('store/redact', gone, { key: 'another' }),
    // A body that was signed for another purpose.
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

test('an erased store is removed with the data of its buyers, even if it was removed before', async () => {
  const id = await sale('9104', over);
  expect(await ask('store/redact')).toBe(200);
  await app.drain();
  expect((await read(id)).buyerName).toBe('');
  const left = (await seller.call(api.marketplaceAccounts.list, {})).items.map((row) => row.id);
  expect(left).not.toContain(account.id);
  const late = await sale('9105', over);
  expect(await ask('store/redact')).toBe(200);
  await app.drain();
  expect((await read(late)).buyerName).toBe('');
});
