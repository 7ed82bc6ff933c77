import { canDo, fulfillerReasons, type OrderStatus } from '#contract/orders/order-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { lockStock, postEntries } from '#server/inventory/ledger.ts';
import { unpinOrder } from '#server/inventory/picking.ts';
import { release } from '#server/inventory/reservations.ts';
import { recordVolume } from '#server/inventory/volume-history.ts';
import { advanceOrder, partsOf } from './advance.ts';
import { factsOf, writeFacts } from './facts.ts';
import { lockAtBench } from './packing.ts';

const cause = (actor: Actor, kind: string, detail = {}) =>
  ({ actor: 'fulfiller', userId: actor.userId, kind, detail }) as const;

/** Clears the reason that waits for this side; short stock is tried again now. */
export async function acceptOrder(tx: Tx, actor: Actor, id: number): Promise<void> {
  const order = await lockAtBench(tx, actor, id);
  const reason = factsOf(order).approvalReason;
  if (!canDo('accept', order.status as OrderStatus) || !reason || !fulfillerReasons.includes(reason))
    fail('state_conflict');
  if (reason === 'stock-short') {
    const after = await advanceOrder(tx, order.business_id, id);
    if (after.reserve === 'short') fail('insufficient_stock');
    return;
  }
  const facts = { approval_reason: null, approved_reasons: [...order.approved_reasons, reason] };
  await writeFacts(tx, order, facts, cause(actor, 'approved', { reason }));
  await advanceOrder(tx, order.business_id, id);
}

/** Refusing is not cancelling: the sale goes back to its seller, who finds another way or cancels. */
export async function refuseOrder(tx: Tx, actor: Actor, id: number, reason: string): Promise<void> {
  const order = await lockAtBench(tx, actor, id);
  if (order.canceled_at) fail('order_canceled');
  if (order.refused_at || !canDo('refuse', order.status as OrderStatus)) fail('state_conflict');
  await release(tx, actor.businessId, id);
  await unpinOrder(tx, id);
  const facts = {
    refused_at: tx.now(),
    refused_reason: reason,
    released_at: null,
    approval_reason: null,
    reserve: 'released' as const,
  };
  await writeFacts(tx, order, facts, cause(actor, 'refused', { reason }));
}

/** Only the scan into a volume returns the goods of a sale that was canceled after packing. */
export async function putBack(tx: Tx, actor: Actor, id: number, volumeCode: string): Promise<void> {
  const order = await lockAtBench(tx, actor, id);
  if (!order.put_back) fail('state_conflict');
  if (!order.packed_at) {
    // Nothing had left its volume in the ledger: the packer says where he put it, and that is all.
    await writeFacts(tx, order, { put_back: false }, cause(actor, 'put-back', { volume: volumeCode }));
    return;
  }
  const parts = await partsOf(tx, id);
  // Stock before volumes, as everybody on the floor locks.
  await lockStock(
    tx,
    parts.map((part) => part.stock_id),
  );
  const volume = await tx.db
    .selectFrom('volumes')
    .select(['id', 'state', 'warehouse_id', 'position_id'])
    .where('code', '=', volumeCode.trim().toUpperCase())
    .where('business_id', '=', actor.businessId)
    .forUpdate()
    .executeTakeFirst();
  if (!volume) return fail('code_stale');
  const usable =
    volume.warehouse_id === order.warehouse_id && (volume.state === 'active' || volume.state === 'empty');
  if (!usable || volume.position_id === null) fail('not_packable_here');
  for (const part of parts) {
    await tx.db
      .insertInto('volume_lines')
      .values({
        business_id: actor.businessId,
        volume_id: volume.id,
        variation_id: part.variation_id,
        quantity: part.quantity,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['volume_id', 'variation_id'])
          .doUpdateSet((eb) => ({ quantity: eb('volume_lines.quantity', '+', part.quantity) })),
      )
      .execute();
  }
  await postEntries(
    tx,
    actor.userId,
    parts.map((part) => ({
      stockId: part.stock_id,
      kind: 'cancel_return' as const,
      source: 'packing',
      sourceId: `${part.id}/${order.attempt}`,
      onHand: part.quantity,
      packed: -part.quantity,
      volumeId: volume.id,
      positionId: volume.position_id,
    })),
  );
  await recordVolume(tx, actor.userId, volume.id, 'put-back', { order: id }, { state: 'active' });
  await writeFacts(tx, order, { put_back: false }, cause(actor, 'put-back', { volume: volumeCode }));
}
