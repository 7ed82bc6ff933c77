import type { World } from '../../world.ts';
import { variationOf } from '../item-stock.ts';
import type { Order } from '../market.ts';
import { inventoryOf, recordOperation } from './inventory.ts';

const isFromFull = (world: World, order: Order): boolean =>
  order.user_product_id === null
    ? world.market.items[order.item_id]?.shipping.logistic_type === 'fulfillment'
    : (order.taken ?? []).some(({ type }) => type === 'meli_facility');

/** A sale, or its end, moves units of the marketplace's warehouse. */
export const recordSale = (
  world: World,
  order: Order,
  type: 'SALE_CONFIRMATION' | 'SALE_CANCELATION',
): void => {
  const item = world.market.items[order.item_id];
  if (item === undefined || !isFromFull(world, order)) return;
  const inventory = inventoryOf(world.market, item, variationOf(item, order.variation_id)?.id ?? null);
  if (inventory === null) return;
  const change = type === 'SALE_CONFIRMATION' ? -order.quantity : order.quantity;
  recordOperation(world, inventory, type, change, order.shipment_id);
};
