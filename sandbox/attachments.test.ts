import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Fields, fieldsOf, listOf } from './reading.ts';
import type { Sandbox } from './start.ts';
import type { Caller } from './testing.ts';
import {
  callerFor,
  callWith,
  connect,
  control,
  legacySeller,
  newModelSeller,
  readReply,
  sellTwo,
  startForTest,
} from './testing.ts';

const AGENT = 3_037_675_074;
const MEGABYTE = 1024 * 1024;
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let sandbox: Sandbox;
let token: string;
let call: Caller;
let order: Fields;
let buyer: unknown;

beforeAll(async () => {
  sandbox = await startForTest();
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await control(sandbox, 'POST', '/reset', {});
  token = String((await connect(sandbox, legacySeller)).access_token);
  call = callWith(sandbox, token);
  ({ order } = await sellTwo(sandbox, call));
  buyer = (await control(sandbox, 'GET', '/orders')).list.at(-1)?.buyer_id;
});

const formWith = (name: string, bytes: Buffer, fields: Record<string, string> = {}) => {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  return form;
};
const upload = async (path: string, name: string, bytes: Buffer) =>
  readReply(
    await fetch(`${sandbox.url}/mercado-livre${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: formWith(name, bytes),
    }),
  );
const inShop = (path: string, init: RequestInit = {}, as = buyer) =>
  fetch(`${sandbox.url}/shop/orders/${order.id}${path}`, {
    headers: { cookie: `buyer=${as}` },
    redirect: 'manual',
    ...init,
  });
const page = async () => (await inShop('')).text();

describe('files of messages', () => {
  const TAGS = 'tag=post_sale&site_id=MLB';
  const path = () => `/messages/packs/${order.id}/sellers/${legacySeller}?tag=post_sale`;
  const filesOf = async () =>
    listOf((await call('GET', path())).body.messages)
      .flatMap((message) => listOf(fieldsOf(message).message_attachments))
      .map(fieldsOf);
  const send = (attachments: unknown[]) =>
    call('POST', path(), {
      from: { user_id: legacySeller },
      to: { user_id: AGENT },
      text: 'Segue',
      attachments,
    });

  it('files that a buyer sends with a message reach only the seller, unchanged', async () => {
    const body = formWith('foto da caixa.png', png, { text: 'Veja a foto' });
    expect((await inShop('/messages', { method: 'POST', body })).headers.get('location')).not.toContain('?');
    const [file] = await filesOf();
    expect(file).toMatchObject({
      original_filename: 'foto da caixa.png',
      type: 'image/png',
      size: png.length,
    });
    const got = await call('GET', `/messages/attachments/${file?.filename}?${TAGS}`);
    expect(got.bytes.equals(png)).toBe(true);
    const other = await callerFor(sandbox, newModelSeller);
    expect((await other('GET', `/messages/attachments/${file?.filename}?${TAGS}`)).status).toBe(404);
    expect(await page()).toContain(`/files/${file?.filename}`);
  });

  it('files of messages above 25 MB, of another type or under another name than given are refused', async () => {
    await control(sandbox, 'POST', '/messages', { orderId: order.id, text: 'Oi' });
    const files = `/messages/attachments?${TAGS}`;
    const tooBig = 'File attachment is bigger than 25 Mb.';
    expect((await upload(files, 'a.pdf', Buffer.alloc(25 * MEGABYTE + 1))).body.message).toBe(tooBig);
    // More than the server reads at all.
    expect((await upload(files, 'a.pdf', Buffer.alloc(27 * MEGABYTE))).body.message).toBe(tooBig);
    expect((await upload(files, 'a.svg', png)).body.message).toBe('Invalid extension');
    expect((await upload(files, 'a.png', Buffer.alloc(0))).status).toBe(400);
    expect((await send(['182440771_nothing.png'])).status).toBe(422);
    const kept = await upload(files, 'nota.png', png);
    expect(kept.status).toBe(201);
    expect((await send([kept.body.id])).status).toBe(201);
    const link = `/files/${kept.body.id}`;
    expect(await page()).toContain(link);
    expect(Buffer.from(await (await inShop(link)).arrayBuffer()).equals(png)).toBe(true);
    expect((await inShop(link, {}, 97_204_661)).status).toBe(404);
    expect((await inShop('/files/nothing.png')).status).toBe(404);
  });

  it('a message that names a file without its bytes gets a generated file', async () => {
    const say = (file: string, content?: string) =>
      control(sandbox, 'POST', '/messages', { orderId: order.id, text: 'Oi', file, content });
    await say('foto.jpg');
    await say('foto.png', png.toString('base64'));
    expect((await say('foto.exe')).body.refused).toBe('wrong-file');
    const [named, made] = await filesOf();
    const bytesOf = async (file: Fields | undefined) =>
      (await call('GET', `/messages/attachments/${file?.filename}?${TAGS}`)).bytes;
    expect((await bytesOf(named)).equals(png)).toBe(true);
    expect((await bytesOf(made)).subarray(0, 3).toString('hex')).toBe('ffd8ff');
  });
});

describe('files of claims', () => {
  const CLAIMS = '/post-purchase/v1/claims';
  const complain = (body: FormData | URLSearchParams) => inShop('/claims', { method: 'POST', body });
  const lastClaim = async () => (await control(sandbox, 'GET', '/claims')).list.at(-1);
  const reason = { reasonId: 'PNR3430', quantity: '2', text: 'Nada chegou' };
  const talk = async (id: unknown) => (await call('GET', `${CLAIMS}/${id}/messages`)).list;

  it('come with the claim and with an answer, from the shop', async () => {
    await complain(formWith('caixa.png', png, reason));
    const id = (await lastClaim())?.id;
    const answer = formWith('recibo.pdf', Buffer.from('%PDF-1.4'), { text: 'E o recibo' });
    await inShop(`/claims/${id}/messages`, { method: 'POST', body: answer });
    const [second, first] = await talk(id);
    expect(first).toMatchObject({
      sender_role: 'complainant',
      message: 'Nada chegou',
      attachments: [{ original_filename: 'caixa.png', type: 'image/png', size: png.length }],
    });
    expect(second).toMatchObject({
      attachments: [{ original_filename: 'recibo.pdf', type: 'application/pdf' }],
    });
    const name = fieldsOf(listOf(first?.attachments)[0]).filename;
    const got = await call('GET', `${CLAIMS}/${id}/attachments/${name}/download`);
    expect(got.bytes.equals(png)).toBe(true);
    expect((await call('GET', `${CLAIMS}/${id}/attachments/other.png/download`)).status).toBe(400);
    const shown = await page();
    expect(shown).toContain(`<img src="/shop/orders/${order.id}/files/${name}"`);
    expect(shown).toContain('>recibo.pdf</a>');
  });

  it('an empty file field of a claim is ignored', async () => {
    const form = new FormData();
    for (const [field, value] of Object.entries(reason)) form.append(field, value);
    form.append('file', new Blob([]), '');
    await complain(form);
    expect(await talk((await lastClaim())?.id)).toMatchObject([{ attachments: [] }]);
  });

  it('a claim attachment above 5 MB or of another type is refused together with its message, and the buyer sees that it was not sent', async () => {
    for (const [name, bytes] of [
      ['caixa.png', Buffer.alloc(5 * MEGABYTE + 1)],
      ['caixa.gif', png],
      ['minha caixa.png', png],
    ] as const) {
      const reply = await complain(formWith(name, bytes, reason));
      expect(reply.headers.get('location')).toContain('file=refused');
    }
    expect(await lastClaim()).toBeUndefined();
    expect(await (await inShop('?file=refused')).text()).toContain('O arquivo não pôde ser enviado');
    const { id } = (
      await control(sandbox, 'POST', '/claims', { orderId: order.id, reasonId: 'PNR3430', file: 'a.png' })
    ).body;
    const files = `${CLAIMS}/${id}/attachments`;
    expect((await upload(files, 'a.png', Buffer.alloc(5 * MEGABYTE + 1))).body.message).toMatch(/5 MB/);
    expect((await upload(files, 'a.gif', png)).body.message).toBe('Invalid file type');
    expect((await upload(files, 'a b.png', png)).body.message).toBe('Invalid file name');
    const answer = await control(sandbox, 'POST', `/claims/${id}/messages`, { text: 'Oi', file: 'a.txt' });
    expect(answer.status).toBe(409);
    expect(await talk(id)).toMatchObject([{ attachments: [{ original_filename: 'a.png' }] }]);
  });

  it('files of claims are accepted as long as the seller may send files', async () => {
    await complain(new URLSearchParams(reason));
    const id = (await lastClaim())?.id;
    expect((await upload(`${CLAIMS}/${id}/attachments`, 'a.png', png)).body).toEqual({
      user_id: legacySeller,
      filename: expect.stringMatching(/\.png$/),
    });
    await control(sandbox, 'POST', `/claims/${id}/withdraw`);
    expect((await upload(`${CLAIMS}/${id}/attachments`, 'a.png', png)).body.message).toMatch(
      /send_attachments not available/,
    );
  });
});
