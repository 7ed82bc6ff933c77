import { z } from 'zod';
import { type Centavos, multiplyMoney, roundCentavos, splitMoney, sumMoney } from '#contract/money.ts';
import { type BuyerBilling, billingOf } from '../billing.ts';
import { isMasked } from '../masked.ts';
import type { MarketplaceMoney, MarketplaceOrder, Receiver, SeenOrder } from '../sale.ts';
import type { Income } from './income.ts';
import { skuOf } from './item-view.ts';
import { amount, maybe, moment, remoteId, textual } from './values.ts';

const line = z.looseObject({
  item_id: remoteId,
  item_name: z.string().catch(''),
  item_sku: maybe(z.string()),
  model_id: maybe(remoteId),
  model_name: maybe(z.string()),
  model_sku: maybe(z.string()),
  line_item_id: maybe(remoteId),
  model_quantity_purchased: z.int().nonnegative(),
  active_qty: maybe(z.int().nonnegative()),
  cancelled_qty: maybe(z.int().nonnegative()),
  cancel_requested_qty: maybe(z.int().nonnegative()),
  return_requested_qty: maybe(z.int().nonnegative()),
  returned_qty: maybe(z.int().nonnegative()),

  model_original_price: maybe(amount),
  model_discounted_price: maybe(amount),
});

const parcel = z.looseObject({
  package_number: maybe(z.string()),
  logistics_status: maybe(z.string()),
  shipping_carrier: maybe(z.string()),
});

/** Fields that decide the phase of a sale, in every order that is requested. */
const seen = { order_sn: remoteId, order_status: z.string(), update_time: moment };

// Lists of the marketplace are open: only the values the product relies on are required.
const schema = z.looseObject({
  ...seen,
  create_time: moment,
  pay_time: maybe(moment),
  ship_by_date: maybe(moment),
  buyer_user_id: maybe(remoteId),
  buyer_username: textual,
  buyer_cpf_id: textual,
  message_to_seller: textual,
  note: textual,
  recipient_address: maybe(
    z.looseObject({
      name: textual,
      town: textual,
      district: textual,
      city: textual,
      state: textual,
      zipcode: textual,
      region: textual,
      full_address: textual,
    }),
  ),
  item_list: z.array(line).min(1),
  package_list: z
    .array(parcel)
    .nullish()
    .catch([])
    .transform((rows) => rows ?? []),
  invoice_data: maybe(z.looseObject({ access_key: textual })),
  cancel_by: maybe(z.string()),
  cancel_reason: maybe(z.string()),
  buyer_cancel_reason: maybe(z.string()),
  fulfillment_flag: maybe(z.string()),
  shipping_carrier: maybe(z.string()),
});
export type OrderSource = z.output<typeof schema>;

/** Most fields of an order are returned only if they are named. */
export const orderFields = [
  ...['buyer_user_id', 'buyer_username', 'buyer_cpf_id', 'recipient_address', 'item_list', 'package_list'],
  ...['invoice_data', 'cancel_by', 'cancel_reason', 'buyer_cancel_reason', 'fulfillment_flag', 'pay_time'],
  ...['total_amount', 'shipping_carrier', 'payment_method', 'estimated_shipping_fee', 'note', 'split_up'],
].join(',');

/** An unknown status counts as a paid sale, never as a cancellation. */
function phaseOf(status: string): MarketplaceOrder['phase'] {
  if (status === 'CANCELLED') return 'canceled';
  return status === 'UNPAID' || status === 'PENDING' ? 'unpaid' : 'paid';
}

export const foundOrders = z.object({
  order_list: z
    .array(z.unknown())
    .nullish()
    .transform((rows) => rows ?? []),
});

/** Throws ZodError if it is no order. */
export const readOrder = (json: unknown): OrderSource => schema.parse(json);

const seenOrder = z.looseObject(seen);
export function readSeen(json: unknown): SeenOrder {
  const { order_sn, order_status, update_time } = seenOrder.parse(json);
  return { remoteId: order_sn, updatedAt: update_time, phase: phaseOf(order_status) };
}

type Line = z.output<typeof line>;

/**
 * The sold units of a line: all that were not canceled. A unit whose cancellation or return is only requested, or that
 * came back, is no longer in `active_qty` and was sold all the same.
 */
const soldOf = (one: Line): number => {
  if (one.cancelled_qty != null) return Math.max(0, one.model_quantity_purchased - one.cancelled_qty);
  if (one.active_qty == null) return one.model_quantity_purchased;
  const others = [one.cancel_requested_qty, one.return_requested_qty, one.returned_qty];
  return others.reduce<number>((sum, quantity) => sum + (quantity ?? 0), one.active_qty);
};

/** The same model may be in an order twice: in a bundle and alone. */
function settledOf(one: Line, income: Income | null): Income['items'][number] | undefined {
  const same = (income?.items ?? []).filter(
    ({ itemId, modelId }) => itemId === one.item_id && modelId === (one.model_id ?? '0'),
  );
  return same.find(({ lineItemId }) => lineItemId !== null && lineItemId === one.line_item_id) ?? same[0];
}

/**
 * From the order, otherwise from the income, which has the price of a bundle when the order says 0. A bundle's price
 * may not divide evenly.
 */
function priceOf(one: Line, income: Income | null): { unit: Centavos; whole: Centavos } {
  const quantity = soldOf(one);
  const reported = one.model_discounted_price ?? one.model_original_price;
  if (reported) return { unit: reported, whole: multiplyMoney(reported, quantity) };
  const settled = settledOf(one, income);
  if (!settled || settled.quantity === 0) return { unit: reported ?? 0, whole: 0 };
  return {
    unit: roundCentavos(settled.amount / settled.quantity),
    whole: roundCentavos((settled.amount * quantity) / settled.quantity),
  };
}

/** `income`: fees and the shop's own vouchers, if it could be read. */
export function viewOrder(
  order: OrderSource,
  raw: unknown,
  sellerId: string,
  income: Income | null,
): MarketplaceOrder {
  const phase = phaseOf(order.order_status);
  const lines = order.item_list.filter((one) => soldOf(one) > 0);
  const prices = lines.map((one) => priceOf(one, income));
  const amounts = prices.map(({ whole }) => whole);
  const fees = income?.fee == null ? [] : splitMoney(income.fee, amounts);
  return {
    remoteId: order.order_sn,
    sellerId,
    packId: null,
    packPending: false,
    // An order is sent together, however many packages it is in.
    shipmentId: order.order_sn,
    phase,
    updatedAt: order.update_time,
    purchasedAt: order.create_time,
    paidAt: order.pay_time ?? null,
    refunded: false,
    expiresAt: null,
    total: Math.max(0, sumMoney(amounts) - (income?.sellerVoucher ?? 0)),
    interest: 0,
    discount: income?.marketplaceVoucher ?? 0,
    money: moneyOf(income),
    fraudRisk: false,
    buyer: {
      id: order.buyer_user_id ?? null,
      nickname: unmasked(order.buyer_username),
      billingId: null,
    },
    cancel: phase === 'canceled' ? { by: whoCanceled(order), reason: reasonOf(order) } : null,
    lines: lines.map((one, n) => ({
      lineId: null,
      itemId: one.item_id,
      variationId: one.model_id && one.model_id !== '0' ? one.model_id : null,
      title: one.item_name,
      variation: (one.model_name ?? '').split(',').filter(Boolean).join(' · '),
      sku: one.model_sku || skuOf(one.item_sku ?? ''),
      quantity: soldOf(one),
      unitPrice: prices[n]?.unit ?? 0,
      saleFee: fees[n] ?? null,
    })),
    notes: { storeNumber: null, buyer: unmasked(order.message_to_seller), seller: order.note ?? null },
    raw,
  };
}

const moneyOf = (income: Income | null): MarketplaceMoney => ({
  sellerDiscount: income?.sellerVoucher ?? null,
  // The buyer pays it to the marketplace, which takes the rest of the freight from the seller.
  freightCharged: 0,
  processingFee: income?.processingFee ?? null,
  taxesWithheld: income?.taxes ?? null,
  refunded: income?.refunded ?? null,
  adjustment: income?.adjustment ?? null,
  payout: income?.payout ?? null,
});

function whoCanceled({ cancel_by: by }: OrderSource): string {
  const who = (by ?? '').toLowerCase();
  return who === 'buyer' || who === 'seller' ? who : 'marketplace';
}

const reasonOf = (order: OrderSource) =>
  order.cancel_reason || order.buyer_cancel_reason || order.order_status.toLowerCase();

const unmasked = (text: string | null | undefined) => (text && !isMasked(text) ? text : null);

type Place = NonNullable<OrderSource['recipient_address']>;

/** If the whole address ends in parts that are also separate fields, those are removed from it. */
function streetOf({ full_address: whole, district, town, city, state, zipcode }: Place): string {
  const parts = (whole ?? '').split(',').map((part) => part.trim());
  const known = new Set([district, town, city, state, zipcode, 'BR', 'Brasil'].filter(Boolean));
  while (parts.length > 1 && known.has(parts.at(-1) ?? '')) parts.pop();
  return parts.join(', ');
}

/** Street, number and complement are one text. */
export function receiverOf({ recipient_address: to }: OrderSource): Receiver | null {
  if (!to) return null;
  return {
    name: to.name ?? '',
    street: streetOf(to),
    number: '',
    complement: '',
    neighborhood: to.district || to.town || '',
    city: to.city ?? '',
    state: to.state ?? '',
    zip: isMasked(to.zipcode ?? '') ? (to.zipcode ?? '') : (to.zipcode ?? '').replace(/\D/g, ''),
  };
}

/** The buyer is the receiver: an order has no other name or address. The document is in `buyer_cpf_id`. */
export function viewBilling(order: OrderSource): BuyerBilling | null {
  const { recipient_address: to } = order;
  return billingOf({
    name: to?.name,
    address: to && {
      ...splitStreet(streetOf(to)),
      neighborhood: to.district || to.town,
      city: to.city,
      states: [to.state],
      zip: to.zipcode,
      country: to.region,
    },
  });
}

/** `Rua Harmonia, 321, casa 2`: the second part is the number if it looks like one. */
function splitStreet(whole: string): { street: string; number: string; complement: string } {
  const [street = '', number = '', ...rest] = whole.split(',').map((part) => part.trim());
  const isNumbered = /^(n[º°.]?\s*)?\d+\s?[a-z]?$|^s\/?n[º°.]?$/i.test(number);
  if (!isNumbered) return { street: whole, number: '', complement: '' };
  return { street, number, complement: rest.join(', ') };
}
