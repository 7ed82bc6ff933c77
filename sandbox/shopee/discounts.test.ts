import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Fields, fieldsOf, listOf } from '../reading.ts';
import type { Sandbox } from '../start.ts';
import { control } from '../testing.ts';
import type { Caller } from './testing.ts';
import {
  buyAt,
  callerAt,
  colours,
  companyShop,
  firstOrder,
  lettersShop,
  offer,
  passTime,
  responseOf,
  secondsAt,
  startShopee,
} from './testing.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** The clock does not move between the steps of a test. */
const now = () => new Date('2026-08-10T15:00:00.000Z');

type Shop = { sandbox: Sandbox; call: Caller; id: unknown };

/** A shop with an item at 49.90. */
async function shop(changes: Fields = {}): Promise<Shop> {
  const sandbox = await startShopee('', { now, ...changes });
  onTestFinished(() => sandbox.close());
  const call = await callerAt(sandbox, companyShop);
  const { item_id: id } = await offer(sandbox, call);
  return { sandbox, call, id };
}

const inside = (sandbox: Sandbox, from: number, to: number, changes: Fields = {}): Fields => ({
  discount_name: 'Semana do Café',
  start_time: secondsAt(sandbox) + from,
  end_time: secondsAt(sandbox) + to,
  ...changes,
});

/** From in two hours to in six. */
const announce = async ({ sandbox, call }: Shop): Promise<unknown> =>
  responseOf(await call('POST', '/discount/add_discount', inside(sandbox, 2 * HOUR, 6 * HOUR))).discount_id;

const open = async (sandbox: Sandbox, body: Fields): Promise<Fields> =>
  (await control(sandbox, 'POST', '/shopee/discounts', { shopId: companyShop, ...body })).body;

const add = (call: Caller, discountId: unknown, items: Fields[]) =>
  call('POST', '/discount/add_discount_item', { discount_id: discountId, item_list: items });

const at = (id: unknown, price: number, more: Fields = {}): Fields => ({
  item_id: id,
  item_promotion_price: price,
  purchase_limit: 0,
  ...more,
});

const priceOf = async (call: Caller, id: unknown): Promise<unknown> => {
  const reply = await call('GET', '/product/get_item_base_info', { item_id_list: id });
  return fieldsOf(listOf(fieldsOf(listOf(responseOf(reply).item_list)[0]).price_info)[0]);
};

const detail = async (call: Caller, id: unknown, page = 1, size = 50): Promise<Fields> =>
  responseOf(
    await call('GET', '/discount/get_discount', { discount_id: id, page_no: page, page_size: size }),
  );

test('a discount is announced, filled, begins, sells at its price and ends', async () => {
  const given = await shop();
  const { sandbox, call, id } = given;
  const discountId = await announce(given);
  const added = await add(call, discountId, [at(id, 39.9, { purchase_limit: 2 })]);
  expect(responseOf(added)).toEqual({ discount_id: discountId, count: 1, error_list: [] });
  expect(await detail(call, discountId)).toMatchObject({
    status: 'upcoming',
    discount_name: 'Semana do Café',
    discount_id: discountId,
    item_list: [
      {
        item_id: id,
        normal_stock: 6,
        item_promotion_stock: 0,
        item_original_price: 49.9,
        item_promotion_price: 39.9,
        model_list: [],
        purchase_limit: 2,
      },
    ],
    more: false,
  });
  const promotions = async () => {
    const reply = await call('GET', '/product/get_item_promotion', { item_id_list: id });
    return listOf(fieldsOf(listOf(responseOf(reply).success_list)[0]).promotion).map(fieldsOf);
  };
  expect(await promotions()).toMatchObject([
    {
      promotion_type: 'Discount Promotions',
      promotion_id: discountId,
      promotion_price_info: [{ promotion_price: 39.9 }],
      promotion_staging: 'upcoming',
    },
  ]);
  expect(await priceOf(call, id)).toMatchObject({ original_price: 49.9, current_price: 49.9 });

  await passTime(sandbox, 2 * HOUR);
  expect(await detail(call, discountId)).toMatchObject({ status: 'ongoing' });
  expect(await priceOf(call, id)).toMatchObject({ original_price: 49.9, current_price: 39.9 });
  const { sn } = await buyAt(sandbox, { itemId: id });
  const order = await firstOrder(call, sn, 'item_list');
  expect(fieldsOf(listOf(order.item_list)[0])).toMatchObject({
    model_original_price: 49.9,
    model_discounted_price: 39.9,
    promotion_type: 'product_promotion',
    promotion_id: discountId,
  });
  const price = await call('POST', '/product/update_price', {
    item_id: id,
    price_list: [{ model_id: 0, original_price: 59.9 }],
  });
  expect(price.body.error).not.toBe('');

  const lapse = secondsAt(sandbox) + 4 * HOUR;
  expect(fieldsOf(await detail(call, discountId)).end_time).toBe(lapse);
  const again = await control(sandbox, 'POST', `/shopee/discounts/${discountId}/end`);
  expect(again.body).toMatchObject({ status: 'expired', items: [{ itemId: id, price: 39.9, sold: 1 }] });
  expect(await priceOf(call, id)).toMatchObject({ current_price: 49.9 });
  expect(await promotions()).toEqual([]);
});

test('the list filters by status and time of change, and pages from 1', async () => {
  const { sandbox, call, id } = await shop();
  const moment = (hours: number) => new Date(now().getTime() + hours * HOUR * 1000).toISOString();
  await open(sandbox, { name: 'Passado', start: moment(-9), finish: moment(-1) });
  await open(sandbox, { name: 'Agora', items: [{ itemId: id, price: 40 }] });
  await open(sandbox, { name: 'Depois', start: moment(24), finish: moment(48) });
  await control(sandbox, 'POST', '/shopee/discounts', { shopId: lettersShop, name: 'De outra loja' });
  const list = async (status: string, more: Fields = {}) => {
    const query = { discount_status: status, page_no: 1, page_size: 100, ...more };
    return (await call('GET', '/discount/get_discount_list', query)).body;
  };
  const names = async (status: string, more: Fields = {}) =>
    listOf(fieldsOf((await list(status, more)).response).discount_list).map(
      (one) => fieldsOf(one).discount_name,
    );
  expect(await names('expired')).toEqual(['Passado']);
  expect(await names('ongoing')).toEqual(['Agora']);
  expect(await names('upcoming')).toEqual(['Depois']);
  expect(await names('all')).toEqual(['Depois', 'Agora', 'Passado']);
  expect(await list('all', { page_size: 2 })).toMatchObject({ response: { more: true } });
  expect(await names('all', { page_size: 2, page_no: 2 })).toEqual(['Passado']);
  const from = secondsAt(sandbox) + 60;
  expect(await names('all', { update_time_from: from, update_time_to: from + DAY })).toEqual([]);
  expect(await list('all', { update_time_from: from, update_time_to: from + 31 * DAY })).toMatchObject({
    error: 'error_param',
  });
  expect((await list('running')).error).toBe('error_param');
  expect((await list('all', { page_size: 101 })).error).toBe('error_param');
  const entry = fieldsOf(listOf(fieldsOf((await list('ongoing')).response).discount_list)[0]);
  expect(Object.keys(entry).toSorted()).toEqual(
    ['discount_id', 'discount_name', 'end_time', 'source', 'start_time', 'status'].toSorted(),
  );
});

test.each([
  ['discount.discount_start_time_smaller_than_now', 30 * 60, 3 * HOUR],
  ['discount.discount_end_time_smaller_than_start_time', 3 * HOUR, 2 * HOUR],
  ['discount.discount_period_too_short', 2 * HOUR, 2 * HOUR + 60],
  ['discount.discount_period_too_long', 2 * HOUR, 180 * DAY + 2 * HOUR],
])('refuses a period with %s', async (error, from, to) => {
  const { sandbox, call } = await shop();
  const reply = await call('POST', '/discount/add_discount', inside(sandbox, from, to));
  expect(reply).toMatchObject({ status: 200, body: { error } });
});

test('refuses a discount without a name, and one of another shop', async () => {
  const { sandbox, call } = await shop();
  const nameless = inside(sandbox, 2 * HOUR, 4 * HOUR, { discount_name: '' });
  expect((await call('POST', '/discount/add_discount', nameless)).body.error).toBe('common.error_param');
  const foreign = await open(sandbox, { shopId: lettersShop });
  for (const path of ['/discount/end_discount', '/discount/delete_discount', '/discount/update_discount']) {
    const reply = await call('POST', path, { discount_id: foreign.id });
    expect(reply.body.error).toBe('common.error_not_found');
  }
  const query = { discount_id: foreign.id, page_no: 1, page_size: 50 };
  expect((await call('GET', '/discount/get_discount', query)).body.error).toBe('common.error_not_found');
});

test('each entry of a write is decided alone, with its published reason', async () => {
  const given = await shop();
  const { sandbox, call, id } = given;
  const { item_id: other } = await offer(sandbox, call);
  const { item_id: third } = await offer(sandbox, call);
  const { item_id: fourth } = await offer(sandbox, call);
  await control(sandbox, 'PATCH', `/shopee/items/${fourth}`, { status: 'UNLIST' });
  const discountId = await announce(given);
  const mixed = await add(call, discountId, [
    at(id, 39.9),
    at(other, 50),
    at(third, 0.5),
    at(fourth, 39.9),
    at(1, 39.9),
    at(id, 38),
  ]);
  expect(mixed.body).toMatchObject({ error: '', response: { count: 1 } });
  expect(listOf(responseOf(mixed).error_list).map((one) => fieldsOf(one).fail_error)).toEqual([
    'discount.promotion_price_higher_input_price',
    'discount.promotion_price_too_low',
    'discount.item_status_invalid',
    'discount.item_id_not_exist',
    'discount.item_id_repeated',
  ]);
  const reasonOf = async (items: Fields[], target = discountId) =>
    fieldsOf(listOf(responseOf(await add(call, target, items)).error_list)[0]).fail_error;
  expect(await reasonOf([at(id, 39.9)])).toBe('discount.item_in_promotion');
  expect(await reasonOf([at(other, 39.9, { item_promotion_stock: 7 })])).toBe(
    'discount.error_item_not_enough_stock',
  );
  expect(await reasonOf([{ item_id: other, purchase_limit: 0 }])).toBe(
    'discount.discount_need_promotion_price',
  );
  const second = await announce(given);
  expect(await reasonOf([at(id, 39.9)], second)).toBe('discount.item_in_other_promotion');
  const later = inside(sandbox, 7 * HOUR, 9 * HOUR);
  const { discount_id: third3 } = responseOf(await call('POST', '/discount/add_discount', later));
  expect(await reasonOf([at(id, 39.9)], third3)).toBeUndefined();
  const many = Array.from({ length: 51 }, (_, index) => at(index + 1, 1));
  expect((await add(call, discountId, many)).body.error).toBe('discount.exceed_discount_item_batch_size');
  const unlimited = { item_id: other, item_promotion_price: 39.9 };
  expect((await add(call, discountId, [unlimited])).body.error).toBe('error_param');
});

test('models have their own prices, and an item with models is not discounted as a whole', async () => {
  const given = await shop();
  const { sandbox, call, id } = given;
  await call('POST', '/product/init_tier_variation', colours(id));
  const reply = await call('GET', '/product/get_model_list', { item_id: id });
  const [black, white] = listOf(responseOf(reply).model).map((one) => Number(fieldsOf(one).model_id));
  const discountId = await announce(given);
  const models = (list: Fields[]) => [{ item_id: id, purchase_limit: 1, model_list: list }];
  const reasonsOf = (answered: Fields) => listOf(answered.error_list).map((one) => fieldsOf(one).fail_error);
  expect(reasonsOf(responseOf(await add(call, discountId, [at(id, 39.9)])))).toEqual([
    'discount.item_need_model_id',
  ]);
  const apart = models([
    { model_id: black, model_promotion_price: 10 },
    { model_id: white, model_promotion_price: 59 },
  ]);
  expect(reasonsOf(responseOf(await add(call, discountId, apart)))).toEqual([
    'discount.fail_model_price_check',
  ]);
  const mixed = models([
    { model_id: black, model_promotion_price: 39.9, model_promotion_stock: 2 },
    { model_id: 1, model_promotion_price: 39.9 },
  ]);
  expect(reasonsOf(responseOf(await add(call, discountId, mixed)))).toEqual(['discount.model_id_not_exist']);
  expect(await detail(call, discountId)).toMatchObject({
    item_list: [
      {
        item_original_price: 0,
        item_promotion_price: 0,
        model_list: [
          {
            model_id: black,
            model_name: 'Preto',
            model_original_price: 49.9,
            model_promotion_price: 39.9,
            model_promotion_stock: 2,
          },
        ],
      },
    ],
  });
  await passTime(sandbox, 2 * HOUR);
  const prices = async () => {
    const listed = await call('GET', '/product/get_model_list', { item_id: id });
    return listOf(responseOf(listed).model).map(
      (one) => fieldsOf(listOf(fieldsOf(one).price_info)[0]).current_price,
    );
  };
  expect(await prices()).toEqual([39.9, 59.9]);
  await buyAt(sandbox, { itemId: id, modelId: black, quantity: 2 });
  expect(await prices()).toEqual([49.9, 59.9]);
});

test('an entry is changed and removed; the last one leaves an empty discount', async () => {
  const { sandbox, call, id } = await shop();
  const { item_id: other } = await offer(sandbox, call);
  const discount = await open(sandbox, { items: [{ itemId: id, price: 40, limit: 3 }] });
  const update = (items: Fields[]) =>
    call('POST', '/discount/update_discount_item', { discount_id: discount.id, item_list: items });
  expect(responseOf(await update([{ item_id: id, item_promotion_price: 35 }]))).toMatchObject({ count: 1 });
  expect(await priceOf(call, id)).toMatchObject({ current_price: 35 });
  expect(await detail(call, discount.id)).toMatchObject({ item_list: [{ purchase_limit: 3 }] });
  expect(responseOf(await update([{ item_id: other, item_promotion_price: 35 }]))).toMatchObject({
    count: 0,
    error_list: [{ fail_error: 'discount.item_not_in_promotion' }],
  });
  const drop = (item: unknown) =>
    call('POST', '/discount/delete_discount_item', { discount_id: discount.id, item_id: item });
  expect((await drop(other)).body.error).toBe('discount.discount_item_not_exist');
  expect(responseOf(await drop(id))).toEqual({ discount_id: discount.id, error_list: [] });
  expect(await priceOf(call, id)).toMatchObject({ current_price: 49.9 });
  expect(await detail(call, discount.id)).toMatchObject({ status: 'ongoing', item_list: [] });
});

test('an ongoing discount is ended after its first hour, an upcoming one deleted; the past is left alone', async () => {
  const given = await shop();
  const { sandbox, call, id } = given;
  const discountId = await announce(given);
  const act = async (name: string, more: Fields = {}) =>
    (await call('POST', `/discount/${name}`, { discount_id: discountId, ...more })).body;
  expect(await act('end_discount')).toMatchObject({ error: 'discount.discount_not_ongoing' });
  await passTime(sandbox, 2 * HOUR);
  expect(await act('delete_discount')).toMatchObject({ error: 'discount.discount_is_ongoing' });
  expect(await act('end_discount')).toMatchObject({ error: 'discount.end_discount_time_error' });
  await passTime(sandbox, HOUR);
  expect(await act('end_discount')).toMatchObject({
    error: '',
    response: { discount_id: discountId, modify_time: secondsAt(sandbox) },
  });
  expect(await detail(call, discountId)).toMatchObject({ status: 'expired' });
  for (const name of ['delete_discount', 'update_discount'])
    expect(await act(name)).toMatchObject({ error: 'discount.discount_is_end' });
  expect((await add(call, discountId, [at(id, 39.9)])).body.error).toBe('discount.discount_is_end');
  const other = await announce(given);
  const gone = await call('POST', '/discount/delete_discount', { discount_id: other });
  expect(gone.body.error).toBe('');
  const query = { discount_id: other, page_no: 1, page_size: 50 };
  expect((await call('GET', '/discount/get_discount', query)).body.error).toBe('common.error_not_found');
});

test('the period of a discount only becomes shorter', async () => {
  const given = await shop();
  const { sandbox, call } = given;
  const discountId = await announce(given);
  const start = secondsAt(sandbox) + 2 * HOUR;
  const end = secondsAt(sandbox) + 6 * HOUR;
  const change = async (fields: Fields) =>
    (await call('POST', '/discount/update_discount', { discount_id: discountId, ...fields })).body;
  expect(await change({ start_time: start - 60 })).toMatchObject({
    error: 'discount.short_discount_start_time',
  });
  expect(await change({ end_time: end + 60 })).toMatchObject({
    error: 'discount.extend_discount_end_time_error',
  });
  expect(await change({ end_time: start + 60 })).toMatchObject({
    error: 'discount.discount_period_too_short',
  });
  expect(await change({ discount_name: 'Outro nome', end_time: end - HOUR })).toMatchObject({ error: '' });
  expect(await detail(call, discountId)).toMatchObject({
    discount_name: 'Outro nome',
    end_time: end - HOUR,
  });
  await passTime(sandbox, 3 * HOUR);
  expect(await change({ start_time: start + HOUR })).toMatchObject({
    error: 'discount.update_ongoing_discount_start_time',
  });
  expect(await change({ end_time: secondsAt(sandbox) - 60 })).toMatchObject({
    error: 'discount.discount_end_time_smaller_than_now',
  });
});

test('a discount of the marketplace is not edited, and its promotion of an item is not left', async () => {
  const { sandbox, call, id } = await shop();
  const ofStaff = await open(sandbox, { source: 1, items: [{ itemId: id, price: 40 }] });
  const reply = await call('POST', '/discount/update_discount_item', {
    discount_id: ofStaff.id,
    item_list: [{ item_id: id, item_promotion_price: 35 }],
  });
  expect(reply.body.error).toBe('discount.error_update_admin_discount');
  const promotion = { price: 30, name: 'Campaign' };
  await control(sandbox, 'PATCH', `/shopee/items/${id}`, { promotion });
  const shown = await call('GET', '/product/get_item_promotion', { item_id_list: id });
  const [first] = listOf(fieldsOf(listOf(responseOf(shown).success_list)[0]).promotion).map(fieldsOf);
  expect(first).toMatchObject({ promotion_type: 'Campaign', promotion_staging: 'ongoing' });
  const left = await call('POST', '/discount/delete_discount_item', {
    discount_id: first?.promotion_id,
    item_id: id,
  });
  expect(left.body.error).toBe('common.error_not_found');
  expect(await priceOf(call, id)).toMatchObject({ current_price: 30 });
});

test('a partial failure reports the last item of a write, which has no effect', async () => {
  const given = await shop();
  const { sandbox, call, id } = given;
  const { item_id: other } = await offer(sandbox, call);
  const discountId = await announce(given);
  const fault = { kind: 'partial-failure', path: '/discount/*', times: 1 };
  await control(sandbox, 'POST', '/shopee/faults', fault);
  const reply = await add(call, discountId, [at(id, 39.9), at(other, 39.9)]);
  expect(responseOf(reply)).toMatchObject({ count: 1, error_list: [{ item_id: other }] });
  expect(listOf((await detail(call, discountId)).item_list)).toMatchObject([{ item_id: id }]);
  const second = await detail(call, discountId, 2, 1);
  expect(second).toMatchObject({ item_list: [], more: false });
});

test('the control API refuses unknown shops, items and discounts; discounts survive a restart', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-discounts-'));
  const { sandbox, id } = await shop({ dataDir });
  const path = '/shopee/discounts';
  expect((await control(sandbox, 'POST', path, { shopId: 1 })).status).toBe(404);
  const foreign = { shopId: lettersShop, items: [{ itemId: id, price: 40 }] };
  expect((await control(sandbox, 'POST', path, foreign)).status).toBe(404);
  expect((await control(sandbox, 'POST', `${path}/1/end`)).status).toBe(404);
  const discount = await open(sandbox, { items: [{ itemId: id, price: 40 }] });
  await sandbox.close();
  const again = await startShopee('', { now, dataDir });
  onTestFinished(() => again.close());
  expect(await priceOf(await callerAt(again, companyShop), id)).toMatchObject({ current_price: 40 });
  expect((await control(again, 'DELETE', `${path}/${discount.id}`)).status).toBe(200);
  expect((await control(again, 'GET', path)).list).toEqual([]);
});
