import type { World } from '../world.ts';
import { fulfillmentsFor } from './fulfillment-state.ts';
import type { Order, Product, Variant } from './market.ts';
import { totalOf } from './order-sums.ts';
import { productChanged } from './product-state.ts';
import type { Buying, PurchaseRefusal } from './purchase.ts';
import { lineOf, orderChanged, pickLines, storeOf, take } from './purchase.ts';

/** `lines`: quantities by line, 0 takes it out; `added`: products that were not in the order. */
export type Edit = { lines: { id: number; quantity: number }[]; added: Buying[] };
export type EditRefusal = PurchaseRefusal | { refused: 'packed' | 'not-found' | 'empty' };

type Placed = { product: Product; variant: Variant };

const placeOf = (world: World, line: { product_id: number; variant_id: number }): Placed | null => {
  const product = world.nuvemshop.products[String(line.product_id)];
  const variant = product?.variants.find(({ id }) => id === line.variant_id);
  return product === undefined || variant === undefined ? null : { product, variant };
};

const putAllBack = (world: World, order: Order): void => {
  for (const { location_id: location, lines } of order.fulfillment_orders)
    for (const { order_line_id: id, quantity } of lines) {
      const line = order.lines.find((candidate) => candidate.id === id);
      const place = line && placeOf(world, line);
      const level = place?.variant.inventory_levels.find(({ location_id: at }) => at === location);
      if (level !== undefined && level.stock !== null) level.stock += quantity;
    }
};

/**
 * The merchant edits an order in the administration, only while nothing of it is packed. Payments stay, so an order
 * with a higher total waits for the rest; both webhooks follow, `order/edited` and `order/updated`.
 */
export const editOrder = (world: World, order: Order, edit: Edit): Order | EditRefusal => {
  if (order.status !== 'open' || order.fulfillment_orders.some(({ status }) => status !== 'UNPACKED'))
    return { refused: 'packed' };
  if (edit.lines.some(({ id }) => !order.lines.some((line) => line.id === id)))
    return { refused: 'not-found' };
  const store = storeOf(world, order);
  const before = structuredClone(world.nuvemshop.products);
  putAllBack(world, order);
  const wanted = order.lines
    .map((line) => ({
      ...line,
      quantity: edit.lines.find(({ id }) => id === line.id)?.quantity ?? line.quantity,
    }))
    .filter(({ quantity }) => quantity > 0);
  const picked = pickLines(world, store, [
    ...wanted.map((line) => ({
      productId: line.product_id,
      variantId: line.variant_id,
      quantity: line.quantity,
    })),
    ...edit.added,
  ]);
  const refused = !Array.isArray(picked)
    ? picked
    : picked.length === 0
      ? ({ refused: 'empty' } as const)
      : null;
  if (refused !== null || !Array.isArray(picked)) {
    world.nuvemshop.products = before;
    return refused ?? { refused: 'empty' };
  }
  const touched = new Set([
    ...order.lines.map((line) => placeOf(world, line)?.product),
    ...picked.map((one) => one.product),
  ]);
  order.lines = picked.map((entry, index) => wanted[index] ?? lineOf(world, entry));
  order.fulfillment_orders = fulfillmentsFor(
    world,
    picked.map((entry, index) => ({
      lineId: order.lines[index]?.id ?? 0,
      places: take(store, entry.variant, entry.quantity),
    })),
  );
  if (['paid', 'partially_paid'].includes(order.payment_status))
    order.payment_status = totalOf(order) > Number(order.paid ?? 0) + 0.001 ? 'partially_paid' : 'paid';
  for (const product of touched) if (product !== undefined) productChanged(world, product);
  orderChanged(world, order, 'order/edited');
  return order;
};
