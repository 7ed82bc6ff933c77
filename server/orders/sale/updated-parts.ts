import { isDeepStrictEqual } from 'node:util';
import { type UpdatedPart, updatedParts } from '#contract/orders/order-events.ts';
import type { FactsColumns } from './facts.ts';
import type { OrderRow } from './order-row.ts';

/** The name for people of a column that a report changed. Columns that only hold the time of a report have none. */
const partOf: Partial<Record<keyof FactsColumns, UpdatedPart>> = {
  payment: 'payment',
  paid_at: 'payment',
  payment_expires_at: 'payment',
  fraud_risk: 'payment',
  total_centavos: 'value',
  interest_centavos: 'value',
  discount_centavos: 'value',
  seller_discount_centavos: 'value',
  freight_charged_centavos: 'freight',
  processing_fee_centavos: 'value',
  taxes_withheld_centavos: 'value',
  refunded_centavos: 'value',
  adjustment_centavos: 'value',
  payout_centavos: 'value',
  freight_centavos: 'freight',
  buyer_name: 'buyer',
  buyer: 'buyer',
  buyer_note: 'buyer',
  pack_id: 'pack',
  pack_pending: 'pack',
  shipment_id: 'pack',
  dispatch_limit: 'dispatchLimit',
  promised_at: 'promise',
  tracking_code: 'tracking',
  logistic_type: 'logistics',
  marketplace_fulfilled: 'logistics',
  shipped_by_seller: 'logistics',
  needs_arranging: 'arranging',
  label_ready: 'label',
  label_available_at: 'label',
  document: 'document',
  collected_at: 'transit',
  sent_at: 'transit',
  delivered_at: 'transit',
};

/** The changed facts of a sale, in the order in which they are shown. Unknown columns are left out. */
export function partsChangedBy(known: Partial<OrderRow>, facts: FactsColumns): UpdatedPart[] {
  const changed = new Set(
    Object.entries(facts)
      .filter(([column, value]) => {
        const before = known[column as keyof OrderRow];
        return before !== undefined && value !== undefined && !isDeepStrictEqual(before, readBack(value));
      })
      .map(([column]) => partOf[column as keyof FactsColumns]),
  );
  return updatedParts.filter((part) => changed.has(part));
}

/** Objects are written as JSON. */
const readBack = (value: unknown): unknown =>
  typeof value === 'string' && value.startsWith('{') ? JSON.parse(value) : value;
