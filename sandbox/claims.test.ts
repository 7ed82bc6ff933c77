import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Fields, fieldsOf, listOf } from './reading.ts';
import type { Sandbox } from './start.ts';
import type { Caller, Receiver } from './testing.ts';
import {
  buyThrough,
  callerFor,
  control,
  legacySeller,
  newModelSeller,
  publish,
  readReply,
  sellTwo,
  singleDraft,
  startWithReceiver,
} from './testing.ts';

let sandbox: Sandbox;
let call: Caller;
let receiver: Receiver;
let close: () => Promise<void>;
let item: Fields;
let order: Fields;

beforeAll(async () => {
  ({ receiver, sandbox, call, close } = await startWithReceiver(legacySeller));
});
afterAll(() => close());
beforeEach(async () => {
  await control(sandbox, 'POST', '/reset', { keepGrants: true });
  call = await callerFor(sandbox, legacySeller);
  ({ item, order } = await sellTwo(sandbox, call));
  receiver.received.length = 0;
});

const claims = '/post-purchase/v1/claims';
const deliver = () =>
  control(sandbox, 'POST', `/shipments/${order.shipmentId}/advance`, { status: 'delivered' });
const open = async (reasonId: string, more: Fields = {}) =>
  (await control(sandbox, 'POST', '/claims', { orderId: order.id, reasonId, ...more })).body;
const act = (id: unknown, name: string) => control(sandbox, 'POST', `/claims/${id}/${name}`);
/** Time passes, and with it the token. */
const later = async (seconds: number) => {
  await control(sandbox, 'POST', '/clock', { seconds });
  call = await callerFor(sandbox, legacySeller);
};
const read = async (id: unknown) => (await call('GET', `${claims}/${id}`)).body;
const actionsOf = (claim: Fields) =>
  listOf(fieldsOf(listOf(claim.players)[1]).available_actions).map((entry) => fieldsOf(entry).action);
const returnOf = async (id: unknown) => (await call('GET', `/post-purchase/v2/claims/${id}/returns`)).body;
const upload = async (url: string) => {
  const form = new FormData();
  form.append('file', new Blob(['jpeg']), 'foto.jpg');
  const headers = { authorization: `Bearer ${Object.keys(sandbox.world.market.accessTokens).at(-1)}` };
  return readReply(
    await fetch(`${sandbox.url}/mercado-livre${url}`, { method: 'POST', headers, body: form }),
  );
};

describe('claims', () => {
  it('a claim for a missing parcel is notified, found, answered and refunded', async () => {
    expect((await open('PDD9549')).refused).toBe('not-now');
    const { id } = await open('PNR3430', { text: 'Não chegou' });
    await expect
      .poll(() => receiver.received.filter(({ topic }) => topic === 'post_purchase'))
      .toContainEqual(
        expect.objectContaining({ resource: `post-purchase/v1/claims/${id}`, actions: ['claims'] }),
      );
    const claim = await read(id);
    expect(claim).toMatchObject({
      resource: 'order',
      resource_id: order.id,
      status: 'opened',
      type: 'mediations',
      stage: 'claim',
      fulfilled: false,
      quantity_type: 'total',
      resolution: null,
      related_entities: [],
    });
    expect(listOf(claim.players)[1]).toMatchObject({
      role: 'respondent',
      user_id: legacySeller,
      available_actions: [
        {
          action: 'send_message_to_complainant',
          mandatory: true,
          due_date: expect.stringContaining('-04:00'),
        },
        { action: 'send_attachments' },
        { action: 'refund', mandatory: false, due_date: null },
        { action: 'open_dispute' },
      ],
    });
    expect((await call('GET', `${claims}/${id}/detail`)).body.action_responsible).toBe('seller');
    expect((await call('GET', `${claims}/${id}/affects-reputation`)).body.has_incentive).toBe(true);
    const found = await call(
      'GET',
      `${claims}/search?players.user_id=${legacySeller}&players.role=respondent&status=opened&limit=500`,
    );
    expect(found.body).toMatchObject({ paging: { total: 1, limit: 100 }, data: [{ id }] });
    const say = (body: Fields) => call('POST', `${claims}/${id}/actions/send-message`, body);
    expect((await say({ receiver_role: 'mediator', message: 'Oi' })).body).toMatchObject({
      error: 'bad_request_error',
      message: 'Action send_message_to_mediator not available for player',
    });
    const file = (await upload(`${claims}/${id}/attachments`)).body.filename;
    const sent = { receiver_role: 'complainant', message: 'Foi ontem', attachments: [file] };
    expect((await say({ ...sent, attachments: ['other.jpg'] })).body.error).toBe('business_logic_error');
    expect((await say(sent)).status).toBe(201);
    const talk = (await call('GET', `${claims}/${id}/messages`)).list;
    expect(talk).toMatchObject([
      { sender_role: 'respondent', message: 'Foi ontem', attachments: [{ filename: file }] },
      { sender_role: 'complainant', receiver_role: 'respondent', message: 'Não chegou' },
    ]);
    expect(new Set(talk.map(({ hash }) => hash)).size).toBe(2);
    expect((await call('GET', `${claims}/${id}/attachments/${file}/download`)).bytes.toString()).toBe('jpeg');
    expect((await call('POST', `${claims}/${id}/expected-resolutions/refund`)).list.at(-1)).toMatchObject({
      expected_resolution: 'refund',
      status: 'accepted',
      detail: [],
    });
    expect(await read(id)).toMatchObject({
      status: 'closed',
      resolution: { reason: 'payment_refunded', benefited: ['complainant'], closed_by: 'seller' },
    });
    expect((await call('GET', `/orders/${order.id}`)).body).toMatchObject({
      status: 'cancelled',
      payments: [{ status: 'refunded' }],
      mediations: [{ id }],
    });
  });

  it('a claim accepts proof of shipment once, and a promise to send', async () => {
    const { id: me2 } = await open('PNR3430');
    expect(actionsOf(await read(me2))).not.toContain('add_shipping_evidence');
    const own = await publish(sandbox, call, { ...singleDraft(), shipping: { mode: 'me1' } });
    ({ order } = await buyThrough(sandbox, { itemId: own.id, quantity: 1 }));
    const { id } = await open('PNR3430');
    const offered = ['add_shipping_evidence', 'send_tracking_number', 'send_potential_shipping'];
    expect(actionsOf(await read(id))).toEqual(expect.arrayContaining(offered));
    const promise = (day: string) =>
      call('POST', `${claims}/${id}/evidences`, { type: 'handling_shipping_evidence', handling_date: day });
    expect((await promise('amanhã')).body.error).toBe('bad_request_error');
    expect((await promise('2026-12-02')).status).toBe(201);
    const file = (await upload(`${claims}/${id}/attachments-evidences`)).body.file_name;
    const prove = (body: Fields) =>
      call('POST', `${claims}/${id}/actions/evidences`, { type: 'shipping_evidence', ...body });
    expect((await prove({ shipping_method: 'pigeon', date_shipped: '2026-11-20' })).status).toBe(400);
    const proof = { shipping_method: 'mail', date_shipped: '2026-11-20', attachments: [file] };
    expect((await prove(proof)).status).toBe(201);
    expect((await prove(proof)).body.message).toBe('Action add_shipping_evidence not available for player');
  });

  it('a search of claims without a filter or with an incomplete pair is refused, and so are claims of other sellers', async () => {
    const { id } = await open('PNR3430');
    expect((await call('GET', `${claims}/search?limit=10`)).body.error).toBe('invalid_query');
    expect((await call('GET', `${claims}/search?resource=order`)).body.error).toBe('invalid_params');
    expect((await call('GET', `${claims}/search?order_id=1&pack_id=2`)).body.error).toBe('invalid_params');
    expect((await call('GET', `${claims}/search?status=opened&offset=10000`)).status).toBe(400);
    const since = 'range=last_updated:after:2020-01-01T00:00:00.000-0300,before:2021-01-01T00:00:00.000-0300';
    expect((await call('GET', `${claims}/search?${since}`)).body).toMatchObject({ paging: { total: 0 } });
    const other = await callerFor(sandbox, newModelSeller);
    expect((await other('GET', `${claims}/${id}`)).body.error).toBe('forbidden_error');
    expect((await call('GET', `${claims}/reasons/PDD9939`)).body).toMatchObject({
      settings: { expected_resolutions: ['change_product', 'return_product'] },
    });
  });

  it('a claim is decided against the side that does not answer', async () => {
    const { id } = await open('PNR3430');
    await later(49 * 3_600);
    expect(await read(id)).toMatchObject({
      status: 'closed',
      resolution: { reason: 'respondent_timeout', closed_by: 'mediator' },
    });
  });

  it('a partial refund is accepted by the buyer, or refused into mediation', async () => {
    await deliver();
    const { id } = await open('PDD9549', { quantity: 1 });
    const offers = (await call('GET', `${claims}/${id}/partial-refund/available-offers`)).body;
    expect(listOf(offers.available_offers)[4]).toEqual({ amount: 24.95, percentage: 50 });
    const offer = (percentage: number) =>
      call('POST', `${claims}/${id}/expected-resolutions/partial-refund`, { percentage });
    expect((await offer(35)).body.message).toBe('Percentage not found 35.0');
    expect((await offer(50)).list).toMatchObject([
      { expected_resolution: 'return_product', status: 'rejected' },
      { player_role: 'respondent', expected_resolution: 'partial_refund', status: 'pending' },
    ]);
    await act(id, 'accept');
    expect(await read(id)).toMatchObject({ status: 'closed', resolution: { reason: 'partial_refunded' } });
    expect((await call('GET', `/orders/${order.id}`)).body).toMatchObject({
      status: 'partially_refunded',
      payments: [{ status: 'approved', transaction_amount_refunded: 24.95 }],
    });
  });

  it('in mediation the seller writes only to the marketplace, which decides the claim', async () => {
    await deliver();
    const { id } = await open('PDD9528');
    const disputed = await call('POST', `${claims}/${id}/actions/open-dispute`);
    expect(disputed.body).toMatchObject({ stage: 'dispute' });
    expect(listOf(disputed.body.players)[2]).toEqual({
      role: 'mediator',
      type: 'internal',
      user_id: expect.any(Number),
    });
    expect(actionsOf(disputed.body)).toEqual(['send_message_to_mediator', 'send_attachments']);
    const status = await call('GET', `/messages/packs/${order.id}/sellers/${legacySeller}?tag=post_sale`);
    expect(status.body.conversation_status).toMatchObject({ substatus: 'blocked_by_mediation' });
    await act(id, 'for-seller');
    expect(await read(id)).toMatchObject({
      resolution: { reason: 'no_bpp', benefited: ['respondent'], closed_by: 'mediator' },
    });
  });
});

describe('returns', () => {
  const comeBack = async () => {
    await deliver();
    const { id } = await open('PDD9549');
    expect(actionsOf(await read(id))).toContain('allow_return');
    await call('POST', `${claims}/${id}/expected-resolutions/allow-return`);
    const { id: returnId } = await returnOf(id);
    await act(id, 'ship');
    return { id, returnId };
  };

  it('a return is allowed, sent, received and accepted', async () => {
    const { id, returnId } = await comeBack();
    const shipped = await returnOf(id);
    expect(shipped).toMatchObject({
      status: 'shipped',
      status_money: 'retained',
      refund_at: 'delivered',
      subtype: 'return_total',
      orders: [{ order_id: order.id, item_id: item.id, total_quantity: '2.0', return_quantity: '2.0' }],
      shipments: [{ status: 'shipped', type: 'return', destination: { name: 'seller_address' } }],
    });
    const parcel = fieldsOf(listOf(shipped.shipments)[0]).shipment_id;
    expect(
      (await call('GET', `/shipments/${parcel}`, undefined, { 'x-format-new': 'true' })).body,
    ).toMatchObject({ logistic: { direction: 'return' } });
    expect((await call('POST', `/post-purchase/v1/returns/${returnId}/return-review`, {})).status).toBe(400);
    await act(id, 'deliver');
    expect(actionsOf(await read(id))).toEqual(
      expect.arrayContaining(['return_review_ok', 'return_review_fail']),
    );
    expect((await call('GET', `/post-purchase/v1/returns/${returnId}/reviews`)).status).toBe(404);
    expect((await call('POST', `/post-purchase/v1/returns/${returnId}/return-review`, {})).status).toBe(201);
    expect(await read(id)).toMatchObject({
      status: 'closed',
      resolution: { reason: 'item_returned' },
      related_entities: ['return', 'reviews'],
    });
    expect(await returnOf(id)).toMatchObject({ status: 'delivered', status_money: 'refunded' });
  });

  it('a return contested with photos is decided by the marketplace', async () => {
    const { id, returnId } = await comeBack();
    await act(id, 'deliver');
    const reasons = await call(
      'GET',
      `/post-purchase/v1/returns/reasons?flow=seller_return_failed&claim_id=${id}`,
    );
    expect(reasons.list.map((reason) => reason.id)).toEqual(['SRF2', 'SRF3', 'SRF4', 'SRF5', 'SRF6', 'SRF7']);
    const fail = (entry: Fields) =>
      call('POST', `/post-purchase/v1/returns/${returnId}/return-review`, [entry]);
    expect((await fail({ reason: 'SRF2', message: 'Quebrado' })).status).toBe(400);
    const file = (await upload(`${claims}/${id}/returns/attachments`)).body.file_name;
    expect((await fail({ reason: 'SRF2', message: 'Quebrado', attachments: [file] })).status).toBe(201);
    expect((await call('GET', `/post-purchase/v1/returns/${returnId}/reviews`)).body).toMatchObject({
      reviews: [{ method: 'none', resource_reviews: [{ stage: 'pending', seller_status: 'claimed' }] }],
    });
    await act(id, 'for-seller');
    expect(await returnOf(id)).toMatchObject({ status_money: 'available' });
  });

  it('a return is refunded three days after arrival, or lapses if it is not sent', async () => {
    const { id } = await comeBack();
    await act(id, 'deliver');
    await later(3 * 86_400 + 60);
    expect(await read(id)).toMatchObject({ status: 'closed', resolution: { reason: 'item_returned' } });
    ({ order } = await sellTwo(sandbox, call));
    await deliver();
    const { id: second } = await open('PDD9939');
    expect(await read(second)).toMatchObject({ type: 'return', related_entities: ['return'] });
    await later(10 * 86_400 + 60);
    expect(await returnOf(second)).toMatchObject({ status: 'expired', status_money: 'available' });
  });
});

describe('reviews', () => {
  it("a review is written once, after delivery, and read without the buyer's name", async () => {
    const write = (rate: number) =>
      control(sandbox, 'POST', '/reviews', { orderId: order.id, rate, title: 'Boa', text: 'Gostei' });
    expect((await write(5)).status).toBe(409);
    await deliver();
    expect((await write(4)).status).toBe(201);
    expect((await write(1)).body.refused).toBe('already-written');
    expect((await call('GET', `/reviews/item/${item.id}`)).body).toMatchObject({
      paging: { total: 1 },
      reviews: [{ rate: 4, title: 'Boa', content: 'Gostei', reviewer_id: 0, status: 'published' }],
      rating_average: 4,
      rating_levels: { four_star: 1, five_star: 0 },
    });
  });
});

describe('the shop', () => {
  it('in the shop a buyer writes, opens a claim, returns goods and rates', async () => {
    const cookie = 'buyer=';
    const { buyer_id: buyer } = (await control(sandbox, 'GET', '/orders')).list.at(-1) ?? {};
    const post = (path: string, form: Record<string, string> = {}) =>
      fetch(`${sandbox.url}/shop/orders/${order.id}/${path}`, {
        method: 'POST',
        headers: { cookie: `${cookie}${buyer}` },
        body: new URLSearchParams(form),
        redirect: 'manual',
      });
    await deliver();
    expect((await post('messages', { text: 'Chegou bem' })).status).toBe(303);
    await post('claims', { reasonId: 'PDD9939', quantity: '1' });
    const claim = (await control(sandbox, 'GET', '/claims')).list.at(-1) ?? {};
    await post(`claims/${claim.id}/ship`);
    await post('review', { rate: '3' });
    const page = await (
      await fetch(`${sandbox.url}/shop/orders/${order.id}`, { headers: { cookie: `${cookie}${buyer}` } })
    ).text();
    expect(page).toContain('Chegou bem');
    expect(page).toContain('Devolução a caminho');
    expect(page).toContain('Você deu 3 de 5');
    const desk = await (await fetch(`${sandbox.url}/control`)).text();
    expect(desk).toContain('Entregar devolução');
  });
});
