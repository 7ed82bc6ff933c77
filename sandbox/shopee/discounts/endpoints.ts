import type { Answer } from '../../answer.ts';
import { later } from '../../clock.ts';
import type { Fields } from '../../reading.ts';
import { isFields, listOf, numberOf, textOf } from '../../reading.ts';
import type { Endpoint, Refusal, ShopCall } from '../endpoint.ts';
import { get, invalid, ok, post, refuse, wholeIn } from '../endpoint.ts';
import type { Item } from '../market.ts';
import { nextId, secondsOf } from '../market.ts';
import { modelName } from '../products/item-views.ts';
import { itemChanged, itemOf } from '../products/items.ts';
import { modelOf } from '../products/models.ts';
import type { Discount, DiscountedItem } from './discount.ts';
import { writeEntries } from './entries.ts';
import { DISCOUNT_KIND, discountsOf, statusOf } from './state.ts';

const HOUR_MS = 3_600_000;
const LONGEST_MS = 180 * 24 * HOUR_MS;
const WINDOW_SECONDS = 30 * 24 * 3_600;
const MOST_DISCOUNTS = 1_000;
const MOST_ENTRIES = 50;
const MOST_ITEMS = 1_000;

const statuses = ['upcoming', 'ongoing', 'expired', 'all'];

const ended = (): Refusal =>
  refuse('discount.discount_is_end', 'The end discount cannot be updated or deleted.');

const discountOf = (call: ShopCall, value: unknown): Discount => {
  const discount = call.market.discounts[String(numberOf(value))];
  if (discount === undefined || discount.shop_id !== call.shop.shop_id)
    throw refuse('common.error_not_found', 'The information you queried is not found.');
  return discount;
};

/** What is over is not changed any more. */
const openDiscount = (call: ShopCall): Discount => {
  const discount = discountOf(call, call.body.discount_id);
  if (statusOf(call.world, discount) === 'expired') throw ended();
  return discount;
};

const pageIn = (call: ShopCall) => {
  const page = wholeIn(call, 'page_no', { from: 1, to: 1_000_000 });
  const size = wholeIn(call, 'page_size', { from: 1, to: 100 });
  return { from: (page - 1) * size, to: page * size };
};

const updatedIn = (call: ShopCall): ((discount: Discount) => boolean) => {
  const from = numberOf(call.query.update_time_from);
  const to = numberOf(call.query.update_time_to);
  if (from === null && to === null) return () => true;
  if (from === null || to === null || to < from || to - from > WINDOW_SECONDS)
    throw invalid('update_time_from and update_time_to are at most 30 days apart.');
  return ({ update_time: time }) => secondsOf(time) >= from && secondsOf(time) <= to;
};

const list = (call: ShopCall): Answer => {
  const { discount_status: asked = '' } = call.query;
  if (!statuses.includes(asked)) throw invalid('discount_status is invalid.');
  const { from, to } = pageIn(call);
  const isUpdatedIn = updatedIn(call);
  const found = discountsOf(call.market, call.shop.shop_id)
    .filter((discount) => asked === 'all' || statusOf(call.world, discount) === asked)
    .filter(isUpdatedIn)
    .toReversed();
  return ok({
    discount_list: found.slice(from, to).map((discount) => ({
      status: statusOf(call.world, discount),
      discount_name: discount.discount_name,
      start_time: secondsOf(discount.start_time),
      discount_id: discount.discount_id,
      source: discount.source,
      end_time: secondsOf(discount.end_time),
    })),
    more: found.length > to,
  });
};

/** With models, the prices of the item are 0. */
const viewItem = (item: Item, { purchase_limit: limit, models }: DiscountedItem): Fields => {
  const whole = models.find(({ model_id: id }) => id === 0);
  return {
    item_id: item.item_id,
    item_name: item.item_name,
    normal_stock:
      item.models.length === 0 ? item.stock : item.models.reduce((sum, one) => sum + one.stock, 0),
    item_promotion_stock: whole?.stock ?? 0,
    item_original_price: whole === undefined ? 0 : item.original_price,
    item_promotion_price: whole?.price ?? 0,
    model_list: models.flatMap((entry) => {
      const model = modelOf(item, entry.model_id);
      if (model === null) return [];
      return [
        {
          model_id: model.model_id,
          model_name: modelName(item, model),
          model_normal_stock: model.stock,
          model_promotion_stock: entry.stock ?? 0,
          model_original_price: model.original_price,
          model_promotion_price: entry.price,
        },
      ];
    }),
    purchase_limit: limit,
  };
};

const show = (call: ShopCall): Answer => {
  const discount = discountOf(call, call.query.discount_id);
  const { from, to } = pageIn(call);
  return ok({
    status: statusOf(call.world, discount),
    discount_name: discount.discount_name,
    item_list: discount.items.slice(from, to).flatMap((entry) => {
      const item = call.market.items[String(entry.item_id)];
      return item === undefined ? [] : [viewItem(item, entry)];
    }),
    start_time: secondsOf(discount.start_time),
    discount_id: discount.discount_id,
    end_time: secondsOf(discount.end_time),
    more: discount.items.length > to,
  });
};

const momentOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

const guardPeriod = (start: string, end: string): void => {
  const length = Date.parse(end) - Date.parse(start);
  if (length <= 0)
    throw refuse(
      'discount.discount_end_time_smaller_than_start_time',
      'Discount end time should later than start time.',
    );
  if (length < HOUR_MS)
    throw refuse(
      'discount.discount_period_too_short',
      'The end time should be later than 1 hour of start time.',
    );
  if (length >= LONGEST_MS)
    throw refuse('discount.discount_period_too_long', 'Promotion duration must be within 180 days.');
};

const nameIn = (value: unknown): string => {
  const name = textOf(value)?.trim() ?? '';
  if (name === '') throw invalid('discount_name is a required field.', 'common.error_param');
  return name;
};

const add = (call: ShopCall): Answer => {
  const { body, market, world, shop } = call;
  const name = nameIn(body.discount_name);
  const start = numberOf(body.start_time);
  const end = numberOf(body.end_time);
  if (start === null || end === null)
    throw invalid('start_time and end_time are required fields.', 'common.error_param');
  if (momentOf(start) < later(world.clock.now(), HOUR_MS).toISOString())
    throw refuse(
      'discount.discount_start_time_smaller_than_now',
      'Discount start time is less than the current time.',
    );
  guardPeriod(momentOf(start), momentOf(end));
  const open = discountsOf(market, shop.shop_id).filter((one) => statusOf(world, one) !== 'expired');
  if (open.length >= MOST_DISCOUNTS)
    throw refuse(
      'discount.exceed_max_discount_count',
      'The upcoming and ongoing discount cannot exceed 1000.',
    );
  const discount: Discount = {
    discount_id: nextId(market, 'discount'),
    shop_id: shop.shop_id,
    discount_name: name,
    start_time: momentOf(start),
    end_time: momentOf(end),
    source: 0,
    update_time: world.clock.now().toISOString(),
    items: [],
  };
  market.discounts[String(discount.discount_id)] = discount;
  world.changed();
  return ok({ discount_id: discount.discount_id });
};

const touched = (call: ShopCall, discount: Discount): Fields => {
  discount.update_time = call.world.clock.now().toISOString();
  call.world.changed();
  return { discount_id: discount.discount_id, modify_time: secondsOf(discount.update_time) };
};

/** The start only moves later, and before it began; the end only moves earlier. */
const change = (call: ShopCall): Answer => {
  const discount = openDiscount(call);
  const asked = { start: numberOf(call.body.start_time), end: numberOf(call.body.end_time) };
  const start = asked.start === null ? discount.start_time : momentOf(asked.start);
  const end = asked.end === null ? discount.end_time : momentOf(asked.end);
  if (asked.start !== null && statusOf(call.world, discount) === 'ongoing' && start !== discount.start_time)
    throw refuse(
      'discount.update_ongoing_discount_start_time',
      'The start time can‘t be changed when discount is in ongoing status.',
    );
  if (start < discount.start_time)
    throw refuse(
      'discount.short_discount_start_time',
      'Promotion start time can only be changed to a later timing.',
    );
  if (end > discount.end_time)
    throw refuse(
      'discount.extend_discount_end_time_error',
      'Promotion end time can only be changed to an earlier timing.',
    );
  if (end <= call.world.clock.now().toISOString())
    throw refuse(
      'discount.discount_end_time_smaller_than_now',
      'Discount end time should later than the current time.',
    );
  guardPeriod(start, end);
  const name =
    call.body.discount_name === undefined ? discount.discount_name : nameIn(call.body.discount_name);
  Object.assign(discount, { start_time: start, end_time: end, discount_name: name });
  return ok(touched(call, discount));
};

const writeItems = (call: ShopCall, mode: 'add' | 'update'): Answer => {
  const discount = openDiscount(call);
  if (mode === 'update' && discount.source === 1)
    throw refuse('discount.error_update_admin_discount', "The discount created by admin can't be edited");
  if (mode === 'update' && discount.source === 7)
    throw refuse(
      'discount.error_update_streaming_discount',
      "The discount created by livestreaming can't be edited",
    );
  const entries = listOf(call.body.item_list).filter(isFields);
  if (entries.length === 0) throw invalid('item_list is a required field.');
  if (entries.length > MOST_ENTRIES)
    throw refuse('discount.exceed_discount_item_batch_size', 'You can only add up to 50 items at a time.');
  if (mode === 'add' && entries.some((entry) => numberOf(entry.purchase_limit) === null))
    throw invalid('purchase_limit is a required field.');
  if (mode === 'add' && discount.items.length + entries.length > MOST_ITEMS)
    throw refuse(
      'discount.item_in_promotion_too_many',
      'A maximum of 1000 items can be uploaded in one promotion',
    );
  const { done, errors } = writeEntries(call, discount, entries, mode);
  touched(call, discount);
  return ok({ discount_id: discount.discount_id, count: done, error_list: errors });
};

const noItem = (): Refusal =>
  refuse('discount.discount_item_not_exist', 'The item is not in this discount, please check it again.');

/** A discount that the seller made in the Seller Centre for one item or model: only the item shows it. */
const leaveShown = (call: ShopCall, item: Item, modelId: number): boolean => {
  const place = modelId === 0 ? item : modelOf(item, modelId);
  const id = numberOf(call.body.discount_id);
  if (place?.promotion?.promotion_id !== id || place?.promotion?.promotion_type !== DISCOUNT_KIND)
    return false;
  place.promotion = null;
  itemChanged(call.world, item);
  return true;
};

const removeItem = (call: ShopCall): Answer => {
  const item = itemOf(call, call.body.item_id);
  const modelId = numberOf(call.body.model_id) ?? 0;
  const answer = ok({ discount_id: numberOf(call.body.discount_id), error_list: [] });
  if (leaveShown(call, item, modelId)) return answer;
  const discount = openDiscount(call);
  const entry = discount.items.find(({ item_id: id }) => id === item.item_id);
  const rest = entry?.models.filter(({ model_id: id }) => id !== modelId) ?? [];
  if (entry === undefined || rest.length === entry.models.length) throw noItem();
  entry.models = rest;
  if (rest.length === 0) discount.items = discount.items.filter((one) => one !== entry);
  touched(call, discount);
  return answer;
};

/** Names and texts of the two refusals are published crosswise. */
const end = (call: ShopCall): Answer => {
  const discount = discountOf(call, call.body.discount_id);
  if (statusOf(call.world, discount) !== 'ongoing')
    throw refuse('discount.discount_not_ongoing', 'The ongoing discount cannot be deleted.');
  const now = call.world.clock.now();
  if (now < later(new Date(discount.start_time), HOUR_MS))
    throw refuse('discount.end_discount_time_error', 'Only can end the discount after 1 hour of start time.');
  discount.end_time = now.toISOString();
  return ok(touched(call, discount));
};

const discard = (call: ShopCall): Answer => {
  const discount = openDiscount(call);
  if (statusOf(call.world, discount) === 'ongoing')
    throw refuse('discount.discount_is_ongoing', 'Only the ongoing discount can be ended.');
  delete call.market.discounts[String(discount.discount_id)];
  return ok(touched(call, discount));
};

export const discountEndpoints: Endpoint[] = [
  get('/discount/get_discount_list', list),
  get('/discount/get_discount', show),
  post('/discount/add_discount', add),
  post('/discount/update_discount', change),
  post('/discount/add_discount_item', (call) => writeItems(call, 'add')),
  post('/discount/update_discount_item', (call) => writeItems(call, 'update')),
  post('/discount/delete_discount_item', removeItem),
  post('/discount/end_discount', end),
  post('/discount/delete_discount', discard),
];
