import type { Fields } from '../../reading.ts';
import { isFields, listOf, numberOf } from '../../reading.ts';
import { refuse } from '../endpoint.ts';
import type { Item, Wholesale } from '../market.ts';

type Problem = [error: string, message: string];

const MAX_TIERS = 5;
/** Of the price of one unit, as the reference of `get_item_limit` shows it. */
export const LEAST_WHOLESALE_PERCENT = 30;

const tierOf = (value: Fields): Wholesale => {
  const min = numberOf(value.min_count);
  const max = numberOf(value.max_count);
  const price = numberOf(value.unit_price);
  if (min === null || max === null || price === null || price <= 0 || min < 1 || max < min)
    throw refuse('error_param', 'Invalid wholesale setting.');
  return { min_count: min, max_count: max, unit_price: price };
};

/** An empty list removes the tiers; else they follow each other without a gap, at falling prices. */
export const readWholesale = (value: unknown): Wholesale[] => {
  const tiers = listOf(value).filter(isFields).map(tierOf);
  const follows = tiers.every((tier, index) => {
    const before = tiers[index - 1];
    return (
      before === undefined || (tier.min_count === before.max_count + 1 && tier.unit_price < before.unit_price)
    );
  });
  if (!follows || tiers.length > MAX_TIERS) throw refuse('error_param', 'Invalid wholesale setting.');
  return tiers;
};

/** The prices that an item with tiers may have: one for all models, above the tiers. Null if it may. */
export const wholesaleProblem = (
  { wholesales = [] }: Pick<Item, 'wholesales'>,
  prices: readonly number[],
): Problem | null => {
  if (wholesales.length === 0) return null;
  if (new Set(prices).size > 1)
    return [
      'error_price_should_be_same_for_wholesales',
      'All model price should be the same when the item has been set wholesales.',
    ];
  const highest = Math.max(...wholesales.map(({ unit_price: price }) => price));
  return prices.some((price) => price <= highest)
    ? ['error_busi_price_lower_then_wholesale_price', 'Original_price should bigger then wholesale price']
    : null;
};

export const pricesOf = (item: Item): number[] =>
  (item.models.length > 0 ? item.models : [item]).map(({ original_price: price }) => price);

/** When the tiers are set, instead of the price. */
export const checkWholesale = (item: Item): void => {
  const prices = pricesOf(item);
  const least = (Math.max(...prices) * LEAST_WHOLESALE_PERCENT) / 100;
  if (item.wholesales?.some(({ unit_price: price }) => price < least))
    throw refuse(
      'error_wholesale_price_less_than_ratio_limit',
      'Wholesale price is less than the ratio limit.',
    );
  const problem = wholesaleProblem(item, prices);
  if (problem === null) return;
  throw problem[0] === 'error_price_should_be_same_for_wholesales'
    ? refuse(...problem)
    : refuse('error_whole_sale_price_setting_incorrect', "Wholesale price can't more than original price.");
};

/** The tier of a purchase; null at the price of one unit. */
export const tierFor = ({ wholesales = [] }: Item, quantity: number): Wholesale | null =>
  wholesales.find(({ min_count: min, max_count: max }) => quantity >= min && quantity <= max) ?? null;
