import { type Answers, type Case, describeCorpus } from './corpus-server.ts';
import { buyerId, type Fields, line, order, payment, sellerId, sources } from './shapes.ts';

const id = '2000013100200301';
const paidAt = new Date('2026-11-20T13:16:01.000Z');

/** The order as the API sends it, and the answers of the related calls. */
const one = (more: Fields = {}, beside: Answers = {}): Pick<Case, 'answers' | 'read'> => ({
  answers: { [`/orders/${id}`]: order(more), ...beside },
  read: async ({ orders }, session) => (await orders.read(session, id, { acceptPartial: false }))?.orders[0],
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

describeCorpus('orders of Mercado Livre, in every state', states);
describeCorpus('the money of orders of Mercado Livre', money);
