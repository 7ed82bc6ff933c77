import { sql } from 'kysely';
import type { LeftReason } from '#contract/orders/picking-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { findCounted } from '#server/inventory/balance/counted.queries.ts';
import { allocateSales } from '#server/inventory/pick-allocation.ts';
import { takeTote } from '#server/inventory/tote.ts';
import { addFacts, draftOf, lockOrders, writeDrafts } from '#server/orders/sale/facts.ts';
import type { OrderRow } from '#server/orders/sale/order-row.ts';
import { isSupervisor, type LockedList, liveSales, lockList } from './lock-list.ts';
import { whyNotBegin } from './may-begin.ts';

/** Sales that cannot begin, and why. */
type Dropped = ReadonlyMap<number, LeftReason>;

export function refuseTaken(actor: Actor, list: LockedList): void {
  if (list.assignee_id !== null && list.assignee_id !== actor.userId && !isSupervisor(actor))
    fail('picking_taken');
}

/**
 * Begins the walk: every sale is picked by the person who starts it, and its units are allocated in volumes. Sales that
 * were canceled, or whose units are not available, leave the list.
 */
export async function startList(
  tx: Tx,
  actor: Actor,
  id: number,
  unknown: ReadonlySet<number>,
): Promise<void> {
  const list = await lockList(tx, actor, id, 'start');
  refuseTaken(actor, list);
  const order = await liveSales(tx, id);
  const sales = await lockOrders(tx, order);
  const known = new Map(sales.map((sale) => [sale.id, sale]));
  const dropped = new Map<number, LeftReason>();
  for (const saleId of order) {
    const reason = reasonToDrop(known.get(saleId), unknown.has(saleId));
    if (reason) dropped.set(saleId, reason);
  }
  const waiting = order.filter((sale) => !dropped.has(sale));
  for (const sale of await holdUnits(tx, list.warehouse_id, waiting)) dropped.set(sale, 'insufficient_stock');
  const begun = sales.filter((sale) => !dropped.has(sale.id));
  if (begun.length === 0) await refuseEmpty(tx, list.warehouse_id, waiting);
  await dropSales(tx, id, dropped);
  await begin(tx, actor, id, begun);
  await tx.db
    .updateTable('picking_lists')
    .set({ state: 'in_progress', assignee_id: list.assignee_id ?? actor.userId, started_at: tx.now() })
    .where('id', '=', id)
    .execute();
  await takeTote(tx, actor, list.warehouse_id, id);
}

/** No sale can begin: if their goods are being counted, the refusal says so. */
async function refuseEmpty(tx: Tx, warehouseId: number, waiting: readonly number[]): Promise<never> {
  const parts = await tx.db
    .selectFrom('order_parts')
    .select('variation_id')
    .where(sql<boolean>`order_id = any(${waiting}::bigint[])`)
    .execute();
  const variationIds = parts.map((part) => part.variation_id);
  const counted = await findCounted(tx, warehouseId, variationIds);
  return counted ? fail('goods_being_counted', { facts: counted }) : fail('no_sale_selected');
}

const reasonToDrop = (sale: OrderRow | undefined, isUnknown: boolean): LeftReason | null =>
  whyNotBegin(sale) ?? (isUnknown ? 'upstream_unknown' : null);

/** Returns the sales that got nothing. */
async function holdUnits(tx: Tx, warehouseId: number, ids: readonly number[]): Promise<number[]> {
  const parts = await tx.db
    .selectFrom('order_parts')
    .select(['id', 'order_id', 'stock_id', 'variation_id', 'quantity'])
    .where(sql<boolean>`order_id = any(${ids}::bigint[])`)
    .orderBy('id')
    .execute();
  const bySale = Map.groupBy(parts, (part) => part.order_id);
  return allocateSales(
    tx,
    warehouseId,
    ids.map((orderId) => ({
      orderId,
      wants: (bySale.get(orderId) ?? []).map((part) => ({
        partId: part.id,
        stockId: part.stock_id,
        variationId: part.variation_id,
        quantity: part.quantity,
      })),
    })),
  );
}

async function dropSales(tx: Tx, listId: number, dropped: Dropped): Promise<void> {
  if (dropped.size === 0) return;
  const rows = JSON.stringify([...dropped].map(([sale, reason]) => ({ sale, reason })));
  await sql`update picking_list_orders m set left_at = ${tx.now()}, left_reason = d.reason
    from jsonb_to_recordset(${rows}::jsonb) as d (sale bigint, reason text)
    where m.list_id = ${listId} and m.order_id = d.sale and m.left_at is null`.execute(tx.db);
}

async function begin(tx: Tx, actor: Actor, listId: number, sales: readonly OrderRow[]): Promise<void> {
  const drafts = sales.map(draftOf);
  for (const draft of drafts) {
    const facts = { picking_by: actor.userId, attempt: draft.order.attempt + 1 };
    const detail = { list: listId };
    addFacts(draft, facts, { actor: 'fulfiller', userId: actor.userId, kind: 'picking-started', detail });
  }
  await writeDrafts(tx, drafts);
}
