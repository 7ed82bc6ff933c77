import { z } from 'zod';
import { type Centavos, fromDecimal, multiplyMoney } from '#contract/money.ts';

/** A sale as a marketplace tells it, in our words. What is null is unknown and overwrites nothing. */
export type RemoteOrder = {
  remoteId: string;
  sellerId: string;
  packId: string | null;
  shipmentId: string | null;
  phase: 'unpaid' | 'paid' | 'canceled';
  updatedAt: Date;
  purchasedAt: Date;
  paidAt: Date | null;
  refunded: boolean;
  expiresAt: Date | null;
  total: Centavos;
  fraudRisk: boolean;
  buyer: { id: string | null; nickname: string | null; billingId: string | null };
  cancel: { by: string; reason: string } | null;
  lines: RemoteLine[];
  raw: unknown;
};

export type RemoteLine = {
  itemId: string;
  variationId: string | null;
  title: string;
  sku: string;
  quantity: number;
  unitPrice: Centavos;
  /** Of the whole line. */
  saleFee: Centavos;
};

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
    variation_id: maybe(remoteId),
    seller_sku: maybe(z.string()),
    seller_custom_field: maybe(z.string()),
  }),
  quantity: z.int().positive(),
  unit_price: amount,
  sale_fee: maybe(amount),
});

const payment = z.looseObject({ status: z.string().catch(''), date_approved: maybe(remoteTime) });
/** What tells the phase of a sale's life. */
export const phaseFields = {
  status: z.string(),
  payments: z.array(payment).catch([]),
  tags: z.array(z.string()).catch([]),
};

// Lists of the marketplace are open: only what we stand on is required, the rest may be anything.
const schema = z.looseObject({
  ...phaseFields,
  id: remoteId,
  date_created: remoteTime,
  last_updated: maybe(remoteTime),
  expiration_date: maybe(remoteTime),
  pack_id: maybe(remoteId),
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

const canceled = new Set(['cancelled', 'invalid']);
const paid = new Set(['paid', 'partially_refunded']);

/** A status we have never heard of is judged by its payments. */
export function phaseOf(order: Pick<Source, 'status' | 'tags' | 'payments'>): RemoteOrder['phase'] {
  if (canceled.has(order.status)) return 'canceled';
  if (paid.has(order.status)) return 'paid';
  if (order.tags.includes('not_paid')) return 'unpaid';
  const approved = order.payments.length > 0 && order.payments.every(({ status }) => status === 'approved');
  return approved ? 'paid' : 'unpaid';
}

/** Throws ZodError where it is no order of Mercado Livre. */
export function readOrder(json: unknown): RemoteOrder {
  const order = schema.parse(json);
  const lines = order.order_items.map(({ item, quantity, unit_price, sale_fee }) => ({
    itemId: item.id,
    variationId: item.variation_id ?? null,
    title: item.title,
    sku: item.seller_sku ?? item.seller_custom_field ?? '',
    quantity,
    unitPrice: unit_price,
    saleFee: multiplyMoney(sale_fee ?? 0, quantity),
  }));
  const { cancel_detail: cancel } = order;
  return {
    remoteId: order.id,
    sellerId: order.seller.id,
    packId: order.pack_id ?? null,
    shipmentId: order.shipping?.id ?? null,
    phase: phaseOf(order),
    updatedAt: order.last_updated ?? order.date_created,
    purchasedAt: order.date_created,
    paidAt: order.payments.find(({ date_approved }) => date_approved)?.date_approved ?? null,
    refunded: order.payments.some(({ status }) => status === 'refunded' || status === 'charged_back'),
    expiresAt: order.expiration_date ?? null,
    total: order.total_amount,
    fraudRisk: order.tags.includes('fraud_risk_detected'),
    buyer: {
      id: order.buyer?.id ?? null,
      nickname: order.buyer?.nickname ?? null,
      billingId: order.buyer?.billing_info?.id ?? null,
    },
    cancel: cancel
      ? {
          by: cancel.requested_by ?? cancel.group ?? 'marketplace',
          reason: cancel.description ?? cancel.code ?? '',
        }
      : null,
    lines,
    raw: json,
  };
}
