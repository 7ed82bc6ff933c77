import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { alone } from './mercado-livre/after-sale/message-endpoints.ts';
import { ok } from './mercado-livre/endpoint.ts';
import { type Fields, fieldsOf, listOf } from './reading.ts';
import type { Sandbox } from './start.ts';
import type { Caller, Receiver } from './testing.ts';
import {
  callerFor,
  control,
  legacySeller,
  newModelSeller,
  readReply,
  sellTwo,
  startWithReceiver,
} from './testing.ts';

const AGENT = 3_037_675_074;

let sandbox: Sandbox;
let call: Caller;
let receiver: Receiver;
let close: () => Promise<void>;
let order: Fields;

beforeAll(async () => {
  ({ receiver, sandbox, call, close } = await startWithReceiver(legacySeller));
});
afterAll(() => close());
beforeEach(async () => {
  await control(sandbox, 'POST', '/reset', { keepGrants: true });
  call = await callerFor(sandbox, legacySeller);
  ({ order } = await sellTwo(sandbox, call));
  receiver.received.length = 0;
});

const path = () => `/messages/packs/${order.id}/sellers/${legacySeller}?tag=post_sale`;
const asBuyer = async (text: string, more: Fields = {}) =>
  control(sandbox, 'POST', '/messages', { orderId: order.id, text, ...more });
const send = (text: string, changes: Fields = {}) =>
  call('POST', path(), {
    from: { user_id: legacySeller },
    to: { user_id: AGENT },
    text,
    attachments: [],
    ...changes,
  });
/** Time passes, and with it the token. */
const later = async (seconds: number) => {
  await control(sandbox, 'POST', '/clock', { seconds });
  call = await callerFor(sandbox, legacySeller);
};
const substatus = async () =>
  fieldsOf((await call('GET', `${path()}&mark_as_read=false`)).body.conversation_status).substatus;

describe('messages of a pack', () => {
  it('messages that a buyer starts through the agent are notified, read and answered', async () => {
    expect(await substatus()).toBe('blocked_by_conversation_initiated_by_seller_limited');
    expect((await send('Olá')).body).toMatchObject({ status_code: 403, code: 'forbidden' });
    const { id } = (await asBuyer('Quando chega?')).body;
    await expect
      .poll(() => receiver.received.filter(({ topic }) => topic === 'messages'))
      .toMatchObject([{ resource: id, user_id: legacySeller, actions: ['created'] }]);
    expect((await call('GET', `/messages/${id}?tag=post_sale`)).body).toMatchObject({
      message_id: id,
      resource: 'orders',
      resource_id: String(order.id),
      from: { user_id: AGENT },
      text: { plain: 'Quando chega?' },
    });
    const unread = async () => (await call('GET', '/messages/unread?role=seller&tag=post_sale')).body.results;
    expect(await unread()).toEqual([{ resource: `/packs/${order.id}/sellers/${legacySeller}`, count: 1 }]);
    expect((await call('GET', path())).body).toMatchObject({
      paging: { limit: 10, offset: 0, total: 1 },
      conversation_status: { status: 'active', substatus: null },
      messages: [{ id, from: { user_id: AGENT }, to: { user_id: legacySeller }, text: 'Quando chega?' }],
      seller_max_message_length: 350,
    });
    expect(await unread()).toEqual([]);
    expect((await send('Amanhã!')).body).toMatchObject({ status: 'available', text: 'Amanhã!' });
    await control(sandbox, 'POST', `/conversations/${order.id}/read`);
    await expect
      .poll(() => receiver.received.filter(({ topic }) => topic === 'messages').map(({ actions }) => actions))
      .toEqual([['created'], ['read']]);
  });

  it("a message that is too long, in another script, addressed to the buyer or in another seller's thread is refused", async () => {
    await asBuyer('Oi');
    expect((await send('x'.repeat(351))).body.message).toMatch(/350/);
    expect((await send('x'.repeat(350))).status).toBe(201);
    expect((await send('preço – com travessão')).body.message).toMatch(/not supported/);
    expect((await send('ótimo 👍')).status).toBe(201);
    expect((await send('Oi', { to: { user_id: 88_201_334 } })).status).toBe(403);
    expect((await send('Oi', { from: { user_id: newModelSeller } })).status).toBe(403);
    expect((await send('Oi', { attachments: ['nothing.pdf'] })).status).toBe(422);
    const other = await callerFor(sandbox, newModelSeller);
    expect((await other('GET', path())).status).toBe(403);
    expect((await call('GET', path().split('?')[0] ?? '')).status).toBe(400);
  });

  it('a second message is refused while one is being sent', async () => {
    await asBuyer('Oi');
    const [conversation] = Object.values(sandbox.world.market.afterSale.conversations);
    if (!conversation) throw new Error('a conversation');
    const act = () => ok({}, 201);
    const both = await Promise.allSettled([alone(conversation, act), alone(conversation, act)]);
    expect(both).toMatchObject([{ value: { status: 201 } }, { reason: { answer: { status: 409 } } }]);
  });

  it('a seller starts a thread by each reason once, and writes freely once the buyer wrote', async () => {
    const guide = `/messages/action_guide/packs/${order.id}`;
    const caps = await call('GET', `${guide}/caps_available?tag=post_sale`);
    expect(caps.list).toContainEqual({ option_id: 'OTHER', cap_available: 1 });
    expect(caps.list).toContainEqual({ option_id: 'DELIVERY_PROMISE', cap_available: 0 });
    const option = (body: Fields) => call('POST', `${guide}/option?tag=post_sale`, body);
    expect((await option({ option_id: 'NONE' })).status).toBe(404);
    expect((await option({ option_id: 'OTHER', text: 'x'.repeat(351) })).body.error).toBe('limit_exceeded');
    expect((await option({ option_id: 'OTHER', text: 'Qual a cor?' })).status).toBe(201);
    expect((await option({ option_id: 'OTHER', text: 'Qual a cor?' })).body.message).toMatch(/again/);
    expect((await send('Qual a cor?')).status).toBe(403);
    await asBuyer('Azul');
    expect((await option({ option_id: 'SEND_INVOICE_LINK', text: 'Nota' })).body).toMatchObject({
      status_code: 403,
      cause: 'blocked_by_conversation_use_message_api',
    });
    expect((await send('Certo')).status).toBe(201);
  });

  it('a moderated message is hidden from the other side', async () => {
    await asBuyer('Me liga 11 98765-4321');
    expect((await call('GET', path())).body.messages).toEqual([]);
    expect(receiver.received.filter(({ topic }) => topic === 'messages')).toEqual([]);
    await asBuyer('Oi');
    expect((await send('Veja bit.ly/abc')).body).toMatchObject({
      status: 'moderated',
      message_moderation: { status: 'rejected', reason: 'LINK_SHORT_URL' },
    });
  });

  it('a thread is blocked by silence, payment, cancellation or a decision, and reopened by the buyer', async () => {
    await asBuyer('Oi');
    await send('Olá');
    await later(31 * 86_400);
    expect(await substatus()).toBe('blocked_by_time');
    await asBuyer('Voltei');
    expect(await substatus()).toBeNull();
    await later(5 * 86_400);
    expect(await substatus()).toBe('blocked_by_ai_assistant_expired');
    await control(sandbox, 'PATCH', `/conversations/${order.id}`, { blocked: 'blocked_by_buyer' });
    expect(await substatus()).toBe('blocked_by_buyer');
    await control(sandbox, 'PATCH', `/conversations/${order.id}`, { blocked: null });
    await control(sandbox, 'POST', `/orders/${order.id}/cancel`);
    expect(await substatus()).toBe('blocked_by_cancelled_order');
    ({ order } = await sellTwo(sandbox, call, { pay: false }));
    expect(await substatus()).toBe('blocked_by_payment');
  });

  it('carry files, which are deleted after two days without a message', async () => {
    await asBuyer('Oi', { file: 'foto.jpg' });
    const upload = async (name: string) => {
      const form = new FormData();
      form.append('file', new Blob(['%PDF-1.4']), name);
      const token = sandbox.world.market.accessTokens;
      const url = `${sandbox.url}/mercado-livre/messages/attachments?tag=post_sale&site_id=MLB`;
      const headers = { authorization: `Bearer ${Object.keys(token).at(-1)}` };
      return readReply(await fetch(url, { method: 'POST', headers, body: form }));
    };
    const { body } = (await call('GET', path())) as { body: Fields };
    const [message] = listOf(body.messages).map(fieldsOf);
    const [file] = listOf(message?.message_attachments).map(fieldsOf);
    expect(file).toMatchObject({ original_filename: 'foto.jpg', type: 'image/jpeg' });
    const got = await call('GET', `/messages/attachments/${file?.filename}?tag=post_sale&site_id=MLB`);
    expect(got.headers.get('content-type')).toBe('image/jpeg');
    expect((await upload('nota.exe')).status).toBe(400);
    const one = (await upload('nota.pdf')).body.id;
    const two = (await upload('nota.pdf')).body.id;
    const first = { from: { user_id: legacySeller }, to: { user_id: AGENT }, text: 'Nota' };
    expect((await call('POST', path(), { ...first, attachments: [one] })).status).toBe(201);
    await later(49 * 3_600);
    await asBuyer('Obrigado');
    expect((await call('POST', path(), { ...first, attachments: [two] })).status).toBe(422);
  });
});
