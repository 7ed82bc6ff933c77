import { later } from '../clock.ts';
import type { World } from '../world.ts';
import { referenceOf } from './campaigns/state.ts';
import { takeReserved } from './campaigns/taking-part.ts';
import { categoryById } from './categories.ts';
import { charged, feeOf, hasFreeShipping, roundReais } from './fees.ts';
import { recordSale } from './full-stock/sales.ts';
import { attributeText } from './item-draft.ts';
import {
  availableOf,
  itemChanged,
  leavesFromFull,
  returnStock,
  takeStock,
  variationOf,
} from './item-stock.ts';
import type { Item, Order, Payment } from './market.ts';
import { buyerById, nextId } from './market.ts';
import { notify } from './notices.ts';
import type { Buyer } from './people.ts';
import type { Promotion } from './promotions.ts';
import { meliShare, paidPrice, runningPromotion } from './promotions.ts';
import { quantityPrice } from './quantity-prices.ts';
import { isFreeToBuyer } from './sale-terms.ts';
import { createShipment, logisticTypeOf } from './shipping.ts';

const PAY_WITHIN_MS = 2 * 24 * 3_600_000;
const SHIPPING_COST = 18.9;

export type PurchaseLine = { itemId: string; variationId: number | null; quantity: number };

export type PurchaseOptions = {
  buyerId: number | null;
  pay: boolean;
  /** A cart: even a single order gets a pack. */
  pack: boolean;
  /** The label exists only after the parcel's buffering date. */
  buffered: boolean;
  /** Of the first order's payment. */
  interest: number;
  coupon: number;
  /** Coupons of the seller: of each order of the cart, in their order. */
  sellerCoupons?: number[];
};

export type PurchaseRefusal = {
  refused: 'not-found' | 'variation-required' | 'not-for-sale' | 'out-of-stock';
  itemId: string;
};

type Picked = PurchaseLine & { item: Item };

const pickLines = (world: World, lines: PurchaseLine[]): Picked[] | PurchaseRefusal => {
  const picked: Picked[] = [];
  for (const line of lines) {
    const item = world.market.items[line.itemId];
    if (item === undefined) return { refused: 'not-found', itemId: line.itemId };
    if (item.variations.length > 0 && variationOf(item, line.variationId) === null) {
      return { refused: 'variation-required', itemId: item.id };
    }
    if (item.status !== 'active' || line.quantity < 1) {
      const soldOut = item.sub_status.includes('out_of_stock');
      return { refused: soldOut ? 'out-of-stock' : 'not-for-sale', itemId: item.id };
    }
    picked.push({ ...line, item });
  }
  // Lines that draw on the same stock count together, also through different items of one user product.
  const wanted = new Map<string, number>();
  for (const line of picked) {
    const source = line.item.user_product_id ?? `${line.item.id}/${line.variationId}`;
    const total = (wanted.get(source) ?? 0) + line.quantity;
    wanted.set(source, total);
    if (total > availableOf(world.market, line.item, line.variationId))
      return { refused: 'out-of-stock', itemId: line.item.id };
  }
  return picked;
};

const newPayment = (world: World, amount: number, shippingCost: number): Payment => ({
  id: nextId(world.market, 'payment'),
  status: 'pending',
  status_detail: 'pending_waiting_transfer',
  payment_method_id: 'pix',
  payment_type: 'bank_transfer',
  transaction_amount: amount,
  shipping_cost: shippingCost,
  interest: 0,
  coupon_amount: 0,
  date_created: world.clock.now().toISOString(),
  date_approved: null,
});

const soldIn = ({ campaign, offer }: Promotion, share: number): Order['campaign'] => ({
  id: campaign.id,
  offer_id: referenceOf(offer),
  meli_amount: roundReais(share),
});

const createOrder = (
  world: World,
  buyer: Buyer,
  line: Picked,
  cartId: number,
  packId: number | null,
  shippingCost: number,
): Order => {
  const { item, quantity } = line;
  const now = world.clock.now();
  const variation = variationOf(item, line.variationId);
  const regular = variation?.price ?? item.price;
  const promotion = runningPromotion(world, item);
  const single = promotion?.price ?? regular;
  const inQuantity = buyer.document_type === 'CNPJ' ? quantityPrice(item, quantity) : null;
  const isB2b = inQuantity !== null && inQuantity < single;
  const price = isB2b ? inQuantity : single;
  const share = promotion === null ? 0 : meliShare(item, promotion);
  const fee = feeOf({
    price,
    category: charged(world.market.fees, categoryById(item.category_id)),
    listingTypeId: item.listing_type_id,
    mode: item.shipping.mode,
    logisticType: item.shipping.logistic_type,
  });
  const id = nextId(world.market, 'order');
  const sku =
    variation === null
      ? null
      : (attributeText(variation.attributes, 'SELLER_SKU') ?? variation.seller_custom_field);
  const order: Order = {
    id,
    seller_id: item.seller_id,
    buyer_id: buyer.id,
    status: 'payment_required',
    status_detail: null,
    pack_id: packId,
    cart_id: cartId,
    shipment_id: null,
    item_id: item.id,
    variation_id: variation?.id ?? null,
    title: item.title,
    category_id: item.category_id,
    condition: item.condition,
    user_product_id: item.user_product_id,
    seller_sku: sku ?? attributeText(item.attributes, 'SELLER_SKU') ?? item.seller_custom_field,
    variation_attributes: variation?.attribute_combinations ?? [],
    listing_type_id: item.listing_type_id,
    quantity,
    unit_price: price,
    full_unit_price: regular,
    sale_fee: roundReais(Math.max(0, fee.amount - share)),
    ...(promotion !== null && { campaign: soldIn(promotion, share * quantity) }),
    payments: [newPayment(world, roundReais(price * quantity), shippingCost)],
    tags: [
      ...(packId === null ? [] : ['pack_order']),
      ...(price < regular ? ['order_has_discount'] : []),
      ...(isB2b ? ['b2b'] : []),
      'not_paid',
      'not_delivered',
    ],
    fulfilled: null,
    buffered: false,
    cancel_detail: null,
    feedback: null,
    date_created: now.toISOString(),
    date_closed: null,
    last_updated: now.toISOString(),
    expiration_date: later(now, PAY_WITHIN_MS).toISOString(),
  };
  world.market.orders[String(id)] = order;
  return order;
};

export const orderChanged = (world: World, order: Order): void => {
  order.last_updated = world.clock.now().toISOString();
  notify(world, 'orders_v2', `/orders/${order.id}`, order.seller_id);
  world.changed();
};

/** Orders bought together from one seller; they are paid, shipped and cancelled as one. */
export const ordersOfCart = (world: World, order: Order): Order[] =>
  Object.values(world.market.orders).filter(
    (other) => other.cart_id === order.cart_id && other.seller_id === order.seller_id,
  );

export const payCart = (world: World, order: Order): boolean => {
  if (order.status !== 'payment_required') return false;
  const orders = ordersOfCart(world, order).filter((other) => other.status === 'payment_required');
  const now = world.clock.now().toISOString();
  for (const paid of orders) {
    paid.status = 'paid';
    paid.date_closed = now;
    paid.expiration_date = null;
    paid.tags = paid.tags.map((tag) => (tag === 'not_paid' ? 'paid' : tag));
    for (const payment of paid.payments) {
      payment.status = 'approved';
      payment.status_detail = 'accredited';
      payment.date_approved = now;
      notify(world, 'payments', `/collections/${payment.id}`, paid.seller_id);
    }
  }
  for (const parcel of Map.groupBy(orders, (one) => logisticTypeOf(world, one)).values())
    shipTogether(world, parcel);
  return true;
};

/** Goods from the marketplace's warehouse never share a parcel with those of the seller. */
const shipTogether = (world: World, orders: Order[]): void => {
  const shipment = createShipment(world, orders);
  for (const paid of orders) {
    paid.shipment_id = shipment.id;
    recordSale(world, paid, 'SALE_CONFIRMATION');
    orderChanged(world, paid);
  }
  notify(world, 'shipments', `/shipments/${shipment.id}`, shipment.seller_id);
};

const priceIn = (world: World, { item, variationId }: Picked): number =>
  paidPrice(world, item, variationOf(item, variationId)?.price ?? item.price);

const sell = (world: World, line: Picked, order: Order): void => {
  line.item.sold_quantity += line.quantity;
  const variation = variationOf(line.item, line.variationId);
  if (variation !== null) variation.sold_quantity += line.quantity;
  order.taken = takeStock(world, line.item, line.variationId, line.quantity);
  const promotion = runningPromotion(world, line.item);
  if (promotion !== null) takeReserved(world, promotion.campaign, promotion.offer, line.quantity);
};

/**
 * Checks and takes the stock in one synchronous step: simultaneous buyers never get more than there is. All lines or
 * none.
 */
export const buy = (
  world: World,
  lines: PurchaseLine[],
  options: PurchaseOptions,
): Order[] | PurchaseRefusal => {
  const picked = pickLines(world, lines);
  if (!Array.isArray(picked)) return picked;
  const buyer = buyerById(world.market, options.buyerId) ?? world.market.buyers[0];
  if (buyer === undefined) return { refused: 'not-found', itemId: '' };
  const cartId = nextId(world.market, 'cart');
  const sellers = [...new Set(picked.map((line) => line.item.seller_id))];
  const parcels = Map.groupBy(picked, (line) => {
    const side = leavesFromFull(world.market, line.item, line.quantity) ? 'full' : 'own';
    return `${line.item.seller_id}/${side}`;
  });
  const orders = [...parcels.values()].flatMap((own) => {
    const packId = own.length > 1 || options.pack ? nextId(world.market, 'pack') : null;
    const total = own.reduce((sum, line) => sum + priceIn(world, line) * line.quantity, 0);
    const isFree =
      hasFreeShipping(total) || own.every((line) => isFreeToBuyer(line.item, priceIn(world, line)));
    const cost = isFree ? 0 : SHIPPING_COST;
    return own.map((line, index) => {
      const order = createOrder(world, buyer, line, cartId, packId, index === 0 ? cost : 0);
      sell(world, line, order);
      return order;
    });
  });
  const [payment] = orders[0]?.payments ?? [];
  if (payment !== undefined) {
    payment.interest = options.interest;
    payment.coupon_amount = options.coupon;
  }
  for (const [index, order] of orders.entries()) {
    const coupon = options.sellerCoupons?.[index] ?? 0;
    const [first] = order.payments;
    if (coupon > 0 && first !== undefined) {
      first.coupon_amount = roundReais(first.coupon_amount + coupon);
      first.seller_coupon = coupon;
      order.tags = [...new Set([...order.tags, 'order_has_discount'])];
    }
    order.buffered = options.buffered;
    if (!options.pay) orderChanged(world, order);
  }
  if (options.pay) for (const sellerId of sellers) payFirst(world, orders, sellerId);
  return orders;
};

const payFirst = (world: World, orders: Order[], sellerId: number): void => {
  const first = orders.find((order) => order.seller_id === sellerId);
  if (first !== undefined) payCart(world, first);
};

export type Cancelling = { by: 'buyer' | 'seller' | 'mercadolibre'; reason: string; restock: boolean };

const cancelShipmentOf = (world: World, order: Order): void => {
  const shipment = world.market.shipments[String(order.shipment_id)];
  if (shipment === undefined || ['shipped', 'delivered', 'cancelled'].includes(shipment.status)) return;
  const alive = shipment.order_ids.some((id) => world.market.orders[String(id)]?.status !== 'cancelled');
  if (alive) return;
  const now = world.clock.now().toISOString();
  shipment.status = 'cancelled';
  shipment.substatus = null;
  shipment.last_updated = now;
  shipment.history.push({ status: 'cancelled', substatus: null, date: now });
  notify(world, 'shipments', `/shipments/${shipment.id}`, shipment.seller_id);
};

export const cancelOrder = (world: World, order: Order, cancelling: Cancelling): boolean => {
  if (order.status === 'cancelled') return false;
  const now = world.clock.now().toISOString();
  const paid = order.status === 'paid';
  order.status = 'cancelled';
  order.date_closed ??= now;
  order.expiration_date = null;
  order.cancel_detail = {
    group: cancelling.by,
    code: cancelling.reason,
    description: cancelling.reason.replaceAll('_', ' '),
    requested_by: cancelling.by,
    date: now,
  };
  for (const payment of order.payments) {
    payment.status = paid ? 'refunded' : 'cancelled';
    payment.status_detail = paid ? 'refunded' : 'expired';
  }
  const item = world.market.items[order.item_id];
  if (item !== undefined && cancelling.restock && item.status !== 'closed') {
    const gone = item.variations.length > 0 && variationOf(item, order.variation_id) === null;
    if (gone) itemChanged(world, item);
    else returnStock(world, item, order.variation_id, order.quantity, order.taken ?? []);
    if (paid) recordSale(world, order, 'SALE_CANCELATION');
  }
  cancelShipmentOf(world, order);
  orderChanged(world, order);
  return true;
};

/**
 * Refunds a part of a payment, repeatedly until nothing is left; the sale goes on. False if the refund exceeds the
 * payment.
 */
export const refundPart = (world: World, order: Order, amount: number): boolean => {
  const payment = order.payments.find(({ status }) => status === 'approved');
  const back = roundReais((payment?.refunded ?? 0) + amount);
  if (payment === undefined || amount <= 0 || back > payment.transaction_amount) return false;
  payment.refunded = back;
  const whole = back === payment.transaction_amount;
  payment.status_detail = whole ? 'refunded' : 'partially_refunded';
  if (whole) payment.status = 'refunded';
  order.status = whole ? order.status : 'partially_refunded';
  notify(world, 'payments', `/collections/${payment.id}`, order.seller_id);
  orderChanged(world, order);
  return true;
};

/** Unpaid orders expire; applied at every read. */
export const expireUnpaid = (world: World): void => {
  const now = world.clock.now().toISOString();
  for (const order of Object.values(world.market.orders)) {
    if (
      order.status === 'payment_required' &&
      order.expiration_date !== null &&
      order.expiration_date <= now
    ) {
      cancelOrder(world, order, { by: 'mercadolibre', reason: 'payment_expired', restock: true });
    }
  }
};
