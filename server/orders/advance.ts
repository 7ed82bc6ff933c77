import { type ApprovalReason, fulfillerReasons, gatesOf } from '#contract/orders/order-states.ts';
import { asBusiness, type Tx } from '#server/db/transaction.ts';
import { release, reserve } from '#server/inventory/reservations.ts';
import { nextReason } from './approval-reason.ts';
import { linkOrder } from './composition.ts';
import { type FactsColumns, factsOf, lockOrder, type OrderRow, writeFacts } from './facts.ts';
import { freezeCosts } from './order-cost.ts';

/** The marketplace's own warehouse packs it; our shelf has no part in the sale. */
export const isMarketplaceFulfilled = (order: OrderRow) => order.marketplace_fulfilled;

/**
 * Takes a sale as far as its facts allow: link, reserve, then approval, then release to the bench. Changes nothing where
 * nothing has changed. Whoever calls, it acts as the seller.
 */
export async function advanceOrder(tx: Tx, sellerId: number, orderId: number): Promise<OrderRow> {
  return asBusiness(tx, sellerId, async () => advanceLocked(tx, await lockOrder(tx, orderId)));
}

/** The same for a row this transaction has locked, acting as the seller. */
export async function advanceLocked(tx: Tx, order: OrderRow): Promise<OrderRow> {
  const secured = await secureStock(tx, await linkIfNeeded(tx, order));
  return releaseIfReady(tx, await askIfNeeded(tx, secured));
}

export async function partsOf(tx: Tx, orderId: number) {
  return tx.db.selectFrom('order_parts').selectAll().where('order_id', '=', orderId).orderBy('id').execute();
}

/** An ad linked after it sold: its sales find their offers. */
async function linkIfNeeded(tx: Tx, order: OrderRow): Promise<OrderRow> {
  if (order.linked || order.canceled_at) return order;
  const link = await linkOrder(tx, order);
  return link ? writeFacts(tx, order, link, { actor: 'system', kind: 'linked' }) : order;
}

/** Soft while unpaid, firm once paid; all parts or none. Too little: the sale is short and says so. */
async function secureStock(tx: Tx, order: OrderRow): Promise<OrderRow> {
  const { fulfiller_id: fulfillerId } = order;
  const settled = order.canceled_at ?? order.packed_at ?? order.refused_at;
  if (settled || !order.linked || fulfillerId === null || order.payment === 'refunded') return order;
  if (isMarketplaceFulfilled(order)) return giveBack(tx, order, fulfillerId);
  const wanted = order.payment === 'approved' ? 'firm' : 'soft';
  if (order.reserve === wanted || order.reserve === 'firm') return order;
  const parts = await partsOf(tx, order.id);
  const demands = parts.map(({ id, stock_id, quantity }) => ({ partId: id, stockId: stock_id, quantity }));
  if (await reserve(tx, fulfillerId, order.id, wanted, demands)) {
    const facts: FactsColumns = { reserve: wanted };
    if (order.approval_reason === 'stock-short') facts.approval_reason = null;
    return writeFacts(tx, order, facts, { actor: 'system', kind: `reserved-${wanted}` });
  }
  if (order.reserve === 'short') return order;
  await release(tx, fulfillerId, order.id);
  return writeFacts(tx, order, { reserve: 'short' }, { actor: 'system', kind: 'stock-short' });
}

async function giveBack(tx: Tx, order: OrderRow, fulfillerId: number): Promise<OrderRow> {
  if (order.reserve === 'none' || order.reserve === 'released') return order;
  await release(tx, fulfillerId, order.id);
  return writeFacts(
    tx,
    order,
    { reserve: 'released' },
    { actor: 'system', kind: 'fulfilled-by-marketplace' },
  );
}

/** Before the bench has it: paid, linked, ours. */
export function isUndecided(order: OrderRow): boolean {
  const over = order.canceled_at ?? order.refused_at ?? order.picking_by ?? order.packed_at;
  return !over && order.payment === 'approved' && order.linked && !isMarketplaceFulfilled(order);
}

/** Asks for approval, one reason at a time. */
async function askIfNeeded(tx: Tx, order: OrderRow): Promise<OrderRow> {
  if (!isUndecided(order)) return order;
  const reason = await nextReason(tx, order);
  return reason === order.approval_reason ? order : askApproval(tx, order, reason);
}

/** With the gates green, the bench gets it. */
async function releaseIfReady(tx: Tx, order: OrderRow): Promise<OrderRow> {
  if (!isUndecided(order) || order.released_at || !isReady(order, tx.now())) return order;
  await freezeCosts(tx, order.id);
  return writeFacts(tx, order, releaseFacts(order, tx.now()), { actor: 'system', kind: 'released' });
}

export const releaseFacts = (order: OrderRow, now: Date): FactsColumns => ({
  released_at: now,
  shown_at: order.shown_at ?? now,
});

async function askApproval(tx: Tx, order: OrderRow, reason: ApprovalReason | null): Promise<OrderRow> {
  const facts = approvalFacts(order, reason, tx.now());
  const kind = reason === null ? 'approval-cleared' : 'approval-asked';
  return writeFacts(tx, order, facts, { actor: 'system', kind, detail: reason === null ? {} : { reason } });
}

export function approvalFacts(order: OrderRow, reason: ApprovalReason | null, now: Date): FactsColumns {
  const forFulfiller = reason !== null && fulfillerReasons.includes(reason);
  return { approval_reason: reason, ...(forFulfiller && { shown_at: order.shown_at ?? now }) };
}

/** The bench may start without document and label: it prints only with both. A buffered parcel waits for its date. */
export function isReady(order: OrderRow, now: Date): boolean {
  const needed = new Set(['payment', 'linked', 'stock', 'approval']);
  const open = gatesOf(factsOf(order)).every((gate) => gate.open || !needed.has(gate.name));
  if (order.pack_pending) return false;
  return open && (order.label_available_at === null || order.label_available_at <= now);
}
