import { randomBytes } from 'node:crypto';
import type { World } from '../world.ts';
import { fulfillmentsFor } from './fulfillment-state.ts';
import type { Customer, Order, OrderLine, Product, Variant } from './market.ts';
import { nextId, stockOf, storeById, textIn } from './market.ts';
import { notify } from './notify.ts';
import { refundedOf, totalOf } from './order-sums.ts';
import { productChanged } from './product-state.ts';
import type { Store } from './stores.ts';

const SHIPPING_COST = 21.5;

export type Buying = { productId: number; variantId: number | null; quantity: number };

export type PurchaseRefusal = {
  refused: 'not-found' | 'variant-required' | 'not-for-sale' | 'out-of-stock';
  productId: number;
};

export type Purchaser = { buyerId: number; customer: Customer };

export type Picked = { product: Product; variant: Variant; quantity: number };

/** The customer's price; null for a price on request. */
export const payable = (variant: Variant): number | null => {
  // A promotional price of 0 is none.
  const promotional = Number(variant.promotional_price ?? 0);
  if (promotional > 0) return promotional;
  return variant.price === null ? null : Number(variant.price);
};

export const pickLines = (world: World, store: Store, lines: Buying[]): Picked[] | PurchaseRefusal => {
  const picked: Picked[] = [];
  for (const { productId, variantId, quantity } of lines) {
    const product = world.nuvemshop.products[String(productId)];
    if (product === undefined || product.store_id !== store.id) return { refused: 'not-found', productId };
    if (variantId === null && product.variants.length > 1) return { refused: 'variant-required', productId };
    const variant =
      variantId === null ? product.variants[0] : product.variants.find(({ id }) => id === variantId);
    if (variant === undefined) return { refused: 'not-found', productId };
    if (product.visibility === 'hidden' || payable(variant) === null || store.suspended) {
      return { refused: 'not-for-sale', productId };
    }
    const taken = picked
      .filter((other) => other.variant.id === variant.id)
      .reduce((sum, other) => sum + other.quantity, 0);
    const stock = stockOf(variant);
    if (quantity < 1 || (stock !== null && stock < quantity + taken)) {
      return { refused: 'out-of-stock', productId };
    }
    picked.push({ product, variant, quantity });
  }
  return picked;
};

/** Takes from the first location, and the rest from the next ones. */
export const take = (store: Store, variant: Variant, quantity: number): Map<string, number> => {
  const taken = new Map<string, number>();
  let open = quantity;
  for (const { id } of store.locations.toSorted((one, other) => one.priority - other.priority)) {
    const level = variant.inventory_levels.find((entry) => entry.location_id === id);
    if (level === undefined || open === 0) continue;
    const here = level.stock === null ? open : Math.min(open, level.stock);
    if (here === 0) continue;
    if (level.stock !== null) level.stock -= here;
    taken.set(id, here);
    open -= here;
  }
  return taken;
};

export const lineOf = (world: World, { product, variant, quantity }: Picked): OrderLine => ({
  id: nextId(world.nuvemshop, 'line'),
  product_id: product.id,
  variant_id: variant.id,
  name: [textIn(product.name), variant.values.length > 0 ? `(${variant.values.map(textIn).join(', ')})` : '']
    .filter((part) => part !== '')
    .join(' '),
  variant_values: variant.values.map(textIn),
  price: (payable(variant) ?? 0).toFixed(2),
  quantity,
  sku: variant.sku,
  weight: variant.weight,
});

const nextNumber = (world: World, store: Store): number =>
  99 + nextId(world.nuvemshop, `number of ${store.id}`);

export const orderChanged = (world: World, order: Order, ...events: string[]): void => {
  order.updated_at = world.clock.now().toISOString();
  for (const event of [...events, 'order/updated']) notify(world, order.store_id, event, { id: order.id });
  world.changed();
};

/** One number in each store, from the first order on. */
const customerIdOf = (world: World, store: Store, buyerId: number): number =>
  Object.values(world.nuvemshop.orders).find(
    (order) => order.store_id === store.id && order.buyer_id === buyerId,
  )?.customer_id ?? nextId(world.nuvemshop, 'customer');

export type BuyingOptions = {
  pay: boolean;
  storefront: string;
  /** The customer's note to the store. */
  note?: string | null;
  /** Freight for the customer and its cost for the store; by default the usual amounts. */
  freight?: number | null;
  freightCost?: number | null;
};

/**
 * Checks and takes the stock in one synchronous step: simultaneous buyers never get more than there is. All lines or
 * none.
 */
export const buyIn = (
  world: World,
  store: Store,
  lines: Buying[],
  purchaser: Purchaser,
  options: BuyingOptions,
): Order | PurchaseRefusal => {
  const picked = pickLines(world, store, lines);
  if (!Array.isArray(picked)) return picked;
  const now = world.clock.now().toISOString();
  const orderLines = picked.map((entry) => lineOf(world, entry));
  const taken = picked.map((entry, index) => ({
    lineId: orderLines[index]?.id ?? 0,
    places: take(store, entry.variant, entry.quantity),
  }));
  const isFree = picked.every(({ product }) => product.free_shipping);
  const order: Order = {
    id: nextId(world.nuvemshop, 'order'),
    store_id: store.id,
    number: nextNumber(world, store),
    token: randomBytes(20).toString('hex'),
    buyer_id: purchaser.buyerId,
    customer_id: customerIdOf(world, store, purchaser.buyerId),
    customer: purchaser.customer,
    storefront: options.storefront,
    status: 'open',
    payment_status: 'pending',
    lines: orderLines,
    shipping_cost: (options.freight ?? (isFree ? 0 : SHIPPING_COST)).toFixed(2),
    shipping_cost_owner: (options.freightCost ?? SHIPPING_COST).toFixed(2),
    note: options.note ?? null,
    owner_note: null,
    cancel_reason: null,
    fulfillment_orders: fulfillmentsFor(world, taken),
    created_at: now,
    updated_at: now,
    paid_at: null,
    cancelled_at: null,
    closed_at: null,
  };
  world.nuvemshop.orders[String(order.id)] = order;
  for (const { product, quantity } of picked) product.sold += quantity;
  for (const product of new Set(picked.map((entry) => entry.product))) productChanged(world, product);
  notify(world, store.id, 'order/created', { id: order.id });
  if (options.pay) payOrder(world, order);
  world.changed();
  return order;
};

export const payOrder = (world: World, order: Order): boolean => {
  if (order.payment_status !== 'pending' || order.status === 'cancelled') return false;
  order.payment_status = 'paid';
  order.paid = totalOf(order).toFixed(2);
  order.paid_at = world.clock.now().toISOString();
  orderChanged(world, order, 'order/paid');
  return true;
};

const putBack = (world: World, order: Order): void => {
  const products = new Set<Product>();
  for (const fulfillment of order.fulfillment_orders) {
    for (const { order_line_id: lineId, quantity } of fulfillment.lines) {
      const line = order.lines.find(({ id }) => id === lineId);
      const product = world.nuvemshop.products[String(line?.product_id)];
      const variant = product?.variants.find(({ id }) => id === line?.variant_id);
      const level = variant?.inventory_levels.find((entry) => entry.location_id === fulfillment.location_id);
      if (product === undefined || level === undefined || level.stock === null) continue;
      level.stock += quantity;
      products.add(product);
    }
  }
  for (const product of products) productChanged(world, product);
};

/** Canceling refunds nothing: a payment stays until it is refunded. */
export const cancelOrder = (
  world: World,
  order: Order,
  cancelling: { reason: string; restock: boolean },
): boolean => {
  if (order.status === 'cancelled') return false;
  const voided = order.payment_status === 'pending';
  order.status = 'cancelled';
  order.cancel_reason = cancelling.reason;
  order.cancelled_at = world.clock.now().toISOString();
  if (voided) order.payment_status = 'voided';
  if (cancelling.restock) putBack(world, order);
  orderChanged(world, order, 'order/cancelled', ...(voided ? ['order/voided'] : []));
  return true;
};

/**
 * Refunds all or a part, repeatedly until nothing is left; the payment provider does it, never the API. False if the
 * refund exceeds the payment.
 */
export const refundOrder = (world: World, order: Order, part: number | 'all' | 'some'): boolean => {
  if (!['paid', 'partially_paid', 'partially_refunded'].includes(order.payment_status)) return false;
  const paid = Number(order.paid ?? totalOf(order));
  const before = refundedOf(order);
  const amount = part === 'all' ? paid - before : part === 'some' ? (paid - before) / 2 : part;
  if (amount <= 0 || before + amount > paid + 0.001) return false;
  order.refunds = [
    ...(order.refunds ?? []),
    { amount: amount.toFixed(2), at: world.clock.now().toISOString() },
  ];
  order.payment_status = refundedOf(order) > paid - 0.005 ? 'refunded' : 'partially_refunded';
  orderChanged(world, order);
  return true;
};

export const storeOf = (world: World, order: Order): Store => {
  const store = storeById(world.nuvemshop, order.store_id);
  if (store === null) throw new Error(`order ${order.id} belongs to no store`);
  return store;
};
