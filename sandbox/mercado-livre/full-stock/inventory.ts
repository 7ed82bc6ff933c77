import type { Fields } from '../../reading.ts';
import type { World } from '../../world.ts';
import type { Item, Market, Variation } from '../market.ts';
import { nextId } from '../market.ts';
import { notify } from '../notices.ts';
import type { Inventory, OperationType, StockOperation, Unavailable } from './record.ts';

/** Four letters and five digits, as `LCQI05831`. */
const newId = (market: Market): string => {
  const number = nextId(market, 'inventory');
  const letters = [17_576, 676, 26, 1].map((base) =>
    String.fromCharCode(65 + (Math.floor((number * 7_919) / base) % 26)),
  );
  return `${letters.join('')}${String(number).padStart(5, '0').slice(-5)}`;
};

export const createInventory = (world: World, item: Item, variation: Variation | null): Inventory => {
  const inventory: Inventory = {
    id: newId(world.market),
    seller_id: item.seller_id,
    item_id: item.id,
    variation_id: variation?.id ?? null,
    user_product_id: item.user_product_id,
    unavailable: [],
    operations: [],
  };
  world.market.inventories[inventory.id] = inventory;
  return inventory;
};

export const inventoryOf = (market: Market, item: Item, variationId: number | null): Inventory | null => {
  const variation = item.variations.find(({ id }) => id === variationId);
  const id = variation === undefined ? item.inventory_id : variation.inventory_id;
  return (id == null ? undefined : market.inventories[id]) ?? null;
};

/** Units for sale: those of the user product's place, or the quantity of the older kind of item itself. */
export const availableIn = ({ market }: World, inventory: Inventory): number => {
  if (inventory.user_product_id !== null) {
    const locations = market.userProducts[inventory.user_product_id]?.locations ?? [];
    return locations.find(({ type }) => type === 'meli_facility')?.quantity ?? 0;
  }
  const item = market.items[inventory.item_id];
  if (item === undefined || item.shipping.logistic_type !== 'fulfillment') return 0;
  if (inventory.variation_id === null) return item.available_quantity;
  const variation = item.variations.find(({ id }) => id === inventory.variation_id);
  return variation?.available_quantity ?? 0;
};

export const unavailableIn = (inventory: Inventory): number =>
  inventory.unavailable.reduce((sum, { quantity }) => sum + quantity, 0);

/** Writes what has just happened into the list of operations, and notifies of it. */
export const recordOperation = (
  world: World,
  inventory: Inventory,
  type: OperationType,
  change: number,
  shipmentId: number | null = null,
): void => {
  const operation: StockOperation = {
    id: nextId(world.market, 'operation'),
    date_created: world.clock.now().toISOString(),
    type,
    change,
    available: availableIn(world, inventory),
    unavailable: structuredClone(inventory.unavailable),
    shipment_id: shipmentId,
  };
  inventory.operations.push(operation);
  notify(world, 'fbm_stock_operations', `/stock/fulfillment/operations/${operation.id}`, inventory.seller_id);
};

/** Entries of one status are one row. */
export const viewUnavailable = (list: Unavailable[], withConditions: boolean): Fields[] =>
  [...new Set(list.map(({ status }) => status))].map((status) => {
    const entries = list.filter((entry) => entry.status === status);
    const conditions = entries.flatMap(({ condition, quantity }) =>
      condition === null ? [] : [{ condition, quantity }],
    );
    return {
      status,
      quantity: entries.reduce((sum, { quantity }) => sum + quantity, 0),
      ...(withConditions && conditions.length > 0 && { conditions }),
    };
  });
