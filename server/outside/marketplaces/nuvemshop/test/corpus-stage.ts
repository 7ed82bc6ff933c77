import { startStage } from './stage.ts';
import { storeId } from './store-server.ts';

type Body = Record<string, unknown>;

/** The source of the shape of an answer: a public repository with a file, a public page, or the number of a file. */
export const sources = {
  order: 'TiendaNube/api-docs, resources/order.md',
  draft: 'TiendaNube/api-docs, resources/draft_order.md',
  transaction: 'TiendaNube/api-docs, resources/transaction.md',
  variant: 'TiendaNube/api-docs, resources/product_variant.md',
  product: 'TiendaNube/api-docs, resources/product.md',
  orderPage: 'tiendanube.github.io/api-documentation/resources/order',
  fulfilmentPage: 'tiendanube.github.io/api-documentation/resources/fulfillment-order',
  inventoryPage: 'dev.tiendanube.com, ERP guide, catalog/products',
  connector: 'kmee/connector-nuvemshop, connector_nuvemshop/models/sale_order/importer.py',
  states: 'skillmds.dev, tadeodonegana nube-agent-skills order-management',
  company: 'file 8893774509',
  guide: 'file 66099493280',
  channelReader: 'file 58419304997',
  multilanguage: 'file 70276820568',
} as const;

export const orderId = '1745560232';

export const orderProduct = (changes: Body = {}): Body => ({
  id: 1_322_334_455,
  depth: '20.00',
  height: '12.00',
  name: 'Vaso de cerâmica (Branco, M)',
  price: '120.00',
  compare_at_price: '120.00',
  product_id: 58_208_779,
  image: { id: 109_832_308, product_id: 58_208_779, src: 'https://loja.example/vaso.jpg', alt: [] },
  quantity: '1',
  free_shipping: false,
  weight: '0.80',
  width: '15.00',
  variant_id: '169164456',
  variant_values: ['Branco', 'M'],
  properties: [],
  sku: 'VASO-BR-M',
  barcode: null,
  ...changes,
});

export const orderBody = (changes: Body = {}): Body => ({
  id: Number(orderId),
  token: '0fe3e5421c2328227c47433c6c4f8ece2791f822',
  store_id: storeId,
  contact_email: 'lia.prado@mail.example',
  contact_name: 'Lia Prado',
  contact_phone: '+5511988880000',
  contact_identification: '39053344705',
  shipping_min_days: 2,
  shipping_max_days: 4,
  billing_name: 'Lia Prado',
  billing_phone: '+5511988880000',
  billing_address: 'Rua Harmonia',
  billing_number: '321',
  billing_floor: null,
  billing_locality: 'Vila Madalena',
  billing_zipcode: '05435000',
  billing_city: 'São Paulo',
  billing_province: 'São Paulo',
  billing_country: 'BR',
  shipping_cost_owner: '18.50',
  shipping_cost_customer: '18.50',
  coupon: [],
  promotional_discount: {
    ...{ id: null, store_id: Number(storeId), order_id: orderId, created_at: '2026-11-27T12:00:00+0000' },
    ...{ total_discount_amount: '0.00', contents: [], promotions_applied: [] },
  },
  subtotal: '120.00',
  discount: '0.00',
  discount_coupon: '0.00',
  discount_gateway: '0.00',
  total: '138.50',
  total_usd: '25.10',
  checkout_enabled: true,
  weight: '0.800',
  currency: 'BRL',
  language: 'pt',
  gateway: 'nuvem-pago',
  gateway_id: '20396106644',
  gateway_name: 'Nuvem Pago',
  shipping: 'correios',
  shipping_option: 'PAC',
  shipping_option_code: 'table_131313',
  shipping_option_reference: null,
  shipping_pickup_details: null,
  shipping_tracking_number: null,
  shipping_tracking_url: null,
  shipping_store_branch_name: null,
  shipping_pickup_type: 'ship',
  shipping_suboption: [],
  extra: {},
  storefront: 'mobile',
  note: '',
  created_at: '2026-11-27T12:00:00+0000',
  updated_at: '2026-11-27T12:30:00+0000',
  completed_at: { date: '2026-11-27 12:00:00.000000', timezone_type: 3, timezone: 'UTC' },
  next_action: 'waiting_packing',
  payment_details: { method: 'pix', credit_card_company: null, installments: '1' },
  attributes: [],
  customer: {
    id: 101_202,
    name: 'Lia Prado',
    email: 'lia.prado@mail.example',
    identification: '39053344705',
  },
  products: [orderProduct()],
  number: 1087,
  cancel_reason: null,
  owner_note: null,
  cancelled_at: null,
  closed_at: null,
  read_at: null,
  status: 'open',
  payment_status: 'paid',
  gateway_link: null,
  shipping_address: {
    ...{ address: 'Rua Harmonia', city: 'São Paulo', country: 'BR', default: false, floor: 'casa 2' },
    ...{ id: 1234, locality: 'Vila Madalena', name: 'Lia Prado', number: '321', phone: '+5511988880000' },
    ...{ province: 'São Paulo', zipcode: '05435-000', customs: null },
  },
  shipping_status: 'unpacked',
  shipped_at: null,
  paid_at: '2026-11-27T12:05:00+0000',
  landing_url: 'https://loja.example/',
  client_details: { browser_ip: '192.0.2.1', user_agent: 'Mozilla/5.0' },
  app_id: null,
  ...changes,
});

export const fulfilmentBody = (changes: Body = {}): Body => ({
  id: '01J8FZQK5D2M7C4R9T1V3X6Y8Z',
  number: '1087-1',
  status: 'UNPACKED',
  assigned_location: { location_id: '01GQ2ZHK064BQRHGDB7CCV0Y6N', name: 'Depósito' },
  line_items: [{ id: 1_322_334_455, quantity: 1 }],
  recipient: { name: 'Lia Prado', identifier: '39053344705' },
  shipping: {
    ...{ type: 'ship', carrier: { carrier_id: 'correios', name: 'Correios' }, option: { name: 'PAC' } },
    ...{ merchant_cost: { value: 18.5, currency: 'BRL' }, consumer_cost: { value: 18.5, currency: 'BRL' } },
  },
  tracking_info: null,
  created_at: '2026-11-27T12:06:00+0000',
  updated_at: '2026-11-27T12:06:00+0000',
  ...changes,
});

export const transactionBody = (changes: Body = {}): Body => ({
  id: '21781944-a977-4b0d-93dc-908ddb87d778',
  payment_provider_id: 'eeac118e-5534-40ba-b539-443449bc67a3',
  captured_amount: { value: '138.50', currency: 'BRL' },
  refunded_amount: null,
  authorized_amount: { value: '138.50', currency: 'BRL' },
  voided_amount: null,
  payment_method: { type: 'credit_card', id: 'visa' },
  status: 'paid',
  info: { installments: { quantity: 3, interest: '0.0000' }, external_id: '1234' },
  failure_code: null,
  created_at: '2026-11-27 12:05:00',
  events: [],
  ...changes,
});

type Beside = { fulfilments?: Body[]; transactions?: Body[]; transactionsStatus?: number };

/** Answers each call of a case with what the store would send for it. */
export async function startCorpusStage() {
  const stage = await startStage();
  const { store, marketplace, session, answerOnce } = stage;
  return {
    ...stage,
    /** The sale of an order, with its fulfilment orders and payments. */
    async readSale(
      order: Body | string,
      { fulfilments, transactions = [], transactionsStatus = 200 }: Beside = {},
    ) {
      store.instead.splice(0);
      answerOnce('GET', /\/orders\/\d+$/, { status: 200, body: order });
      answerOnce('GET', /fulfillment-orders$/, { status: 200, body: fulfilments ?? [fulfilmentBody()] });
      answerOnce('GET', /transactions$/, {
        status: transactionsStatus,
        body: transactionsStatus === 200 ? transactions : { code: transactionsStatus, message: 'Forbidden' },
      });
      const id = /"id":(\d+)/.exec(typeof order === 'string' ? order : JSON.stringify(order))?.[1] ?? '';
      const sale = await marketplace.orders.read(session, id, { acceptPartial: false });
      const [read] = sale?.orders ?? [];
      if (!sale || !read) throw new Error('no sale');
      return { sale, order: read, parcel: sale.shipment };
    },
  };
}
