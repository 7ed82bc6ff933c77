import { describe, expect, test } from 'vitest';
import {
  at,
  incomeBody,
  incomeItem,
  moment,
  orderBody,
  orderLine,
  orderPackage,
  sources,
  startCorpusStage,
} from '../test/corpus-stage.ts';

type Case = {
  name: string;
  source: string;
  order: Record<string, unknown>;
  income?: Record<string, unknown>;
  tracking?: string;
  /** The expected values of the answer. */
  sale?: object;
  parcel?: object | null;
  billing?: unknown;
  document?: string | null;
};

const stage = await startCorpusStage();
const { readSale } = stage;
const inPackage = (status: string) => [orderPackage({ logistics_status: `LOGISTICS_${status}` })];

const statuses: Case[] = [
  {
    name: 'UNPAID: nothing was paid and nothing is to be packed',
    source: sources.order,
    order: { order_status: 'UNPAID', pay_time: null, invoice_data: null, package_list: [] },
    sale: { phase: 'unpaid', paidAt: null, purchasedAt: moment('09:00') },
    parcel: null,
  },
  {
    name: 'PENDING: paid by the buyer and held back by the marketplace',
    source: sources.order,
    order: {
      order_status: 'PENDING',
      pending_terms: ['SYSTEM_PENDING'],
      pending_description: ['Order is being processed by Shopee'],
      package_list: inPackage('NOT_START'),
    },
    sale: { phase: 'unpaid' },
    parcel: { hasLabel: false, needsArranging: false },
  },
  {
    name: 'INVOICE_PENDING: paid, waits for the NF-e',
    source: sources.order,
    order: { order_status: 'INVOICE_PENDING', invoice_data: null },
    sale: { phase: 'paid', paidAt: moment('09:05') },
    parcel: { needsDocument: true, needsArranging: false, hasLabel: false },
  },
  {
    name: 'READY_TO_SHIP with a valid NF-e: the shipment is to be arranged',
    source: sources.order,
    order: {},
    sale: { phase: 'paid', cancel: null, buyer: { id: '1170319091', nickname: 'jo.medeiros' } },
    parcel: { needsDocument: true, needsArranging: true, hasLabel: false, dispatchLimit: moment('23:59') },
  },
  {
    name: 'RETRY_SHIP: the carrier did not come, the shipment is arranged again',
    source: sources.order,
    order: { order_status: 'RETRY_SHIP', package_list: inPackage('PICKUP_RETRY') },
    sale: { phase: 'paid' },
    parcel: { needsArranging: true, step: null, substatus: 'pickup_retry' },
  },
  {
    name: 'PROCESSED: arranged, has its label and its code',
    source: sources.tracking,
    order: { order_status: 'PROCESSED', package_list: inPackage('REQUEST_CREATED') },
    sale: { phase: 'paid' },
    parcel: { hasLabel: true, needsArranging: false, step: null, trackingCode: 'BR269384571029Z' },
  },
  {
    name: 'PROCESSED, while the carrier has no code yet',
    source: sources.tracking,
    order: { order_status: 'PROCESSED', package_list: inPackage('REQUEST_CREATED') },
    tracking: '',
    parcel: { hasLabel: true, trackingCode: '' },
  },
  {
    name: 'SHIPPED: on its way',
    source: sources.order,
    order: {
      order_status: 'SHIPPED',
      pickup_done_time: at('16:10'),
      package_list: inPackage('PICKUP_DONE'),
    },
    sale: { phase: 'paid' },
    parcel: { step: 'sent', trackingCode: 'BR269384571029Z' },
  },
  {
    name: 'TO_CONFIRM_RECEIVE: delivered, the buyer has not confirmed',
    source: sources.order,
    order: { order_status: 'TO_CONFIRM_RECEIVE', package_list: inPackage('DELIVERY_DONE') },
    parcel: { step: 'delivered' },
  },
  {
    name: 'COMPLETED: delivered and over',
    source: sources.order,
    order: { order_status: 'COMPLETED', package_list: inPackage('DELIVERY_DONE') },
    sale: { phase: 'paid', refunded: false },
    parcel: { step: 'delivered' },
  },
  {
    name: 'IN_CANCEL: the buyer asks for it, the sale goes on until that is decided',
    source: sources.order,
    order: { order_status: 'IN_CANCEL', buyer_cancel_reason: 'Need to change delivery address' },
    sale: { phase: 'paid', cancel: null },
    parcel: { needsArranging: false },
  },
  {
    name: 'CANCELLED by the system because the carrier never got it',
    source: sources.order,
    order: {
      order_status: 'CANCELLED',
      cancel_by: 'system',
      cancel_reason: 'BACKEND_LOGISTICS_NOT_STARTED',
      package_list: inPackage('INVALID'),
    },
    sale: { phase: 'canceled', cancel: { by: 'marketplace', reason: 'BACKEND_LOGISTICS_NOT_STARTED' } },
    parcel: { step: null, needsArranging: false },
  },
  {
    name: 'CANCELLED by the buyer, in their own words',
    source: sources.order,
    order: {
      order_status: 'CANCELLED',
      cancel_by: 'buyer',
      cancel_reason: '',
      buyer_cancel_reason: 'Modify existing order',
    },
    sale: { phase: 'canceled', cancel: { by: 'buyer', reason: 'Modify existing order' } },
  },
  {
    name: 'CANCELLED by the staff of the marketplace',
    source: sources.order,
    order: { order_status: 'CANCELLED', cancel_by: 'Ops', cancel_reason: 'OPERATIONS' },
    sale: { phase: 'canceled', cancel: { by: 'marketplace', reason: 'OPERATIONS' } },
  },
  {
    name: 'TO_RETURN: sold, and on its way back',
    source: sources.order,
    order: { order_status: 'TO_RETURN', package_list: inPackage('DELIVERY_DONE') },
    sale: { phase: 'paid', cancel: null },
    parcel: { step: 'delivered' },
  },
];

const lines: Case[] = [
  {
    name: 'one unit of three called off',
    source: sources.order,
    order: {
      item_list: [
        orderLine({
          ...{ model_quantity_purchased: 3, active_qty: 2, cancel_requested_qty: 0, cancelled_qty: 1 },
          ...{ return_requested_qty: 0, returned_qty: 0 },
        }),
      ],
    },
    sale: { total: 12_980, lines: [{ quantity: 2, unitPrice: 6490 }] },
  },
  {
    name: 'a line called off as a whole beside one that stays',
    source: sources.order,
    order: {
      item_list: [
        orderLine({ active_qty: 0, cancelled_qty: 1 }),
        orderLine({ item_id: 22_193_847_999, model_id: 0, model_name: '', active_qty: 1, cancelled_qty: 0 }),
      ],
    },
    sale: { total: 6490, lines: [{ itemId: '22193847999', variationId: null, quantity: 1 }] },
  },
  {
    name: 'a unit that the buyer wants to call off is still to be sent',
    source: sources.order,
    order: {
      item_list: [orderLine({ model_quantity_purchased: 2, active_qty: 1, cancel_requested_qty: 1 })],
    },
    sale: { total: 12_980, lines: [{ quantity: 2 }] },
  },
  {
    name: 'a unit that came back was sold',
    source: sources.order,
    order: {
      ...{ order_status: 'COMPLETED', package_list: inPackage('DELIVERY_DONE') },
      item_list: [
        orderLine({ model_quantity_purchased: 2, active_qty: 1, cancelled_qty: 0, returned_qty: 1 }),
      ],
    },
    sale: { total: 12_980, lines: [{ quantity: 2 }] },
  },
  {
    name: 'three units of a bundle for R$ 100,00, told as 0 by the order',
    source: sources.escrow,
    order: {
      item_list: [
        orderLine({
          ...{ model_quantity_purchased: 3, model_discounted_price: 0, model_original_price: 40 },
          promotion_type: 'bundle_deal',
        }),
      ],
    },
    income: {
      items: [
        incomeItem({
          ...{ original_price: 120, selling_price: 120, discounted_price: 100, quantity_purchased: 3 },
          ...{ activity_type: 'bundle_deal', activity_id: 55_021 },
        }),
      ],
    },
    sale: { total: 10_000, lines: [{ quantity: 3, unitPrice: 3333 }] },
  },
  {
    name: 'the same model once in a bundle and once by itself',
    source: sources.escrow,
    order: {
      item_list: [
        orderLine({ model_discounted_price: 64.9 }),
        orderLine({
          ...{ model_quantity_purchased: 2, model_discounted_price: 0, promotion_type: 'bundle_deal' },
          ...{ order_item_id: 1, line_item_id: 500_100_200 },
        }),
      ],
    },
    income: {
      items: [
        incomeItem(),
        incomeItem({
          ...{ line_item_id: 500_100_200, discounted_price: 110, quantity_purchased: 2 },
          ...{ activity_type: 'bundle_deal', activity_id: 55_021 },
        }),
      ],
    },
    sale: { total: 17_490, lines: [{ unitPrice: 6490 }, { quantity: 2, unitPrice: 5500 }] },
  },
  {
    name: 'two different items of one bundle, which share its order_item_id',
    source: sources.order,
    order: {
      item_list: [
        orderLine({ model_discounted_price: 0, promotion_type: 'bundle_deal', order_item_id: 1 }),
        orderLine({
          ...{ item_id: 22_193_847_999, model_id: 0, model_name: '', model_sku: '' },
          ...{ model_discounted_price: 0, promotion_type: 'bundle_deal', order_item_id: 1 },
        }),
      ],
    },
    income: {
      items: [
        incomeItem({ discounted_price: 58.41, activity_type: 'bundle_deal' }),
        incomeItem({
          item_id: 22_193_847_999,
          model_id: 0,
          discounted_price: 22.5,
          activity_type: 'bundle_deal',
        }),
      ],
    },
    sale: { total: 8091, lines: [{ unitPrice: 5841 }, { unitPrice: 2250 }] },
  },
  {
    name: 'a gift of a welcome package at 0',
    source: sources.order,
    order: {
      item_list: [
        orderLine(),
        orderLine({
          ...{ item_id: 22_193_848_111, model_id: 0, model_name: '', model_sku: '', item_sku: 'BRINDE' },
          ...{ model_original_price: 12, model_discounted_price: 0, promotion_type: '' },
          promotion_list: [{ promotion_type: 'welcome_package_free_gift', promotion_id: 848_474_823 }],
        }),
      ],
    },
    income: {
      items: [
        incomeItem(),
        incomeItem({ item_id: 22_193_848_111, model_id: 0, original_price: 12, discounted_price: 0 }),
      ],
    },
    sale: { total: 6490, lines: [{ unitPrice: 6490 }, { sku: 'BRINDE', quantity: 1, unitPrice: 0 }] },
  },
  {
    name: 'an add-on at a lower price beside its main item',
    source: sources.order,
    order: {
      item_list: [
        orderLine({ add_on_deal: true, main_item: true, add_on_deal_id: 71_002 }),
        orderLine({
          ...{ item_id: 22_193_848_222, model_id: 0, model_name: '', model_sku: 'ESCOVA' },
          ...{ add_on_deal: true, add_on_deal_id: 71_002, promotion_type: 'add_on_deal_sub' },
          ...{ model_original_price: 19.9, model_discounted_price: 9.9 },
        }),
      ],
    },
    sale: { total: 7480, lines: [{ unitPrice: 6490 }, { sku: 'ESCOVA', unitPrice: 990 }] },
  },
  {
    name: 'an item without models and with our mark behind its SKU',
    source: sources.order,
    order: {
      item_list: [
        orderLine({ model_id: 0, model_name: '', model_sku: '', item_sku: 'GARRAFA easy-p12-a1b2' }),
      ],
    },
    sale: { lines: [{ itemId: '22193847561', variationId: null, variation: '', sku: 'GARRAFA' }] },
  },
  {
    name: 'a model of two tiers',
    source: sources.order,
    order: { item_list: [orderLine({ model_name: 'Azul,500 ml' })] },
    sale: { lines: [{ variationId: '178204551093', variation: 'Azul · 500 ml', sku: 'GAR-AZ' }] },
  },
];

const parcels: Case[] = [
  {
    name: 'two packages, one of which has not left',
    source: sources.order,
    order: {
      ...{ order_status: 'PROCESSED', split_up: true },
      package_list: [
        orderPackage({ logistics_status: 'LOGISTICS_PICKUP_DONE' }),
        orderPackage({ package_number: 'OFG203948571029385', logistics_status: 'LOGISTICS_REQUEST_CREATED' }),
      ],
    },
    parcel: { substatus: 'request_created', step: null },
  },
  {
    name: 'two packages, one called off and the other delivered',
    source: sources.order,
    order: {
      ...{ order_status: 'SHIPPED', split_up: true },
      package_list: [
        orderPackage({ logistics_status: 'LOGISTICS_REQUEST_CANCELED' }),
        orderPackage({ package_number: 'OFG203948571029385', logistics_status: 'LOGISTICS_DELIVERY_DONE' }),
      ],
    },
    parcel: { substatus: 'delivery_done', step: 'delivered' },
  },
  {
    name: 'no packages told yet',
    source: sources.order,
    order: { package_list: null, invoice_data: null, order_status: 'INVOICE_PENDING' },
    sale: { phase: 'paid' },
    parcel: { logisticType: 'Shopee Xpress', substatus: '', needsDocument: true },
  },
  {
    name: 'sent by the warehouse of the marketplace',
    source: sources.order,
    order: { fulfillment_flag: 'fulfilled_by_shopee' },
    parcel: { marketplaceFulfilled: true, needsArranging: false },
  },
  {
    name: 'a carrier with its service code behind the name',
    source: sources.order,
    order: {
      shipping_carrier: 'Entrega Turbo - M1020',
      package_list: [
        orderPackage({ logistics_channel_id: 90_026, shipping_carrier: 'Entrega Turbo - M1020' }),
      ],
    },
    parcel: { logisticType: 'Entrega Turbo - M1020', needsDocument: true },
  },
  {
    name: 'the post office, which is given no NF-e',
    source: sources.order,
    order: {
      invoice_data: null,
      package_list: [orderPackage({ logistics_channel_id: 90_001, shipping_carrier: 'Correios - PAC' })],
    },
    parcel: { needsDocument: false, needsArranging: true },
  },
  {
    name: 'a parcel that the carrier lost',
    source: sources.order,
    order: { order_status: 'SHIPPED', package_list: inPackage('LOST') },
    parcel: { step: 'sent', substatus: 'lost' },
  },
];

/** The buyer of an order is its receiver; the street comes with its number and complement. */
const joao = {
  ...{ name: 'João Medeiros', otherDocument: null, taxpayer: null, stateRegistration: null },
  address: {
    ...{ street: 'Rua dos Pinheiros', number: '870', complement: 'Apto 52', neighborhood: 'Pinheiros' },
    ...{ city: 'São Paulo', state: 'SP', zip: '05422030', country: 'BR' },
  },
};

const people: Case[] = [
  {
    name: 'shown: street, district, place and CPF',
    source: sources.order,
    order: {},
    parcel: {
      receiver: {
        ...{ name: 'João Medeiros', street: 'Rua dos Pinheiros, 870, Apto 52', neighborhood: 'Pinheiros' },
        ...{ city: 'São Paulo', state: 'São Paulo', zip: '05422030' },
      },
    },
    billing: joao,
    document: '39053344705',
  },
  {
    name: 'masked in part, as after the end of an order: place in clear, the person in stars',
    source: sources.order,
    order: {
      ...{ buyer_cpf_id: null, buyer_username: 'j*********s' },
      recipient_address: {
        ...{ name: 'J******s', phone: '******41', town: '', district: 'Pinheiros', city: 'São Paulo' },
        ...{ state: 'São Paulo', region: 'BR', zipcode: '', full_address: 'Ru******' },
      },
    },
    sale: { buyer: { id: '1170319091', nickname: null } },
    parcel: { receiver: { name: 'J******s', street: 'Ru******', city: 'São Paulo', zip: '' } },
    billing: null,
    document: null,
  },
  {
    name: 'masked whole but for the postcode',
    source: sources.brazilianWire,
    order: {
      ...{ buyer_cpf_id: '****', buyer_username: '****' },
      recipient_address: {
        ...{ name: '****', phone: '****', town: '****', district: '****', city: '****', state: '****' },
        ...{ region: 'BR', zipcode: '05422030', full_address: '****' },
      },
    },
    sale: { buyer: { nickname: null } },
    parcel: { receiver: { name: '****', street: '****', zip: '05422030' } },
    billing: null,
    document: null,
  },
  {
    name: 'a CPF in clear beside a masked name',
    source: sources.order,
    order: {
      recipient_address: { name: 'J******s', phone: '******41', city: 'São Paulo', full_address: '****' },
    },
    billing: null,
    document: '39053344705',
  },
  {
    name: 'a company, whose number stands in the same field',
    source: sources.order,
    order: { buyer_cpf_id: '11444777000161' },
    billing: joao,
    document: '11444777000161',
  },
];

describe.each([
  ['in each status', statuses],
  ['line by line', lines],
  ['by their packages', parcels],
  ['with the buyer’s data', people],
])('orders of Shopee are read %s', (_, cases) => {
  test.each(cases)('$name ($source)', async (one) => {
    const { sale, order, parcel } = await readSale(orderBody(one.order), {
      income: incomeBody(one.income),
      ...(one.tracking !== undefined && { tracking: one.tracking }),
    });
    expect(sale.missing).toEqual([]);
    if (one.sale) expect(order).toMatchObject(one.sale);
    if (one.parcel === null) expect(parcel).toBeNull();
    else if (one.parcel) expect(parcel).toMatchObject(one.parcel);
    if ('billing' in one) expect(sale.billing).toEqual(one.billing);
    if ('document' in one) expect(sale.buyerDocument).toBe(one.document);
  });
});

test('a number beyond 2^53 keeps every digit', async () => {
  const item = '9123456789012345671';
  const raw = JSON.stringify({
    error: '',
    response: { order_list: [orderBody({ item_list: [orderLine({ item_id: 'LONG' })] })] },
  }).replaceAll('"LONG"', item);
  const { begin, answerOnce, marketplace, session } = stage;
  begin();
  answerOnce(/get_order_detail$/, { status: 200, body: raw });
  const sale = await marketplace.orders.read(session, '261127K4P9XT2M', { acceptPartial: false });
  expect(sale?.orders[0]?.lines[0]?.itemId).toBe(item);
});
