import type { World } from '../world.ts';
import { totalQuantity } from './item-rules.ts';
import type { Item, Market, UserProduct, Variation } from './market.ts';
import { notify } from './notices.ts';
import { closeQuestions } from './questions.ts';

export const itemsOfUserProduct = (market: Market, userProductId: string): Item[] =>
  Object.values(market.items).filter((item) => item.user_product_id === userProductId);

export const sumOfLocations = (product: UserProduct): number =>
  product.locations.reduce((total, location) => total + location.quantity, 0);

/**
 * Stock drives the status: zero pauses as `out_of_stock`, and more stock resumes only that. An item that the seller
 * paused stays paused.
 */
export const settleStatus = (item: Item): void => {
  if (item.status === 'closed' || item.status === 'under_review' || item.status === 'inactive') return;
  const quantity = totalQuantity(item);
  if (quantity === 0 && item.status === 'active') {
    item.status = 'paused';
    item.sub_status = ['out_of_stock'];
  } else if (quantity > 0 && item.status === 'paused' && item.sub_status.includes('out_of_stock')) {
    item.status = 'active';
    item.sub_status = [];
  }
};

export const itemChanged = (world: World, item: Item): void => {
  item.last_updated = world.clock.now().toISOString();
  settleStatus(item);
  if (item.status === 'closed') closeQuestions(world, item);
  notify(world, 'items', `/items/${item.id}`, item.seller_id);
  world.changed();
};

/** One number per user product: every item of it follows, and the version moves. */
export const userProductChanged = (world: World, product: UserProduct): void => {
  product.version += 1;
  const quantity = sumOfLocations(product);
  for (const item of itemsOfUserProduct(world.market, product.id)) {
    item.available_quantity = quantity;
    itemChanged(world, item);
  }
  notify(world, 'stock-locations', `/user-products/${product.id}/stock`, product.user_id);
};

const userProductOf = (market: Market, item: Item): UserProduct | null =>
  item.user_product_id === null ? null : (market.userProducts[item.user_product_id] ?? null);

export const setItemQuantity = (world: World, item: Item, quantity: number): void => {
  const product = userProductOf(world.market, item);
  if (product === null) {
    item.available_quantity = quantity;
    return;
  }
  for (const location of product.locations) location.quantity = 0;
  const first = product.locations[0];
  if (first !== undefined) first.quantity = quantity;
  userProductChanged(world, product);
};

export const variationOf = (item: Item, variationId: number | null): Variation | null =>
  item.variations.find((variation) => variation.id === variationId) ?? null;

export const availableOf = (market: Market, item: Item, variationId: number | null): number => {
  const product = userProductOf(market, item);
  if (product !== null) return sumOfLocations(product);
  return item.variations.length === 0
    ? item.available_quantity
    : (variationOf(item, variationId)?.available_quantity ?? 0);
};

/** Negative takes, positive gives back; the caller has checked that there is enough. */
export const moveStock = (world: World, item: Item, variationId: number | null, by: number): void => {
  const product = userProductOf(world.market, item);
  if (product !== null) {
    let left = -by;
    // Sales leave from the fullest place first, as the real service does.
    for (const location of product.locations.toSorted((one, other) => other.quantity - one.quantity)) {
      const taken = by > 0 ? left : Math.min(left, location.quantity);
      location.quantity -= taken;
      left -= taken;
      if (left === 0) break;
    }
    userProductChanged(world, product);
    return;
  }
  const variation = variationOf(item, variationId);
  if (variation === null) item.available_quantity += by;
  else variation.available_quantity += by;
  itemChanged(world, item);
};
