import { describe, expect, test } from 'vitest';
import {
  fulfilmentBody,
  orderBody,
  orderProduct,
  sources,
  startCorpusStage,
  transactionBody,
} from '../test/corpus-stage.ts';

type Body = Record<string, unknown>;
type Case = {
  name: string;
  source: string;
  order: Body;
  fulfilments?: Body[];
  transactions?: Body[];
  transactionsStatus?: number;
  /** The expected values of the answer. */
  sale?: object;
  parcel?: object | null;
  billing?: unknown;
  document?: string | null;
};

const { readSale } = await startCorpusStage();
const brl = (value: string) => ({ value, currency: 'BRL' });
const event = (type: string, value: string, status = 'success') => ({
  ...{ transaction_id: '21781944-a977-4b0d-93dc-908ddb87d778', amount: brl(value), type, status },
  ...{ failure_code: null, created_at: '2026-11-28T12:00:00.138Z', expires_at: null },
});

const lia = {
  ...{ name: 'Lia Prado', otherDocument: null, taxpayer: null, stateRegistration: null },
  address: {
    ...{ street: 'Rua Harmonia', number: '321', complement: '', neighborhood: 'Vila Madalena' },
    ...{ city: 'São Paulo', state: 'SP', zip: '05435000', country: 'BR' },
  },
};

const money: Case[] = [
  {
    name: 'goods and the freight that the buyer pays',
    source: sources.order,
    order: {},
    sale: { phase: 'paid', total: 12_000, money: { sellerDiscount: 0, freightCharged: 1850, refunded: 0 } },
    parcel: { freight: 1850 },
  },
  {
    name: 'freight that the store gives away',
    source: sources.order,
    order: { shipping_cost_customer: '0.00', total: '120.00' },
    sale: { total: 12_000, money: { freightCharged: 0 } },
    parcel: { freight: 1850 },
  },
  {
    name: 'freight that costs the store more than the buyer pays',
    source: sources.channelReader,
    order: { shipping_cost_owner: '27.30', shipping_cost_customer: '9.90', total: '129.90' },
    sale: { money: { freightCharged: 990 } },
    parcel: { freight: 2730 },
  },
  {
    name: 'a coupon inside the whole discount',
    source: sources.order,
    order: {
      ...{ coupon: [{ id: 9, code: 'PRIMAVERA', type: 'percentage', value: '10.00' }] },
      ...{ discount: '12.00', discount_coupon: '12.00', total: '126.50' },
    },
    sale: { total: 10_800, money: { sellerDiscount: 1200, freightCharged: 1850 } },
  },
  {
    name: 'coupon and payment discount inside the whole discount',
    source: sources.order,
    order: { discount: '17.40', discount_coupon: '12.00', discount_gateway: '5.40', total: '121.10' },
    sale: { total: 10_260, money: { sellerDiscount: 1740, freightCharged: 1850 } },
  },
  {
    name: 'coupon and payment discount beside the discount of a promotion',
    source: sources.connector,
    order: { discount: '10.00', discount_coupon: '12.00', discount_gateway: '4.90', total: '111.60' },
    sale: { total: 9310, money: { sellerDiscount: 2690, freightCharged: 1850 } },
  },
  {
    name: 'a discount for paying with Pix alone, told beside a discount of 0',
    source: sources.connector,
    order: { discount: '0.00', discount_gateway: '6.00', total: '132.50' },
    sale: { total: 11_400, money: { sellerDiscount: 600, freightCharged: 1850 } },
  },
  {
    name: 'a part that a payment gave back',
    source: sources.transaction,
    order: { payment_status: 'partially_refunded' },
    transactions: [transactionBody({ status: 'partially_refunded', refunded_amount: brl('32.50') })],
    sale: { phase: 'paid', refunded: false, total: 12_000, money: { refunded: 3250 } },
  },
  {
    name: 'a part that is told only by the events of its payment',
    source: sources.transaction,
    order: { payment_status: 'partially_refunded' },
    transactions: [
      transactionBody({
        status: 'partially_refunded',
        events: [event('sale', '138.50'), event('refund', '20.00'), event('refund', '50.00', 'failure')],
      }),
    ],
    sale: { money: { refunded: 2000 } },
  },
  {
    name: 'parts of two payments, and a third that failed',
    source: sources.transaction,
    order: { payment_status: 'partially_refunded' },
    transactions: [
      transactionBody({ refunded_amount: brl('10.00') }),
      transactionBody({ refunded_amount: brl('2.50') }),
      transactionBody({ status: 'failed', captured_amount: null, authorized_amount: null }),
    ],
    sale: { money: { refunded: 1250 } },
  },
  {
    name: 'a part whose payments the application may not see',
    source: sources.guide,
    order: { payment_status: 'partially_refunded' },
    transactionsStatus: 403,
    sale: { phase: 'paid', money: { refunded: null } },
  },
  {
    name: 'amounts written as numbers',
    source: sources.multilanguage,
    order: {
      ...{
        subtotal: 120,
        discount: 0,
        total: 138.5,
        shipping_cost_owner: 18.5,
        shipping_cost_customer: 18.5,
      },
      products: [orderProduct({ price: 120, quantity: 1 })],
    },
    sale: { total: 12_000, lines: [{ quantity: 1, unitPrice: 12_000 }], money: { freightCharged: 1850 } },
  },
];

const lives: Case[] = [
  {
    name: 'pending: the slip is not paid',
    source: sources.order,
    order: { payment_status: 'pending', paid_at: null, next_action: 'waiting_ipn' },
    sale: { phase: 'unpaid', paidAt: null, cancel: null },
  },
  {
    name: 'authorized: reserved on the card, not captured',
    source: sources.order,
    order: { payment_status: 'authorized', paid_at: null },
    sale: { phase: 'unpaid' },
  },
  {
    name: 'closed and paid: filed away by the store',
    source: sources.order,
    order: { status: 'closed', closed_at: '2026-11-28T09:00:00+0000' },
    sale: { phase: 'paid', paidAt: new Date('2026-11-27T12:05:00Z') },
  },
  {
    name: 'abandoned: never paid',
    source: sources.order,
    order: { payment_status: 'abandoned', paid_at: null },
    sale: { phase: 'canceled' },
  },
  {
    name: 'voided: the payment was undone',
    source: sources.order,
    order: { payment_status: 'voided' },
    sale: { phase: 'canceled', refunded: false },
  },
  {
    name: 'refunded as a whole',
    source: sources.order,
    order: { payment_status: 'refunded' },
    sale: { phase: 'canceled', refunded: true },
  },
  {
    name: 'cancelled by the store for want of stock',
    source: sources.order,
    order: {
      ...{ status: 'cancelled', cancel_reason: 'inventory', cancelled_at: '2026-11-27T15:00:00+0000' },
      payment_status: 'voided',
    },
    sale: { phase: 'canceled', cancel: { by: 'seller', reason: 'inventory' } },
  },
  {
    name: 'cancelled by the buyer',
    source: sources.order,
    order: { status: 'cancelled', cancel_reason: 'customer', payment_status: 'pending', paid_at: null },
    sale: { phase: 'canceled', cancel: { by: 'buyer', reason: 'customer' } },
  },
  {
    name: 'edited to one product more, whose difference is not paid yet',
    source: sources.states,
    order: {
      ...{ payment_status: 'partially_paid', subtotal: '157.50', total: '176.00' },
      updated_at: '2026-11-27T18:19:40+0000',
      products: [
        orderProduct(),
        orderProduct({
          id: 1_322_334_999,
          name: 'Prato raso',
          price: '37.50',
          variant_values: [],
          sku: 'PRATO',
        }),
      ],
    },
    sale: {
      ...{ phase: 'paid', total: 15_750, updatedAt: new Date('2026-11-27T18:19:40Z') },
      lines: [{ lineId: '1322334455' }, { lineId: '1322334999', title: 'Prato raso', unitPrice: 3750 }],
    },
  },
  {
    name: 'partially paid and never paid whole',
    source: sources.states,
    order: { payment_status: 'partially_paid', paid_at: null },
    sale: { phase: 'unpaid' },
  },
  {
    name: 'edited so that one product is gone',
    source: sources.guide,
    order: {
      products: [orderProduct(), orderProduct({ id: 1_322_334_999, name: 'Prato raso', quantity: '0' })],
    },
    sale: { total: 12_000, lines: [{ lineId: '1322334455', quantity: 1 }] },
  },
  {
    name: 'a draft that was confirmed, without payment and person',
    source: sources.draft,
    order: {
      ...{ storefront: 'form', gateway: 'not-provided', payment_status: 'pending', paid_at: null },
      ...{ customer: null, contact_name: null, contact_identification: null, billing_name: null },
    },
    sale: { phase: 'unpaid', buyer: { id: null, nickname: null } },
    billing: {
      name: null,
      address: lia.address,
      otherDocument: null,
      taxpayer: null,
      stateRegistration: null,
    },
  },
];

const parcels: Case[] = [
  {
    name: 'the address of the buyer',
    source: sources.order,
    order: {},
    parcel: {
      ...{ step: null, status: 'unpacked', logisticType: 'Correios', shippedBySeller: true },
      receiver: {
        ...{ name: 'Lia Prado', street: 'Rua Harmonia', number: '321', complement: 'casa 2' },
        ...{ neighborhood: 'Vila Madalena', city: 'São Paulo', state: 'São Paulo', zip: '05435000' },
      },
    },
  },
  {
    name: 'a pick-up at the store, which has no address',
    source: sources.order,
    order: {
      ...{ shipping_pickup_type: 'pickup', shipping_store_branch_name: 'Loja Pinheiros', shipping: 'branch' },
      ...{
        shipping_address: null,
        shipping_cost_owner: '0.00',
        shipping_cost_customer: '0.00',
        total: '120.00',
      },
    },
    fulfilments: [fulfilmentBody({ shipping: { type: 'pickup', carrier: null } })],
    sale: { money: { freightCharged: 0 } },
    parcel: { logisticType: 'pickup', receiver: null, freight: 0, step: null },
  },
  {
    name: 'two fulfilment orders, one of which has not left',
    source: sources.fulfilmentPage,
    order: {},
    fulfilments: [
      fulfilmentBody({
        status: 'DISPATCHED',
        tracking_info: { code: 'QB123456789BR', url: 'https://rastreio.example/QB123456789BR' },
        updated_at: '2026-11-28T10:00:00+0000',
      }),
      fulfilmentBody({ id: '01J8FZQK5D2M7C4R9T1V3X6Y9A', status: 'PACKED' }),
    ],
    parcel: {
      ...{ step: null, status: 'packed', trackingCode: 'QB123456789BR' },
      updatedAt: new Date('2026-11-28T10:00:00Z'),
    },
  },
  {
    name: 'two fulfilment orders, one of which was called off',
    source: sources.fulfilmentPage,
    order: {},
    fulfilments: [
      fulfilmentBody({ status: 'CANCELED' }),
      fulfilmentBody({ id: '01J8FZQK5D2M7C4R9T1V3X6Y9A', status: 'DELIVERED' }),
    ],
    parcel: { step: 'delivered', status: 'delivered' },
  },
  {
    name: 'goods that are not shipped',
    source: sources.fulfilmentPage,
    order: {},
    fulfilments: [fulfilmentBody({ shipping: { type: 'non-shippable', carrier: null } })],
    parcel: null,
  },
];

const people: Case[] = [
  {
    name: 'a person',
    source: sources.order,
    order: {},
    sale: { buyer: { id: '101202', nickname: 'Lia Prado' } },
    billing: lia,
  },
  {
    name: 'a company, whose number stands where a person’s does',
    source: sources.company,
    order: {
      ...{ contact_identification: '11.444.777/0001-61', billing_customer_type: 'company' },
      ...{ billing_business_name: 'Prado Decorações Ltda', billing_trade_name: 'Casa Prado' },
      ...{ billing_state_registration: '110042490114', billing_document_type: 'cnpj' },
    },
    billing: { ...lia, name: 'Prado Decorações Ltda', stateRegistration: '110042490114' },
    document: '11444777000161',
  },
  {
    name: 'an exempt company with an alphanumeric number and another address for its invoice',
    source: 'file 42070481580',
    order: {
      ...{ contact_identification: '12ABC34501DE35', billing_customer_type: 'company' },
      ...{ billing_business_name: 'Ateliê Ipê Ltda', billing_state_registration: 'Isento' },
      ...{
        billing_document_type: 'cnpj',
        billing_address: 'Rua Chile',
        billing_number: 22,
        billing_floor: 'loja 1',
      },
      ...{ billing_locality: 'Centro', billing_city: 'Salvador', billing_province: 'Bahia' },
      ...{ billing_zipcode: '40010-000' },
    },
    parcel: { receiver: { street: 'Rua Harmonia', city: 'São Paulo' } },
    billing: {
      ...{ name: 'Ateliê Ipê Ltda', otherDocument: null, taxpayer: 'exempt', stateRegistration: null },
      address: {
        ...{ street: 'Rua Chile', number: '22', complement: 'loja 1', neighborhood: 'Centro' },
        ...{ city: 'Salvador', state: 'BA', zip: '40010000', country: 'BR' },
      },
    },
    document: '12ABC34501DE35',
  },
  {
    name: 'a buyer abroad, with a passport and no address for the invoice',
    source: sources.order,
    order: {
      ...{ contact_identification: 'AB123456', billing_document_type: 'passport', billing_address: null },
    },
    billing: { ...lia, otherDocument: 'PASSPORT AB123456', address: null },
    document: null,
  },
  {
    name: 'a document that only the customer has',
    source: sources.multilanguage,
    order: { contact_identification: null, contact_name: null },
    billing: lia,
  },
  {
    name: 'no customer, for want of the right to read them',
    source: sources.order,
    order: { customer: null },
    sale: { buyer: { id: null, nickname: 'Lia Prado' } },
    billing: lia,
  },
];

const lines: Case[] = [
  {
    name: 'a name with the values of its variant behind it',
    source: sources.order,
    order: {},
    sale: {
      lines: [
        { title: 'Vaso de cerâmica', variation: 'Branco · M', sku: 'VASO-BR-M', variationId: '169164456' },
      ],
    },
  },
  {
    name: 'name and values by language',
    source: sources.multilanguage,
    order: {
      products: [
        orderProduct({
          name: { es: 'Florero (Blanco)', pt: 'Vaso de cerâmica (Branco)' },
          variant_values: [{ es: 'Blanco', pt: 'Branco' }],
        }),
      ],
    },
    sale: { lines: [{ title: 'Vaso de cerâmica', variation: 'Branco' }] },
  },
  {
    name: 'a gift at 0 and a SKU that is a number',
    source: sources.order,
    order: {
      products: [
        orderProduct(),
        orderProduct({ id: 7, name: 'Cartão', price: '0.00', variant_values: null, sku: 12_331 }),
      ],
    },
    sale: { total: 12_000, lines: [{}, { title: 'Cartão', variation: '', unitPrice: 0, sku: '12331' }] },
  },
];

describe.each([
  ['with their money', money],
  ['from begin to end', lives],
  ['with their parcels', parcels],
  ['with who bought', people],
  ['line by line', lines],
])('orders of Nuvemshop are read %s', (_, cases) => {
  test.each(cases)('$name ($source)', async ({ order, sale: expected, parcel: sent, ...one }) => {
    const { sale, order: read, parcel } = await readSale(orderBody(order), one);
    expect(sale.missing).toEqual([]);
    if (expected) expect(read).toMatchObject(expected);
    if (sent === null) expect(parcel).toBeNull();
    else if (sent) expect(parcel).toMatchObject(sent);
    if ('billing' in one) expect(sale.billing).toEqual(one.billing);
    if ('document' in one) expect(sale.buyerDocument).toBe(one.document);
  });
});

test(`ids beyond 2^53 keep every digit (${sources.guide})`, async () => {
  const raw = JSON.stringify(
    orderBody({ id: 424_242, products: [orderProduct({ id: 525_252, variant_id: 626_262 })] }),
  )
    .replace('424242', '9007199254740993001')
    .replace('525252', '9123456789012345671')
    .replace('626262', '9123456789012345673');
  const { order } = await readSale(raw);
  expect(order).toMatchObject({
    remoteId: '9007199254740993001',
    lines: [{ lineId: '9123456789012345671', variationId: '9123456789012345673' }],
  });
});
