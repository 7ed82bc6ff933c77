import type { World } from '../../world.ts';
import { itemChanged, itemsOfUserProduct, userProductChanged, variationOf } from '../item-stock.ts';
import type { Item, UserProduct, Variation } from '../market.ts';
import { sellerById } from '../market.ts';
import { availableIn, createInventory, inventoryOf, recordOperation } from './inventory.ts';
import type { Inventory, Unavailable } from './record.ts';

/** Goods that the seller sends to the marketplace's warehouse, and back. */

export type Stored = {
  variationId: number | null;
  /** Units for sale there afterwards. */
  quantity: number;
  /** The seller goes on selling from their own place as well (Flex). */
  flex: boolean;
  unavailable: Unavailable[] | null;
};

const FULL = 'fulfillment';

const tagItem = (item: Item, flex: boolean): void => {
  item.shipping.logistic_type = FULL;
  item.shipping.flex = flex;
};

/** A user product has at most two kinds of places: the marketplace's, and one kind of the seller's. */
const storeProduct = (world: World, product: UserProduct, stored: Stored): void => {
  const own = product.locations.filter(
    ({ type }) => type === 'seller_warehouse' || (type === 'selling_address' && stored.flex),
  );
  product.locations = [
    ...own,
    { type: 'meli_facility', quantity: stored.quantity, store_id: null, network_node_id: null },
  ];
  userProductChanged(world, product);
};

const ensureInventory = (world: World, item: Item, variation: Variation | null): Inventory => {
  const found = inventoryOf(world.market, item, variation?.id ?? null);
  const inventory = found ?? createInventory(world, item, variation);
  if (variation !== null) variation.inventory_id = inventory.id;
  else item.inventory_id = inventory.id;
  return inventory;
};

/** Null if the item has variations and none is named. */
export const storeInFull = (world: World, item: Item, stored: Stored): Inventory | null => {
  const variation = variationOf(item, stored.variationId);
  if (item.variations.length > 0 && variation === null) return null;
  const inventory = ensureInventory(world, item, variation);
  const before = availableIn(world, inventory);
  if (stored.unavailable !== null) inventory.unavailable = stored.unavailable;
  const product = item.user_product_id === null ? undefined : world.market.userProducts[item.user_product_id];
  if (product === undefined) {
    tagItem(item, stored.flex);
    if (variation === null) item.available_quantity = stored.quantity;
    else variation.available_quantity = stored.quantity;
    itemChanged(world, item);
  } else {
    for (const same of itemsOfUserProduct(world.market, product.id)) {
      tagItem(same, stored.flex);
      same.inventory_id = inventory.id;
    }
    storeProduct(world, product, stored);
  }
  const change = stored.quantity - before;
  if (change !== 0 || stored.unavailable !== null)
    recordOperation(world, inventory, change > 0 ? 'INBOUND_RECEPTION' : 'ADJUSTMENT', change);
  return inventory;
};

/** Everything comes back: the item is sent by the seller again, with what their own places have. */
export const leaveFull = (world: World, item: Item): void => {
  const ids = [item.inventory_id, ...item.variations.map((variation) => variation.inventory_id)];
  const own = sellerById(world.market, item.seller_id)?.logistic_type ?? 'drop_off';
  const product = item.user_product_id === null ? undefined : world.market.userProducts[item.user_product_id];
  const left = ids.flatMap((id) => {
    const inventory = id == null ? undefined : world.market.inventories[id];
    return inventory === undefined ? [] : [{ inventory, change: -availableIn(world, inventory) }];
  });
  for (const same of product === undefined ? [item] : itemsOfUserProduct(world.market, product.id)) {
    same.shipping.logistic_type = own;
    same.shipping.flex = false;
    if (product === undefined) same.available_quantity = 0;
    for (const variation of same.variations) variation.available_quantity = 0;
  }
  if (product === undefined) itemChanged(world, item);
  else {
    const rest = product.locations.filter(({ type }) => type !== 'meli_facility');
    product.locations =
      rest.length > 0
        ? rest
        : [{ type: 'selling_address', quantity: 0, store_id: null, network_node_id: null }];
    userProductChanged(world, product);
  }
  for (const { inventory, change } of left) {
    inventory.unavailable = [];
    recordOperation(world, inventory, 'WITHDRAWAL_DELIVERY', change);
  }
};
