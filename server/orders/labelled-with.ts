import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { saleOfOwnLabel, wordsOfLabel } from '#contract/orders/parcel-label.ts';

/** More words than any label of a parcel has. */
const maxWords = 12;

/** Sales `o` that what was scanned is on the label of: shipment, tracking code, or our own code. */
export function isLabelledWith(scanned: string): RawBuilder<SqlBool> {
  const words = wordsOfLabel(scanned).slice(0, maxWords);
  const own = words.flatMap((word) => saleOfOwnLabel(word) ?? []);
  return sql<SqlBool>`(upper(o.shipment_id) = any(${words}::text[])
    or o.tracking_code <> '' and upper(o.tracking_code) = any(${words}::text[])
    or (o.account_id is null or o.shipped_by_seller) and o.id = any(${own}::bigint[]))`;
}
