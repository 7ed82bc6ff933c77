import { type Answers, type Case, describeCorpus } from './corpus-server.ts';
import { buyerId, type Fields, line, order, payment, sellerId, shipment, sources } from './shapes.ts';

const id = '2000013100200301';
const paidAt = new Date('2026-11-20T13:16:01.000Z');

/** The order as the API sends it, and what else is asked along with it. */
const one = (more: Fields = {}, beside: Answers = {}): Pick<Case, 'answers' | 'read'> => ({
  answers: { [`/orders/${id}`]: order(more), ...beside },
  read: async ({ orders }, session) => (await orders.read(session, id, { acceptPartial: false }))?.orders[0],
});

const whole = (more: Fields, beside: Answers = {}): Pick<Case, 'answers' | 'read'> => ({
  answers: { [`/orders/${id}`]: order(more), ...beside },
  read: ({ orders }, session) => orders.read(session, id, { acceptPartial: false }),
});

const waiting = { date_approved: null, available_actions: [], status_detail: 'pending_waiting_payment' };

const states: Case[] = [
  {
    name: 'confirmed, without any payment: unpaid',
    source: sources.orderStates,
    ...one({ status: 'confirmed', payments: [], paid_amount: 0, tags: ['not_paid', 'not_delivered'] }),
    expected: { phase: 'unpaid', paidAt: null, refunded: false, total: 11980 },
  },
  {
    name: 'payment_required, with a boleto that nobody paid: unpaid',
    source: sources.orderStates,
    ...one({
      status: 'payment_required',
      tags: ['not_paid', 'not_delivered'],
      payments: [
        payment({ ...waiting, payment_type: 'ticket', payment_method_id: 'bolbradesco', status: 'pending' }),
      ],
    }),
    expected: { phase: 'unpaid', paidAt: null, money: { refunded: 0 } },
  },
  {
    name: 'payment_in_process, while the card is reviewed: unpaid',
    source: sources.blocks,
    ...one({
      status: 'payment_in_process',
      tags: ['not_paid'],
      payments: [payment({ ...waiting, status: 'in_process', status_detail: 'pending_review_manual' })],
    }),
    expected: { phase: 'unpaid', paidAt: null, interest: 0, discount: 0 },
  },
  {
    name: 'partially_paid, with the one payment that came in approved: unpaid',
    source: sources.blocks,
    ...one({
      status: 'partially_paid',
      paid_amount: 60,
      tags: ['not_delivered'],
      payments: [payment({ transaction_amount: 60, total_paid_amount: 60 })],
    }),
    expected: { phase: 'unpaid', paidAt: null },
  },
  {
    name: 'paid: every field that a sale is made of',
    source: sources.packs,
    ...one(),
    expected: {
      remoteId: id,
      sellerId: String(sellerId),
      packId: null,
      shipmentId: '46100200300',
      phase: 'paid',
      purchasedAt: new Date('2026-11-20T13:15:30.000Z'),
      updatedAt: new Date('2026-11-20T13:16:02.000Z'),
      paidAt,
      refunded: false,
      total: 11980,
      interest: 0,
      discount: 0,
      money: { sellerDiscount: 0, refunded: 0, payout: null },
      fraudRisk: false,
      buyer: { id: String(buyerId), nickname: 'TAVARESROSALINA', billingId: null },
      cancel: null,
      lines: [
        {
          itemId: 'MLB4810027731',
          variationId: null,
          title: 'Chaleira Esmaltada 1,5 Litro',
          variation: '',
          sku: 'CHA-15',
          quantity: 1,
          unitPrice: 11980,
          saleFee: 1917,
        },
      ],
    },
  },
  {
    name: 'partially_refunded: paid, with the part that went back',
    source: 'file 66003746905',
    ...one({
      status: 'partially_refunded',
      payments: [payment({ transaction_amount_refunded: 29.9, status_detail: 'partially_refunded' })],
    }),
    expected: { phase: 'paid', refunded: false, total: 11980, money: { refunded: 2990 } },
  },
  {
    name: 'paid, with a part refunded that only the payment says: paid',
    source: 'file 66003746905',
    ...one({ payments: [payment({ transaction_amount_refunded: 15.5 })] }),
    expected: { phase: 'paid', refunded: false, money: { refunded: 1550 } },
  },
  {
    name: 'pending_cancel, with the payment still approved: canceled',
    source: 'file 66003746905',
    ...one({ status: 'pending_cancel', tags: ['paid', 'not_delivered'] }),
    expected: { phase: 'canceled', paidAt },
  },
  {
    name: 'cancelled by the buyer and refunded: canceled, with who and why',
    source: 'files 57630683567 and 71259080236',
    ...one({
      status: 'cancelled',
      date_last_updated: '2026-11-21T11:02:44.000-04:00',
      payments: [
        payment({ status: 'refunded', status_detail: 'refunded', transaction_amount_refunded: 119.8 }),
      ],
      cancel_detail: {
        group: 'buyer',
        code: 'buyer_regretted',
        description: 'Comprador se arrependeu',
        requested_by: 'buyer',
        date: '2026-11-21T09:39:02.000-04:00',
        application_id: null,
      },
    }),
    expected: {
      phase: 'canceled',
      refunded: true,
      money: { refunded: 11980 },
      cancel: { by: 'buyer', reason: 'buyer_regretted' },
    },
  },
  {
    name: 'cancelled because its pack was split: canceled by the marketplace',
    source: sources.shipments,
    ...one({
      status: 'cancelled',
      cancel_detail: {
        ...{
          group: 'internal',
          code: 'pack_splitted',
          description: 'Pack splitted',
          requested_by: 'seller_id',
        },
        ...{ date: '2026-11-20T18:00:00.000-04:00', application_id: null },
      },
    }),
    expected: { phase: 'canceled', cancel: { by: 'marketplace', reason: 'pack_splitted' } },
  },
  {
    name: 'cancelled, with nothing said of it: canceled without a reason',
    source: sources.packs,
    ...one({ status: 'cancelled', cancel_detail: null, payments: [] }),
    expected: { phase: 'canceled', cancel: null, refunded: false, paidAt: null },
  },
  {
    name: 'invalid, because the buyer was a fraud: canceled',
    source: sources.orderStates,
    ...one({ status: 'invalid', payments: [payment({ status: 'cancelled', date_approved: null })] }),
    expected: { phase: 'canceled', paidAt: null },
  },
  {
    name: 'paid for ever and unfulfilled, because the money went back to the account of the buyer: canceled',
    source: sources.payments,
    ...one({
      tags: ['paid', 'not_delivered', 'unfulfilled'],
      payments: [payment({ tags: ['refund_account_money'] })],
    }),
    expected: { phase: 'canceled' },
  },
  {
    name: 'a status that is new, with every payment approved: paid',
    source: sources.orders,
    ...one({ status: 'in_validation' }),
    expected: { phase: 'paid', paidAt },
  },
];

const card = { payment_type: 'credit_card', payment_method_id: 'master' };
const coupon = (amount: number, share: Fields): Fields => ({
  type: 'coupon',
  items: [{ id: 'MLB4810027731', quantity: 1, amounts: { total: amount, ...share } }],
  supplier: { meli_campaign: null, offer_id: 'OFFER-MLB4810027731-1', funding_mode: 'sale_fee' },
});

const money: Case[] = [
  {
    name: 'a coupon of the marketplace: the goods keep their price',
    source: 'file 71056383450',
    ...one({
      coupon: { id: '40011', amount: 10 },
      paid_amount: 109.8,
      payments: [payment({ coupon_id: '40011', coupon_amount: 10, total_paid_amount: 109.8 })],
    }),
    expected: { total: 11980, discount: 1000, interest: 0, money: { sellerDiscount: 0 } },
  },
  {
    name: 'a coupon of the seller: taken off the goods, and nothing of it paid by the marketplace',
    source: 'files 59116229788 and 55452371863',
    ...one(
      {
        tags: ['order_has_discount', 'paid', 'not_delivered'],
        coupon: { id: '50022', amount: 12 },
        payments: [payment({ coupon_id: '50022', coupon_amount: 12, total_paid_amount: 107.8 })],
      },
      { [`/orders/${id}/discounts`]: { details: [coupon(12, { seller: 12 })] } },
    ),
    expected: { total: 10780, discount: 0, interest: 0, money: { sellerDiscount: 1200 } },
  },
  {
    name: 'a coupon that both pay: each their part',
    source: 'file 55452371863',
    ...one(
      {
        tags: ['order_has_discount', 'paid'],
        coupon: { id: '50023', amount: 20 },
        payments: [payment({ coupon_id: '50023', coupon_amount: 20, total_paid_amount: 99.8 })],
      },
      { [`/orders/${id}/discounts`]: { details: [coupon(20, { seller: 8.5 })] } },
    ),
    expected: { total: 11130, discount: 1150, money: { sellerDiscount: 850 } },
  },
  {
    name: 'a campaign: the price that was paid, and no coupon',
    source: sources.orders,
    ...one(
      {
        tags: ['order_has_discount', 'paid'],
        total_amount: 101.83,
        paid_amount: 101.83,
        order_items: [
          line({ unit_price: 101.83, full_unit_price: 119.8, gross_price: 119.8, sale_fee: 16.29 }),
        ],
        payments: [payment({ transaction_amount: 101.83, total_paid_amount: 101.83 })],
      },
      {
        [`/orders/${id}/discounts`]: {
          details: [{ ...coupon(17.97, { seller: 12.97 }), type: 'discount' }],
        },
      },
    ),
    expected: {
      total: 10183,
      discount: 0,
      money: { sellerDiscount: 0 },
      lines: [{ unitPrice: 10183, saleFee: 1629 }],
    },
  },
  {
    name: 'three instalments with interest: the interest is the buyer’s',
    source: sources.packs,
    ...one({
      paid_amount: 131.5,
      payments: [payment({ ...card, installments: 3, installment_amount: 43.83, total_paid_amount: 131.5 })],
    }),
    expected: { total: 11980, interest: 1170, discount: 0 },
  },
  {
    name: 'freight that the buyer pays: no interest',
    source: 'file 62489426290',
    ...one({
      paid_amount: 138.7,
      payments: [payment({ shipping_cost: 18.9, total_paid_amount: 138.7 })],
    }),
    expected: { total: 11980, interest: 0 },
  },
  {
    name: 'two payments, the second approved a day later: paid with the second',
    source: sources.packs,
    ...one({
      payments: [
        payment({ ...card, transaction_amount: 80, total_paid_amount: 84.1, installments: 2 }),
        payment({
          id: 98_120_399_004,
          payment_type: 'account_money',
          payment_method_id: 'account_money',
          transaction_amount: 39.8,
          total_paid_amount: 39.8,
          date_approved: '2026-11-21T20:00:00.000-03:00',
        }),
      ],
    }),
    expected: { phase: 'paid', paidAt: new Date('2026-11-21T23:00:00.000Z'), interest: 410 },
  },
  {
    name: 'a card that was rejected before the one that paid: paid once',
    source: sources.packs,
    ...one({
      payments: [
        payment({
          ...card,
          id: 98_120_334_002,
          status: 'rejected',
          date_approved: null,
          total_paid_amount: 131.5,
        }),
        payment(card),
      ],
    }),
    expected: { phase: 'paid', paidAt, interest: 0, refunded: false, money: { refunded: 0 } },
  },
  {
    name: 'refunded whole, with no amount beside it: all that was paid',
    source: sources.orders,
    ...one({
      status: 'cancelled',
      payments: [payment({ status: 'refunded', transaction_amount_refunded: null })],
    }),
    expected: { refunded: true, money: { refunded: 11980 } },
  },
  {
    name: 'charged back: what was paid went back',
    source: 'file 66003746905',
    ...one({ payments: [payment({ status: 'charged_back', status_detail: 'in_process' })] }),
    expected: { refunded: true, money: { refunded: 11980 } },
  },
  {
    name: 'a fee per unit: two units pay it twice',
    source: 'files 57630683567 and 71056383450',
    ...one({
      total_amount: 139.8,
      order_items: [line({ quantity: 2, unit_price: 69.9, full_unit_price: 69.9, sale_fee: 11.53 })],
      payments: [payment({ transaction_amount: 139.8, total_paid_amount: 139.8 })],
    }),
    expected: { total: 13980, lines: [{ quantity: 2, unitPrice: 6990, saleFee: 2306 }] },
  },
  {
    name: 'no fee told: unknown, not nothing',
    source: sources.orders,
    ...one({ order_items: [line({ sale_fee: null })] }),
    expected: { lines: [{ saleFee: null }] },
  },
];

const lines: Case[] = [
  {
    name: 'a variation of several attributes: all of them by name',
    source: 'file 467648168',
    ...one({
      order_items: [
        line(
          {},
          {
            variation_id: 183_302_447_119,
            seller_sku: 'CHA-15-AZ-220',
            variation_attributes: [
              { id: 'COLOR', name: 'Cor', value_id: '52028', value_name: 'Azul-marinho' },
              { id: 'VOLTAGE', name: 'Voltagem', value_id: '198813', value_name: '220 V' },
              { id: null, name: 'Tampa', value_id: null, value_name: 'Com puxador' },
            ],
          },
        ),
      ],
    }),
    expected: {
      lines: [
        {
          variationId: '183302447119',
          variation: 'Azul-marinho · 220 V · Com puxador',
          sku: 'CHA-15-AZ-220',
        },
      ],
    },
  },
  {
    name: 'no seller_sku: the older field',
    source: 'file 71251528885',
    ...one({ order_items: [line({}, { seller_sku: null, seller_custom_field: 'CHA15-ANTIGO' })] }),
    expected: { lines: [{ sku: 'CHA15-ANTIGO' }] },
  },
  {
    name: 'an ad of a user product: its own item, no variation',
    source: sources.userProducts,
    ...one({
      order_items: [line({}, { user_product_id: 'MLBU2210094417', variation_attributes: null })],
    }),
    expected: { lines: [{ itemId: 'MLB4810027731', variationId: null, variation: '' }] },
  },
  {
    name: 'a component of a kit: the component that is picked',
    source: sources.kits,
    ...one({
      tags: ['pack_order', 'paid', 'bundle_component'],
      total_amount: 89.7,
      order_items: [
        line(
          {
            quantity: 3,
            unit_price: 29.9,
            full_unit_price: 29.9,
            sale_fee: 4.78,
            bundle: {
              parent_item: { id: 'MLB5663868001', user_product_id: 'MLBU3300120045' },
              components: null,
            },
            element_id: 1,
          },
          {
            id: 'MLB4189327990',
            user_product_id: 'MLBU3256530077',
            title: 'Xícara Esmaltada',
            seller_sku: null,
          },
        ),
      ],
      payments: [payment({ transaction_amount: 89.7, total_paid_amount: 89.7 })],
    }),
    expected: {
      total: 8970,
      lines: [{ itemId: 'MLB4189327990', quantity: 3, unitPrice: 2990, saleFee: 1434, sku: '' }],
    },
  },
  {
    name: 'without a shipment, to be agreed with the buyer: no parcel',
    source: sources.orders,
    ...whole({ shipping: { id: null }, tags: ['no_shipping', 'paid', 'not_delivered'] }),
    expected: { orders: [{ shipmentId: null, phase: 'paid' }], shipment: null, missing: [] },
  },
  {
    name: 'the risk of a fraud: told by a tag',
    source: sources.orders,
    ...one({ tags: ['paid', 'not_delivered', 'fraud_risk_detected'] }),
    expected: { phase: 'paid', fraudRisk: true },
  },
  {
    name: 'an order of years ago: ids as text, nothing but the id of the buyer, dates that are null',
    source: sources.oldOrder,
    ...one({
      last_updated: undefined,
      expiration_date: undefined,
      pack_id: undefined,
      buyer: { id: String(buyerId) },
      seller: { id: String(sellerId) },
      order_items: [
        {
          item: { id: 'MLB4810027731', title: 'Chaleira', variation_id: null, variation_attributes: [] },
          ...{ quantity: 1, unit_price: 119.8, currency_id: 'BRL' },
        },
      ],
      payments: [
        {
          ...{ id: '98120334871', transaction_amount: 119.8, currency_id: 'BRL', status: 'approved' },
          ...{ date_created: null, date_last_modified: null },
        },
      ],
    }),
    expected: {
      phase: 'paid',
      paidAt: null,
      updatedAt: new Date('2026-11-20T13:15:30.000Z'),
      buyer: { id: String(buyerId), nickname: null },
      lines: [{ sku: '', saleFee: null }],
    },
  },
  {
    name: 'fields that nobody knows, at every level: read as if they were not there',
    source: sources.orders,
    ...one({
      sponsor: { id: 4 },
      order_items: [line({ stock: { node_id: 'BRP1', store_id: null } }, { parcel_score: [1] })],
      payments: [payment({ marketplace_fee: null, refunds: [] })],
    }),
    expected: { phase: 'paid', total: 11980, lines: [{ quantity: 1 }] },
  },
];

const packId = '2000009088803001';
const sibling = '2000013100200999';

const together: Case[] = [
  {
    name: 'two orders of one pack: both, with the parcel that they share',
    source: sources.packs,
    ...whole(
      { pack_id: 2_000_009_088_803_001, tags: ['pack_order', 'paid', 'not_delivered'] },
      {
        [`/packs/${packId}`]: {
          id: 2_000_009_088_803_001,
          shipment: { id: 46_100_200_300 },
          orders: [{ id: 2_000_013_100_200_301, static_tags: [] }, { id: 2_000_013_100_200_999 }],
          buyer: { id: buyerId },
          status: 'released',
          family_pack_id: null,
        },
        [`/orders/${sibling}`]: order({
          id: 2_000_013_100_200_999,
          pack_id: 2_000_009_088_803_001,
          total_amount: 45,
          order_items: [line({ unit_price: 45 }, { id: 'MLB4810029002' })],
          payments: [payment({ transaction_amount: 45, total_paid_amount: 45 })],
        }),
        '/shipments/46100200300': shipment(),
        '/shipments/46100200300/sla': {
          ...{ status: 'on_time', service: null },
          ...{ expected_date: '2026-11-23T23:59:59-03:00', last_updated: '2026-11-20T17:16:04Z' },
        },
      },
    ),
    expected: {
      orders: [
        { remoteId: id, packId, packPending: false, total: 11980 },
        { remoteId: sibling, packId, total: 4500, lines: [{ itemId: 'MLB4810029002' }] },
      ],
      shipment: { shipmentId: '46100200300', dispatchLimit: new Date('2026-11-24T02:59:59.000Z') },
      missing: [],
    },
  },
  {
    name: 'ids above 2^53, as plain digits: every digit is kept',
    source: sources.billing,
    answers: {
      '/orders/9007199254740993': order({
        id: 9_007_199_254_740_993n,
        pack_id: 9_007_199_254_740_995n,
        shipping: { id: 92_233_720_368_547_001n },
        buyer: { id: buyerId, billing_info: { id: 677_487_519_924_852_463n } },
      }),
    },
    read: ({ orders }, session) => orders.read(session, '9007199254740993', { acceptPartial: false }),
    expected: {
      orders: [
        {
          remoteId: '9007199254740993',
          packId: '9007199254740995',
          shipmentId: '92233720368547001',
          buyer: { billingId: '677487519924852463' },
        },
      ],
    },
  },
  {
    name: 'a search: the rows with their phase, the offset of their time counted',
    source: sources.orders,
    answers: {
      '/orders/search': {
        query: '',
        results: [
          order({ last_updated: '2026-11-20T10:00:00.000-03:00' }),
          order({
            id: 2_000_013_100_200_777,
            ...{
              status: 'partially_paid',
              last_updated: null,
              date_last_updated: '2026-11-20T09:00:00.000-04:00',
            },
          }),
        ],
        sort: { id: 'date_desc', name: 'Date descending' },
        available_sorts: [],
        filters: [],
        paging: { total: 2, offset: 0, limit: 50 },
        display: 'complete',
      },
    },
    read: ({ orders }, session) => orders.search(session, new Date('2026-11-20T00:00:00Z')),
    expected: {
      seen: [
        { remoteId: id, phase: 'paid', updatedAt: new Date('2026-11-20T13:00:00.000Z') },
        { remoteId: '2000013100200777', phase: 'unpaid', updatedAt: new Date('2026-11-20T13:15:30.000Z') },
        { remoteId: id },
        { remoteId: '2000013100200777' },
      ],
      failures: [],
    },
  },
];

const home = {
  street_name: 'Rua das Acácias',
  street_number: 'SN',
  city_name: 'Joinville',
  comment: 'fundos',
  neighborhood: 'Glória',
  state: { name: 'Santa Catarina' },
  zip_code: '89201330',
  country_id: 'BR',
};
const person = {
  name: 'Rosalina',
  last_name: 'Tavares',
  identification: { type: 'CPF', number: '11144477735' },
  address: home,
  attributes: { is_normalized: true, cust_type: 'CO' },
};
const company = {
  name: 'Padaria Três Marias Ltda',
  identification: { type: 'CNPJ', number: '11222333000181' },
  taxes: {
    inscriptions: { state_registration: '254998877' },
    taxpayer_type: { description: 'Contribuinte' },
  },
  address: home,
  attributes: { is_normalized: true, cust_type: 'BU' },
};
const billed = (info: Fields, cust: unknown = buyerId) =>
  whole(
    { shipping: { id: null }, buyer: { id: buyerId, billing_info: { id: '677487519924852462' } } },
    {
      '/orders/billing-info/MLB/677487519924852462': {
        site_id: 'MLB',
        buyer: { cust_id: cust, billing_info: info },
        seller: { cust_id: sellerId },
      },
    },
  );

const billing: Case[] = [
  {
    name: 'billing of a person: CPF, name, address with the name of its state alone',
    source: sources.billing,
    ...billed(person),
    expected: { billing: { buyer: { billing_info: person } }, missing: [] },
  },
  {
    name: 'billing of a company: CNPJ, state registration, one name',
    source: sources.billing,
    ...billed(company, String(buyerId)),
    expected: { billing: { buyer: { billing_info: company } }, missing: [] },
  },
  {
    name: 'billing while the document is in process: what is null is unknown',
    source: sources.billing,
    ...billed({
      name: 'Rosalina',
      last_name: null,
      identification: { type: null, number: null },
      address: null,
    }),
    expected: { billing: { buyer: { billing_info: { name: 'Rosalina', address: null } } }, missing: [] },
  },
];

describeCorpus('orders of Mercado Livre, in every state', states);
describeCorpus('the money of orders of Mercado Livre', money);
describeCorpus('the lines of orders of Mercado Livre', lines);
describeCorpus('packs and searches of Mercado Livre', together);
describeCorpus('the billing data of buyers of Mercado Livre', billing);
