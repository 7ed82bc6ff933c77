import type { World } from '../../world.ts';
import type { Item, Model, Promotion } from '../market.ts';

export type Place = Pick<Item | Model, 'original_price' | 'promotion' | 'unpriced'>;

export const runningPromotion = (world: World, { promotion }: Place): Promotion | null => {
  const now = world.clock.now().toISOString();
  return promotion && promotion.start_time <= now && promotion.end_time > now ? promotion : null;
};

/** The price of one unit for a buyer. */
export const paidPrice = (world: World, place: Place): number =>
  runningPromotion(world, place)?.price ?? place.original_price;

export const priceInfo = (world: World, place: Place) =>
  place.unpriced
    ? []
    : [{ currency: 'BRL', original_price: place.original_price, current_price: paidPrice(world, place) }];
