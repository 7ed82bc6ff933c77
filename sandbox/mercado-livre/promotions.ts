import type { World } from '../world.ts';
import type { Item, Promotion } from './market.ts';

/** The current promotion: before its start and after its finish the item has its own price. */
export const runningPromotion = (world: World, { promotion }: Item): Promotion | null => {
  const now = world.clock.now().toISOString();
  if (promotion === null || promotion.start > now) return null;
  return promotion.finish !== null && promotion.finish <= now ? null : promotion;
};

/** The price of one unit for a buyer. */
export const paidPrice = (world: World, item: Item, regular: number): number =>
  runningPromotion(world, item)?.price ?? regular;

/** `GET /seller-promotions/items/{id}` */
export const viewPromotions = (world: World, item: Item) => {
  const { promotion } = item;
  if (promotion === null) return [];
  const isOver = promotion.finish !== null && promotion.finish <= world.clock.now().toISOString();
  const status = runningPromotion(world, item) ? 'started' : isOver ? 'finished' : 'pending';
  return [
    {
      id: 'P-MLB1000001',
      type: promotion.type,
      status,
      price: promotion.price,
      original_price: item.variations[0]?.price ?? item.price,
      start_date: promotion.start,
      finish_date: promotion.finish,
      ...(promotion.type !== 'PRICE_DISCOUNT' && { name: promotion.name }),
    },
  ];
};
