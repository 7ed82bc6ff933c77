import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Fields, fieldsOf, listOf } from '../reading.ts';
import type { Sandbox } from '../start.ts';
import { control } from '../testing.ts';
import type { Caller } from './testing.ts';
import {
  buyAt,
  callerAt,
  companyShop,
  offerPlenty,
  partnerKey,
  publicCall,
  responseOf,
  startShopee,
} from './testing.ts';

type Letter = { raw: string; body: Fields; authorization: string };

let letters: Letter[] = [];
let answer: [status: number, body: string] = [204, ''];
const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const raw = Buffer.concat(parts).toString();
    const authorization = String(request.headers.authorization ?? '');
    letters.push({ raw, body: fieldsOf(JSON.parse(raw)), authorization });
    response.statusCode = answer[0];
    response.end(answer[1]);
  });
});

let sandbox: Sandbox;
let call: Caller;
let item: Fields;
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/hooks`;
  sandbox = await startShopee(url);
  call = await callerAt(sandbox, companyShop);
  item = await offerPlenty(sandbox, call);
  await vi.waitFor(() => expect(codes()).toEqual([1]), { timeout: 30_000 });
  letters = [];
});
afterAll(async () => {
  await sandbox.close();
  server.closeAllConnections();
  server.close();
});
afterEach(async () => {
  await control(sandbox, 'DELETE', '/shopee/faults');
  letters = [];
  answer = [204, ''];
});

const buy = (pay = false) => buyAt(sandbox, { itemId: item.item_id, pay });
const codes = () => letters.map(({ body }) => body.code);
const lost = async () => responseOf(await publicCall(sandbox, '/push/get_lost_push_message'));

describe('pushes', () => {
  it('report the authorization of a shop, without a shop at the top level', async () => {
    call = await callerAt(sandbox, companyShop);
    await expect.poll(codes).toEqual([1]);
    expect(letters[0]?.body).toMatchObject({ code: 1, data: { shop_id: companyShop, success: 1 } });
    expect(letters[0]?.body).not.toHaveProperty('shop_id');
  });

  it('pushes are signed over their address and exact bytes', async () => {
    const { sn } = await buy();
    await expect.poll(codes).toEqual([3]);
    const [letter] = letters;
    const right = createHmac('sha256', partnerKey).update(`${url}|${letter?.raw}`).digest('hex');
    expect(letter?.authorization).toBe(right);
    expect(letter?.body).toMatchObject({
      code: 3,
      shop_id: companyShop,
      data: { ordersn: sn, status: 'UNPAID' },
    });
  });

  it('follow the parcel: status, tracking number, label', async () => {
    const { sn } = await buy(true);
    await call('POST', '/logistics/ship_order', { order_sn: sn, dropoff: {} });
    await control(sandbox, 'POST', '/clock', { seconds: 2 });
    const tracking = responseOf(await call('GET', '/logistics/get_tracking_number', { order_sn: sn }));
    await call('POST', '/logistics/create_shipping_document', {
      order_list: [{ order_sn: sn, tracking_number: tracking.tracking_number }],
    });
    await control(sandbox, 'POST', '/clock', { seconds: 2 });
    await expect.poll(() => codes().toSorted()).toEqual([15, 3, 3, 3, 4].toSorted());
    expect(letters.find(({ body }) => body.code === 4)?.body.data).toMatchObject({
      ordersn: sn,
      tracking_no: tracking.tracking_number,
    });
  });

  it.each<[string, number, string]>([
    ['a refusal', 500, ''],
    ['a body where there should be none', 200, '{"ok":true}'],
  ])('count %s as a failure, are repeated, and are lost in the end', async (_case, status, body) => {
    answer = [status, body];
    await buy();
    await expect.poll(() => letters.length).toBe(3);
    await expect.poll(async () => listOf((await lost()).push_message_list).length).toBe(1);
    const page = await lost();
    const [message] = listOf(page.push_message_list).map(fieldsOf);
    expect(message).toMatchObject({ code: 3, shop_id: companyShop, data: letters[0]?.raw });
    expect((await lost()).push_message_list).toHaveLength(1);
    await publicCall(sandbox, '/push/confirm_consumed_lost_push_message', {
      last_message_id: page.last_message_id,
    });
    expect((await lost()).push_message_list).toEqual([]);
  });

  it('warn seven days before an authorization ends, and report its end', async () => {
    await control(sandbox, 'POST', `/shopee/grants/${companyShop}`, { endsInDays: 6 });
    await expect.poll(codes).toEqual([12]);
    expect(letters[0]?.body).toMatchObject({ code: 12, data: { shop_expire_soon: [companyShop] } });
    await control(sandbox, 'POST', '/clock', { seconds: 6 * 86_400 + 60 });
    await expect.poll(codes).toContain(2);
    expect(letters.find(({ body }) => body.code === 2)?.body.data).toMatchObject({
      authorize_type: 'expiry',
    });
    letters = [];
    await buy();
    call = await callerAt(sandbox, companyShop);
    await expect.poll(codes).toEqual([1]);
  });

  it('pushes can be doubled, forged, unsigned, held, swallowed or lost', async () => {
    const fault = (kind: string) =>
      control(sandbox, 'POST', '/shopee/faults', { kind, times: 1, topic: '3' });
    await fault('notify-duplicate');
    await buy();
    await expect.poll(codes).toEqual([3, 3, 3]);
    letters = [];
    await fault('notify-forged');
    const { sn } = await buy();
    await expect.poll(codes).toEqual([3]);
    expect(letters[0]?.authorization).toMatch(/^[0-9a-f]{64}$/);
    const right = createHmac('sha256', partnerKey).update(`${url}|${letters[0]?.raw}`).digest('hex');
    expect(letters[0]?.authorization).not.toBe(right);
    letters = [];
    for (const kind of ['notify-hold', 'notify-hold']) await fault(kind);
    await control(sandbox, 'POST', `/shopee/orders/${sn}/pay`);
    await buy();
    const released = await control(sandbox, 'POST', '/shopee/notifications/release', { order: 'reverse' });
    expect(released.body.released).toBe(2);
    expect(letters.map(({ body }) => fieldsOf(body.data).status)).toEqual(['UNPAID', 'READY_TO_SHIP']);
    letters = [];
    await fault('notify-lost');
    await buy();
    await fault('notify-missed');
    await buy();
    expect((await lost()).push_message_list).toHaveLength(1);
    expect(letters).toEqual([]);
  });
});
