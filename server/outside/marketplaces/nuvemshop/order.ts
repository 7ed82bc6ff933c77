import { z } from 'zod';
import { type Centavos, multiplyMoney, sumMoney } from '#contract/money.ts';
import { type BuyerBilling, billingOf } from '../billing.ts';
import { isMasked } from '../masked.ts';
import { type MarketplaceOrder, plainMoney, type Receiver, type SeenOrder } from '../sale.ts';
import { amount, maybe, remoteId, remoteTime, spoken } from './values.ts';

const textual = maybe(z.union([z.string(), z.number()]).transform(String));

const line = z.looseObject({
  id: maybe(remoteId),
  product_id: remoteId,
  variant_id: maybe(remoteId),
  // Like the values of its variant a text, or a text by language.
  name: spoken,
  price: amount,
  quantity: z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]).pipe(z.int().nonnegative()),
  variant_values: z.array(spoken).catch([]),
  sku: textual,
});

/** Fields that decide the phase of a sale. */
const phaseFields = {
  status: z.string(),
  payment_status: z.string().catch(''),
  paid_at: maybe(remoteTime),
};
const saleFields = {
  id: remoteId,
  updated_at: maybe(remoteTime),
  created_at: remoteTime,
  storefront: maybe(z.string()),
};

// Lists of the marketplace are open: only the values the product relies on are required.
const schema = z.looseObject({
  ...phaseFields,
  ...saleFields,
  store_id: remoteId,
  number: textual,
  note: textual,
  owner_note: textual,
  contact_name: maybe(z.string()),
  contact_identification: textual,
  billing_name: textual,
  billing_customer_type: textual,
  billing_business_name: textual,
  billing_trade_name: textual,
  billing_state_registration: textual,
  billing_document_type: textual,
  billing_address: textual,
  billing_number: textual,
  billing_floor: textual,
  billing_locality: textual,
  billing_city: textual,
  billing_province: textual,
  billing_zipcode: textual,
  billing_country: textual,
  customer: maybe(z.looseObject({ id: maybe(remoteId), name: maybe(z.string()), identification: textual })),
  subtotal: maybe(amount),
  total: maybe(amount),
  discount: maybe(amount),
  discount_coupon: maybe(amount),
  discount_gateway: maybe(amount),
  products: z.array(line).min(1),
  shipping_address: maybe(
    z.looseObject({
      name: textual,
      address: textual,
      number: textual,
      floor: textual,
      locality: textual,
      city: textual,
      province: textual,
      zipcode: textual,
    }),
  ),
  shipping_cost_owner: maybe(amount),
  shipping_cost_customer: maybe(amount),
  cancel_reason: maybe(z.string()),
  cancelled_at: maybe(remoteTime),
});
export type OrderSource = z.output<typeof schema>;

const canceledPayments = new Set(['refunded', 'voided', 'abandoned']);
const paidPayments = new Set(['paid', 'partially_refunded']);

/**
 * A refund, or a payment that never arrived, ends a sale like a cancellation. A paid order whose total was raised by an
 * edit is partially paid and stays a paid sale.
 */
function phaseOf(order: Pick<OrderSource, 'status' | 'payment_status' | 'paid_at'>) {
  const { status, payment_status: payment } = order;
  if (status === 'cancelled' || canceledPayments.has(payment)) return 'canceled';
  if (payment === 'partially_paid' && order.paid_at) return 'paid';
  return paidPayments.has(payment) ? 'paid' : 'unpaid';
}

/** The buyer, the store's own people, or the marketplace; the reason is one of a few words. */
const whoCanceled = (reason: string) =>
  reason === 'customer' ? 'buyer' : reason === 'fraud' ? 'marketplace' : 'seller';

/** From another marketplace connected to the store, which reports it itself. */
export const isFromElsewhere = ({ storefront }: Pick<OrderSource, 'storefront'>) => storefront === 'meli';

/** Throws ZodError if it is no order of the store. */
export const readOrder = (json: unknown): OrderSource => schema.parse(json);

/** `refunded`: the refunded amount of a sale that goes on; null if unknown. */
export function viewOrder(
  order: OrderSource,
  raw: unknown,
  shipmentId: string | null,
  refunded: Centavos | null = 0,
): MarketplaceOrder {
  const phase = phaseOf(order);
  const goods =
    order.subtotal ?? sumMoney(order.products.map(({ price, quantity }) => multiplyMoney(price, quantity)));
  const discount = discountOf(order, goods);
  return {
    remoteId: order.id,
    sellerId: order.store_id,
    packId: null,
    packPending: false,
    shipmentId,
    phase,
    updatedAt: order.updated_at ?? order.created_at,
    purchasedAt: order.created_at,
    paidAt: order.paid_at ?? null,
    refunded: order.payment_status === 'refunded',
    expiresAt: null,
    // The store itself pays its discounts.
    total: Math.max(0, goods - discount),
    interest: 0,
    discount: 0,
    money: {
      ...plainMoney,
      sellerDiscount: discount,
      freightCharged: freightChargedOf(order, goods - discount),
      refunded,
    },
    fraudRisk: false,
    buyer: {
      id: order.customer?.id ?? null,
      nickname: order.contact_name ?? order.customer?.name ?? null,
      billingId: null,
    },
    cancel:
      phase === 'canceled'
        ? { by: whoCanceled(order.cancel_reason ?? ''), reason: order.cancel_reason ?? order.payment_status }
        : null,
    lines: order.products
      .filter(({ quantity }) => quantity > 0)
      .map((one) => ({
        lineId: one.id ?? null,
        itemId: one.product_id,
        variationId: one.variant_id ?? null,
        ...namesOf(one),
        sku: one.sku ?? '',
        quantity: one.quantity,
        unitPrice: one.price,
        saleFee: null,
      })),
    notes: { storeNumber: order.number ?? null, buyer: order.note ?? '', seller: order.owner_note ?? '' },
    raw,
  };
}

/**
 * `discount` is the whole discount in most answers; in some it omits coupon and payment. The order's total shows which.
 */
function discountOf(order: OrderSource, goods: Centavos): Centavos {
  const reported = order.discount ?? 0;
  const whole = sumMoney([reported, order.discount_coupon ?? 0, order.discount_gateway ?? 0]);
  if (order.total == null || order.shipping_cost_customer == null)
    return order.discount == null ? whole : reported;
  return goods + order.shipping_cost_customer - order.total === whole ? whole : reported;
}

/** Paid by the buyer to the store; if it is missing, it is the total minus the goods. */
function freightChargedOf(order: OrderSource, paidGoods: Centavos): Centavos | null {
  if (order.shipping_cost_customer != null) return order.shipping_cost_customer;
  return order.total == null ? null : Math.max(0, order.total - paidGoods);
}

/** If the name ends in the values of the variant, they are its variation. */
function namesOf({ name, variant_values: values }: z.output<typeof line>) {
  const reported = values.filter((value) => value !== '');
  const ending = ` (${reported.join(', ')})`;
  const isNamed = reported.length > 0 && name.endsWith(ending);
  return { title: isNamed ? name.slice(0, -ending.length) : name, variation: reported.join(' · ') };
}

const moneyObject = z.looseObject({ value: amount.nullish() }).nullish();
const transactions = z.array(
  z.looseObject({
    refunded_amount: moneyObject,
    events: z
      .array(z.looseObject({ type: z.string(), status: z.string(), amount: moneyObject }))
      .nullish()
      .catch([]),
  }),
);
type Transaction = z.output<typeof transactions>[number];

/** The refund of a payment: its sum, else the refunds among its events. Null if there is neither. */
function refundOf({ refunded_amount: whole, events }: Transaction): Centavos | null {
  if (whole?.value != null) return whole.value;
  const parts = (events ?? [])
    .filter(({ type, status }) => type === 'refund' && status === 'success')
    .map(({ amount: part }) => part?.value ?? null);
  const known = parts.filter((part) => part !== null);
  return parts.length > 0 && known.length === parts.length ? sumMoney(known) : null;
}

/** The refunded amount, from the payments of an order; null if none has it. Throws ZodError. */
export function readRefunded(json: unknown): Centavos | null {
  const reported = transactions.parse(json).flatMap((one) => refundOf(one) ?? []);
  return reported.length > 0 ? sumMoney(reported) : null;
}

/** Of the order, else of the customer, who may have bought for somebody else. */
export function identificationOf({ contact_identification: own, customer }: OrderSource): string | null {
  return own && !isMasked(own) ? own : (customer?.identification ?? null);
}

/**
 * The company if there is one, else the buyer. The address for the invoice is in fields of its own; without a street
 * there is none.
 */
export function viewBilling(order: OrderSource): BuyerBilling | null {
  const isCompany = order.billing_customer_type === 'company' || order.billing_document_type === 'cnpj';
  const company = order.billing_business_name || (isCompany ? order.billing_trade_name : null);
  const names = [company, order.contact_name, order.billing_name, order.customer?.name];
  return billingOf({
    name: names.find(Boolean),
    identification: {
      type: order.billing_document_type,
      number: identificationOf(order),
    },
    stateRegistration: order.billing_state_registration,
    address: {
      street: order.billing_address,
      number: order.billing_number,
      complement: order.billing_floor,
      neighborhood: order.billing_locality,
      city: order.billing_city,
      states: [order.billing_province],
      zip: order.billing_zipcode,
      country: order.billing_country,
    },
  });
}

export function receiverOf({ shipping_address: to }: OrderSource): Receiver | null {
  if (!to) return null;
  return {
    name: to.name ?? '',
    street: to.address ?? '',
    number: to.number ?? '',
    complement: to.floor ?? '',
    neighborhood: to.locality ?? '',
    city: to.city ?? '',
    state: to.province ?? '',
    zip: (to.zipcode ?? '').replace(/\D/g, ''),
  };
}

const foundRow = z.looseObject({ ...phaseFields, ...saleFields });

/** Throws ZodError. Sales of another marketplace are ignored. */
export function readFound(json: unknown): SeenOrder & { isOurs: boolean } {
  const row = foundRow.parse(json);
  return {
    remoteId: row.id,
    updatedAt: row.updated_at ?? row.created_at,
    phase: phaseOf(row),
    isOurs: !isFromElsewhere(row),
  };
}
