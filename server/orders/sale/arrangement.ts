import type { Tx } from '#server/db/transaction.ts';
import type { OrderRow } from './order-row.ts';

type Facts = Pick<
  OrderRow,
  'account_id' | 'shipment_id' | 'needs_arranging' | 'released_at' | 'refused_at' | 'canceled_at' | 'sent_at'
>;

/** The marketplace waits for it, and the sale is at the bench: before that it may still be refused. */
export function isArrangementDue(order: Facts): boolean {
  const isOver = order.refused_at ?? order.canceled_at ?? order.sent_at;
  return order.needs_arranging && order.released_at !== null && !isOver && order.shipment_id !== null;
}

/**
 * Arranges the hand-over of the parcel; there is no label before. It is requested again with every report about the
 * sale.
 */
export function enqueueArrangement(tx: Tx, order: Facts & Pick<OrderRow, 'id' | 'business_id'>): void {
  if (!isArrangementDue(order) || order.account_id === null) return;
  tx.enqueue({
    task: 'orders.arrange-shipment',
    payload: { businessId: order.business_id, orderId: order.id },
    key: `arrange-shipment:${order.account_id}:${order.shipment_id}`,
  });
}
