import { itemChanged } from '../mercado-livre/item-stock.ts';
import type { Item } from '../mercado-livre/market.ts';
import type { Fields } from '../reading.ts';
import { isFields, numberOf } from '../reading.ts';
import type { World } from '../world.ts';
import { promote, removePromotions } from './campaigns.ts';

/**
 * Body: `{ price?, priceHidden?, promotion?: { price, name?, type?, start?, finish? } | null }`: a change by the seller
 * in the marketplace's own pages. By default a promotion starts now and ends when it is removed.
 */
export const changePrices = (world: World, item: Item, body: Fields): void => {
  const price = numberOf(body.price);
  if (price !== null) {
    item.price = price;
    for (const variation of item.variations) variation.price = price;
  }
  if (typeof body.priceHidden === 'boolean') item.price_hidden = body.priceHidden;
  if (isFields(body.promotion)) promote(world, item, body.promotion);
  else if (body.promotion === null) removePromotions(world, item);
  if (['price', 'priceHidden', 'promotion'].some((name) => body[name] !== undefined))
    itemChanged(world, item);
};
