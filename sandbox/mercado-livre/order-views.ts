import { marketTime } from '../clock.ts';
import type { Fields } from '../reading.ts';
import type { World } from '../world.ts';
import { roundReais } from './fees.ts';
import type { Order, Payment } from './market.ts';
import { buyerById } from './market.ts';
import type { Buyer } from './people.ts';

export const totalsOf = (order: Order) => ({
  goods: roundReais(order.unit_price * order.quantity),
  shipping: order.payments.reduce((total, payment) => total + payment.shipping_cost, 0),
});

const stamp = (iso: string | null): string | null => (iso === null ? null : marketTime(iso));

export const viewPayment = (order: Order, payment: Payment): Fields => ({
  id: payment.id,
  order_id: order.id,
  payer_id: order.buyer_id,
  collector: { id: order.seller_id },
  status: payment.status,
  status_detail: payment.status_detail,
  payment_method_id: payment.payment_method_id,
  payment_type: payment.payment_type,
  installments: payment.interest > 0 ? 10 : 1,
  currency_id: 'BRL',
  transaction_amount: payment.transaction_amount,
  transaction_amount_refunded:
    payment.status === 'refunded' ? payment.transaction_amount : (payment.refunded ?? 0),
  shipping_cost: payment.shipping_cost,
  coupon_amount: payment.coupon_amount,
  taxes_amount: 0,
  overpaid_amount: 0,
  total_paid_amount: roundReais(
    payment.transaction_amount + payment.shipping_cost + payment.interest - payment.coupon_amount,
  ),
  marketplace_fee: roundReais(order.sale_fee * order.quantity),
  authorization_code: null,
  date_created: stamp(payment.date_created),
  date_approved: stamp(payment.date_approved),
  date_last_modified: stamp(order.last_updated),
});

/** The stores that it leaves from; null without stock per store. */
const storesOf = (order: Order): Fields[] | null => {
  const stores = (order.taken ?? []).filter(({ store_id: id }) => id !== null);
  return stores.length === 0
    ? null
    : stores.map(({ store_id, network_node_id }) => ({ store_id, network_node_id }));
};

const viewLine = (order: Order): Fields => ({
  item: {
    id: order.item_id,
    title: order.title,
    category_id: order.category_id,
    variation_id: order.variation_id,
    seller_custom_field: order.seller_sku,
    seller_sku: order.seller_sku,
    variation_attributes: order.variation_attributes,
    condition: order.condition,
    warranty: null,
    user_product_id: order.user_product_id,
  },
  quantity: order.quantity,
  requested_quantity: { value: order.quantity, measure: 'unit' },
  picked_quantity: null,
  unit_price: order.unit_price,
  full_unit_price: order.full_unit_price ?? order.unit_price,
  gross_price: roundReais((order.full_unit_price ?? order.unit_price) * order.quantity),
  currency_id: 'BRL',
  sale_fee: order.sale_fee,
  listing_type_id: order.listing_type_id,
  manufacturing_days: null,
  discounts: null,
  stock: storesOf(order),
});

const couponOf = (order: Order): Fields => {
  const amount = roundReais(order.payments.reduce((sum, { coupon_amount: coupon }) => sum + coupon, 0));
  return amount > 0 ? { id: String(50_000 + (order.id % 1_000)), amount } : { id: null, amount: 0 };
};

type Supplier = { id: string | null; offer_id: string };

const discount = (
  order: Order,
  type: 'coupon' | 'discount',
  amounts: { total: number; seller: number },
  { id, offer_id }: Supplier = { id: null, offer_id: `OFFER-${order.item_id}-1` },
): Fields => ({
  type,
  items: [{ id: order.item_id, quantity: order.quantity, amounts }],
  supplier: { meli_campaign: id, offer_id, funding_mode: 'sale_fee' },
});

/** `GET /orders/{id}/discounts`, in the shape of files 59116229788 and 55452371863; a campaign is in the price already. */
export const viewDiscounts = (order: Order): Fields => {
  const reduced = roundReais(
    ((order.full_unit_price ?? order.unit_price) - order.unit_price) * order.quantity,
  );
  const seller = roundReais(reduced - (order.campaign?.meli_amount ?? 0));
  return {
    details: [
      ...(reduced > 0 ? [discount(order, 'discount', { total: reduced, seller }, order.campaign)] : []),
      ...order.payments.flatMap(({ coupon_amount: total, seller_coupon: seller = 0 }) =>
        total > 0 ? [discount(order, 'coupon', { total, seller })] : [],
      ),
    ],
  };
};

export const viewOrder = (world: World, order: Order): Fields => {
  const buyer = buyerById(world.market, order.buyer_id);
  const { goods, shipping } = totalsOf(order);
  const paid = order.payments.some(
    (payment) => payment.status === 'approved' || payment.status === 'refunded',
  );
  return {
    id: order.id,
    status: order.status,
    status_detail: order.status_detail,
    date_created: stamp(order.date_created),
    date_closed: stamp(order.date_closed),
    last_updated: stamp(order.last_updated),
    expiration_date: stamp(order.expiration_date),
    pack_id: order.pack_id,
    fulfilled: order.fulfilled,
    comment: null,
    total_amount: goods,
    paid_amount: paid ? roundReais(goods + shipping) : 0,
    currency_id: 'BRL',
    coupon: couponOf(order),
    taxes: { amount: null, currency_id: null, id: null },
    order_items: [viewLine(order)],
    payments: order.payments.map((payment) => viewPayment(order, payment)),
    shipping: { id: order.shipment_id },
    buyer: {
      id: order.buyer_id,
      nickname: buyer?.nickname ?? null,
      billing_info: { id: buyer?.billing_id ?? null },
    },
    seller: { id: order.seller_id },
    feedback: { buyer: null, seller: order.feedback === null ? null : { id: order.feedback.id } },
    context: { channel: 'marketplace', site: 'MLB', flows: [] },
    order_request: { change: null, return: null },
    tags: order.tags,
    mediations: Object.values(world.market.afterSale.claims)
      .filter((claim) => claim.order_id === order.id)
      .map(({ id }) => ({ id })),
    cancel_detail:
      order.cancel_detail === null ? null : { ...order.cancel_detail, date: stamp(order.cancel_detail.date) },
  };
};

/** A company has its name in one field, and only a registered one has a number among its inscriptions. */
export const viewBillingInfo = (buyer: Buyer): Fields => {
  const address = buyer.billing_address ?? buyer.address;
  const registration = buyer.state_registration;
  const person = { name: buyer.first_name, last_name: buyer.last_name, taxes: { inscriptions: {} } };
  const company = {
    name: `${buyer.first_name} ${buyer.last_name}`,
    taxes: {
      inscriptions: registration === undefined ? {} : { state_registration: registration },
      taxpayer_type: { description: registration === undefined ? 'Não contribuinte' : 'Contribuinte' },
    },
  };
  return {
    site_id: 'MLB',
    buyer: {
      cust_id: buyer.id,
      billing_info: {
        ...(buyer.document_type === 'CPF' ? person : company),
        identification: { type: buyer.document_type, number: buyer.document },
        address: {
          street_name: address.street,
          street_number: address.number,
          city_name: address.city,
          comment: address.comment,
          neighborhood: address.neighborhood,
          state: { code: `BR-${address.state}`, name: address.stateName },
          zip_code: address.zip,
          country_id: 'BR',
        },
        attributes: { is_normalized: true, cust_type: buyer.document_type === 'CPF' ? 'CO' : 'BU' },
      },
    },
  };
};
