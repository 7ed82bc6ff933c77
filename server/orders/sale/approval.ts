import { sql } from 'kysely';
import { canAct } from '#contract/acts.ts';
import { fulfillerReasons, orderActs } from '#contract/orders/order-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { freezeCosts } from '#server/orders/order-cost.ts';
import { advanceOrder } from './advance.ts';
import { lockOrder, writeFacts } from './facts.ts';
import type { OrderRow } from './order-row.ts';

/**
 * The seller accepts the new cost, or a pack that leaves from two warehouses; the supplier's reasons are decided by the
 * supplier.
 */
export async function approveOrder(tx: Tx, actor: Actor, orderId: number): Promise<OrderRow> {
  const order = await lockOrder(tx, orderId, sql`business_id = ${actor.businessId}`);
  if (order.canceled_at) fail('order_canceled');
  const reason = order.approval_reason;
  const open = canAct(orderActs, 'approveCost', order.status) && reason !== null;
  if (!open || fulfillerReasons.includes(reason)) fail('state_conflict');
  if (reason === 'cost-changed') await freezeCosts(tx, orderId);
  const approved = [...new Set([...order.approved_reasons, reason])];
  await writeFacts(
    tx,
    order,
    { approval_reason: null, approved_reasons: approved },
    { actor: 'seller', userId: actor.userId, kind: 'approved', detail: { reason } },
  );
  return advanceOrder(tx, order.business_id, orderId);
}
