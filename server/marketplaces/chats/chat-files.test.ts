import { expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { connectSeller, marketApp, remoteSellers, settler } from '#server/marketplaces/test/factory.ts';

const market = await marketApp();
const { app, sandbox } = market;
// The stand-in lives in real time.
app.clock.set(systemClock.now().toISOString());
const settle = settler(market);
const seller = await app.join('sales');
const stranger = await app.join('sales');
await connectSeller(seller);

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const base64 = (text: string) => Buffer.from(text).toString('base64');
const numbered = z.looseObject({ id: z.union([z.string(), z.number()]).transform(String) });
const bought = z.looseObject({ orders: z.array(numbered).min(1) });

/** A sale of something that the seller had on sale before. */
async function sell(): Promise<string> {
  const ad = { sellerId: remoteSellers.legacy, title: 'Caneca', price: 59.9, quantity: 2 };
  const { id: itemId } = numbered.parse(await sandbox.control('POST', '/items', ad));
  const { orders } = bought.parse(await sandbox.control('POST', '/purchases', { itemId, quantity: 1 }));
  return orders[0]?.id ?? '';
}

async function tell(path: string, body: object): Promise<void> {
  expect(await sandbox.control('POST', path, body)).not.toHaveProperty('refused');
}

/** The newest thread of this kind, with what came along with its last message. */
async function newestThread(kind: string) {
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

test('a photo that a buyer sends stands in the thread and is opened through us alone, by its business alone', async () => {
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
    await open(thread.id, files[0]?.id, stranger),
    await open(thread.id, (files[0]?.id ?? 0) + 1000),
    await open(thread.id + 1000, files[0]?.id),
  ])
    expect(refused.statusCode).toBe(404);
  // What was read again is not there twice.
  await tell('/messages', { orderId, text: 'Viu a foto?' });
  const again = await newestThread('message');
  expect(again.thread.messages.map((message) => message.files.length)).toEqual([1, 0]);
});

test('what calls itself a picture and is none is only saved; a file of a claim is opened there', async () => {
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

test('what the marketplace does not give says so, and costs nothing of the thread', async () => {
  const orderId = await sell();
  await tell('/messages', { orderId, text: 'Veja', file: 'foto.jpg' });
  const { thread, files } = await newestThread('message');
  await tell('/faults', { kind: 'error-500', path: '/messages/attachments/*', times: 1 });
  const refused = await open(thread.id, files[0]?.id);
  expect(refused.statusCode).toBe(503);
  await sandbox.control('DELETE', '/faults');
  expect((await open(thread.id, files[0]?.id)).statusCode).toBe(200);
});
