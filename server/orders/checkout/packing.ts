import { sql } from 'kysely';
import type { OrderEventKind } from '#contract/orders/order-events.ts';
import type { OrderStatus } from '#contract/orders/order-states.ts';
import { asCode } from '#contract/primitives.ts';
import type { Tx } from '#server/db/transaction.ts';
import { accrueSale, type Packed, reverseSale } from '#server/dropshipping/dropinvoice/accrual.ts';
import { fail } from '#server/fault.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { allocatePicks } from '#server/inventory/pick-allocation.ts';
import {
  type EmptiedVolume,
  readPickAllocations,
  refuseExpired,
  releasePicks,
  returnTaken,
  takeAllocated,
} from '#server/inventory/picking.ts';
import { consume, reopen } from '#server/inventory/reservations.ts';
import { withinWarehouses } from '#server/inventory/warehouse/scope.ts';
import { leaveList, refuseOnList, takeOver } from '#server/orders/picking/membership.ts';
import { goodsOfCode } from '#server/orders/product-code.ts';
import { partsOf } from '#server/orders/sale/advance.ts';
import { leftUnpacked, lockOrder, type OrderRow, writeFacts } from '#server/orders/sale/facts.ts';
import { enqueueParcelReport } from '#server/orders/sync/report-parcel.ts';
import { refuseChanged } from './refuse-changed.ts';
import { findResetRefusal, isSupervisor } from './reset-refusal.ts';

/** The sale at the bench, locked; out of reach it is not found. */
export function lockAtBench(tx: Tx, actor: Actor, id: number): Promise<OrderRow> {
  const reach = withinWarehouses(actor, sql`warehouse_id`);
  return lockOrder(tx, id, sql`fulfiller_id = ${actor.businessId} and ${reach}`);
}

/** A seller may print label and NF-e of their own sales, whichever business fulfils them. */
export async function lockForFiles(tx: Tx, actor: Actor, id: number): Promise<OrderRow> {
  if (!actorCan(actor, 'orders.create')) return lockAtBench(tx, actor, id);
  const order = await lockOrder(tx, id);
  return order.business_id === actor.businessId ? order : lockAtBench(tx, actor, id);
}

const byFulfiller = (actor: Actor, kind: OrderEventKind, detail = {}) =>
  ({ actor: 'fulfiller', userId: actor.userId, kind, detail }) as const;

/** Refuses with the specified message for the first obstacle. */
export function expectStatus(order: OrderRow, wanted: OrderStatus): void {
  if (order.status === wanted) return;
  if (order.canceled_at || order.refused_at) fail('order_canceled');
  if (order.collected_at) fail('order_already_collected');
  if (order.packed_at) fail('already_packed');
  fail('state_conflict');
}

/** Starts picking with goods allocated in volumes; a second packer gets the refusal that it is taken. */
export async function startPicking(tx: Tx, actor: Actor, id: number): Promise<void> {
  const order = await lockAtBench(tx, actor, id);
  if (order.status === 'picking') {
    // The packer who holds the sale already gets it again.
    if (order.picking_by === actor.userId) return;
    fail('picking_taken');
  }
  expectStatus(order, 'pending');
  refuseChanged(order);
  await refuseOnList(tx, id);
  const parts = await partsOf(tx, id);
  const wants = parts.map((part) => ({
    partId: part.id,
    stockId: part.stock_id,
    variationId: part.variation_id,
    quantity: part.quantity,
  }));
  await allocatePicks(tx, id, order.warehouse_id ?? 0, wants);
  const facts = { picking_by: actor.userId, attempt: order.attempt + 1 };
  await writeFacts(tx, order, facts, byFulfiller(actor, 'picking-started'));
}

/** A scan counts one unit of the first part that still needs it. A scan that is sent twice counts once. */
export async function beep(tx: Tx, actor: Actor, id: number, code: string, clientId: string): Promise<void> {
  const found = await lockAtBench(tx, actor, id);
  const known = await tx.db
    .selectFrom('order_scans')
    .select('order_id')
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (known) return known.order_id === id ? undefined : fail('code_stale');
  expectStatus(found, 'picking');
  refuseChanged(found);
  const order = await takeOver(tx, actor, found);
  if (order.picking_by !== actor.userId && !isSupervisor(actor)) fail('picking_taken');
  const part = await partOfCode(tx, order, await partsOf(tx, id), code);
  await refuseExpired(tx, { orderIds: [id], partId: part });
  const beeped = await tx.db
    .updateTable('order_parts')
    .set((eb) => ({ beeped: eb('beeped', '+', 1) }))
    .where('id', '=', part)
    .whereRef('beeped', '<', 'quantity')
    .executeTakeFirst();
  if (beeped.numUpdatedRows === 0n) fail('line_full');
  await tx.db
    .insertInto('order_scans')
    .values({
      business_id: actor.businessId,
      order_id: id,
      part_id: part,
      client_id: clientId,
      code,
      attempt: order.attempt,
      user_id: actor.userId,
      at: tx.now(),
    })
    .execute();
  tx.changed(actor.businessId, 'checkout');
}

/** A code is a SKU, a GTIN, or the code of a volume; four refusals tell the packer what was wrong. */
async function partOfCode(
  tx: Tx,
  order: OrderRow,
  parts: Awaited<ReturnType<typeof partsOf>>,
  code: string,
): Promise<number> {
  const wanted = asCode(code);
  const named = await goodsOfCode(tx, parts, wanted, (part) => part.variation_id);
  if (named.length > 0) return firstOpen(named);
  const volume = await tx.db
    .selectFrom('volumes')
    .select(['id', 'state'])
    .where('code', '=', wanted)
    .where('business_id', '=', order.fulfiller_id)
    .executeTakeFirst();
  if (!volume) return fail('code_not_in_sale');
  if (volume.state === 'voided' || volume.state === 'archived') fail('code_stale');
  const pinned = (await readPickAllocations(tx, order.id)).filter(
    (allocation) => allocation.volumeId === volume.id,
  );
  if (pinned.length === 0) fail('not_packable_here');
  return firstOpen(parts.filter((part) => pinned.some((allocation) => allocation.partId === part.id)));
}

function firstOpen(parts: readonly { id: number; beeped: number; quantity: number }[]): number {
  const open = parts.find((part) => part.beeped < part.quantity);
  return open ? open.id : fail('line_full');
}

/** A label is printed only for a complete parcel. */
export async function refuseUnbeeped(tx: Tx, id: number): Promise<void> {
  const parts = await partsOf(tx, id);
  if (parts.some((part) => part.beeped < part.quantity)) fail('unbeeped_items');
}

/**
 * Stock leaves and the invoice of the day gets its line, in one transaction. Returns the volumes that are empty now.
 */
export async function confirmPacking(tx: Tx, actor: Actor, id: number): Promise<EmptiedVolume[]> {
  const found = await lockAtBench(tx, actor, id);
  expectStatus(found, 'picking');
  refuseChanged(found);
  const order = await takeOver(tx, actor, found);
  if (order.picking_by !== actor.userId && !isSupervisor(actor)) fail('picking_taken');
  const parts = await partsOf(tx, id);
  if (parts.some((part) => part.beeped < part.quantity)) fail('unbeeped_items');
  await refuseExpired(tx, { orderIds: [id] });
  // A sale that left without being packed here has its label, wherever it was printed.
  if (!order.label_printed_at && !order.parcel_label_at && !leftUnpacked(order)) fail('label_required');
  await consume(tx, id);
  const emptied = await takeAllocated(tx, actor.userId, id, order.attempt);
  await accrueSale(tx, await packedOf(tx, order));
  const facts = { packed_at: tx.now(), packed_by: actor.userId, reserve: 'consumed' as const };
  enqueueParcelReport(tx, await writeFacts(tx, order, facts, byFulfiller(actor, 'packed')));
  return emptied;
}

/** The facts of a packed sale that its invoice needs. */
export async function packedOf(tx: Tx, order: OrderRow): Promise<Packed> {
  const lines = await tx.db
    .selectFrom('order_parts as p')
    .innerJoin('order_lines as l', 'l.id', 'p.line_id')
    .select(['p.id', 'l.title', 'p.product_name', 'p.sku', 'p.quantity', 'p.unit_cost_centavos'])
    .where('p.order_id', '=', order.id)
    .where('p.quantity', '>', 0)
    .orderBy('p.id')
    .execute();
  return {
    sellerId: order.business_id,
    supplierId: order.fulfiller_id ?? order.business_id,
    orderId: order.id,
    attempt: order.attempt,
    lines: lines.map((line) => ({
      partId: line.id,
      advertisement: line.title,
      product: `${line.product_name} (${line.sku})`,
      quantity: line.quantity,
      unitPriceCentavos: line.unit_cost_centavos,
    })),
  };
}

/** Opening a parcel again voids the labels that were printed for it. */
const unlabelled = {
  label_printed_at: null,
  label_file_id: null,
  label_zpl_file_id: null,
  parcel_label_at: null,
};

/** Voids the scans; a packed sale goes back to the bench unless the carrier has it. */
export async function resetBeeping(tx: Tx, actor: Actor, id: number, reason: string): Promise<void> {
  const order = await lockAtBench(tx, actor, id);
  if (order.canceled_at) fail('order_canceled');
  if (order.collected_at || order.sent_at) fail('order_already_collected');
  const refusal = findResetRefusal(actor, order, tx.now());
  if (order.status === 'picking') {
    if (refusal) fail('forbidden', { facts: refusal });
    await voidScans(tx, order);
    await writeFacts(tx, order, { ...unlabelled }, byFulfiller(actor, 'beeping-reset', { reason }));
    return;
  }
  if (order.status !== 'waiting_collect') fail('cannot_reset');
  if (refusal) fail('cannot_reset', { facts: refusal });
  if (reason === '' && order.packed_by !== actor.userId)
    fail('reason_required', { fields: { reason: 'required' } });
  await voidScans(tx, order);
  await reverseSale(tx, await packedOf(tx, order));
  const parts = await partsOf(tx, id);
  const demands = parts.map((part) => ({ partId: part.id, stockId: part.stock_id, quantity: part.quantity }));
  await reopen(tx, actor.businessId, id, demands);
  await returnTaken(tx, actor.userId, id, order.attempt, reason);
  const facts = {
    packed_at: null,
    packed_by: null,
    ...unlabelled,
    picking_by: actor.userId,
    attempt: order.attempt + 1,
    reserve: 'firm' as const,
  };
  enqueueParcelReport(
    tx,
    await writeFacts(tx, order, facts, byFulfiller(actor, 'packing-reset', { reason })),
  );
}

export async function voidScans(tx: Tx, order: OrderRow): Promise<void> {
  await tx.db
    .updateTable('order_scans')
    .set({ voided_at: tx.now() })
    .where('order_id', '=', order.id)
    .where('voided_at', 'is', null)
    .execute();
  await tx.db.updateTable('order_parts').set({ beeped: 0 }).where('order_id', '=', order.id).execute();
}

/** Puts the sale back into the queue: its pick allocations are released, its reservation stays. */
export async function cancelPicking(tx: Tx, actor: Actor, id: number): Promise<void> {
  const order = await lockAtBench(tx, actor, id);
  expectStatus(order, 'picking');
  const isOwn = order.picking_by === actor.userId;
  if (!isOwn && !isSupervisor(actor) && !actor.roles.includes('supplier')) fail('forbidden');
  await voidScans(tx, order);
  await releasePicks(tx, [id]);
  await leaveList(tx, id, 'taken_off');
  const facts = { picking_by: null, ...unlabelled };
  await writeFacts(tx, order, facts, byFulfiller(actor, 'picking-canceled'));
}
