import { canAct } from '#contract/acts.ts';
import { type BulkOutcome, type BulkSelection, outcomeOf } from '#contract/bulk.ts';
import { type OrderAct, orderActs } from '#contract/orders/order-states.ts';
import { isLabelOf } from '#contract/orders/parcel-label.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import {
  isReportedByMarketplace,
  lockOrders,
  type OrderRow,
  writeFacts,
  writeFactsOfMany,
} from '#server/orders/sale/facts.ts';
import { findSelectedCheckout } from './checkout.queries.ts';
import { dispatchOwnStock, dispatchStock } from './dispatch-stock.ts';
import { lockAtBench } from './packing.ts';

async function lockFor(tx: Tx, actor: Actor, id: number, verb: OrderAct): Promise<OrderRow> {
  const order = await lockAtBench(tx, actor, id);
  if (order.canceled_at) fail('order_canceled');
  if (!canAct(orderActs, verb, order.status)) fail('state_conflict');
  return order;
}

/** The carrier took the parcel: the scan of its label says which one. The window for cancelling closes. */
export async function collectOrder(tx: Tx, actor: Actor, id: number, code: string): Promise<void> {
  const order = await lockFor(tx, actor, id, 'collect');
  const { account_id: accountId, shipment_id: shipmentId, tracking_code: trackingCode } = order;
  if (!isLabelOf(code, { id, accountId, shipmentId, trackingCode })) fail('label_mismatch');
  await markCollected(tx, actor, order, { code });
}

/** The same without a scan, for a label that cannot be read. */
export async function collectByHand(tx: Tx, actor: Actor, id: number, reason: string): Promise<void> {
  await markCollected(tx, actor, await lockFor(tx, actor, id, 'collectByHand'), { reason });
}

async function markCollected(
  tx: Tx,
  actor: Actor,
  order: OrderRow,
  detail: Record<string, string>,
): Promise<void> {
  await dispatchStock(tx, order, actor.userId);
  const cause = { actor: 'fulfiller', userId: actor.userId, kind: 'collected', detail } as const;
  await writeFacts(tx, order, { collected_at: tx.now() }, cause);
}

/** A carrier takes everything that stands there: one act for all of it, and each that is not waiting for him is named. */
export async function collectOrders(tx: Tx, actor: Actor, selection: BulkSelection): Promise<BulkOutcome> {
  const found = await findSelectedCheckout(tx, actor, selection);
  const orders = await lockOrders(tx, found);
  const waiting = orders.filter((order) => !order.canceled_at && canAct(orderActs, 'collect', order.status));
  await dispatchOwnStock(tx, waiting, actor.userId);
  const detail = { together: waiting.length };
  const cause = { actor: 'fulfiller', userId: actor.userId, kind: 'collected', detail } as const;
  await writeFactsOfMany(tx, waiting, { collected_at: tx.now() }, cause);
  const done = new Set(waiting.map((order) => order.id));
  const failed = orders
    .filter((order) => !done.has(order.id))
    .map(({ id, canceled_at: canceled }) => ({
      id,
      code: canceled ? ('order_canceled' as const) : ('state_conflict' as const),
    }));
  return outcomeOf(selection.ids ?? found, [...done], failed);
}

export async function sendOrder(tx: Tx, actor: Actor, id: number, trackingCode: string): Promise<void> {
  const order = await lockFor(tx, actor, id, 'send');
  if (isReportedByMarketplace(order)) fail('marketplace_reports_shipping');
  const tracking = trackingCode || order.tracking_code;
  if (tracking === '') fail('tracking_required', { fields: { trackingCode: 'required' } });
  await dispatchStock(tx, order, actor.userId);
  const facts = { sent_at: tx.now(), collected_at: order.collected_at ?? tx.now(), tracking_code: tracking };
  const detail = { trackingCode: tracking };
  const cause = { actor: 'fulfiller', userId: actor.userId, kind: 'sent', detail } as const;
  await writeFacts(tx, order, facts, cause);
}
