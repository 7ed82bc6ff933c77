import { z } from 'zod';
import { type Centavos, multiplyMoney, sumMoney } from '#contract/money.ts';
import { type MarketplaceOrder, plainMoney, type Receiver, type SeenOrder } from '../sale.ts';
import { amount, maybe, remoteId, remoteTime } from './values.ts';

const textual = maybe(z.union([z.string(), z.number()]).transform(String));

const line = z.looseObject({
  id: maybe(remoteId),
  product_id: remoteId,
  variant_id: maybe(remoteId),
  name: z.string().catch(''),
  price: amount,
  quantity: z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]).pipe(z.int().nonnegative()),
  variant_values: z.array(z.string()).catch([]),
  sku: maybe(z.string()),
});

/** What tells the phase of a sale's life. */
const phaseFields = { status: z.string(), payment_status: z.string().catch('') };
const heard = {
  id: remoteId,
  updated_at: maybe(remoteTime),
  created_at: remoteTime,
  storefront: maybe(z.string()),
};

// Lists of the marketplace are open: only what we stand on is required, the rest may be anything.
const schema = z.looseObject({
  ...phaseFields,
  ...heard,
  store_id: remoteId,
  contact_name: maybe(z.string()),
  contact_identification: textual,
  customer: maybe(z.looseObject({ id: maybe(remoteId), name: maybe(z.string()) })),
  subtotal: maybe(amount),
  total: maybe(amount),
  discount: maybe(amount),
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
  paid_at: maybe(remoteTime),
  cancel_reason: maybe(z.string()),
  cancelled_at: maybe(remoteTime),
});
export type OrderSource = z.output<typeof schema>;

const canceledPayments = new Set(['refunded', 'voided', 'abandoned']);
const paidPayments = new Set(['paid', 'partially_refunded']);

/** Money that went back, or never came, ends a sale like a cancellation. */
function phaseOf({ status, payment_status: payment }: Pick<OrderSource, 'status' | 'payment_status'>) {
  if (status === 'cancelled' || canceledPayments.has(payment)) return 'canceled';
  return paidPayments.has(payment) ? 'paid' : 'unpaid';
}

/** The buyer, the store's own people, or the marketplace; the reason is one of few words. */
const whoCanceled = (reason: string) =>
  reason === 'customer' ? 'buyer' : reason === 'fraud' ? 'marketplace' : 'seller';

/** Comes from another marketplace that the store is connected to, which tells us of it itself. */
export const isFromElsewhere = ({ storefront }: Pick<OrderSource, 'storefront'>) => storefront === 'meli';

/** Throws ZodError where it is no order of the store. */
export const readOrder = (json: unknown): OrderSource => schema.parse(json);

/** `refunded`: what went back of a sale that goes on; null where that is not known. */
export function viewOrder(
  order: OrderSource,
  raw: unknown,
  shipmentId: string | null,
  refunded: Centavos | null = 0,
): MarketplaceOrder {
  const phase = phaseOf(order);
  const goods =
    order.subtotal ?? sumMoney(order.products.map(({ price, quantity }) => multiplyMoney(price, quantity)));
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
    // A store's own discount is not paid for by anybody else.
    total: Math.max(0, goods - (order.discount ?? 0)),
    interest: 0,
    discount: 0,
    money: {
      ...plainMoney,
      sellerDiscount: order.discount ?? 0,
      freightCharged: freightChargedOf(order, goods),
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
    raw,
  };
}

/** The buyer pays it to the store; where it does not stand by itself, it is what the whole is more than the goods. */
function freightChargedOf(order: OrderSource, goods: Centavos): Centavos | null {
  if (order.shipping_cost_customer != null) return order.shipping_cost_customer;
  return order.total == null ? null : Math.max(0, order.total - (goods - (order.discount ?? 0)));
}

/** Where the name ends in the values of the variant, they are its variation. */
function namesOf({ name, variant_values: values }: z.output<typeof line>) {
  const told = values.filter((value) => value !== '');
  const ending = ` (${told.join(', ')})`;
  const isNamed = told.length > 0 && name.endsWith(ending);
  return { title: isNamed ? name.slice(0, -ending.length) : name, variation: told.join(' · ') };
}

const transactions = z.array(
  z.looseObject({ refunded_amount: z.looseObject({ value: amount.nullish() }).nullish() }),
);

/** What was refunded, as the payments of an order tell it; null where none of them does. Throws ZodError. */
export function readRefunded(json: unknown): Centavos | null {
  const told = transactions.parse(json).flatMap(({ refunded_amount: back }) => back?.value ?? []);
  return told.length > 0 ? sumMoney(told) : null;
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

const foundRow = z.looseObject({ ...phaseFields, ...heard });

/** Throws ZodError. What another marketplace tells of is not ours. */
export function readFound(json: unknown): SeenOrder & { isOurs: boolean } {
  const row = foundRow.parse(json);
  return {
    remoteId: row.id,
    updatedAt: row.updated_at ?? row.created_at,
    phase: phaseOf(row),
    isOurs: !isFromElsewhere(row),
  };
}
