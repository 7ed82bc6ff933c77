import { z } from 'zod';
import { type Centavos, fromDecimal, multiplyMoney, sumMoney } from '#contract/money.ts';
import { type MarketplaceOrder, noNotes, plainMoney, type SeenOrder } from '../sale.ts';

/** Ids are numbers or text, and text with us. */
export const remoteId = z.union([z.string().min(1), z.number()]).transform(String);
/** Offset times (`-04:00`) → instant. */
export const remoteTime = z
  .string()
  .transform((value) => new Date(value))
  .refine((date) => !Number.isNaN(date.getTime()), 'date_invalid');
const maybe = <T extends z.ZodType>(schema: T) => schema.nullish().catch(null);
const amount = z.number().transform(fromDecimal);

const line = z.looseObject({
  item: z.looseObject({
    id: remoteId,
    title: z.string().catch(''),
    variation_attributes: z.array(z.looseObject({ value_name: maybe(z.string()) })).catch([]),
    variation_id: maybe(remoteId),
    seller_sku: maybe(z.string()),
    seller_custom_field: maybe(z.string()),
  }),
  quantity: z.int().positive(),
  unit_price: amount,
  sale_fee: maybe(amount),
});

const payment = z.looseObject({
  status: z.string().catch(''),
  date_approved: maybe(remoteTime),
  total_paid_amount: maybe(amount),
  coupon_amount: maybe(amount),
  transaction_amount: maybe(amount),
  transaction_amount_refunded: maybe(amount),
  taxes_amount: maybe(amount),
  shipping_cost: maybe(amount),
});
/** Fields that decide the phase of a sale. */
const phaseFields = {
  status: z.string(),
  payments: z.array(payment).catch([]),
  tags: z.array(z.string()).catch([]),
};

// Lists of the marketplace are open: only the values the product relies on are required.
const schema = z.looseObject({
  ...phaseFields,
  id: remoteId,
  date_created: remoteTime,
  last_updated: maybe(remoteTime),
  expiration_date: maybe(remoteTime),
  pack_id: maybe(remoteId),
  comment: maybe(z.string()),
  total_amount: amount,
  order_items: z.array(line).min(1),
  shipping: maybe(z.looseObject({ id: maybe(remoteId) })),
  buyer: maybe(
    z.looseObject({
      id: maybe(remoteId),
      nickname: maybe(z.string()),
      billing_info: maybe(z.looseObject({ id: maybe(remoteId) })),
    }),
  ),
  seller: z.looseObject({ id: remoteId }),
  cancel_detail: maybe(
    z.looseObject({
      group: maybe(z.string()),
      requested_by: maybe(z.string()),
      description: maybe(z.string()),
      code: maybe(z.string()),
    }),
  ),
});
type Source = z.output<typeof schema>;

const whoCanceled = (name: string | null | undefined): string =>
  name === 'buyer' || name === 'seller' ? name : 'marketplace';

/** An order in `pending_cancel` is canceled, although its payment is not refunded yet: it must not be sent. */
const canceled = new Set(['cancelled', 'invalid', 'pending_cancel']);
const paid = new Set(['paid', 'partially_refunded']);
/** In `partially_paid` the payments that exist are approved, and do not cover the order. */
const unpaid = new Set(['confirmed', 'payment_required', 'payment_in_process', 'partially_paid']);

/** A status that is not in these lists is judged by its payments. */
function phaseOf(order: Pick<Source, 'status' | 'tags' | 'payments'>): MarketplaceOrder['phase'] {
  if (canceled.has(order.status)) return 'canceled';
  // A cancellation that is refunded to the buyer's Mercado Pago balance keeps the status `paid` and gets this tag.
  if (paid.has(order.status)) return order.tags.includes('unfulfilled') ? 'canceled' : 'paid';
  if (unpaid.has(order.status) || order.tags.includes('not_paid')) return 'unpaid';
  const approved = order.payments.length > 0 && order.payments.every(({ status }) => status === 'approved');
  return approved ? 'paid' : 'unpaid';
}

/**
 * The buyer pays goods, taxes, freight and the interest of the instalments, less the coupon. Only approved payments count. The
 * coupon of a payment includes the share that the seller pays; the marketplace pays the rest.
 */
function moneyOf(
  payments: Source['payments'],
  sellerShare: Centavos,
): { interest: Centavos; discount: Centavos } {
  const approved = payments.filter((one) => one.date_approved);
  const interest = approved.map(({ total_paid_amount: total, ...one }) => {
    if (total === null || total === undefined) return 0;
    const due = sumMoney([one.transaction_amount ?? 0, one.taxes_amount ?? 0, one.shipping_cost ?? 0]);
    return Math.max(0, total + (one.coupon_amount ?? 0) - due);
  });
  return {
    interest: sumMoney(interest),
    discount: Math.max(0, sumMoney(approved.map(({ coupon_amount: coupon }) => coupon ?? 0)) - sellerShare),
  };
}

/** The order is paid when its last payment is approved. */
function paidAtOf(order: Source): Date | null {
  if (phaseOf(order) === 'unpaid') return null;
  const times = order.payments.flatMap(({ date_approved: at }) => at ?? []);
  return times.toSorted((one, other) => other.getTime() - one.getTime())[0] ?? null;
}

/** A fully refunded payment does not always have its amount. */
function refundedOf(payments: Source['payments']): Centavos | null {
  const amounts = payments.map(({ status, transaction_amount_refunded: back, transaction_amount: paid }) => {
    if (status === 'refunded' || status === 'charged_back') return (back || paid) ?? null;
    return back ?? (status === 'partially_refunded' ? null : 0);
  });
  return amounts.includes(null) ? null : sumMoney(amounts.map((amount) => amount ?? 0));
}

/** The discount by coupons, and the seller's share of it. */
export type Coupons = { seller: Centavos };
export const noCoupons: Coupons = { seller: 0 };

/** Tag of an order with discounts; a separate call reads their amounts. */
export const hasDiscounts = (json: unknown): boolean =>
  z
    .looseObject({ tags: z.array(z.string()) })
    .safeParse(json)
    .data?.tags.includes('order_has_discount') ?? false;

const discounts = z.looseObject({
  details: z.array(
    z.looseObject({
      type: z.string(),
      items: z.array(z.looseObject({ amounts: z.looseObject({ seller: amount.nullish() }) })),
    }),
  ),
});

/** Every other kind of discount is included in the price of the line. Throws ZodError. */
export function readCoupons(json: unknown): Coupons {
  const coupons = discounts.parse(json).details.filter(({ type }) => type === 'coupon');
  return {
    seller: sumMoney(coupons.flatMap(({ items }) => items.map(({ amounts }) => amounts.seller ?? 0))),
  };
}

/** Throws ZodError if it is no order of Mercado Livre. */
export function readOrder(json: unknown, coupons: Coupons | null = noCoupons): MarketplaceOrder {
  const order = schema.parse(json);
  const lines = order.order_items.map(({ item, quantity, unit_price, sale_fee }) => ({
    itemId: item.id,
    variationId: item.variation_id ?? null,
    title: item.title,
    variation: item.variation_attributes.flatMap(({ value_name }) => value_name || []).join(' · '),
    sku: item.seller_sku ?? item.seller_custom_field ?? '',
    lineId: null,
    quantity,
    unitPrice: unit_price,
    saleFee: sale_fee == null ? null : multiplyMoney(sale_fee, quantity),
  }));
  const { cancel_detail: cancel } = order;
  return {
    remoteId: order.id,
    sellerId: order.seller.id,
    packId: order.pack_id ?? null,
    packPending: false,
    shipmentId: order.shipping?.id ?? null,
    phase: phaseOf(order),
    updatedAt: order.last_updated ?? order.date_created,
    purchasedAt: order.date_created,
    paidAt: paidAtOf(order),
    refunded: order.payments.some(({ status }) => status === 'refunded' || status === 'charged_back'),
    expiresAt: order.expiration_date ?? null,
    total: Math.max(0, order.total_amount - (coupons?.seller ?? 0)),
    ...moneyOf(order.payments, coupons?.seller ?? 0),
    money: {
      ...plainMoney,
      sellerDiscount: coupons?.seller ?? null,
      refunded: refundedOf(order.payments),
    },
    fraudRisk: order.tags.includes('fraud_risk_detected'),
    buyer: {
      id: order.buyer?.id ?? null,
      nickname: order.buyer?.nickname ?? null,
      billingId: order.buyer?.billing_info?.id ?? null,
    },
    cancel: cancel
      ? {
          by: whoCanceled(cancel.requested_by ?? cancel.group),
          // A code has words in each reader's language, a description is in the marketplace's.
          reason: cancel.code ?? cancel.description ?? '',
        }
      : null,
    lines,
    notes: { ...noNotes, buyer: order.comment ?? null },
    raw: json,
  };
}

const foundRow = z.looseObject({
  ...phaseFields,
  id: remoteId,
  last_updated: remoteTime.nullish(),
  date_created: remoteTime,
});
const found = z.looseObject({
  results: z.array(z.unknown()),
  paging: z.looseObject({ total: z.number() }),
});

/** One page of the search, its rows unread; throws ZodError. */
export const readFoundPage = (json: unknown): { rows: unknown[]; total: number } => {
  const { results, paging } = found.parse(json);
  return { rows: results, total: paging.total };
};

/** Throws ZodError. */
export function readFound(json: unknown): SeenOrder {
  const row = foundRow.parse(json);
  return { remoteId: row.id, updatedAt: row.last_updated ?? row.date_created, phase: phaseOf(row) };
}
