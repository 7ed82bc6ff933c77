import { isFields } from '../reading.ts';
import type { AfterSale } from './after-sale/state.ts';
import { emptyAfterSale } from './after-sale/state.ts';
import type { Campaign } from './campaigns/campaign.ts';
import type { Inventory } from './full-stock/record.ts';
import type { Buyer, Seller } from './people.ts';
import { seedBuyers, seedSellers } from './people.ts';
import type { ReputationSetting } from './reputation-setting.ts';

/** Names with underscores are those of the protocol. */
export type AttributeValue = {
  id: string | null;
  name: string;
  value_id: string | null;
  value_name: string | null;
};

export type Variation = {
  id: number;
  price: number;
  available_quantity: number;
  sold_quantity: number;
  picture_ids: string[];
  attribute_combinations: AttributeValue[];
  attributes: AttributeValue[];
  seller_custom_field: string | null;
  /** Its stock in the marketplace's warehouse. */
  inventory_id?: string | null;
};

export type Shipping = {
  mode: string;
  logistic_type: string;
  free_shipping: boolean;
  local_pick_up: boolean;
  dimensions: string | null;
  /** Sent by the seller too, next to the marketplace's warehouse. */
  flex?: boolean;
};

export type Item = {
  id: string;
  seller_id: number;
  category_id: string;
  domain_id: string;
  title: string;
  family_name: string | null;
  family_id: number | null;
  user_product_id: string | null;
  inventory_id?: string | null;
  price: number;
  available_quantity: number;
  initial_quantity: number;
  sold_quantity: number;
  buying_mode: string;
  condition: string;
  listing_type_id: string;
  picture_ids: string[];
  attributes: AttributeValue[];
  variations: Variation[];
  sale_terms: AttributeValue[];
  shipping: Shipping;
  status: string;
  sub_status: string[];
  tags: string[];
  channels: string[];
  video_id: string | null;
  seller_custom_field: string | null;
  parent_item_id: string | null;
  relisted: boolean;
  price_automation: boolean;
  /** Prices that companies pay from a number of units on, and the last id of a price that was given. */
  quantity_prices?: QuantityPrice[];
  last_price_id?: number;
  /** The item shows no price. */
  price_hidden: boolean;
  /** A virtual kit of user products, whose quantity cannot be written. */
  bundle?: { type: 'kit'; components: { user_product_id: string; quantity: number }[] };
  /** What the marketplace found against it, newest first. */
  infractions?: { date_created: string; reason: string; remedy: string | null }[];
  description: { plain_text: string; date_created: string; last_updated: string } | null;
  date_created: string;
  last_updated: string;
  stop_time: string;
};

export type Picture = {
  id: string;
  seller_id: number;
  source: string | null;
  state: 'ready' | 'pending' | 'failed';
  width: number;
  height: number;
  content_type: string;
};

/** Stock of the new model lives here, one number for all items of the product; `version` is the `x-version` header. */
export type UserProduct = {
  id: string;
  user_id: number;
  family_id: number;
  version: number;
  locations: StockLocation[];
};

export type StockLocation = {
  /** `meli_facility` is the marketplace's own warehouse, which the seller cannot write. */
  type: 'selling_address' | 'seller_warehouse' | 'meli_facility';
  quantity: number;
  store_id: string | null;
  network_node_id: string | null;
};

export type Family = { id: number; user_id: number; key: string; family_name: string };

export type Payment = {
  id: number;
  status: string;
  status_detail: string | null;
  payment_method_id: string;
  payment_type: string;
  transaction_amount: number;
  shipping_cost: number;
  /** Interest of instalments, in addition to the price, and the discount of a coupon. */
  interest: number;
  coupon_amount: number;
  /** The part of the coupon that the seller pays. */
  seller_coupon?: number;
  /** The refunded part. */
  refunded?: number;
  date_created: string;
  date_approved: string | null;
};

/** Of money that was released, with the columns it was requested with. */
export type ReleaseReport = {
  id: number;
  user_id: number;
  begin_date: string;
  end_date: string;
  date_created: string;
  /** Null while it is prepared. */
  file_name: string | null;
  columns: string[];
};

export type QuantityPrice = { id: string; amount: number; min_purchase_unit: number };

export type Order = {
  id: number;
  seller_id: number;
  buyer_id: number;
  status: string;
  status_detail: string | null;
  pack_id: number | null;
  cart_id: number;
  shipment_id: number | null;
  item_id: string;
  variation_id: number | null;
  title: string;
  category_id: string;
  condition: string;
  user_product_id: string | null;
  /** The places it was taken from; only stock that has places. */
  taken?: StockLocation[];
  seller_sku: string | null;
  variation_attributes: AttributeValue[];
  listing_type_id: string;
  quantity: number;
  unit_price: number;
  /** Before a promotion that ran when it was bought. */
  full_unit_price?: number;
  sale_fee: number;
  /** The campaign it was sold in, and the part of the discount that the marketplace pays, for all units. */
  campaign?: { id: string; offer_id: string; meli_amount: number };
  payments: Payment[];
  tags: string[];
  fulfilled: boolean | null;
  buffered: boolean;
  cancel_detail: {
    group: string;
    code: string;
    description: string;
    requested_by: string;
    date: string;
  } | null;
  feedback: { id: number; fulfilled: boolean; rating: string; message: string; reason: string | null } | null;
  date_created: string;
  date_closed: string | null;
  last_updated: string;
  expiration_date: string | null;
};

export type Shipment = {
  id: number;
  seller_id: number;
  buyer_id: number;
  /** From the buyer back to the seller. */
  returning?: boolean;
  order_ids: number[];
  /** The seller's store that it leaves from. */
  node?: string | null;
  pack_id: number | null;
  status: string;
  substatus: string | null;
  mode: string;
  logistic_type: string;
  tracking_number: string;
  cost: number;
  buffering_date: string | null;
  handling_limit: string;
  estimated_delivery: string;
  invoice_id: number | null;
  history: { status: string; substatus: string | null; date: string }[];
  date_created: string;
  last_updated: string;
};

export type Invoice = {
  id: number;
  shipment_id: number;
  sender_id: number;
  fiscal_key: string;
  invoice_serie: string;
  invoice_number: string;
  invoice_amount: number;
  invoice_date: string;
  date_created: string;
  last_updated: string;
};

export const questionStatuses = [
  'UNANSWERED',
  'ANSWERED',
  'CLOSED_UNANSWERED',
  'UNDER_REVIEW',
  'BANNED',
  'DELETED',
  'DISABLED',
] as const;
export type QuestionStatus = (typeof questionStatuses)[number];

export type Question = {
  id: number;
  seller_id: number;
  item_id: string;
  buyer_id: number;
  text: string;
  status: QuestionStatus;
  deleted_from_listing: boolean;
  hold: boolean;
  answer: { text: string; status: string; date_created: string } | null;
  date_created: string;
};

export type Notice = {
  id: string;
  topic: string;
  resource: string;
  /** Events, for topics that name them. */
  actions?: string[];
  user_id: number;
  attempts: number;
  /** `held` waits for a release, `lost` was dropped on purpose, `missed` used all attempts. */
  state: 'waiting' | 'held' | 'delivered' | 'missed' | 'lost';
  sent: string;
  received: string;
  answer: string | null;
};

type AccessToken = { user_id: number; expires_at: string };
type RefreshToken = { user_id: number; expires_at: string; live: boolean };
export type AuthorizationCode = {
  user_id: number;
  redirect_uri: string;
  challenge: string | null;
  method: string;
  expires_at: string;
  used: boolean;
};

export type Market = {
  counters: Record<string, number>;
  sellers: Seller[];
  buyers: Buyer[];
  items: Record<string, Item>;
  pictures: Record<string, Picture>;
  userProducts: Record<string, UserProduct>;
  /** Goods in the marketplace's own warehouses. */
  inventories: Record<string, Inventory>;
  families: Record<string, Family>;
  orders: Record<string, Order>;
  shipments: Record<string, Shipment>;
  invoices: Record<string, Invoice>;
  questions: Record<string, Question>;
  afterSale: AfterSale;
  /** Campaigns of the marketplace and of sellers, with the items in them. */
  campaigns: Record<string, Campaign>;
  /** Reputation overrides, by seller. */
  reputations: Record<string, ReputationSetting>;
  releaseReports: Record<string, ReleaseReport>;
  /** The columns that a seller configured for them, by seller. */
  releaseColumns: Record<string, string[]>;
  /** By category: percent of the price, in the place of the usual. */
  fees: Record<string, number>;
  carts: Record<string, { item_id: string; variation_id: number | null; quantity: number }[]>;
  notices: Notice[];
  codes: Record<string, AuthorizationCode>;
  accessTokens: Record<string, AccessToken>;
  refreshTokens: Record<string, RefreshToken>;
  /** User ids that have the application authorised; only their events are notified. */
  grants: number[];
  scrolls: Record<string, { ids: string[]; expires_at: string }>;
  accessTokenSeconds: number;
};

export const emptyMarket = (): Market => ({
  counters: {},
  sellers: seedSellers(),
  buyers: seedBuyers(),
  items: {},
  pictures: {},
  userProducts: {},
  inventories: {},
  families: {},
  orders: {},
  shipments: {},
  invoices: {},
  questions: {},
  afterSale: emptyAfterSale(),
  campaigns: {},
  reputations: {},
  releaseReports: {},
  releaseColumns: {},
  fees: {},
  carts: {},
  notices: [],
  codes: {},
  accessTokens: {},
  refreshTokens: {},
  grants: [],
  scrolls: {},
  accessTokenSeconds: 21_600,
});

export const restoreMarket = (found: unknown): Market =>
  // An earlier snapshot; fields added since then get their empty value.
  isFields(found) && isFields(found.items)
    ? { ...emptyMarket(), ...(found as Partial<Market>) }
    : emptyMarket();

/** First number of each series, so that ids look like the real ones. */
const firstIds: Record<string, number> = {
  item: 4_000_000_001,
  variation: 174_390_848_694,
  userProduct: 3_000_000_001,
  family: 9_871_232_123_001,
  order: 2_000_003_508_897_196,
  pack: 2_000_000_101_334_825,
  payment: 4_863_317_779,
  shipment: 43_308_302_844,
  invoice: 5_020_110_001,
  picture: 900_001,
  feedback: 9_044_001_001,
  question: 13_000_000_001,
  claim: 5_300_000_001,
  return: 57_341_011,
  review: 41_672_915,
  campaign: 1_806_015,
  inventory: 5_831,
  operation: 306_705_012,
  offer: 10_000_081_416,
  releaseReport: 64_978_498,
};

export const nextId = (market: Market, series: string): number => {
  const id = market.counters[series] ?? firstIds[series] ?? 1;
  market.counters[series] = id + 1;
  return id;
};

export const sellerById = (market: Market, id: number | null): Seller | null =>
  market.sellers.find((seller) => seller.id === id) ?? null;

export const buyerById = (market: Market, id: number | null): Buyer | null =>
  market.buyers.find((buyer) => buyer.id === id) ?? null;
