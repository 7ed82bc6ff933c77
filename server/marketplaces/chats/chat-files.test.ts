import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { connectSeller, marketApp, remoteSellers, settler } from '#server/marketplaces/test/factory.ts';

const market = await marketApp();
const { app, sandbox } = market;
const settle = settler(market);
const seller = await app.join('sales');
const outsider = await app.join('sales');
await connectSeller(seller);

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const base64 = (text: string) => Buffer.from(text).toString('base64');
const numbered = z.looseObject({ id: z.union([z.string(), z.number()]).transform(String) });
const bought = z.looseObject({ orders: z.array(numbered).min(1) });

/** A sale of a listing that the seller already had. */
async function sell(): Promise<string> {
  const ad = { sellerId: remoteSellers.legacy, title: 'Caneca', price: 59.9, quantity: 2 };
  const { id: itemId } = numbered.parse(await sandbox.control('POST', '/items', ad));
  const { orders } = bought.parse(await sandbox.control('POST', '/purchases', { itemId, quantity: 1 }));
  return orders[0]?.id ?? '';
}

async function tell(path: string, body: object): Promise<void> {
  expect(await sandbox.control('POST', path, body)).not.toHaveProperty('refused');
}

/**
 * The newest thread of this kind with the attachments of its last message, at the stand-in's time, which is real time.
 */
async function newestThread(kind: string) {
  app.clock.set(systemClock.now().toISOString());
  await settle();
  const { items } = await seller.call(api.chats.list, { query: { query: `kind:${kind}`, sort: '-last' } });
  const thread = await seller.call(api.chats.detail, { params: { id: items[0]?.id ?? 0 } });
  return { thread, files: thread.messages.at(-1)?.files ?? [] };
}

const open = (id: number, file: number | undefined, person = seller) =>
  app.http.inject({
    url: `/api/chats/${id}/files/${file ?? 0}`,
    headers: { authorization: `Bearer ${person.token}` },
  });

test('a photo from a buyer appears in the thread and is served only by us, to its own business', async () => {
  const orderId = await sell();
  await tell('/messages', {
    orderId,
    text: 'Veio aberta',
    file: 'caixa aberta.png',
    content: png.toString('base64'),
  });
  const { thread, files } = await newestThread('message');
  expect(files).toEqual([
    { id: expect.any(Number), name: 'caixa aberta.png', contentType: 'image/png', bytes: png.length },
  ]);
  const got = await open(thread.id, files[0]?.id);
  expect(got.statusCode).toBe(200);
  expect(got.rawPayload.equals(png)).toBe(true);
  expect(got.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  expect(got.headers['content-disposition']).toBeUndefined();
  expect(
    await seller.download(api.chats.file, { params: { id: thread.id, file: files[0]?.id ?? 0 } }),
  ).toEqual({ bytes: png, contentType: 'image/png' });
  for (const refused of [
    await open(thread.id, files[0]?.id, outsider),
    await open(thread.id, (files[0]?.id ?? 0) + 1000),
    await open(thread.id + 1000, files[0]?.id),
  ])
    expect(refused.statusCode).toBe(404);
  // Reading the thread again does not duplicate it.
  await tell('/messages', { orderId, text: 'Viu a foto?' });
  const again = await newestThread('message');
  expect(again.thread.messages.map((message) => message.files.length)).toEqual([1, 0]);
});

test('a file that claims to be a picture and is none is only downloaded; a file of a claim opens in its thread', async () => {
  const orderId = await sell();
  const page = '<script>alert(1)</script>';
  await tell('/messages', { orderId, text: 'Veja', file: 'foto.png', content: base64(page) });
  const lie = await newestThread('message');
  const saved = await open(lie.thread.id, lie.files[0]?.id);
  expect(saved.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': "attachment; filename*=UTF-8''foto.png",
  });
  const complaint = { orderId, reasonId: 'PNR3430', text: 'Nada chegou', file: 'recibo.pdf' };
  await tell('/claims', complaint);
  const { thread, files } = await newestThread('claim');
  expect(files).toMatchObject([{ name: 'recibo.pdf', contentType: 'application/pdf' }]);
  const got = await open(thread.id, files[0]?.id);
  expect(got.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': "attachment; filename*=UTF-8''recibo.pdf",
  });
  expect(got.rawPayload.toString('latin1', 0, 5)).toBe('%PDF-');
});

test('an attachment that the marketplace does not return shows an error, and the thread is still read', async () => {
  const orderId = await sell();
  await tell('/messages', { orderId, text: 'Veja', file: 'foto.jpg' });
  const { thread, files } = await newestThread('message');
  await tell('/faults', { kind: 'error-500', path: '/messages/attachments/*', times: 1 });
  const refused = await open(thread.id, files[0]?.id);
  expect(refused.statusCode).toBe(503);
  await sandbox.control('DELETE', '/faults');
  expect((await open(thread.id, files[0]?.id)).statusCode).toBe(200);
});

const conversations = z.array(
  z.looseObject({
    key: z.string(),
    messages: z.array(z.looseObject({ by: z.string(), text: z.string(), attachments: z.array(z.string()) })),
  }),
);
const sales = z.array(
  z.looseObject({ id: z.union([z.string(), z.number()]).transform(String), buyer_id: z.number() }),
);
const orders = async () => sales.parse(await sandbox.control('GET', '/orders'));

/** What the buyer sees of a file. */
async function asBuyer(orderId: string, name: string): Promise<Buffer> {
  const buyer = (await orders()).find(({ id }) => id === orderId)?.buyer_id;
  const answer = await fetch(`${sandbox.url}/shop/orders/${orderId}/files/${name}`, {
    headers: { cookie: `buyer=${buyer}` },
  });
  return Buffer.from(await answer.arrayBuffer());
}

type Sent = { name: string; bytes: Buffer; contentType: string };
const pdf: Sent = {
  name: 'nota é ª.pdf',
  bytes: Buffer.from('%PDF-1.4 nota'),
  contentType: 'application/pdf',
};
const photo = { name: 'caixa.png', bytes: png, contentType: 'image/png' };
const write = (text: string, files: Sent[]) => ({ body: { text, clientId: randomUUID() }, files });

test('an attachment of the seller is sent once with its message and stored; the buyer receives it unchanged', async () => {
  const orderId = await sell();
  await tell('/messages', { orderId, text: 'Tem nota?' });
  const { thread } = await newestThread('message');
  expect(thread.attachable).toEqual({ kinds: ['picture', 'pdf'], mostBytes: 10 * 1024 * 1024 });
  const params = { id: thread.id };
  const sent = await seller.call(api.chats.write, { params, ...write('Segue.', [pdf, photo]) });
  expect(sent.messages.at(-1)).toMatchObject({
    text: 'Segue.',
    files: [
      { name: pdf.name, contentType: 'application/pdf', bytes: pdf.bytes.length },
      { name: 'caixa.webp', contentType: 'image/webp' },
    ],
  });
  const after = await newestThread('message');
  expect(after.thread.messages.at(-1)).toMatchObject({ sending: 'sent' });
  expect(after.files).toHaveLength(2);
  const kept = await open(thread.id, after.files[0]?.id);
  expect(kept.rawPayload.equals(pdf.bytes)).toBe(true);
  expect((await open(thread.id, after.files[0]?.id, outsider)).statusCode).toBe(404);
  const talks = conversations.parse(await sandbox.control('GET', '/conversations'));
  const own = talks.find(({ key }) => key === orderId)?.messages.filter(({ by }) => by === 'seller') ?? [];
  expect(own.map(({ text }) => text)).toEqual(['Segue.']);
  const [document = '', picture = ''] = own[0]?.attachments ?? [];
  expect((await asBuyer(orderId, document)).equals(pdf.bytes)).toBe(true);
  expect((await asBuyer(orderId, picture)).subarray(0, 3).toString('hex')).toBe('ffd8ff');
});

test('attachments are sent in a claim up to its limit; an unsupported file is refused and nothing is stored', async () => {
  const orderId = await sell();
  await tell('/claims', { orderId, reasonId: 'PNR3430', text: 'Nada chegou' });
  const { thread } = await newestThread('claim');
  expect(thread.attachable?.mostBytes).toBe(5 * 1024 * 1024);
  expect(thread.claim?.actions.filter(({ takesFiles }) => takesFiles).map(({ act }) => act)).toEqual([
    'message_buyer',
  ]);
  expect(thread.claim?.actions.map(({ name }) => name)).not.toContain('send_attachments');
  const params = { id: thread.id };
  const say = (files: Sent[]) => ({
    params,
    body: { act: 'message_buyer' as const, text: 'Foi postado.', clientId: randomUUID() },
    files,
  });
  const big = Buffer.concat([pdf.bytes, Buffer.alloc(5 * 1024 * 1024)]);
  expect(await seller.refused(api.postsales.decide, say([{ ...pdf, bytes: big }]))).toMatchObject({
    code: 'invalid',
    errors: { files: [{ code: 'too_big' }] },
  });
  const page = { name: 'a.pdf', bytes: Buffer.from('<html>'), contentType: 'application/pdf' };
  expect((await seller.refused(api.postsales.decide, say([page]))).code).toBe('unsupported_media_type');
  expect((await newestThread('claim')).thread.messages).toHaveLength(1);
  await seller.call(api.postsales.decide, say([pdf]));
  const { thread: after, files } = await newestThread('claim');
  expect(after.messages.at(-1)).toMatchObject({ act: 'message_buyer', sending: 'sent' });
  expect(files).toMatchObject([{ name: pdf.name }]);
});
