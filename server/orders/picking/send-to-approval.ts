import type { Tx } from '#server/db/transaction.ts';
import { releasePicks } from '#server/inventory/picking.ts';
import { release } from '#server/inventory/reservations.ts';
import { type ChangeCause, writeFacts } from '#server/orders/sale/facts.ts';
import type { OrderRow } from '#server/orders/sale/order-row.ts';
import { leaveList } from './membership.ts';

/**
 * A sale in picking that cannot be served releases all its stock and waits for approval, with the reason `stock-short`.
 * The sale is locked. Runs as the owner of the stock.
 */
export async function sendToApproval(
  tx: Tx,
  businessId: number,
  sale: OrderRow,
  cause: ChangeCause,
): Promise<void> {
  await releasePicks(tx, [sale.id]);
  await leaveList(tx, sale.id, 'short');
  await release(tx, businessId, sale.id);
  const facts = {
    picking_by: null,
    reserve: 'short',
    approval_reason: 'stock-short',
  } as const;
  await writeFacts(tx, sale, facts, cause);
}
