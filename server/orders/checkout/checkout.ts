import type { OrderEventKind } from '#contract/orders/order-events.ts';
import { fulfillerReasons } from '#contract/orders/order-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { refuseMissing } from '#server/inventory/pick-allocation.ts';
import { releasePicks } from '#server/inventory/picking.ts';
import { release } from '#server/inventory/reservations.ts';
import { leaveList } from '#server/orders/picking/membership.ts';
import { advanceOrder, partsOf } from '#server/orders/sale/advance.ts';
import { writeFacts } from '#server/orders/sale/facts.ts';
import { keepRefusal } from '#server/orders/substitutes/refused-sale.ts';
import { lockAtBench } from './lock-at-bench.ts';

const cause = (actor: Actor, kind: OrderEventKind, detail = {}) =>
  ({ actor: 'fulfiller', userId: actor.userId, kind, detail }) as const;

/** Clears the approval reason of this side; if stock was short, the reservation is tried again now. */
export async function acceptOrder(tx: Tx, actor: Actor, id: number): Promise<void> {
  const { order } = await lockAtBench(tx, actor, id, 'accept');
  const reason = order.approval_reason;
  if (!reason || !fulfillerReasons.includes(reason)) fail('state_conflict');
  if (reason === 'stock-short') {
    const after = await advanceOrder(tx, order.business_id, id);
    if (after.reserve === 'short') await refuseShort(tx, order.warehouse_id ?? 0, id);
    return;
  }
  const facts = { approval_reason: null, approved_reasons: [...order.approved_reasons, reason] };
  await writeFacts(tx, order, facts, cause(actor, 'approved', { reason }));
  await advanceOrder(tx, order.business_id, id);
}

async function refuseShort(tx: Tx, warehouseId: number, id: number): Promise<never> {
  const parts = await partsOf(tx, id);
  return refuseMissing(
    tx,
    warehouseId,
    parts.map((part) => ({ variationId: part.variation_id })),
  );
}

/** Refusing does not cancel: the seller finds another way to fulfil the sale, or cancels it. */
export async function refuseOrder(tx: Tx, actor: Actor, id: number, reason: string): Promise<void> {
  const { order } = await lockAtBench(tx, actor, id, 'refuse');
  await release(tx, actor.businessId, id);
  await releasePicks(tx, [id]);
  await leaveList(tx, id, 'taken_off');
  await keepRefusal(tx, actor, order, reason);
  const facts = {
    refused_at: tx.now(),
    refused_reason: reason,
    released_at: null,
    approval_reason: null,
    reserve: 'released' as const,
  };
  await writeFacts(tx, order, facts, cause(actor, 'refused', { reason }));
}
