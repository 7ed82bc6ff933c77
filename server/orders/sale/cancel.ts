import { asBusiness, type Tx } from '#server/db/transaction.ts';
import { reverseSale } from '#server/dropshipping/dropinvoice/accrual.ts';
import { fail } from '#server/fault.ts';
import { releasePicks } from '#server/inventory/picking.ts';
import { release } from '#server/inventory/reservations.ts';
import { leaveList } from '#server/orders/picking/membership.ts';
import { type ChangeCause, type FactsColumns, lockOrder, writeFacts } from './facts.ts';
import type { OrderRow } from './order-row.ts';
import { freeSerials } from './sale-serials.ts';

export type Cancel = {
  by: 'seller' | 'marketplace' | 'expiry';
  userId: number | null;
  reason: string;
};

const actorOf = { seller: 'seller', marketplace: 'marketplace', expiry: 'system' } as const;

/** Cancels a sale for any side; repeating it changes nothing. */
export async function cancelOrder(
  tx: Tx,
  sellerId: number,
  orderId: number,
  cancel: Cancel,
): Promise<OrderRow> {
  return asBusiness(tx, sellerId, async () => cancelSale(tx, await lockOrder(tx, orderId), cancel));
}

/**
 * The same for a row that this transaction has locked, acting as the seller. Its reservation is released exactly once.
 */
export async function cancelSale(tx: Tx, order: OrderRow, cancel: Cancel): Promise<OrderRow> {
  // A sale that returned after it was completed keeps its status: it is not expected again.
  const isComingBack = order.return_expected || order.returned_at !== null;
  if (order.canceled_at || (isComingBack && cancel.by !== 'seller')) return order;
  const cause: ChangeCause = {
    actor: actorOf[cancel.by],
    userId: cancel.userId,
    kind: 'canceled',
    detail: { reason: cancel.reason },
  };
  if (order.collected_at) return expectReturn(tx, order, cancel, cause);
  const facts: FactsColumns = {
    canceled_at: tx.now(),
    canceled_by: cancel.by,
    canceled_reason: cancel.reason,
    ...(order.payment === 'approved' && { payment: 'refunded' }),
    ...(cancel.by === 'seller' && order.account_id !== null && { remote_cancel: 'queued' }),
  };
  if (order.packed_at) {
    // The goods are packed: only a scan into a volume returns them to stock.
    facts.put_back = true;
    await reverseInvoice(tx, order);
  } else {
    const list = await releaseStock(tx, order);
    facts.reserve = 'released';
    // Units fetched by a list are in its totes and are put back there; those at the bench are put back by the bench.
    facts.put_back = order.picking_by !== null && (list === null || list.onBench);
  }
  if (facts.remote_cancel)
    tx.enqueue({
      task: 'orders.send-cancel',
      payload: { businessId: order.business_id, orderId: order.id },
      key: `send-cancel:${order.id}`,
    });
  return writeFacts(tx, order, facts, cause);
}

/** In transit already: no stock moves until the parcel is back. */
async function expectReturn(tx: Tx, order: OrderRow, cancel: Cancel, cause: ChangeCause): Promise<OrderRow> {
  if (cancel.by !== 'marketplace') fail('order_already_collected');
  const facts: FactsColumns = {
    return_expected: true,
    canceled_by: cancel.by,
    canceled_reason: cancel.reason,
    ...(order.payment === 'approved' && { payment: 'refunded' }),
  };
  return writeFacts(tx, order, facts, { ...cause, kind: 'return-expected' });
}

/** Ends what the sale holds of stock; returns whether it was on a picking list and had come from there to the bench. */
async function releaseStock(tx: Tx, order: OrderRow): Promise<{ onBench: boolean } | null> {
  const { fulfiller_id: fulfillerId } = order;
  if (fulfillerId === null) return null;
  const list = await asBusiness(tx, fulfillerId, async () => {
    if (order.picking_by !== null) {
      await freeSerials(tx, order, { userId: null, kind: 'freed' });
      await releasePicks(tx, [order.id]);
    }
    return order.status === 'pending' || order.picking_by !== null
      ? leaveList(tx, order.id, 'canceled')
      : null;
  });
  if (order.reserve === 'soft' || order.reserve === 'firm') await release(tx, fulfillerId, order.id);
  return list;
}

async function reverseInvoice(tx: Tx, order: OrderRow): Promise<void> {
  if (order.fulfiller_id === null) return;
  const rows = await tx.db
    .selectFrom('order_parts as p')
    .innerJoin('order_lines as l', 'l.id', 'p.line_id')
    .select(['p.id', 'p.product_name', 'p.quantity', 'p.unit_cost_centavos', 'l.title'])
    .where('p.order_id', '=', order.id)
    .where('p.quantity', '>', 0)
    .execute();
  await reverseSale(tx, {
    sellerId: order.business_id,
    supplierId: order.fulfiller_id,
    orderId: order.id,
    attempt: order.attempt,
    lines: rows.map((row) => ({
      partId: row.id,
      advertisement: row.title,
      product: row.product_name,
      quantity: row.quantity,
      unitPriceCentavos: row.unit_cost_centavos,
    })),
  });
}
