import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fields, fieldsOf, listOf, textOf } from '../reading.ts';
import type { Sandbox } from '../start.ts';
import { control } from '../testing.ts';
import type { Caller } from './testing.ts';
import {
  buyAt,
  callerAt,
  companyShop,
  firstOrder,
  offerPlenty,
  passTime,
  responseOf,
  secondsAt,
  startShopee,
} from './testing.ts';

let sandbox: Sandbox;
let call: Caller;
let item: Fields;
beforeAll(async () => {
  sandbox = await startShopee();
  call = await callerAt(sandbox, companyShop);
  item = await offerPlenty(sandbox, call);
});
afterAll(() => sandbox.close());

const arrived = async (): Promise<string> => {
  const sn = textOf((await buyAt(sandbox, { itemId: item.item_id, quantity: 2 })).sn) ?? '';
  await call('POST', '/logistics/ship_order', { order_sn: sn, dropoff: {} });
  for (const _ of [1, 2]) await control(sandbox, 'POST', `/shopee/orders/${sn}/advance`);
  return sn;
};
const ask = async (changes: Fields = {}) => {
  const orderSn = await arrived();
  const { body } = await control(sandbox, 'POST', '/shopee/returns', { orderSn, amount: 1, ...changes });
  return { orderSn, sn: textOf(body.return_sn) ?? '' };
};
const detail = async (sn: string) =>
  responseOf(await call('GET', '/returns/get_return_detail', { return_sn: sn }));
const act = (sn: string, name: string) => control(sandbox, 'POST', `/shopee/returns/${sn}/${name}`);

describe('returns', () => {
  it('returns are listed from page 0 in windows of fifteen days, and confirmed', async () => {
    const { sn, orderSn } = await ask();
    expect((await firstOrder(call, orderSn, 'recipient_address')).order_status).toBe('TO_RETURN');
    const window = { create_time_from: secondsAt(sandbox) - 3_600, create_time_to: secondsAt(sandbox) + 60 };
    const list = (changes: Fields) =>
      call('GET', '/returns/get_return_list', { page_no: 0, page_size: 1, ...window, ...changes });
    expect(responseOf(await list({}))).toMatchObject({
      more: false,
      return: [
        {
          return_sn: sn,
          status: 'REQUESTED',
          refund_amount: 49.9,
          return_solution: 0,
          item: [{ item_id: item.item_id, amount: 1 }],
        },
      ],
    });
    expect((await list({ create_time_from: 0 })).body.error).toBe('error_param');
    await call('POST', '/returns/confirm', { return_sn: sn });
    expect((await detail(sn)).status).toBe('ACCEPTED');
    expect((await call('POST', '/returns/confirm', { return_sn: sn })).body.error).toBe(
      'error_return_status',
    );
  });

  it('a return is answered by an offer that the buyer accepts, and the goods come back', async () => {
    const { sn } = await ask();
    const solutions = responseOf(await call('GET', '/returns/get_available_solutions', { return_sn: sn }));
    expect(solutions.offer_refund).toMatchObject({ eligibility: true, max_refund_amount: 49.9 });
    const offered = (amount: number) =>
      call('POST', '/returns/offer', {
        return_sn: sn,
        proposed_solution: 'RETURN_REFUND',
        proposed_adjusted_refund_amount: amount,
      });
    expect((await offered(99)).body.error).toBe('error_param');
    expect((await offered(30)).body.error).toBe('');
    expect((await offered(20)).body.error).toBe('error_negotiation_status');
    await act(sn, 'accept-offer');
    expect(await detail(sn)).toMatchObject({ status: 'PROCESSING', refund_amount: 30 });
    await act(sn, 'ship');
    await act(sn, 'deliver');
    expect(await detail(sn)).toMatchObject({ reverse_logistics_status: 'LOGISTICS_DELIVERY_DONE' });
    await passTime(sandbox, 2 * 86_400 + 60);
    call = await callerAt(sandbox, companyShop);
    expect((await detail(sn)).status).toBe('ACCEPTED');
  });

  it('a return contested with photos is decided', async () => {
    const { sn, orderSn } = await ask();
    const form = new FormData();
    form.append('return_sn', sn);
    form.append('upload_image', new Blob(['png']), 'foto.png');
    const { url } = responseOf(await call('POST', '/returns/convert_image', form));
    const dispute = (images: Fields[]) =>
      call('POST', '/returns/dispute', {
        return_sn: sn,
        email: 'a@b.example',
        dispute_reason_id: '2',
        image_list: images,
      });
    expect((await dispute([])).body.error).toBe('error_param');
    const evidence = [{ module_index: 1, requirement: 'Fotos do produto', image_url: [url] }];
    expect((await dispute(evidence)).body.error).toBe('');
    expect((await dispute(evidence)).body.error).toBe('error_ongoing_dispute');
    await act(sn, 'for-seller');
    expect((await detail(sn)).status).toBe('CLOSED');
    expect((await firstOrder(call, orderSn, '')).order_status).toBe('COMPLETED');
  });

  it('a return is decided against the side that does not answer', async () => {
    const { sn } = await ask({ withGoods: false });
    await passTime(sandbox, 2 * 86_400 + 60);
    call = await callerAt(sandbox, companyShop);
    expect((await detail(sn)).status).toBe('ACCEPTED');
  });
});

describe('comments', () => {
  it('comments are read by cursor and answered once, with failures per comment', async () => {
    const orderSn = await arrived();
    const { body } = await control(sandbox, 'POST', '/shopee/comments', { orderSn, rate: 4, text: 'Boa' });
    const read = responseOf(await call('GET', '/product/get_comment', { page_size: 10 }));
    expect(listOf(read.item_comment_list)[0]).toMatchObject({ comment: 'Boa', rating_star: 4 });
    const reply = async () =>
      listOf(
        responseOf(
          await call('POST', '/product/reply_comment', {
            comment_list: [{ comment_id: body.comment_id, comment: 'Obrigado' }],
          }),
        ).result_list,
      ).map(fieldsOf);
    expect((await reply())[0]).toEqual({ comment_id: body.comment_id });
    expect((await reply())[0]).toMatchObject({ fail_error: 'product.duplicate_request' });
  });
});
