import type { FaultList } from '../control/faults.ts';
import type { Fields } from '../reading.ts';
import { isFields } from '../reading.ts';
import type { Discount } from './discounts/discount.ts';
import type { ShopeeFaultKind } from './faults.ts';
import type { Address, Shop } from './shops.ts';
import { seedShops } from './shops.ts';

/** Names with underscores are those of the protocol; times are ISO texts here, seconds in the protocol. */

export type Tier = { name: string; options: { option: string; image_id: string | null }[] };

/** A campaign of an item or a model; `price_info` shows its price next to the original one. */
export type Promotion = {
  promotion_id: number;
  promotion_type: string;
  price: number;
  start_time: string;
  end_time: string;
};

/** Each unit of a purchase of so many units costs `unit_price`. */
export type Wholesale = { min_count: number; max_count: number; unit_price: number };

/** Units at one place: a warehouse of the shop, or one of the marketplace's. */
export type PlacedStock = { location_id: string; stock: number };

type Dimension = { package_length: number; package_width: number; package_height: number };

export type Model = {
  model_id: number;
  tier_index: number[];
  model_sku: string;
  original_price: number;
  promotion?: Promotion | null;
  /** Tells no price. */
  unpriced?: boolean;
  /** The shop's own, in all places. */
  stock: number;
  /** By warehouse, if the shop has several. */
  places?: PlacedStock[];
  /** In the marketplace's own warehouse, which sends it. */
  shopee_stock?: PlacedStock[];
  /** Stock reserved for a promotion. */
  reserved: number;
  gtin_code: string;
  /** Its own parcel; null: that of the item. */
  weight: number | null;
  dimension: Dimension | null;
  sold: number;
};

export type ItemStatus = 'NORMAL' | 'BANNED' | 'UNLIST' | 'REVIEWING' | 'SELLER_DELETE' | 'SHOPEE_DELETE';

export type LogisticInfo = {
  logistic_id: number;
  enabled: boolean;
  is_free: boolean;
};

/** What the marketplace found against an item; `due`: until when it waits for a correction. */
export type Violation = {
  violation_type: string;
  violation_reason: string;
  suggestion: string;
  due: string | null;
  at: string;
};

export type Item = {
  item_id: number;
  shop_id: number;
  category_id: number;
  item_name: string;
  description: string;
  item_sku: string;
  item_status: ItemStatus;
  condition: 'NEW' | 'USED';
  weight: number;
  dimension: Dimension | null;
  image_ids: string[];
  attributes: Fields[];
  brand: { brand_id: number; original_brand_name: string };
  logistics: LogisticInfo[];
  pre_order: { is_pre_order: boolean; days_to_ship: number };
  gtin_code: string;
  tax_info: Fields | null;
  original_price: number;
  /** Prices of larger purchases, by rising count. */
  wholesales?: Wholesale[];
  promotion?: Promotion | null;
  unpriced?: boolean;
  violations?: Violation[];
  /** Shown lower in the search. */
  deboost?: boolean;
  stock: number;
  places?: PlacedStock[];
  shopee_stock?: PlacedStock[];
  reserved: number;
  sold: number;
  tiers: Tier[];
  models: Model[];
  create_time: string;
  update_time: string;
};

export type Image = { image_id: string; content_type: string };

export type OrderLine = {
  item_id: number;
  model_id: number;
  item_name: string;
  item_sku: string;
  model_name: string;
  model_sku: string;
  quantity: number;
  price: number;
  /** Of what it was, while a promotion ran. */
  original_price?: number;
  promotion_id?: number;
  wholesale?: boolean;
  /** Of the units, those that were called off since. */
  cancelled?: number;
  /** The places that the units were taken from. */
  taken?: PlacedStock[];
  weight: number;
};

export type OrderStatus =
  | 'UNPAID'
  | 'READY_TO_SHIP'
  | 'PROCESSED'
  | 'RETRY_SHIP'
  | 'SHIPPED'
  | 'TO_CONFIRM_RECEIVE'
  | 'IN_CANCEL'
  | 'CANCELLED'
  | 'TO_RETURN'
  | 'COMPLETED';

export type Buyer = {
  id: number;
  username: string;
  name: string;
  document: string;
  address: Address;
};

export type OrderInvoice = {
  number: string;
  series_number: string;
  access_key: string;
  issue_date: string;
  total_value: number;
  products_total_value: number;
  tax_code: string;
  /** As it was sent, if it was a file. */
  xml: string | null;
};

type ShippingDocument = { type: string; ready_at: string; reported: boolean; failed: boolean };

export type Order = {
  order_sn: string;
  shop_id: number;
  buyer: Buyer;
  lines: OrderLine[];
  order_status: OrderStatus;
  /** The state to which a refused cancellation returns. */
  status_before: OrderStatus | null;
  /** Sent by the marketplace from its own warehouse. */
  by_shopee?: boolean;
  create_time: string;
  update_time: string;
  /** When its money was released. */
  completed_at?: string;
  pay_time: string | null;
  ship_by: string | null;
  channel_id: number;
  package_number: string;
  logistics_status: string;
  tracking_number: string;
  /** The time from which the number exists. */
  tracking_at: string | null;
  pickup_done: string | null;
  invoice: OrderInvoice | null;
  document: ShippingDocument | null;
  shipping_fee: number;
  /** The seller's part of it: the buyer paid nothing. */
  seller_freight?: number;
  /** The dispatch time that its items promised. */
  days_to_ship?: number;
  seller_discount: number;
  /** A voucher that the shop gave. */
  seller_voucher?: number;
  /** The buyer's message to the shop; `note` is the shop's own. */
  message?: string;
  note: string;
  cancel: { by: string; reason: string; buyer_reason: string } | null;
};

export type ReturnStatus =
  | 'REQUESTED'
  | 'PROCESSING'
  | 'ACCEPTED'
  | 'JUDGING'
  | 'SELLER_DISPUTE'
  | 'CANCELLED'
  | 'CLOSED';

export type Return = {
  return_sn: string;
  order_sn: string;
  shop_id: number;
  status: ReturnStatus;
  reason: string;
  text_reason: string;
  refund_amount: number;
  /** 0 with the goods coming back, 1 the money alone. */
  return_solution: 0 | 1;
  after_completion: boolean;
  lines: { item_id: number; model_id: number; amount: number }[];
  /** Ids of the pictures that the buyer shows. */
  images?: string[];
  negotiation: { status: string; solution: string; amount: number; by: string } | null;
  proof: { photos: Fields[]; description: string } | null;
  dispute: Fields | null;
  tracking_number: string;
  logistics_status: string;
  create_time: string;
  update_time: string;
  due: string;
  ship_due: string | null;
  seller_due: string | null;
};

export type Comment = {
  comment_id: number;
  shop_id: number;
  order_sn: string;
  item_id: number;
  model_id: number;
  comment: string;
  rating_star: number;
  buyer_username: string;
  create_time: string;
  reply: { reply: string; create_time: string } | null;
};

export type MetricSetting = {
  /** Null means not measured. */
  current?: number | null;
  last?: number | null;
  target?: number;
  comparator?: string;
};

export type LateOrder = { order_sn: string; shipping_deadline: number; late_by_days: number };

export type Penalty = { issued: string; points: number; violation_type: number; reference_id: number };

/** Overrides of a shop's health; missing values are computed from its orders. */
export type ShopHealth = {
  /** 1 poor to 4 excellent. */
  rating: number | null;
  /** By the number of the metric. */
  metrics: Record<string, MetricSetting>;
  late_orders: LateOrder[] | null;
  penalties: Penalty[];
};

export type Push = {
  id: string;
  /** Increasing; lost ones are confirmed up to an id. */
  sequence: number;
  code: number;
  shop_id: number | null;
  /** The very bytes. */
  body: string;
  signature: 'right' | 'wrong' | 'none';
  attempts: number;
  /** `lost` used all attempts and can be requested, `swallowed` is not kept. */
  state: 'waiting' | 'held' | 'delivered' | 'lost' | 'confirmed' | 'swallowed';
  due: string;
  sent: string | null;
  lost_at: string | null;
  answer: string | null;
};

export type Grant = { auth_time: string; expire_time: string; warned: boolean };
type Token = { shop_id: number; expires_at: string };
export type Bucket = { level: number; at: string };

export type Market = {
  counters: Record<string, number>;
  shops: Shop[];
  items: Record<string, Item>;
  /** Discounts of the sellers. */
  discounts: Record<string, Discount>;
  images: Record<string, Image>;
  orders: Record<string, Order>;
  returns: Record<string, Return>;
  comments: Comment[];
  /** By shop. */
  health: Record<string, ShopHealth>;
  pushes: Push[];
  /** Too many failed: pushes are disabled until they are enabled again. */
  push_suspended: boolean;
  codes: Record<string, Token & { days: number }>;
  accessTokens: Record<string, Token>;
  refreshTokens: Record<string, Token>;
  grants: Record<string, Grant>;
  buckets: Record<string, Bucket>;
  faults: FaultList<ShopeeFaultKind>;
};

export const emptyMarket = (): Market => ({
  counters: {},
  shops: seedShops(),
  items: {},
  discounts: {},
  images: {},
  orders: {},
  returns: {},
  comments: [],
  health: {},
  pushes: [],
  push_suspended: false,
  codes: {},
  accessTokens: {},
  refreshTokens: {},
  grants: {},
  buckets: {},
  faults: { nextId: 1, active: [] },
});

export const restoreMarket = (found: unknown): Market =>
  // An earlier snapshot; fields added since then get their empty value.
  isFields(found) && isFields(found.items)
    ? { ...emptyMarket(), ...(found as Partial<Market>) }
    : emptyMarket();

const firstIds: Record<string, number> = {
  item: 25_600_144_043,
  model: 190_200_001,
  discount: 665_123_666_665_499,
  order: 1,
  package: 134_731_496_217_591,
  return: 1,
  comment: 41_100_001,
  penalty: 8_220_001,
  push: 176_001,
};

export const nextId = (market: Market, series: string): number => {
  const id = market.counters[series] ?? firstIds[series] ?? 1;
  market.counters[series] = id + 1;
  return id;
};

export const shopById = (market: Market, id: number | null): Shop | null =>
  market.shops.find((shop) => shop.shop_id === id) ?? null;

/** Unix seconds. */
export const secondsOf = (iso: string | null): number =>
  iso === null ? 0 : Math.floor(Date.parse(iso) / 1000);
