import type { World } from '../../world.ts';
import type { Item, Market, Model, Promotion } from '../market.ts';
import type { Discount, DiscountedModel } from './discount.ts';

export type DiscountStatus = 'upcoming' | 'ongoing' | 'expired';

/** The kind of promotion that `get_item_promotion` shows for a discount. */
export const DISCOUNT_KIND = 'Discount Promotions';

export const statusOf = (world: World, { start_time: start, end_time: end }: Discount): DiscountStatus => {
  const now = world.clock.now().toISOString();
  if (end <= now) return 'expired';
  return start > now ? 'upcoming' : 'ongoing';
};

export const discountsOf = (market: Market, shopId: number): Discount[] =>
  Object.values(market.discounts).filter(({ shop_id: shop }) => shop === shopId);

/** The place of an item or model in a discount. */
const entryIn = (discount: Discount, place: Item | Model): DiscountedModel | null => {
  for (const item of discount.items) {
    const isItem = 'item_id' in place;
    if (isItem && item.item_id !== place.item_id) continue;
    const found = item.models.find(({ model_id: id }) => id === (isItem ? 0 : place.model_id));
    if (found !== undefined) return found;
  }
  return null;
};

type Found = { discount: Discount; entry: DiscountedModel };

/** Discounts of an item or model that are not over, and have units left. */
export const openDiscounts = (world: World, place: Item | Model): Found[] =>
  Object.values(world.shopee.discounts).flatMap((discount) => {
    const entry = entryIn(discount, place);
    if (entry === null || statusOf(world, discount) === 'expired') return [];
    return entry.stock !== null && entry.sold >= entry.stock ? [] : [{ discount, entry }];
  });

export const promotionOf = ({ discount, entry }: Found): Promotion => ({
  promotion_id: discount.discount_id,
  promotion_type: DISCOUNT_KIND,
  price: entry.price,
  start_time: discount.start_time,
  end_time: discount.end_time,
});

/** Units sold in a discount with a limited number use it up. */
export const soldInDiscount = (world: World, place: Item | Model, quantity: number): void => {
  for (const { discount, entry } of openDiscounts(world, place))
    if (statusOf(world, discount) === 'ongoing') entry.sold += quantity;
};
