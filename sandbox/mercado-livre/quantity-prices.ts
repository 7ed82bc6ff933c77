import type { Answer } from '../answer.ts';
import type { Fields } from '../reading.ts';
import { fieldsOf, isFields, listOf, numberOf, textOf, textsOf } from '../reading.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { get, ok, post, refuse } from './endpoint.ts';
import { bodyOf, ownItem } from './item-endpoints.ts';
import { itemChanged } from './item-stock.ts';
import type { Item, QuantityPrice } from './market.ts';

const MAX_PRICES = 5;
const TAG = 'standard_price_by_quantity';
const TO_COMPANIES = ['channel_marketplace', 'user_type_business'];

/** The price of one unit. */
const standardNode = (item: Item): Fields => ({
  id: '1',
  type: 'standard',
  amount: item.variations[0]?.price ?? item.price,
  regular_amount: null,
  currency_id: 'BRL',
  last_updated: item.last_updated,
  conditions: { context_restrictions: [], start_time: null, end_time: null },
});

const quantityNode = (item: Item, price: QuantityPrice): Fields => ({
  ...{ id: price.id, type: 'standard', amount: price.amount, regular_amount: null, currency_id: 'BRL' },
  last_updated: item.last_updated,
  conditions: {
    context_restrictions: TO_COMPANIES,
    start_time: null,
    end_time: null,
    min_purchase_unit: price.min_purchase_unit,
  },
});

const show = (item: Item, withAll: boolean): Answer =>
  ok({
    id: item.id,
    prices: [
      standardNode(item),
      ...(withAll ? (item.quantity_prices ?? []).map((price) => quantityNode(item, price)) : []),
    ],
  });

const readPrices = (call: Call): Answer =>
  show(ownItem(call), call.headers['show-all-prices']?.toLowerCase() === 'true');

const isForCompanies = (conditions: Fields): boolean => {
  const contexts = textsOf(conditions.context_restrictions);
  return TO_COMPANIES.every((context) => contexts.includes(context));
};

const readNew = (entry: Fields, id: string): QuantityPrice => {
  const conditions = fieldsOf(entry.conditions);
  const from = numberOf(conditions.min_purchase_unit);
  const amount = numberOf(entry.amount);
  if (from === null || from < 2 || !isForCompanies(conditions))
    throw refuse(
      404,
      'bad.request',
      'A price per quantity needs min_purchase_unit and specific context_restrictions (channel_marketplace and user_type_business)',
    );
  if (textOf(entry.currency_id) !== 'BRL')
    throw refuse(404, 'invalid.price.currency', 'Currencies must be the same for all prices');
  if (amount === null || amount <= 0) throw refuse(400, 'invalid.price', 'The amount is invalid');
  return { id, amount, min_purchase_unit: from };
};

/** The list replaces the former one: a price whose id is left out is deleted. */
const writePrices = (call: Call): Answer => {
  const item = ownItem(call);
  if (!call.caller.tags.includes('business'))
    throw refuse(403, 'FORBIDDEN', 'Caller ID does not have rights to access this endpoint');
  const sent = listOf(bodyOf(call).prices).filter(isFields);
  const former = item.quantity_prices ?? [];
  let last = item.last_price_id ?? 1;
  const prices = sent.flatMap((entry) => {
    const id = textOf(entry.id);
    if (id === '1') return [];
    if (id !== null) return former.filter((price) => price.id === id);
    last += 1;
    return [readNew(entry, String(last))];
  });
  if (prices.length > MAX_PRICES)
    throw refuse(404, 'bad.request', 'You can just send a maximum of 5 prices per quantity');
  if (new Set(prices.map(({ min_purchase_unit: from }) => from)).size !== prices.length)
    throw refuse(400, 'invalid.price_per_quantity', 'Price per quantity min purchase unit are not unique');
  item.quantity_prices = prices;
  item.last_price_id = last;
  item.tags = [...item.tags.filter((tag) => tag !== TAG), ...(prices.length > 0 ? [TAG] : [])];
  itemChanged(call.world, item);
  return show(item, true);
};

/** The lowest price that a company gets for so many units; null at the price of one unit. */
export const quantityPrice = (item: Item, quantity: number): number | null => {
  const reached = (item.quantity_prices ?? []).filter(({ min_purchase_unit: from }) => quantity >= from);
  return reached.length > 0 ? Math.min(...reached.map(({ amount }) => amount)) : null;
};

export const quantityPriceEndpoints: Endpoint[] = [
  get('/items/:id/prices', readPrices),
  post('/items/:id/prices/standard/quantity', writePrices),
];
