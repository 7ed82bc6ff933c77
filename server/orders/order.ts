import { sql } from 'kysely';
import { canAct } from '#contract/acts.ts';
import { type OrderAct, orderActs } from '#contract/orders/order-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { advanceOrder } from './sale/advance.ts';
import { cancelOrder } from './sale/cancel.ts';
import { changeOrder, lockOrder, type OrderRow } from './sale/facts.ts';

/** A sale of this seller, locked; what the business only fulfils is not its own. */
function lockOwn(tx: Tx, actor: Actor, orderId: number): Promise<OrderRow> {
  return lockOrder(tx, orderId, sql`business_id = ${actor.businessId}`);
}

function requireVerb(verb: OrderAct, order: OrderRow): void {
  if (!canAct(orderActs, verb, order.status)) fail('state_conflict', { facts: { status: order.status } });
}

export async function cancelOwnOrder(tx: Tx, actor: Actor, orderId: number, reason: string): Promise<void> {
  const order = await lockOwn(tx, actor, orderId);
  // Canceled is canceled, whoever did it: asking again is no conflict.
  if (order.canceled_at) return;
  // Left without being packed here, it has left all the same: the marketplace cancels no more.
  if (order.collected_at || order.shipment_step) fail('order_already_collected');
  requireVerb('cancel', order);
  await cancelOrder(tx, actor.businessId, orderId, { by: 'seller', userId: actor.userId, reason });
}

/** Of a sale without marketplace: at a marketplace only its own word counts. */
export async function approvePayment(tx: Tx, actor: Actor, orderId: number): Promise<void> {
  const order = await lockOwn(tx, actor, orderId);
  if (order.canceled_at) fail('order_canceled');
  if (order.account_id !== null) fail('state_conflict');
  requireVerb('approvePayment', order);
  const cause = { actor: 'seller', userId: actor.userId, kind: 'paid' } as const;
  await changeOrder(tx, orderId, cause, () => ({
    payment: 'approved',
    paid_at: tx.now(),
    payment_expires_at: null,
  }));
  await advanceOrder(tx, actor.businessId, orderId);
}

export async function completeOrder(tx: Tx, actor: Actor, orderId: number): Promise<void> {
  const order = await lockOwn(tx, actor, orderId);
  if (order.account_id !== null) fail('state_conflict');
  requireVerb('complete', order);
  const cause = { actor: 'seller', userId: actor.userId, kind: 'completed' } as const;
  await changeOrder(tx, orderId, cause, () => ({ delivered_at: tx.now() }));
}

/** Asks the marketplace again, and looks anew for what the sale may have been waiting for. */
export async function refreshOrder(tx: Tx, actor: Actor, orderId: number): Promise<void> {
  const order = await lockOwn(tx, actor, orderId);
  const { account_id: accountId, remote_order_id: remoteOrderId } = order;
  if (accountId !== null && remoteOrderId)
    tx.enqueue({
      task: 'orders.fetch',
      payload: { businessId: actor.businessId, accountId, remoteOrderId },
      key: `fetch:${accountId}:${remoteOrderId}`,
    });
  await advanceOrder(tx, actor.businessId, orderId);
}
