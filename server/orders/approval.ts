import {
  type ApprovalReason,
  canDo,
  fulfillerReasons,
  type OrderStatus,
} from '#contract/orders/order-states.ts';
import { asBusiness, type Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { advanceOrder } from './advance.ts';
import { giveBackShelf } from './cancel.ts';
import { type FactsColumns, lockOrder, type OrderRow, writeFacts } from './facts.ts';
import { freezeCosts } from './order-cost.ts';

/** The fulfiller takes a sale that waits for him: manual accept, credit, or stock that is there now. */
export async function acceptOrder(tx: Tx, orderId: number, userId: number): Promise<OrderRow> {
  const order = await lockOrder(tx, orderId);
  const reason = openReason(order, 'accept', (open) => fulfillerReasons.includes(open));
  if (reason === 'stock-short') {
    const tried = await advanceOrder(tx, order.business_id, orderId);
    if (tried.reserve === 'short') fail('insufficient_stock');
    return tried;
  }
  await writeFacts(tx, order, cleared(order, reason), {
    actor: 'fulfiller',
    userId,
    kind: 'accepted',
    detail: { reason },
  });
  return advanceOrder(tx, order.business_id, orderId);
}

/** The seller takes the new cost, or a pack that leaves from two warehouses. */
export async function approveOrder(tx: Tx, orderId: number, userId: number): Promise<OrderRow> {
  const order = await lockOrder(tx, orderId);
  const reason = openReason(order, 'approveCost', (open) => !fulfillerReasons.includes(open));
  if (reason === 'cost-changed') await freezeCosts(tx, orderId);
  await writeFacts(tx, order, cleared(order, reason), {
    actor: 'seller',
    userId,
    kind: 'approved',
    detail: { reason },
  });
  return advanceOrder(tx, order.business_id, orderId);
}

/** Back to the seller, not canceled: he finds a substitute or cancels. The shelf is free at once. */
export async function refuseOrder(
  tx: Tx,
  orderId: number,
  userId: number,
  reason: string,
): Promise<OrderRow> {
  const order = await lockOrder(tx, orderId);
  if (order.canceled_at) fail('order_canceled');
  if (!canDo('refuse', order.status as OrderStatus) || order.refused_at) fail('state_conflict');
  await asBusiness(tx, order.business_id, () => giveBackShelf(tx, order));
  const facts: FactsColumns = {
    refused_at: tx.now(),
    refused_reason: reason,
    approval_reason: null,
    reserve: 'released',
  };
  return writeFacts(tx, order, facts, { actor: 'fulfiller', userId, kind: 'refused', detail: { reason } });
}

function openReason(
  order: OrderRow,
  verb: 'accept' | 'approveCost',
  mine: (reason: ApprovalReason) => boolean,
): ApprovalReason {
  if (order.canceled_at) fail('order_canceled');
  const reason = order.approval_reason as ApprovalReason | null;
  if (!canDo(verb, order.status as OrderStatus) || reason === null || !mine(reason)) fail('state_conflict');
  return reason;
}

function cleared(order: OrderRow, reason: ApprovalReason): FactsColumns {
  return {
    approval_reason: null,
    approved_reasons: [...new Set([...order.approved_reasons, reason])],
  };
}
