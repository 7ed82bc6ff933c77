import { type RawBuilder, sql } from 'kysely';
import type { SerialEventKind, SerialState } from '#contract/inventory/serial.ts';
import type { Tx } from '#server/db/transaction.ts';

type Move = { state: SerialState; here: boolean };

/** Where the unit is after each act on its serial number. */
export const afterEvent = {
  received: { state: 'in_stock', here: true },
  recorded: { state: 'in_stock', here: true },
  scanned: { state: 'with_sale', here: true },
  packed: { state: 'with_sale', here: false },
  freed: { state: 'in_stock', here: true },
  put_back: { state: 'in_stock', here: true },
  returned: { state: 'returned', here: false },
  inspection_voided: { state: 'with_sale', here: false },
  stored: { state: 'in_stock', here: true },
  set_aside: { state: 'returned', here: true },
  lost: { state: 'gone', here: false },
  gone: { state: 'gone', here: false },
  found: { state: 'in_stock', here: true },
} as const satisfies Record<SerialEventKind, Move>;

export type SerialCause = {
  kind: SerialEventKind;
  /** Null: a seller or a marketplace canceled the sale. */
  userId: number | null;
  sale?: { id: number; sellerId: number };
  reason?: string;
};

/** Moves serial numbers of the business that owns the stock, and records why, together. */
export async function moveSerials(
  tx: Tx,
  businessId: number,
  ids: readonly number[],
  cause: SerialCause,
): Promise<void> {
  if (ids.length === 0) return;
  await tx.db
    .updateTable('serials')
    .set({ ...afterEvent[cause.kind], changed_at: tx.now() })
    .where('business_id', '=', businessId)
    .where(isOneOf(ids))
    .execute();
  await recordSerialEvents(tx, businessId, ids, cause);
  tx.changed(businessId, 'serials');
}

export async function recordSerialEvents(
  tx: Tx,
  businessId: number,
  ids: readonly number[],
  { kind, userId, sale, reason = '' }: SerialCause,
): Promise<void> {
  await tx.db
    .insertInto('serial_events')
    .values(
      ids.map((id) => ({
        business_id: businessId,
        serial_id: id,
        at: tx.now(),
        user_id: userId,
        kind,
        seller_id: sale?.sellerId ?? null,
        order_id: sale?.id ?? null,
        reason,
      })),
    )
    .execute();
}

const isOneOf = (ids: readonly number[]): RawBuilder<boolean> => sql<boolean>`id = any(${ids}::bigint[])`;
