import { sql } from 'kysely';
import { canAct } from '#contract/acts.ts';
import { type OrderAct, orderActs } from '#contract/orders/order-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { advanceOrder } from './sale/advance.ts';
import { cancelOrder } from './sale/cancel.ts';
import { changeOrder, loadFacts, lockOrder } from './sale/facts.ts';
import type { OrderRow } from './sale/order-row.ts';

/** A sale that the business only fulfils is not included. */
const ofSeller = (actor: Actor) => sql<boolean>`business_id = ${actor.businessId}`;

function lockOwn(tx: Tx, actor: Actor, orderId: number): Promise<OrderRow> {
  return lockOrder(tx, orderId, ofSeller(actor));
}

function requireVerb(verb: OrderAct, order: OrderRow): void {
  if (!canAct(orderActs, verb, order.status)) fail('state_conflict', { facts: { status: order.status } });
}

/** Before the marketplace is asked whether it still cancels. */
export async function checkCancel(tx: Tx, actor: Actor, orderId: number): Promise<void> {
  requireCancelable(await loadFacts(tx, orderId, ofSeller(actor)));
}

function requireCancelable(order: OrderRow): void {
  // Canceling a canceled sale succeeds, even if another side canceled it.
  if (order.canceled_at) return;
  // A parcel that left without being packed here has left: the marketplace cancels no more.
  if (order.collected_at || order.shipment_step) fail('order_already_collected');
  requireVerb('cancel', order);
}

export async function cancelOwnOrder(tx: Tx, actor: Actor, orderId: number, reason: string): Promise<void> {
  const order = await lockOwn(tx, actor, orderId);
  requireCancelable(order);
  if (order.canceled_at) return;
  await cancelOrder(tx, actor.businessId, orderId, { by: 'seller', userId: actor.userId, reason });
}

/** For a sale without marketplace: a marketplace sale is paid only by the marketplace's report. */
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

/** Reads the sale at the marketplace again, and repeats the checks that the sale may be waiting for. */
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
