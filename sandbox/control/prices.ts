import { itemChanged } from '../mercado-livre/item-stock.ts';
import type { Item } from '../mercado-livre/market.ts';
import type { Fields } from '../reading.ts';
import { isFields, numberOf, textOf } from '../reading.ts';
import type { World } from '../world.ts';

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
  if (isFields(body.promotion))
    item.promotion = {
      type: textOf(body.promotion.type) ?? 'DEAL',
      name: textOf(body.promotion.name) ?? 'Campanha',
      price: numberOf(body.promotion.price) ?? item.price,
      start: textOf(body.promotion.start) ?? world.clock.now().toISOString(),
      finish: textOf(body.promotion.finish),
    };
  else if (body.promotion === null) item.promotion = null;
  if (['price', 'priceHidden', 'promotion'].some((name) => body[name] !== undefined))
    itemChanged(world, item);
};
