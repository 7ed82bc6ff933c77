import { asCode } from '#contract/codes.ts';
import type { OrderEventKind } from '#contract/orders/order-events.ts';
import type { Tx } from '#server/db/transaction.ts';
import { accrueSale, type Packed, reverseSale } from '#server/dropshipping/dropinvoice/accrual.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
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
import { freeCart } from '#server/orders/picking/cart/free-cart.ts';
import { leaveList, takeOver } from '#server/orders/picking/membership.ts';
import { goodsOfCode } from '#server/orders/product-code.ts';
import { partsOf } from '#server/orders/sale/advance.ts';
import { leftUnpacked, writeFacts } from '#server/orders/sale/facts.ts';
import type { OrderRow } from '#server/orders/sale/order-row.ts';
import {
  freeSerials,
  isSerialScanned,
  packSerials,
  refuseAwaited,
  refuseOutOfTurn,
  refuseWithoutSerials,
  takeForSale,
} from '#server/orders/sale/sale-serials.ts';
import { enqueueParcelReport } from '#server/orders/sync/report-parcel.ts';
import { lockAtBench, lockUnlessDone } from './lock-at-bench.ts';
import { refuseUnproven, voidProof } from './parcel-proof.ts';
import { findResetRefusal, isSupervisor } from './reset-refusal.ts';

const byFulfiller = (actor: Actor, kind: OrderEventKind, detail = {}) =>
  ({ actor: 'fulfiller', userId: actor.userId, kind, detail }) as const;

/** The packer who holds the sale already gets it again. */
export const isHeldBy = (actor: Actor) => (order: OrderRow) =>
  order.status === 'picking' && order.picking_by === actor.userId;

/** Starts picking with goods allocated in volumes; a second packer gets the refusal that it is taken. */
export async function startPicking(tx: Tx, actor: Actor, id: number): Promise<void> {
  const sale = await lockUnlessDone(tx, actor, id, 'startPicking', isHeldBy(actor));
  if (!sale) return;
  const { order } = sale;
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
export async function scanUnit(
  tx: Tx,
  actor: Actor,
  id: number,
  code: string,
  clientId: string,
): Promise<void> {
  const sale = await lockUnlessDone(tx, actor, id, 'beep', () => isScanned(tx, id, clientId));
  if (!sale) return;
  const order = await takeOver(tx, actor, sale.order, await sale.list());
  await refuseAwaited(tx, id);
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

/**
 * A unit whose product asks for serial numbers is counted by two scans: of the product, then of its serial number. A scan
 * that is sent twice counts once.
 */
export async function scanSerial(
  tx: Tx,
  actor: Actor,
  id: number,
  scan: { code: string; clientId: string },
): Promise<void> {
  const isDone = () => isSerialScanned(tx, actor, id, scan.clientId);
  const sale = await lockUnlessDone(tx, actor, id, 'beep', isDone);
  if (!sale) return;
  const order = await takeOver(tx, actor, sale.order, await sale.list());
  await takeForSale(tx, actor, order, scan);
  tx.changed(actor.businessId, 'checkout');
}

/** The scan was counted before: for this sale it changes nothing, for another one it is stale. */
async function isScanned(tx: Tx, orderId: number, clientId: string): Promise<boolean> {
  const known = await tx.db
    .selectFrom('order_scans')
    .select('order_id')
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (known && known.order_id !== orderId) fail('code_stale');
  return known !== undefined;
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
  if (!volume) {
    await refuseOutOfTurn(tx, code);
    return fail('code_not_in_sale');
  }
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

/**
 * Stock leaves and the invoice of the day gets its line, in one transaction. Returns the volumes that are empty now.
 */
export async function confirmPacking(tx: Tx, actor: Actor, id: number): Promise<EmptiedVolume[]> {
  const sale = await lockAtBench(tx, actor, id, 'confirmPacking');
  const order = await takeOver(tx, actor, sale.order, await sale.list());
  // A sale that left without being packed here has its label, wherever it was printed.
  if (!order.label_printed_at && !order.parcel_label_at && !leftUnpacked(order)) fail('label_required');
  if (!leftUnpacked(order)) await refuseWithoutSerials(tx, id);
  await refuseUnproven(tx, order);
  await consume(tx, id);
  const emptied = await takeAllocated(tx, actor.userId, id, order.attempt);
  await packSerials(tx, actor, order);
  await accrueSale(tx, await packedOf(tx, order));
  const facts = { packed_at: tx.now(), packed_by: actor.userId, reserve: 'consumed' as const };
  enqueueParcelReport(tx, await writeFacts(tx, order, facts, byFulfiller(actor, 'packed')));
  const list = await sale.list();
  if (list) await freeCart(tx, list.list_id);
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
  const { order } = await lockAtBench(tx, actor, id, 'resetBeeping');
  const refusal = findResetRefusal(actor, order, tx.now());
  if (order.status === 'picking') {
    if (refusal) fail('forbidden', { facts: refusal });
    await voidScans(tx, actor, order);
    await voidProof(tx, actor, order);
    await writeFacts(tx, order, { ...unlabelled }, byFulfiller(actor, 'beeping-reset', { reason }));
    return;
  }
  if (refusal) fail('cannot_reset', { facts: refusal });
  if (reason === '' && order.packed_by !== actor.userId)
    fail('reason_required', { fields: { reason: 'required' } });
  await voidScans(tx, actor, order);
  await voidProof(tx, actor, order);
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

/** The units of the sale are scanned from the beginning, and their serial numbers are free. */
export async function voidScans(tx: Tx, actor: Actor, order: OrderRow): Promise<void> {
  await freeSerials(tx, order, { userId: actor.userId, kind: 'freed' });
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
  const { order } = await lockAtBench(tx, actor, id, 'cancelPicking');
  const isOwn = order.picking_by === actor.userId;
  if (!isOwn && !isSupervisor(actor) && !actor.roles.includes('supplier')) fail('forbidden');
  await voidScans(tx, actor, order);
  await voidProof(tx, actor, order);
  await releasePicks(tx, [id]);
  await leaveList(tx, id, 'taken_off');
  const facts = { picking_by: null, ...unlabelled };
  await writeFacts(tx, order, facts, byFulfiller(actor, 'picking-canceled'));
}
