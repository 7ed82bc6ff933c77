import type { Answer } from '../../answer.ts';
import type { Fields } from '../../reading.ts';
import { isFields, listOf, numberOf } from '../../reading.ts';
import type { Endpoint, ShopCall } from '../endpoint.ts';
import { failure, invalid, ok, post, refuse } from '../endpoint.ts';
import type { Item, Model } from '../market.ts';
import { levelsIn, placedIn, priceProblem, stockProblem } from './draft.ts';
import { itemChanged, itemOf } from './items.ts';
import { MAX_RATIO, modelOf } from './models.ts';
import { runningPromotion } from './price-info.ts';
import { ownPlaces, writeOwn } from './stock-places.ts';
import { pricesOf, wholesaleProblem } from './wholesale.ts';

const MAX_ENTRIES = 50;

type Failed = { model_id: number; failed_reason: string };

const entriesIn = (call: ShopCall, name: string): Fields[] => {
  const list = listOf(call.body[name]).filter(isFields);
  if (list.length === 0 || list.length > MAX_ENTRIES) throw invalid(`${name} limit [1,${MAX_ENTRIES}].`);
  return list;
};

const idOf = (entry: Fields): number => numberOf(entry.model_id) ?? 0;

/** The item itself if it has no models; an item with models is never written as a whole. */
const placeOf = (item: Item, id: number): Item | Model | null => {
  if (item.models.length === 0) return id === 0 ? item : null;
  if (id === 0)
    throw refuse(
      'error_edit_item_stock_for_item_has_model',
      'Can not edit item price and stock, the item has models.',
    );
  return modelOf(item, id);
};

/** All of them failed: then the call did too. */
const conclude = (error: string, done: Fields[], failed: Failed[]): Answer => {
  const response = { success_list: done, failure_list: failed };
  return done.length === 0
    ? failure(error, 'Please check failure_list for the details.', response)
    : ok(response);
};

const updateStock = (call: ShopCall): Answer => {
  const item = itemOf(call, call.body.item_id);
  const done: Fields[] = [];
  const failed: Failed[] = [];
  for (const entry of entriesIn(call, 'stock_list')) {
    const id = idOf(entry);
    const place = placeOf(item, id);
    const levels = levelsIn(entry.seller_stock);
    const problem = place === null ? 'model not exist' : stockProblem(call.shop, levels, place.reserved);
    if (place === null || problem !== null) {
      failed.push({ model_id: id, failed_reason: problem ?? '' });
      continue;
    }
    writeOwn(place, placedIn(levels));
    done.push(...ownPlaces(place).map((level) => ({ model_id: id, ...level })));
  }
  if (done.length > 0) itemChanged(call.world, item);
  return conclude('product.error_busi_update_stock_failed', done, failed);
};

const gapProblem = (item: Item, id: number, price: number): string | null => {
  const others = item.models.filter(({ model_id: modelId }) => modelId !== id);
  const prices = [price, ...others.map(({ original_price: other }) => other)];
  return Math.max(...prices) > Math.min(...prices) * MAX_RATIO
    ? `The price of variations may differ by ${MAX_RATIO} times at most.`
    : null;
};

const updatePrice = (call: ShopCall): Answer => {
  const item = itemOf(call, call.body.item_id);
  const done: Fields[] = [];
  const failed: Failed[] = [];
  const wanted = entriesIn(call, 'price_list').map((entry) => ({
    id: idOf(entry),
    price: typeof entry.original_price === 'number' ? entry.original_price : null,
  }));
  // Several entries are validated together, by their combined result.
  const after = structuredClone(item);
  for (const { id, price } of wanted) {
    const place = modelOf(after, id) ?? (after.models.length === 0 ? after : null);
    if (place !== null && price !== null) place.original_price = price;
  }
  const inWholesale = wholesaleProblem(after, pricesOf(after));
  if (inWholesale !== null) throw refuse(...inWholesale);
  for (const { id, price } of wanted) {
    const place = placeOf(item, id);
    const problem =
      place === null
        ? 'model not exist'
        : runningPromotion(call.world, place)
          ? 'error_cannot_update_price_in_promotion'
          : (priceProblem(price)?.[1] ?? (id === 0 ? null : gapProblem(after, id, price ?? 0)));
    if (place === null || problem !== null) {
      failed.push({ model_id: id, failed_reason: problem ?? '' });
      continue;
    }
    place.original_price = price ?? 0;
    place.unpriced = false;
    done.push({ model_id: id, original_price: price });
  }
  if (done.length > 0) itemChanged(call.world, item);
  return conclude('product.error_busi_update_price_failed', done, failed);
};

export const stockPriceEndpoints: Endpoint[] = [
  post('/product/update_stock', updateStock),
  post('/product/update_price', updatePrice),
];
