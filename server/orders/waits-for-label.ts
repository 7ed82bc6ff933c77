import { sql } from 'kysely';

/** `waitsForLabel` as SQL over rows `o` of orders. */
export const isWaitingForLabel = sql<boolean>`(o.status = 'waiting_collect' and o.account_id is not null
  and o.shipment_id is not null and not o.shipped_by_seller and o.parcel_label_at is not null
  and o.label_printed_at is null)`;
