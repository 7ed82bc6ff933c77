import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Fields, fieldsOf, listOf, textOf } from './reading.ts';
import { crc16, pixCode } from './shop/pix.ts';
import type { Sandbox } from './start.ts';
import {
  callerFor,
  connect,
  control,
  legacyDraft,
  legacySeller,
  publish,
  readReply,
  singleDraft,
  startForTest,
} from './testing.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startForTest();
});
afterAll(() => sandbox.close());
afterEach(() => control(sandbox, 'POST', '/reset', { keepGrants: true, mail: true }));

const get = async (path: string) => readReply(await fetch(`${sandbox.url}${path}`));
const page = async (path: string, cookie = '') =>
  (await fetch(`${sandbox.url}${path}`, { headers: { cookie } })).text();
const form = (path: string, fields: Record<string, string>, cookie = '') =>
  fetch(`${sandbox.url}${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
    headers: { cookie },
  });

describe('ViaCEP', () => {
  it('finds, with the dash', async () => {
    expect((await get('/viacep/ws/01001000/json/')).body).toMatchObject({
      cep: '01001-000',
      logradouro: 'Praça da Sé',
      localidade: 'São Paulo',
      uf: 'SP',
      ibge: '3550308',
    });
  });
  it('ViaCEP answers an unknown zip code 200 with erro as text or boolean', async () => {
    expect(await get('/viacep/ws/99999999/json/')).toMatchObject({ status: 200, body: { erro: 'true' } });
    await control(sandbox, 'POST', '/zip-code', { mode: 'not-found-boolean' });
    expect(await get('/viacep/ws/01001000/json/')).toMatchObject({ status: 200, body: { erro: true } });
  });
  it('ViaCEP answers an invalid zip code 400 with a page', async () => {
    const reply = await get('/viacep/ws/0100/json/');
    expect(reply.status).toBe(400);
    expect(reply.headers.get('content-type')).toContain('text/html');
  });
  it('ViaCEP answers an error while it is switched off', async () => {
    await control(sandbox, 'POST', '/zip-code', { mode: 'down' });
    await expect(get('/viacep/ws/01001000/json/')).rejects.toThrow();
    await expect(get('/brasilapi/api/cep/v2/01001000')).rejects.toThrow();
  });
});

describe('BrasilAPI', () => {
  it('finds, without the dash; a town with one code has no street', async () => {
    expect((await get('/brasilapi/api/cep/v2/05010000')).body).toMatchObject({
      cep: '05010000',
      state: 'SP',
      street: 'Rua Caiubi',
    });
    expect((await get('/brasilapi/api/cep/v2/95670000')).body).toMatchObject({
      city: 'Gramado',
      street: null,
      neighborhood: null,
    });
  });
  it('BrasilAPI answers 404 and 400 in its own format', async () => {
    expect(await get('/brasilapi/api/cep/v2/99999999')).toMatchObject({
      status: 404,
      body: { name: 'CepPromiseError', type: 'service_error' },
    });
    expect(await get('/brasilapi/api/cep/v2/123')).toMatchObject({
      status: 400,
      body: { type: 'validation_error' },
    });
  });
});

describe('mail', () => {
  const send = (to: string, subject = 'Olá', html = '<p>Corpo <b>forte</b></p>') =>
    nodemailer
      .createTransport({ host: '127.0.0.1', port: sandbox.smtpPort, secure: false, ignoreTLS: true })
      .sendMail({ from: 'app@easy.example', to, subject, text: 'Corpo', html });

  it('mail is received over SMTP and read by its recipient', async () => {
    await send('ana@loja.example', 'Ação: confirme');
    await send('bia@loja.example');
    const { body } = await get('/mail/messages?to=ANA@loja.example');
    expect(body.messages).toMatchObject([
      { subject: 'Ação: confirme', to: ['ana@loja.example'], from: 'app@easy.example' },
    ]);
    expect(fieldsOf(listOf(body.messages)[0]).text).toContain('Corpo');
  });

  it('mail is listed newest first and shown in a frame without scripts', async () => {
    await send('ana@loja.example', 'primeira');
    await send('ana@loja.example', '<script>alert(1)</script>', '<script>alert(1)</script>');
    const list = await page('/mail');
    expect(list.indexOf('&lt;script&gt;')).toBeLessThan(list.indexOf('primeira'));
    expect(list).not.toContain('<script>');
    const { body } = await get('/mail/messages');
    const newest = fieldsOf(listOf(body.messages)[0]);
    expect(await page(`/mail/${newest.id}`)).toMatch(/<iframe[^>]+sandbox="(?!.*allow-scripts)/);
    const framed = await get(`/mail/${newest.id}/html`);
    expect(framed.headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});

describe('pictures', () => {
  const upload = async (side: number, format: 'jpeg' | 'webp') => {
    const token = textOf((await connect(sandbox, legacySeller)).access_token) ?? '';
    const image = sharp({ create: { width: side, height: side, channels: 3, background: '#c33' } });
    const bytes = await image.toFormat(format).toBuffer();
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(bytes)]), 'foto.jpg');
    const headers = { authorization: `Bearer ${token}` };
    return readReply(
      await fetch(`${sandbox.url}/mercado-livre/pictures/items/upload`, { method: 'POST', body, headers }),
    );
  };

  it('pictures of at least 500 pixels are accepted as JPG or PNG and served', async () => {
    const { status, body } = await upload(600, 'jpeg');
    expect(status).toBe(201);
    const [first = {}] = listOf(body.variations).map(fieldsOf);
    const served = await fetch(textOf(first.url) ?? '');
    expect(served.headers.get('content-type')).toBe('image/jpeg');
  });

  it.each<[number, 'jpeg' | 'webp']>([
    [400, 'jpeg'],
    [600, 'webp'],
  ])('are refused at %i pixels as %s', async (side, format) => {
    expect(await upload(side, format)).toMatchObject({ status: 400, body: { cause: [{ cause_id: 3703 }] } });
  });
});

describe('shop', () => {
  const buyer = 'buyer=90417552';
  const offer = async (draft: Fields = singleDraft()) =>
    publish(sandbox, await callerFor(sandbox, legacySeller), draft);

  it('the shop shows items on sale, and the link of an item opens its page', async () => {
    const item = await offer(singleDraft({ title: 'Caneca <i>nova</i>' }));
    expect(await page('/shop?q=caneca')).toContain('Caneca &lt;i&gt;nova&lt;/i&gt;');
    expect(await page('/shop?q=panela')).toContain('Nenhum produto encontrado');
    const shown = await (await fetch(textOf(item.permalink) ?? '')).text();
    expect(shown).toContain('Comprar e pagar com PIX');
  });

  it('sells a variation to a buyer who then sees the order', async () => {
    const item = await offer(legacyDraft());
    const [black = {}] = listOf(item.variations).map(fieldsOf);
    const fields = { itemId: String(item.id), variationId: String(black.id), quantity: '2', act: 'pay' };
    const { status, headers } = await form('/shop/buy', fields, buyer);
    expect(status).toBe(303);
    const order = await page(headers.get('location') ?? '', buyer);
    expect(order).toContain('Compra registrada');
    expect(order).toContain('Pago, em preparação');
    expect(await page('/shop/orders', buyer)).toContain('Caneca Esmaltada 350 Ml');
    expect(await page('/shop/orders')).toContain('Nenhuma compra ainda');
  });

  it('the shop refuses more than the stock with a message', async () => {
    const item = await offer();
    const reply = await form('/shop/buy', { itemId: String(item.id), quantity: '6', act: 'pay' });
    expect(reply.status).toBe(409);
    expect(await reply.text()).toContain('Não há mais essa quantidade em estoque');
  });

  it('a cart is one pack that can be paid later and canceled', async () => {
    const one = await offer();
    const two = await offer(singleDraft({ title: 'Caneca Azul' }));
    for (const item of [one, two])
      await form('/shop/buy', { itemId: String(item.id), quantity: '1', act: 'cart' }, buyer);
    const { headers } = await form('/shop/checkout', { act: 'later' }, buyer);
    const path = (headers.get('location') ?? '').split('?')[0] ?? '';
    expect(await page(path, buyer)).toContain('Aguardando pagamento');
    await form(`${path}/pay`, {}, buyer);
    expect(await page(path, buyer)).toContain('Pago, em preparação');
    await form(`${path}/cancel`, {}, buyer);
    expect(await page(path, buyer)).toContain('Compra cancelada');
    const { list } = await control(sandbox, 'GET', '/orders');
    expect(new Set(list.map((order) => order.pack_id)).size).toBe(1);
    expect(list.map((order) => order.status)).toEqual(['cancelled', 'cancelled']);
  });

  it('the shop shows a valid Pix code', () => {
    expect(crc16('123456789')).toBe('29B1');
    const code = pixCode({ name: 'Loja Ação', city: 'São Paulo', amount: 68.8, txid: '1' });
    expect(code).toContain('540568.80');
    expect(code.slice(-4)).toBe(crc16(code.slice(0, -4)));
  });
});

describe('a client with only the host', () => {
  it('reaches the services under their real paths', async () => {
    expect((await get('/ws/01001000/json/')).body.uf).toBe('SP');
    expect((await get('/api/cep/v2/01001000')).body.state).toBe('SP');
    expect((await get('/users/me')).status).toBe(401);
    expect((await get('/v1/account/release_report/list')).body.message).toBe('invalid access token');
    expect((await get('/authorization?client_id=1')).status).toBe(400);
    expect((await get('/shop')).status).toBe(200);
  });
});

describe('control page', () => {
  it('lists, and acts by forms', async () => {
    const call = await callerFor(sandbox, legacySeller);
    const item = await publish(sandbox, call, singleDraft());
    await form('/control/do/purchase', { itemId: String(item.id), quantity: '1', pay: 'on' });
    const [order = {}] = (await control(sandbox, 'GET', '/orders')).list;
    await form('/control/do/advance', { id: String(order.shipment_id), to: 'shipped/' });
    expect((await call('GET', `/shipments/${order.shipment_id}`)).body).toMatchObject({
      status: 'shipped',
      substatus: null,
    });
    await form('/control/do/fault', {
      kind: 'slow',
      seller: '',
      times: '',
      path: '',
      applied: 'on',
      delayMs: '',
    });
    expect((await control(sandbox, 'GET', '/faults')).body.faults).toMatchObject([
      { kind: 'slow', seller: null, path: null, times: null, applied: true, delayMs: 10_000 },
    ]);
    const text = await page('/control');
    expect(text).toContain(String(order.id));
    expect(text).toContain('resposta lenta');
  });
});

describe('a reset', () => {
  it('forgets all but never gives a number twice', async () => {
    const call = await callerFor(sandbox, legacySeller);
    const before = await publish(sandbox, call, singleDraft());
    await control(sandbox, 'POST', '/reset', { keepGrants: true });
    expect((await control(sandbox, 'GET', '/items')).list).toEqual([]);
    expect((await publish(sandbox, call, singleDraft())).id).not.toBe(before.id);
  });
});

describe('a restart', () => {
  it('a restart keeps all data', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-test-'));
    const before = await startForTest({ dataDir });
    const call = await callerFor(before, legacySeller);
    const item = await publish(before, call, singleDraft());
    await control(before, 'POST', '/purchases', { itemId: item.id });
    await control(before, 'POST', '/clock', { seconds: 3_600 });
    const orders = (await control(before, 'GET', '/orders')).list;
    await before.close();
    const after = await startForTest({ dataDir });
    expect((await control(after, 'GET', '/orders')).list).toEqual(orders);
    expect((await control(after, 'GET', '/clock')).body.aheadMs).toBe(3_600_000);
    expect((await control(after, 'POST', '/purchases', { itemId: item.id })).status).toBe(201);
    await after.close();
    expect(readdirSync(join(dataDir, 'sandbox')).filter((name) => name.endsWith('.partial'))).toEqual([]);
    rmSync(dataDir, { recursive: true });
  });
});
