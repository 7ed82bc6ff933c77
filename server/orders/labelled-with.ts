import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { saleOfOwnLabel, wordsOfLabel } from '#contract/orders/parcel-label.ts';

/** More words than the label of a parcel has. */
const maxWords = 12;

const wordsFrom = (scanned: string) => wordsOfLabel(scanned).slice(0, maxWords);

/** Sales `o` whose label carries the scanned code: shipment, tracking code, or our own code. */
export function isLabelledWith(scanned: string): RawBuilder<SqlBool> {
  const words = wordsFrom(scanned);
  const own = words.flatMap((word) => saleOfOwnLabel(word) ?? []);
  return sql<SqlBool>`(upper(o.shipment_id) = any(${words}::text[])
    or o.tracking_code <> '' and upper(o.tracking_code) = any(${words}::text[])
    or o.id = any(${own}::bigint[]))`;
}

/**
 * Sales `o` whose parcel comes back under this label: the return label from a claim, or the label that it left with.
 */
export const comesBackWith = (
  scanned: string,
): RawBuilder<SqlBool> => sql<SqlBool>`(${isLabelledWith(scanned)}
  or o.return_tracking_code <> '' and upper(o.return_tracking_code) = any(${wordsFrom(scanned)}::text[]))`;
