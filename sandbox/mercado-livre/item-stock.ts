import type { World } from '../world.ts';
import { totalQuantity } from './item-rules.ts';
import type { Item, Market, StockLocation, UserProduct, Variation } from './market.ts';
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

const isFull = ({ type }: StockLocation): boolean => type === 'meli_facility';

/** What the marketplace's warehouse has, and what the seller's own places have. */
const sidesOf = (product: UserProduct): { full: number; own: number } => {
  const full = product.locations.filter(isFull).reduce((sum, { quantity }) => sum + quantity, 0);
  return { full, own: sumOfLocations(product) - full };
};

/** The most that one sale may have: it leaves either from the marketplace's warehouse or from the seller's places. */
export const availableOf = (market: Market, item: Item, variationId: number | null): number => {
  const product = userProductOf(market, item);
  if (product !== null) return Math.max(...Object.values(sidesOf(product)));
  return item.variations.length === 0
    ? item.available_quantity
    : (variationOf(item, variationId)?.available_quantity ?? 0);
};

/** A line whose units are all in the marketplace's own warehouse is sent from there. */
export const leavesFromFull = (market: Market, item: Item, quantity: number): boolean => {
  const product = userProductOf(market, item);
  return product === null ? item.shipping.logistic_type === 'fulfillment' : sidesOf(product).full >= quantity;
};

/** The caller has checked that there is enough. Returns the places, if the stock has some. */
export const takeStock = (
  world: World,
  item: Item,
  variationId: number | null,
  quantity: number,
): StockLocation[] => {
  const product = userProductOf(world.market, item);
  if (product === null) {
    moveQuantity(world, item, variationId, -quantity);
    return [];
  }
  const full = leavesFromFull(world.market, item, quantity);
  const taken: StockLocation[] = [];
  let left = quantity;
  // Sales leave from the fullest place first, as the real service does.
  const places = product.locations.filter((location) => isFull(location) === full);
  for (const location of places.toSorted((one, other) => other.quantity - one.quantity)) {
    const here = Math.min(left, location.quantity);
    if (here === 0) continue;
    location.quantity -= here;
    left -= here;
    taken.push({ ...location, quantity: here });
  }
  userProductChanged(world, product);
  return taken;
};

const samePlace = (one: StockLocation) => (other: StockLocation) =>
  one.type === other.type && one.store_id === other.store_id;

/** Back to where it was taken from; stock without places has one number. */
export const returnStock = (
  world: World,
  item: Item,
  variationId: number | null,
  quantity: number,
  taken: StockLocation[],
): void => {
  const product = userProductOf(world.market, item);
  if (product === null) {
    moveQuantity(world, item, variationId, quantity);
    return;
  }
  for (const back of taken) {
    const place = product.locations.find(samePlace(back)) ?? product.locations[0];
    if (place !== undefined) place.quantity += back.quantity;
  }
  userProductChanged(world, product);
};

const moveQuantity = (world: World, item: Item, variationId: number | null, by: number): void => {
  const variation = variationOf(item, variationId);
  if (variation === null) item.available_quantity += by;
  else variation.available_quantity += by;
  itemChanged(world, item);
};
