import { later } from '../../clock.ts';
import type { World } from '../../world.ts';
import { soldInDiscount } from '../discounts/state.ts';
import type { Buyer, Item, Market, Model, Order, OrderLine, OrderStatus } from '../market.ts';
import { nextId, secondsOf } from '../market.ts';
import { modelName } from '../products/item-views.ts';
import { itemChanged } from '../products/items.ts';
import { modelOf } from '../products/models.ts';
import { paidPrice, runningPromotion } from '../products/price-info.ts';
import { giveBack, mostOf, sideOf, takeFrom } from '../products/stock-places.ts';
import { tierFor } from '../products/wholesale.ts';
import { push } from '../push.ts';
import { channelById } from '../shops.ts';

const DAY = 24 * 3_600_000;
const PAY_WITHIN_MS = 2 * DAY;
const SHIPPING_FEE = 14.9;

export type PurchaseLine = { itemId: number; modelId: number; quantity: number };

export type PurchaseRefusal = {
  refused: 'not-found' | 'not-for-sale' | 'model-required' | 'out-of-stock' | 'two-shops';
  itemId: number;
};

type Picked = PurchaseLine & { item: Item; model: Model | null };

export const availableOf = (item: Item, model: Model | null): number => mostOf(model ?? item);

/** Sent by the marketplace if its warehouse has all of it, else by the shop; null if neither has. */
const senderOf = (picked: Picked[]): 'shopee' | 'shop' | null => {
  const wanted = new Map<Item | Model, number>();
  for (const { item, model, quantity } of picked) {
    const place = model ?? item;
    wanted.set(place, (wanted.get(place) ?? 0) + quantity);
  }
  const has = (byShopee: boolean) =>
    [...wanted].every(([place, quantity]) => sideOf(place, byShopee) >= quantity);
  if (has(true)) return 'shopee';
  return has(false) ? 'shop' : null;
};

const pick = (market: Market, lines: PurchaseLine[]): Picked[] | PurchaseRefusal => {
  const picked: Picked[] = [];
  const wanted = new Map<string, number>();
  for (const line of lines) {
    const item = market.items[String(line.itemId)];
    if (item === undefined) return { refused: 'not-found', itemId: line.itemId };
    const model = modelOf(item, line.modelId);
    if (item.item_status !== 'NORMAL' || line.quantity < 1)
      return { refused: 'not-for-sale', itemId: item.item_id };
    if (item.models.length > 0 && model === null) return { refused: 'model-required', itemId: item.item_id };
    const place = `${item.item_id}/${model?.model_id ?? 0}`;
    const total = (wanted.get(place) ?? 0) + line.quantity;
    wanted.set(place, total);
    if (total > availableOf(item, model)) return { refused: 'out-of-stock', itemId: item.item_id };
    picked.push({ ...line, item, model });
  }
  const [first] = picked;
  const other = picked.find(({ item }) => item.shop_id !== first?.item.shop_id);
  return other === undefined ? picked : { refused: 'two-shops', itemId: other.item.item_id };
};

const promotionOf = (world: World, place: Item | Model): Pick<OrderLine, 'promotion_id'> => {
  const promotion = runningPromotion(world, place);
  return promotion === null ? {} : { promotion_id: promotion.promotion_id };
};

/** A promotion sets the price of every unit; without one a large purchase has the price of its tier. */
const priceFor = (
  world: World,
  { item, model, quantity }: Picked,
): Pick<OrderLine, 'price' | 'wholesale'> => {
  const place = model ?? item;
  const tier = runningPromotion(world, place) === null ? tierFor(item, quantity) : null;
  return tier === null ? { price: paidPrice(world, place) } : { price: tier.unit_price, wholesale: true };
};

const lineOf = (world: World, picked: Picked, byShopee: boolean): OrderLine => {
  const { item, model, quantity } = picked;
  return {
    item_id: item.item_id,
    model_id: model?.model_id ?? 0,
    item_name: item.item_name,
    item_sku: item.item_sku,
    model_name: model === null ? '' : modelName(item, model),
    model_sku: model?.model_sku ?? '',
    quantity,
    ...priceFor(world, picked),
    original_price: (model ?? item).original_price,
    ...promotionOf(world, model ?? item),
    weight: model?.weight ?? item.weight,
    taken: takeFrom(model ?? item, quantity, byShopee),
  };
};

const countSale = (world: World, { item, model, quantity }: Picked): void => {
  const place = model ?? item;
  place.sold += quantity;
  soldInDiscount(world, place, quantity);
  if (model !== null) item.sold += quantity;
  itemChanged(world, item);
};

/** `261124A00001B2`: the day, and a number in letters. */
const orderSn = (world: World): string => {
  const day = world.clock.now().toISOString().slice(2, 10).replaceAll('-', '');
  return `${day}${(0x2_00_00_00 + nextId(world.shopee, 'order') * 7_919).toString(36).toUpperCase().padStart(8, 'A')}`;
};

export type PurchaseOptions = {
  pay: boolean;
  channelId: number | null;
  /** The buyer's message to the shop, and the discount of a shop's voucher. */
  message?: string | null;
  voucher?: number | null;
};

const channelFor = (items: Item[], wanted: number | null): number => {
  const common = (items[0]?.logistics ?? []).filter(
    ({ logistic_id: id, enabled }) =>
      enabled &&
      items.every(({ logistics }) => logistics.some((entry) => entry.logistic_id === id && entry.enabled)),
  );
  const ids = common.map(({ logistic_id: id }) => id);
  const usual = ids.find((id) => channelById(id)?.accessory === false);
  return wanted !== null && ids.includes(wanted) ? wanted : (usual ?? 90_003);
};

/** The seller of every item took the freight over, for the way that they are sent. */
export const isFreeToBuyer = (items: Item[], channelId: number): boolean =>
  items.every(({ logistics }) => logistics.some((entry) => entry.logistic_id === channelId && entry.is_free));

/** One synchronous step from looking at the stock to taking it. All lines or none, of one shop. */
export const buyFrom = (
  world: World,
  lines: PurchaseLine[],
  buyer: Buyer,
  options: PurchaseOptions,
): Order | PurchaseRefusal => {
  const picked = pick(world.shopee, lines);
  if (!Array.isArray(picked)) return picked;
  const [first] = picked;
  if (first === undefined) return { refused: 'not-found', itemId: 0 };
  const sender = senderOf(picked);
  if (sender === null) return { refused: 'out-of-stock', itemId: first.item.item_id };
  const byShopee = sender === 'shopee';
  const now = world.clock.now().toISOString();
  const items = picked.map(({ item }) => item);
  const channelId = channelFor(items, options.channelId);
  const isFree = isFreeToBuyer(items, channelId);
  const order: Order = {
    order_sn: orderSn(world),
    shop_id: first.item.shop_id,
    buyer,
    lines: picked.map((one) => lineOf(world, one, byShopee)),
    ...(byShopee && { by_shopee: true }),
    order_status: 'UNPAID',
    status_before: null,
    create_time: now,
    update_time: now,
    pay_time: null,
    ship_by: null,
    channel_id: channelId,
    package_number: `OFG${nextId(world.shopee, 'package')}`,
    logistics_status: 'LOGISTICS_NOT_START',
    tracking_number: '',
    tracking_at: null,
    pickup_done: null,
    invoice: null,
    document: null,
    shipping_fee: isFree ? 0 : SHIPPING_FEE,
    seller_freight: isFree ? SHIPPING_FEE : 0,
    days_to_ship: Math.max(...items.map(({ pre_order: preOrder }) => preOrder.days_to_ship)),
    seller_discount: 0,
    seller_voucher: options.voucher ?? 0,
    message: options.message ?? '',
    note: '',
    cancel: null,
  };
  world.shopee.orders[order.order_sn] = order;
  for (const line of picked) countSale(world, line);
  tellStatus(world, order);
  if (options.pay) payOrder(world, order);
  return order;
};

/** An invoice has to be there before the parcel is arranged. */
export const waitsForInvoice = (world: World, order: Order): boolean => {
  const shop = world.shopee.shops.find(({ shop_id: id }) => id === order.shop_id);
  return (
    order.order_status === 'READY_TO_SHIP' &&
    order.invoice === null &&
    order.by_shopee !== true &&
    shop?.tax_id_type === 'CNPJ' &&
    channelById(order.channel_id)?.invoiced === true
  );
};

export const orderChanged = (world: World, order: Order): void => {
  order.update_time = world.clock.now().toISOString();
  world.changed();
};

const tellStatus = (world: World, order: Order): void => {
  orderChanged(world, order);
  push(world, 3, order.shop_id, {
    ordersn: order.order_sn,
    status: order.order_status,
    update_time: secondsOf(order.update_time),
    completed_scenario: '',
    items: [],
  });
};

export const moveOrder = (world: World, order: Order, status: OrderStatus, logistics?: string): void => {
  order.order_status = status;
  if (logistics !== undefined) order.logistics_status = logistics;
  if (status === 'COMPLETED') order.completed_at ??= world.clock.now().toISOString();
  tellStatus(world, order);
};

export const payOrder = (world: World, order: Order): boolean => {
  if (order.order_status !== 'UNPAID') return false;
  const now = world.clock.now();
  order.pay_time = now.toISOString();
  order.logistics_status = 'LOGISTICS_READY';
  order.order_status = 'READY_TO_SHIP';
  order.ship_by = waitsForInvoice(world, order)
    ? null
    : later(now, (order.days_to_ship ?? 2) * DAY).toISOString();
  tellStatus(world, order);
  return true;
};

const restock = (world: World, order: Order): void => {
  for (const line of order.lines) {
    const item = world.shopee.items[String(line.item_id)];
    if (item === undefined) continue;
    const place = modelOf(item, line.model_id) ?? (item.models.length === 0 ? item : null);
    if (place === null) continue;
    giveBack(place, line.taken ?? [], line.quantity - (line.cancelled ?? 0), order.by_shopee === true);
    itemChanged(world, item);
  }
};

/**
 * Some units of a line are canceled and the order goes on: the purchased quantity stays, the active one decreases.
 * False if it is too late, or if nothing of the order would be left.
 */
export const cancelPart = (world: World, order: Order, at: number, quantity: number): boolean => {
  const line = order.lines[at];
  const active = order.lines.reduce((sum, one) => sum + one.quantity - (one.cancelled ?? 0), 0);
  const open = ['READY_TO_SHIP', 'PROCESSED', 'RETRY_SHIP'].includes(order.order_status);
  if (line === undefined || !open || quantity < 1 || quantity >= active) return false;
  if (quantity > line.quantity - (line.cancelled ?? 0)) return false;
  line.cancelled = (line.cancelled ?? 0) + quantity;
  const item = world.shopee.items[String(line.item_id)];
  const place = item && (modelOf(item, line.model_id) ?? (item.models.length === 0 ? item : null));
  if (item && place) {
    giveBack(place, line.taken ?? [], quantity, order.by_shopee === true);
    itemChanged(world, item);
  }
  tellStatus(world, order);
  return true;
};

export type Cancelling = { by: 'buyer' | 'seller' | 'system'; reason: string; buyerReason?: string };

export const cancelOrder = (world: World, order: Order, cancelling: Cancelling): boolean => {
  if (order.order_status === 'CANCELLED' || order.order_status === 'COMPLETED') return false;
  order.cancel = {
    by: cancelling.by,
    reason: cancelling.reason,
    buyer_reason: cancelling.buyerReason ?? '',
  };
  restock(world, order);
  moveOrder(world, order, 'CANCELLED', 'LOGISTICS_REQUEST_CANCELED');
  return true;
};

/**
 * An unpaid order ends at once; a paid one waits for the seller's decision; a shipped one can no longer be canceled.
 */
export const askToCancel = (world: World, order: Order, reason: string): boolean => {
  if (order.order_status === 'UNPAID')
    return cancelOrder(world, order, { by: 'buyer', reason: 'Buyer requested', buyerReason: reason });
  if (!['READY_TO_SHIP', 'PROCESSED', 'RETRY_SHIP'].includes(order.order_status)) return false;
  order.status_before = order.order_status;
  order.cancel = { by: 'buyer', reason: '', buyer_reason: reason };
  moveOrder(world, order, 'IN_CANCEL');
  return true;
};

/** Unpaid orders expire; applied at every read. */
export const expireUnpaid = (world: World): void => {
  const now = world.clock.now();
  for (const order of Object.values(world.shopee.orders)) {
    if (order.order_status === 'UNPAID' && later(new Date(order.create_time), PAY_WITHIN_MS) <= now)
      cancelOrder(world, order, { by: 'system', reason: 'Unpaid Order' });
  }
};
