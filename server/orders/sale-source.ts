import type { Tx } from '#server/db/transaction.ts';
import type { OrderRow } from './facts.ts';

/** Whose sale it is, at which marketplace. */
export type SaleAccount = { id: number; businessId: number; marketplace: string };

export type SourceKind = 'order' | 'shipment' | 'sla' | 'pack' | 'billing';

/** Keeps what the marketplace said as it came, the latest of each kind. */
export async function keepSource(tx: Tx, order: OrderRow, kind: SourceKind, body: unknown): Promise<void> {
  const row = { body: JSON.stringify(body), received_at: tx.now() };
  await tx.db
    .insertInto('order_sources')
    .values({ business_id: order.business_id, order_id: order.id, kind, ...row })
    .onConflict((conflict) => conflict.columns(['order_id', 'kind']).doUpdateSet(row))
    .execute();
}
