import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/**
 * A marketplace that is faster than the product: its answers about a sale are computed from the sale's id, without a
 * search, and it stores the quantities it gets with their time. It implements the protocol of Mercado Livre for sales.
 * Run as a process: `node bench/flows/market.ts`.
 */
export type MarketItem = { itemId: string; sellerId: string; price: number; sku: string };
export type Pushed = { itemId: string; quantity: number; at: number };

export const firstOrder = 2_000_010_000_000_000;
export const firstShipment = 45_000_000_000;

let items: MarketItem[] = [];
let byId = new Map<string, MarketItem>();
let quantities = new Map<string, number>();
let prices = new Map<string, number>();
let pushed: Pushed[] = [];
let answered = 0;
/** Pick-up times of the carriers in a simulated day, and how long before them a sale must have been made. */
let day: { carriers: number[]; noticeMs: number } | null = null;
/** The moment of each buyer's change of mind, by the number of the sale. */
let canceled = new Map<number, number>();
/** A running campaign: the price in it of each of its items. */
export type MarketCampaign = { id: string; price: number; items: string[] };
let campaigns: MarketCampaign[] = [];
let campaignOf = new Map<string, MarketCampaign>();

const started = Date.now() - 60_000;
/**
 * Ids that are times are the times of their sales, so that another process computes the same answer for an old sale.
 */
const oldest = Date.parse('2020-01-01');
const timeOf = (n: number) => (seconds: number) =>
  new Date((n > oldest ? n : started) + seconds * 1000).toISOString();

/** Of a simulated day each seventh sale is of two units. */
const quantityOf = (n: number) => (day && n % 7 === 0 ? 2 : 1);

function order(id: number) {
  const n = id - firstOrder;
  const at = timeOf(n);
  const item = items[n % items.length];
  if (!item) return null;
  const canceledAt = canceled.get(n);
  const quantity = quantityOf(n);
  const total = item.price * quantity;
  return {
    id,
    status: canceledAt ? 'cancelled' : 'paid',
    status_detail: null,
    date_created: at(0),
    date_closed: at(1),
    last_updated: canceledAt ? new Date(canceledAt).toISOString() : at(2),
    pack_id: null,
    fulfilled: null,
    total_amount: total,
    paid_amount: total + 18.9,
    currency_id: 'BRL',
    coupon: { id: null, amount: 0 },
    order_items: [
      {
        item: {
          id: item.itemId,
          title: 'Caneca Esmaltada 350 Ml',
          category_id: 'MLB1000',
          variation_id: null,
          seller_custom_field: null,
          seller_sku: item.sku,
          variation_attributes: [],
          condition: 'new',
          user_product_id: null,
        },
        quantity,
        unit_price: item.price,
        full_unit_price: item.price,
        currency_id: 'BRL',
        sale_fee: 6.49,
        listing_type_id: 'gold_special',
      },
    ],
    payments: [
      {
        id: 4_863_000_000 + n,
        order_id: id,
        status: 'approved',
        status_detail: 'accredited',
        payment_method_id: 'pix',
        payment_type: 'bank_transfer',
        transaction_amount: total,
        shipping_cost: 18.9,
        total_paid_amount: total + 18.9,
        date_approved: at(1),
      },
    ],
    shipping: { id: firstShipment + n },
    buyer: { id: 888_000 + (n % 1000), nickname: `COMPRADOR${n % 1000}`, billing_info: { id: '5011' } },
    seller: { id: Number(item.sellerId) },
    context: { channel: 'marketplace', site: 'MLB', flows: [] },
    tags: ['paid', 'not_delivered'],
    mediations: [],
    cancel_detail: canceledAt ? { group: 'buyer', requested_by: 'buyer', code: 'buyer_cancel' } : null,
  };
}

const place = (id: string, name: string) => ({ id, name });

function shipment(id: number) {
  const n = id - firstShipment;
  if (n < 0) return null;
  const at = timeOf(n);
  return {
    id,
    status: 'ready_to_ship',
    substatus: 'ready_to_print',
    date_created: at(1),
    last_updated: at(2),
    logistic: { mode: 'me2', type: 'drop_off', direction: 'forward' },
    tracking_number: `MEL${id}FMDOF01`,
    tracking_method: 'MEL',
    declared_value: 99.8,
    dimensions: { height: 12, width: 12, length: 20, weight: 840 },
    lead_time: {
      cost: 18.9,
      cost_type: 'charged',
      shipping_method: { id: 511_948, name: 'Normal', type: 'standard' },
      buffering: { date: null },
      estimated_delivery_time: { type: 'known', date: at(500_000) },
      estimated_handling_limit: { date: at(90_000) },
    },
    origin: { type: 'selling_address', shipping_address: { zip_code: '01001000' } },
    destination: {
      receiver_id: 888,
      receiver_name: 'Maria Teste',
      shipping_address: {
        street_name: 'Rua das Flores',
        street_number: '10',
        comment: 'Ap 3',
        zip_code: '40010000',
        city: place('BR-BA-01', 'Salvador'),
        state: place('BR-BA', 'Bahia'),
        neighborhood: place('', 'Comércio'),
        country: place('BR', 'Brasil'),
      },
    },
    items_types: ['new'],
    tags: [],
    source: { site_id: 'MLB', market_place: 'MELI' },
  };
}

const billing = {
  site_id: 'MLB',
  buyer: {
    billing_info: {
      name: 'Maria',
      last_name: 'Teste',
      identification: { type: 'CPF', number: '52998224725' },
      address: {
        street_name: 'Rua das Flores',
        street_number: '10',
        city_name: 'Salvador',
        zip_code: '40010000',
      },
    },
  },
};

function item(id: string) {
  const known = byId.get(id);
  if (!known) return null;
  const quantity = quantities.get(id) ?? 0;
  return {
    id,
    site_id: 'MLB',
    title: 'Caneca Esmaltada 350 Ml',
    seller_id: Number(known.sellerId),
    category_id: 'MLB1000',
    price: campaignOf.get(id)?.price ?? prices.get(id) ?? known.price,
    original_price: campaignOf.has(id) ? (prices.get(id) ?? known.price) : null,
    available_quantity: quantity,
    listing_type_id: 'gold_special',
    status: quantity > 0 ? 'active' : 'paused',
    sub_status: quantity > 0 ? [] : ['out_of_stock'],
    attributes: [],
    variations: [],
    tags: [],
    last_updated: timeOf(0)(0),
  };
}

function sla(id: number) {
  const n = id - firstShipment;
  const at = timeOf(n);
  const carrier = day?.carriers.find((moment) => moment >= n + (day?.noticeMs ?? 0));
  const expected = carrier ? new Date(carrier).toISOString() : at(90_000);
  return { status: 'on_time', service: 'drop_off', expected_date: expected, last_updated: at(2) };
}

/** The buyer pays the freight, the seller nothing. */
function costs(id: number) {
  const seller = items[(id - firstShipment) % items.length]?.sellerId;
  return {
    gross_amount: 18.9,
    receiver: { user_id: 888, cost: 18.9, compensation: 0, save: 0, discounts: [] },
    senders: [{ user_id: Number(seller), cost: 0, compensation: 0, save: 0, discounts: [] }],
  };
}

const ofShipment: Record<string, (id: number) => unknown> = { '': shipment, sla, costs };

const paging = { total: 0, offset: 0, limit: 50 };

const campaignPage = 50;

/** Of an item without its price before the campaign, which differs. */
const promotion = ({ id, price }: MarketCampaign) => ({
  ...{ id, type: 'SELLER_CAMPAIGN', name: `Campanha ${id}`, status: 'started', price },
  ...{ start_date: timeOf(0)(0), finish_date: timeOf(0)(500_000) },
});

const regularOf = (id: string) => prices.get(id) ?? byId.get(id)?.price ?? null;

/** The campaigns of the seller, the items of one of them by pages, or what one item is in. */
function promotions(kind: string, id: string, query: URLSearchParams): unknown {
  if (kind === 'users')
    return { results: campaigns.map(promotion), paging: { ...paging, total: campaigns.length } };
  if (kind === 'items') {
    const campaign = campaignOf.get(id);
    return campaign ? [{ ...promotion(campaign), original_price: regularOf(id) }] : [];
  }
  const campaign = campaigns.find((one) => one.id === id);
  if (!campaign || query.get('status_item') !== 'active') return { results: [], paging };
  const from = Number(query.get('search_after') ?? 0);
  const to = from + campaignPage;
  const page = campaign.items.slice(from, to);
  const results = page.map((item) => ({
    ...{ id: item, status: 'started', price: campaign.price, original_price: regularOf(item) },
  }));
  const more = to < campaign.items.length ? { searchAfter: String(to) } : {};
  return { results, paging: { total: campaign.items.length, limit: campaignPage, ...more } };
}

/** Of the payment service: one report for all days, which is finished and has no lines. */
const releaseReports = [
  { begin_date: '2020-01-01T03:00:00Z', end_date: '2100-01-01T03:00:00Z', file_name: 'released.csv' },
];
const releaseReport = [
  [
    'DATE',
    'SOURCE_ID',
    'EXTERNAL_REFERENCE',
    'RECORD_TYPE',
    'DESCRIPTION',
    'NET_CREDIT_AMOUNT',
    'NET_DEBIT_AMOUNT',
  ],
  ['GROSS_AMOUNT', 'MP_FEE_AMOUNT', 'SHIPPING_FEE_AMOUNT', 'ORDER_ID', 'PACK_ID', 'SHIPPING_ID'],
]
  .flat()
  .join(',');

/** One fee, and no questions, claims or reviews. Sweeps are answered, because unanswered ones would be retried. */
const ofAll: Record<string, unknown> = {
  sites: {
    ...{ listing_type_id: 'gold_special', sale_fee_amount: 5.99 },
    sale_fee_details: { percentage_fee: 12, fixed_fee: 0 },
  },
  missed_feeds: { messages: [] },
  'post-purchase': { data: [], paging },
  questions: { questions: [], total: 0, limit: 50 },
  messages: { results: [] },
  reviews: { reviews: [], paging },
};

function seller(id: string, more: string): unknown {
  if (more === 'items') return { results: [], paging };
  if (more !== '') return null;
  const reputation = { level_id: null, power_seller_status: null, metrics: null };
  return { id: Number(id), nickname: `LOJA${id}`, site_id: 'MLB', seller_reputation: reputation };
}

function read(path: string, query: URLSearchParams): unknown {
  const [, kind = '', id = '', more = ''] = path.split('/');
  if (kind === 'seller-promotions') return promotions(id, more, query);
  if (kind === 'orders' && id === 'billing-info') return billing;
  if (kind === 'orders' && id === 'search') return { results: [], paging };
  if (kind === 'orders') return order(Number(id));
  if (kind === 'shipments') return ofShipment[more]?.(Number(id)) ?? null;
  if (kind === 'items') return item(id);
  if (kind === 'users') return seller(id, more);
  if (kind === 'bench') return { pushed, answered };
  if (path === '/v1/account/release_report/list') return releaseReports;
  return ofAll[kind] ?? null;
}

function take(path: string, body: string): unknown {
  const [, kind, id = ''] = path.split('/');
  if (kind === 'items') {
    const { available_quantity: quantity, price } = JSON.parse(body);
    if (typeof price === 'number') prices.set(id, price);
    if (typeof quantity === 'number') {
      quantities.set(id, quantity);
      pushed.push({ itemId: id, quantity, at: Date.now() });
    }
    return item(id);
  }
  if (kind !== 'bench') return null;
  if (id === 'day') {
    day = JSON.parse(body);
    return {};
  }
  if (id === 'cancel') {
    canceled.set(Number(JSON.parse(body).order) - firstOrder, Date.now());
    return {};
  }
  if (id === 'campaigns') {
    campaigns = JSON.parse(body) as MarketCampaign[];
    campaignOf = new Map(campaigns.flatMap((one) => one.items.map((item) => [item, one])));
    return {};
  }
  items = JSON.parse(body) as MarketItem[];
  byId = new Map(items.map((entry) => [entry.itemId, entry]));
  quantities = new Map();
  prices = new Map();
  canceled = new Map();
  campaigns = [];
  campaignOf = new Map();
  pushed = [];
  answered = 0;
  return {};
}

function answer(response: ServerResponse, found: unknown): void {
  answered++;
  const text = JSON.stringify(found ?? { message: 'not found', error: 'not_found', status: 404, cause: [] });
  response.writeHead(found === null ? 404 : 200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

function answerFile(response: ServerResponse, type: string, text: string): void {
  answered++;
  response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

/** A label in ZPL that differs for each parcel, as real ones do. */
const labelOf = (parcels: string): string => `^XA^FO20,20^A0N,40,40^FDENVIO ${parcels}^FS^XZ`;

function handle(request: IncomingMessage, response: ServerResponse): void {
  const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://market');
  if (path === '/shipment_labels') {
    answerFile(response, 'text/plain', labelOf(searchParams.get('shipment_ids') ?? ''));
    return;
  }
  if (path === '/v1/account/release_report/released.csv') {
    answerFile(response, 'text/csv', releaseReport);
    return;
  }
  if (request.method === 'GET') {
    answer(response, read(path, searchParams));
    return;
  }
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => {
    body += chunk;
  });
  request.on('end', () => answer(response, take(path, body)));
}

if (import.meta.main) {
  const server = createServer({ keepAliveTimeout: 60_000 }, handle);
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.(typeof address === 'object' && address ? address.port : 0);
  });
  process.on('disconnect', () => process.exit(0));
}
