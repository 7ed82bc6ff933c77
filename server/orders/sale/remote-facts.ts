import type {
  MarketplaceLine,
  MarketplaceOrder,
  MarketplaceParcel,
} from '#server/outside/marketplaces/sale.ts';
import type { FactsColumns } from './facts.ts';
import type { OrderRow } from './order-row.ts';

/** The columns of a sale that the marketplace's report sets. */
export function remoteFacts(order: OrderRow, remote: MarketplaceOrder): FactsColumns {
  return {
    ...paymentFacts(order, remote),
    fraud_risk: remote.fraudRisk,
    remote_updated_at: remote.updatedAt,
    pack_id: remote.packId ?? order.pack_id,
    shipment_id: remote.shipmentId ?? order.shipment_id,
    ...moneyFacts(order, remote),
    pack_pending: remote.packPending,
    ...noteFacts(order, remote),
    ...(order.buyer_name === '' &&
      order.buyer_erased_at === null && { buyer_name: remote.buyer.nickname ?? '' }),
    // Paid after we had stopped waiting: the marketplace's report counts.
    ...(remote.phase === 'paid' &&
      order.canceled_by === 'expiry' && {
        canceled_at: null,
        canceled_by: null,
        canceled_reason: null,
        reserve: 'none',
      }),
  };
}

/** Texts of people, cut to their stored length; after its buyer was erased a sale accepts none. */
function noteFacts(order: OrderRow, { notes }: MarketplaceOrder): FactsColumns {
  const { storeNumber, buyer, seller } = notes;
  return {
    store_number: storeNumber?.slice(0, 60) ?? order.store_number,
    ...(order.buyer_erased_at === null && {
      buyer_note: buyer?.slice(0, 2000) ?? order.buyer_note,
      seller_note: seller?.slice(0, 2000) ?? order.seller_note,
    }),
  };
}

/** Unknown values overwrite nothing, except that a refund of an unknown amount is recorded. */
function moneyFacts(order: OrderRow, { total, interest, discount, money }: MarketplaceOrder): FactsColumns {
  const { refunded_centavos: refunded } = order;
  const known = order.seller_discount_centavos ?? 0;
  return {
    // A discount that cannot be read again is still subtracted.
    total_centavos: money.sellerDiscount === null ? Math.max(0, total - known) : total,
    interest_centavos: interest,
    discount_centavos: discount,
    seller_discount_centavos: money.sellerDiscount ?? order.seller_discount_centavos,
    freight_charged_centavos: money.freightCharged ?? order.freight_charged_centavos,
    processing_fee_centavos: money.processingFee ?? order.processing_fee_centavos,
    taxes_withheld_centavos: money.taxesWithheld ?? order.taxes_withheld_centavos,
    refunded_centavos: money.refunded ?? (refunded === 0 ? null : refunded),
    adjustment_centavos: money.adjustment ?? order.adjustment_centavos,
    payout_centavos: money.payout ?? order.payout_centavos,
  };
}

function paymentFacts(order: OrderRow, remote: MarketplaceOrder): FactsColumns {
  // Canceled here: the marketplace does not know it yet.
  if (order.canceled_at && order.canceled_by !== 'expiry' && remote.phase !== 'canceled') return {};
  const paidAt = remote.paidAt ?? order.paid_at;
  if (remote.phase === 'unpaid')
    return { payment: 'pending', paid_at: paidAt, payment_expires_at: remote.expiresAt };
  if (remote.phase === 'paid')
    return { payment: 'approved', paid_at: paidAt ?? remote.updatedAt, payment_expires_at: null };
  const refunded = remote.refunded || order.payment !== 'pending';
  return { payment: refunded ? 'refunded' : 'pending', paid_at: paidAt, payment_expires_at: null };
}

const rank = { unpaid: 0, paid: 1, canceled: 2 } as const;

type Report = Pick<MarketplaceOrder, 'updatedAt' | 'phase'>;
type Known = Pick<OrderRow, 'remote_updated_at' | 'payment' | 'canceled_by'>;

/** Times of the marketplace are coarse: of equal ones the later phase of a sale's life is the newer. */
export function isOlder(known: Known, report: Report): boolean {
  const at = known.remote_updated_at;
  if (!at) return false;
  if (report.updatedAt.getTime() !== at.getTime()) return report.updatedAt < at;
  return rank[report.phase] < rankOf(known, known.canceled_by === 'marketplace');
}

/** Older than the stored state of the parcel. */
export function isOldNews(
  known: Pick<OrderRow, 'shipment_updated_at' | 'shipment_progress'>,
  shipment: MarketplaceParcel,
): boolean {
  const at = known.shipment_updated_at;
  if (!at || shipment.updatedAt > at) return false;
  return shipment.updatedAt < at || shipment.progress < known.shipment_progress;
}

/** The report is newer than the stored sale. A cancel that we made is not new when it is reported. */
export function isNewer(report: Report, known: Known): boolean {
  const at = known.remote_updated_at;
  if (!at) return true;
  if (report.updatedAt.getTime() !== at.getTime()) return report.updatedAt > at;
  return rank[report.phase] > rankOf(known, known.canceled_by !== null && known.canceled_by !== 'expiry');
}

function rankOf(known: Known, isCanceled: boolean): number {
  if (isCanceled) return rank.canceled;
  return known.payment === 'pending' ? rank.unpaid : rank.paid;
}

/** Columns of a line as the marketplace sold it. */
export const lineColumns = (line: MarketplaceLine) => ({
  remote_item_id: line.itemId,
  remote_variation_id: line.variationId,
  remote_line_id: line.lineId,
  title: line.title,
  variation: line.variation,
  sku: line.sku,
  quantity: line.quantity,
  unit_price_centavos: line.unitPrice,
  sale_fee_centavos: line.saleFee,
});
