import type { Fields } from '../../reading.ts';
import { isFields, listOf, numberOf } from '../../reading.ts';
import type { World } from '../../world.ts';
import type { ShopCall } from '../endpoint.ts';
import type { Item, Model } from '../market.ts';
import { limits } from '../products/category-endpoints.ts';
import { MAX_RATIO, modelOf } from '../products/models.ts';
import type { Discount, DiscountedItem, DiscountedModel } from './discount.ts';
import { discountsOf, statusOf } from './state.ts';

/** Published names of refusals of one entry, with their texts. */
const texts = {
  item_id_not_exist: 'The Item id you provided is not found, please check your item id.',
  item_id_repeated: "The item id can't be upload due to it has duplicated.",
  item_in_promotion: 'Item is already in this discount.',
  item_in_other_promotion: 'Item is already in other overlapped discount.',
  item_need_model_id: 'Please input model id for the item with models.',
  item_not_in_promotion: 'Item is not found in this discount.',
  item_status_invalid: 'item status is invalid.',
  item_purchase_limit_error: 'Purchase limit of this product must be greater than 0.',
  model_id_not_exist: 'The model id you provided is not found. Please check your model id.',
  model_id_repeated: "The model id can't be upload due to it has duplicated.",
  model_in_promotion: 'The model that you provided is already in this discount.',
  model_not_in_promotion: 'The model that you provided is not in this discount.',
  discount_need_promotion_price: 'Please input the discount price.',
  promotion_price_too_low: 'Discount price is less than the minimum national amount.',
  promotion_price_higher_input_price: 'Discount price is greater than original price.',
  fail_model_price_check:
    'The difference between the maximum price and the minimum price in one item is too large.',
  error_item_not_enough_stock: 'Promotion Sock should be less than current stock',
} as const;
type Reason = keyof typeof texts;

type Failed = { item_id: number; model_id: number; fail_error: string; fail_message: string };

const failed = (itemId: number, modelId: number, reason: Reason): Failed => ({
  item_id: itemId,
  model_id: modelId,
  fail_error: `discount.${reason}`,
  fail_message: texts[reason],
});

type Wanted = { id: number; price: number | null; stock: number | null };

/** Entries of the models; of an item without models one with the id 0. */
const wantedIn = (entry: Fields): Wanted[] => {
  const models = listOf(entry.model_list).filter(isFields);
  if (models.length === 0)
    return [
      { id: 0, price: numberOf(entry.item_promotion_price), stock: numberOf(entry.item_promotion_stock) },
    ];
  return models.map((model) => ({
    id: numberOf(model.model_id) ?? 0,
    price: numberOf(model.model_promotion_price),
    stock: numberOf(model.model_promotion_stock),
  }));
};

const priceReason = (price: number | null, original: number): Reason | null => {
  if (price === null) return 'discount_need_promotion_price';
  if (price < limits.price.min_limit) return 'promotion_price_too_low';
  return price > original ? 'promotion_price_higher_input_price' : null;
};

const overlaps = (one: Discount, other: Discount): boolean =>
  one.start_time < other.end_time && other.start_time < one.end_time;

const isElsewhere = (world: World, discount: Discount, itemId: number, modelId: number): boolean =>
  discountsOf(world.shopee, discount.shop_id).some(
    (other) =>
      other.discount_id !== discount.discount_id &&
      statusOf(world, other) !== 'expired' &&
      overlaps(discount, other) &&
      other.items.some(
        ({ item_id: id, models }) => id === itemId && models.some((model) => model.model_id === modelId),
      ),
  );

const placeOf = (item: Item, id: number): Item | Model | Reason => {
  if (item.models.length === 0) return id === 0 ? item : 'model_id_not_exist';
  if (id === 0) return 'item_need_model_id';
  return modelOf(item, id) ?? 'model_id_not_exist';
};

const gapIsTooLarge = (models: DiscountedModel[]): boolean => {
  const prices = models.map(({ price }) => price);
  return Math.max(...prices) > Math.min(...prices) * MAX_RATIO;
};

type Outcome = { done: number; errors: Failed[] };

type Context = { call: ShopCall; discount: Discount; item: Item; present: DiscountedItem | undefined };

const addReason = (
  { call, discount, item, present }: Context,
  { id, price, stock }: Wanted,
): Reason | null => {
  const place = placeOf(item, id);
  if (typeof place === 'string') return place;
  if (present?.models.some((model) => model.model_id === id))
    return id === 0 ? 'item_in_promotion' : 'model_in_promotion';
  if (isElsewhere(call.world, discount, item.item_id, id)) return 'item_in_other_promotion';
  if (stock !== null && stock > place.stock) return 'error_item_not_enough_stock';
  return priceReason(price, place.original_price);
};

const updateReason = ({ item, present }: Context, { id, price }: Wanted): Reason | null => {
  const place = placeOf(item, id);
  if (typeof place === 'string') return place;
  if (!present?.models.some((model) => model.model_id === id)) return 'model_not_in_promotion';
  return priceReason(price, place.original_price);
};

/** Every entry is decided alone: the good ones take effect. */
const write = (
  context: Context,
  wanted: Wanted[],
  mode: 'add' | 'update',
  limit: number | null,
): Failed[] => {
  const { discount, item } = context;
  const repeated = (id: number) => wanted.filter((one) => one.id === id).length > 1;
  const errors: Failed[] = [];
  const models = structuredClone(context.present?.models ?? []);
  for (const one of wanted) {
    const reason = repeated(one.id)
      ? 'model_id_repeated'
      : (mode === 'add' ? addReason : updateReason)(context, one);
    if (reason !== null) {
      errors.push(failed(item.item_id, one.id, reason));
      continue;
    }
    const known = models.find(({ model_id: id }) => id === one.id);
    if (known !== undefined) known.price = one.price ?? known.price;
    else
      models.push({
        model_id: one.id,
        price: one.price ?? 0,
        stock: one.stock === 0 ? null : one.stock,
        sold: 0,
      });
  }
  if (errors.length === wanted.length) return errors;
  if (gapIsTooLarge(models)) return [failed(item.item_id, 0, 'fail_model_price_check')];
  if (context.present === undefined)
    discount.items.push({ item_id: item.item_id, purchase_limit: limit ?? 0, models });
  else Object.assign(context.present, { models, ...(limit !== null && { purchase_limit: limit }) });
  return errors;
};

const sellable = (call: ShopCall, id: number): Item | Reason => {
  const item = call.market.items[String(id)];
  if (item?.shop_id !== call.shop.shop_id || item.item_status.endsWith('_DELETE')) return 'item_id_not_exist';
  return item.item_status === 'NORMAL' ? item : 'item_status_invalid';
};

export const writeEntries = (
  call: ShopCall,
  discount: Discount,
  entries: Fields[],
  mode: 'add' | 'update',
): Outcome => {
  const ids = entries.map((entry) => numberOf(entry.item_id) ?? 0);
  const outcome: Outcome = { done: 0, errors: [] };
  for (const [index, entry] of entries.entries()) {
    const id = ids[index] ?? 0;
    const item = ids.indexOf(id) === index ? sellable(call, id) : 'item_id_repeated';
    const limit = numberOf(entry.purchase_limit);
    const present = discount.items.find((one) => one.item_id === id);
    const reason =
      typeof item === 'string'
        ? item
        : limit !== null && limit < 0
          ? 'item_purchase_limit_error'
          : mode === 'update' && present === undefined
            ? 'item_not_in_promotion'
            : null;
    if (reason !== null || typeof item === 'string') {
      outcome.errors.push(failed(id, 0, reason ?? 'item_id_not_exist'));
      continue;
    }
    const wanted = wantedIn(entry);
    const errors = write({ call, discount, item, present }, wanted, mode, limit);
    outcome.errors.push(...errors);
    if (errors.length === 0) outcome.done += 1;
  }
  return outcome;
};
