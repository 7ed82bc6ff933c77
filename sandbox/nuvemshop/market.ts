import type { FaultList } from '../control/faults.ts';
import { isFields } from '../reading.ts';
import type { StoreFaultKind } from './faults.ts';
import type { Location, Store } from './stores.ts';
import { seedStores } from './stores.ts';

/** Names with underscores are those of the protocol. Texts are stored by language. */
export type Localized = Record<string, string>;

export type Category = {
  id: number;
  store_id: number;
  name: Localized;
  description: Localized;
  handle: Localized;
  /** 0 for a root. */
  parent: number;
  created_at: string;
  updated_at: string;
};

/** `null` stock is without end. */
export type InventoryLevel = { location_id: string; stock: number | null };

export type Variant = {
  id: number;
  product_id: number;
  image_id: number | null;
  position: number;
  /** Decimals as text; a price of `null` means price on request. */
  price: string | null;
  promotional_price: string | null;
  cost: string | null;
  inventory_levels: InventoryLevel[];
  weight: string;
  width: string;
  height: string;
  depth: string;
  sku: string | null;
  barcode: string | null;
  mpn: string | null;
  values: Localized[];
  created_at: string;
  updated_at: string;
};

export type ProductImage = {
  id: number;
  product_id: number;
  position: number;
  type: string;
  created_at: string;
  updated_at: string;
};

export const visibilities = ['visible', 'unlisted', 'hidden'] as const;
export type Visibility = (typeof visibilities)[number];

export type Product = {
  id: number;
  store_id: number;
  name: Localized;
  description: Localized;
  handle: Localized;
  attributes: Localized[];
  visibility: Visibility;
  free_shipping: boolean;
  requires_shipping: boolean;
  brand: string | null;
  seo_title: string;
  seo_description: string;
  tags: string;
  video_url?: string | null;
  category_ids: number[];
  variants: Variant[];
  images: ProductImage[];
  sold: number;
  created_at: string;
  updated_at: string;
};

export type OrderLine = {
  id: number;
  product_id: number;
  variant_id: number;
  name: string;
  variant_values: string[];
  price: string;
  quantity: number;
  sku: string | null;
  weight: string;
};

export type CustomerAddress = {
  street: string;
  number: string;
  comment: string;
  neighborhood: string;
  city: string;
  state: string;
  stateName: string;
  zip: string;
};

export type Customer = {
  name: string;
  email: string;
  phone: string;
  identification: string;
  address: CustomerAddress;
  /** Buys for a company: its name and document are those of the customer. */
  company?: { state_registration: string | null; address: CustomerAddress };
};

export type FulfillmentStatus = 'UNPACKED' | 'PACKED' | 'DISPATCHED' | 'READY_FOR_PICKUP' | 'DELIVERED';

export type TrackingEvent = {
  id: string;
  status: string;
  description: string;
  address: string | null;
  happened_at: string;
  estimated_delivery_at: string | null;
  created_at: string;
  updated_at: string;
};

export type FulfillmentOrder = {
  id: string;
  status: FulfillmentStatus;
  location_id: string;
  lines: { id: string; order_line_id: number; quantity: number }[];
  tracking: { code: string | null; url: string | null };
  events: TrackingEvent[];
  fulfilled_at: string | null;
  created_at: string;
  updated_at: string;
};

export type Order = {
  id: number;
  store_id: number;
  number: number;
  token: string;
  /** The buyer, as a key of the shop's visitors. */
  buyer_id: number;
  customer_id: number;
  customer: Customer;
  storefront: string;
  status: 'open' | 'closed' | 'cancelled';
  payment_status: string;
  lines: OrderLine[];
  /** The customer's share. */
  shipping_cost: string;
  shipping_cost_owner?: string;
  /** Refunds, by payment of the provider. */
  refunds?: { amount: string; at: string }[];
  /** The paid amount; an edit may change the total. */
  paid?: string;
  note: string | null;
  owner_note: string | null;
  cancel_reason: string | null;
  fulfillment_orders: FulfillmentOrder[];
  created_at: string;
  updated_at: string;
  paid_at: string | null;
  cancelled_at: string | null;
  closed_at: string | null;
};

export type Metafield = {
  id: number;
  store_id: number;
  namespace: string;
  key: string;
  value: string;
  description: string | null;
  owner_id: number;
  owner_resource: string;
  created_at: string;
  updated_at: string;
};

export type Webhook = {
  id: number;
  store_id: number;
  event: string;
  url: string;
  created_at: string;
  updated_at: string;
};

export type Delivery = {
  id: string;
  store_id: number;
  event: string;
  url: string;
  /** The bytes that are signed and sent. */
  body: string;
  signed: boolean;
  attempts: number;
  /** `held` waits for a release, `lost` was dropped on purpose, `given-up` used all attempts. */
  state: 'waiting' | 'held' | 'delivered' | 'given-up' | 'lost';
  due: string;
  sent: string | null;
  answer: string | null;
};

/** One for each store that has the application; a new one takes the place of the last. */
export type Grant = { store_id: number; token: string; scopes: string[] };

export type AuthorizationCode = { store_id: number; scopes: string[]; expires_at: string };

export type Bucket = { level: number; at: string };

export type Market = {
  counters: Record<string, number>;
  stores: Store[];
  categories: Record<string, Category>;
  products: Record<string, Product>;
  orders: Record<string, Order>;
  metafields: Record<string, Metafield>;
  webhooks: Record<string, Webhook>;
  deliveries: Delivery[];
  codes: Record<string, AuthorizationCode>;
  grants: Grant[];
  buckets: Record<string, Bucket>;
  faults: FaultList<StoreFaultKind>;
  /** Scopes of the application's next authorization. */
  scopes: string[];
};

export const emptyMarket = (): Market => ({
  counters: {},
  stores: seedStores(),
  categories: {},
  products: {},
  orders: {},
  metafields: {},
  webhooks: {},
  deliveries: [],
  codes: {},
  grants: [],
  buckets: {},
  faults: { nextId: 1, active: [] },
  scopes: ['write_products', 'write_orders', 'read_customers'],
});

export const restoreMarket = (found: unknown): Market =>
  // An earlier snapshot; fields added since then get their empty value.
  isFields(found) && isFields(found.products)
    ? { ...emptyMarket(), ...(found as Partial<Market>) }
    : emptyMarket();

/** First number of each series. Those of orders do not fit 32 bits, as those of big stores do not. */
const firstIds: Record<string, number> = {
  product: 3_120_440_101,
  variant: 4_530_118_201,
  image: 5_210_330_301,
  category: 31_447_601,
  order: 8_712_542_030,
  line: 9_940_077_001,
  customer: 208_116_401,
  metafield: 66_120_501,
  webhook: 41_330_701,
  'data-request': 456_001,
};

export const nextId = (market: Market, series: string): number => {
  const id = market.counters[series] ?? firstIds[series] ?? 1;
  market.counters[series] = id + 1;
  return id;
};

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Ten characters of time, sixteen of a counter: sortable and never the same twice. */
export const nextUlid = (market: Market, now: Date): string => {
  const digits = (value: number, length: number): string => {
    let rest = value;
    let text = '';
    for (let index = 0; index < length; index += 1) {
      text = (CROCKFORD[rest % 32] ?? '0') + text;
      rest = Math.floor(rest / 32);
    }
    return text;
  };
  return digits(now.getTime(), 10) + digits(nextId(market, 'ulid') * 7_919, 16);
};

export const storeById = (market: Market, id: number): Store | null =>
  market.stores.find((store) => store.id === id) ?? null;

export const grantOf = (market: Market, storeId: number): Grant | null =>
  market.grants.find((grant) => grant.store_id === storeId) ?? null;

export const firstLocation = (store: Store): Location => {
  const [first] = store.locations.toSorted((one, other) => one.priority - other.priority);
  if (first === undefined) throw new Error(`store ${store.id} has no location`);
  return first;
};

/** Stock of a variant in all locations; `null` is unlimited. */
export const stockOf = (variant: Variant): number | null =>
  variant.inventory_levels.some((level) => level.stock === null)
    ? null
    : variant.inventory_levels.reduce((sum, level) => sum + (level.stock ?? 0), 0);

export const productsOf = (market: Market, storeId: number): Product[] =>
  Object.values(market.products).filter((product) => product.store_id === storeId);

export const textIn = (text: Localized): string => text.pt ?? Object.values(text)[0] ?? '';
