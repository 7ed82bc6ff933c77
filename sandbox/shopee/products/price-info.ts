import type { World } from '../../world.ts';
import { openDiscounts, promotionOf } from '../discounts/state.ts';
import type { Item, Model, Promotion } from '../market.ts';

/** The marketplace's own promotion, or the seller's discount. */
export const promotionsAt = (world: World, place: Item | Model): Promotion[] => {
  const now = world.clock.now().toISOString();
  const { promotion } = place;
  return [
    ...(promotion && promotion.end_time > now ? [promotion] : []),
    ...openDiscounts(world, place).map(promotionOf),
  ];
};

export const runningPromotion = (world: World, place: Item | Model): Promotion | null => {
  const now = world.clock.now().toISOString();
  return promotionsAt(world, place).find(({ start_time: start }) => start <= now) ?? null;
};

/** The price of one unit for a buyer. */
export const paidPrice = (world: World, place: Item | Model): number =>
  runningPromotion(world, place)?.price ?? place.original_price;

export const priceInfo = (world: World, place: Item | Model) =>
  place.unpriced
    ? []
    : [{ currency: 'BRL', original_price: place.original_price, current_price: paidPrice(world, place) }];
