import { sql } from 'kysely';
import { type ApprovalReason, fulfillerReasons } from '#contract/orders/order-states.ts';
import { asBusiness, type Tx } from '#server/db/transaction.ts';
import { release, reserve } from '#server/inventory/reservations.ts';
import { freezeCosts } from '#server/orders/order-cost.ts';
import { firstReason, nextReason, type Objections } from './approval-reason.ts';
import { enqueueArrangement } from './arrangement.ts';
import { linkOrder } from './composition.ts';
import { addFacts, draftOf, type FactsColumns, lockOrder, type SaleDraft, writeDrafts } from './facts.ts';
import type { OrderRow } from './order-row.ts';
import { isReady } from './status.ts';

/** The marketplace's own warehouse packs it: our stock is not affected. */
export const isMarketplaceFulfilled = (order: OrderRow) => order.marketplace_fulfilled;

/**
 * Advances a sale as far as its facts allow: link, reserve, approve, release to the bench. Repeating it changes
 * nothing. It always acts as the seller.
 */
export async function advanceOrder(tx: Tx, sellerId: number, orderId: number): Promise<OrderRow> {
  return asBusiness(tx, sellerId, async () => advanceLocked(tx, await lockOrder(tx, orderId)));
}

/** The same for a row that this transaction has locked, acting as the seller. */
export async function advanceLocked(tx: Tx, order: OrderRow): Promise<OrderRow> {
  const draft = draftOf(order);
  await advance(tx, [draft]);
  return draft.order;
}

/**
 * The same for any number of sales, locked or just stored; writes their drafts. `justRead`: by sale id, the approval
 * facts, if links, prices and terms have been read in this transaction already.
 */
export async function advance(
  tx: Tx,
  drafts: readonly SaleDraft[],
  justRead: ReadonlyMap<number, Objections> = new Map(),
): Promise<void> {
  for (const draft of drafts) if (!justRead.has(draft.order.id)) await linkIfNeeded(tx, draft);
  await reserveStock(tx, drafts);
  for (const draft of drafts) await decideApproval(tx, draft, justRead.get(draft.order.id));
  await writeDrafts(tx, drafts);
  for (const { order } of drafts) enqueueArrangement(tx, order);
}

/** The stock that the sale takes; a removed line takes none. */
export async function partsOf(tx: Tx, orderId: number) {
  return tx.db
    .selectFrom('order_parts')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('quantity', '>', 0)
    .orderBy('id')
    .execute();
}

async function partsOfMany(tx: Tx, orderIds: readonly number[]) {
  if (orderIds.length === 0) return new Map<number, never[]>();
  const rows = await tx.db
    .selectFrom('order_parts')
    .select(['id', 'order_id', 'stock_id', 'quantity'])
    .where(sql<boolean>`order_id = any(${orderIds}::bigint[])`)
    .where('quantity', '>', 0)
    .orderBy('id')
    .execute();
  return Map.groupBy(rows, (row) => row.order_id);
}

/** An ad was linked after a sale: the sale finds its offers. */
async function linkIfNeeded(tx: Tx, draft: SaleDraft): Promise<void> {
  const { order } = draft;
  if (order.linked || order.canceled_at) return;
  const link = await linkOrder(tx, order);
  if (link) addFacts(draft, link, { actor: 'system', kind: 'linked' });
}

/** Soft while unpaid, firm once paid. */
const wantedKind = (order: OrderRow) => (order.payment === 'approved' ? 'firm' : 'soft');

function wantsStock(order: OrderRow): boolean {
  const settled = order.canceled_at ?? order.packed_at ?? order.refused_at;
  return !settled && order.linked && order.fulfiller_id !== null && order.payment !== 'refunded';
}

/**
 * All parts of a sale or none. If stock is insufficient, the sale becomes short. Fulfillers are processed in the order
 * of their ids.
 */
async function reserveStock(tx: Tx, drafts: readonly SaleDraft[]): Promise<void> {
  const wanting: SaleDraft[] = [];
  for (const draft of drafts) {
    const { order } = draft;
    if (!wantsStock(order)) continue;
    if (isMarketplaceFulfilled(order)) await releaseReservation(tx, draft);
    else if (order.reserve !== wantedKind(order) && order.reserve !== 'firm') wanting.push(draft);
  }
  const byFulfiller = Map.groupBy(wanting, ({ order }) => order.fulfiller_id ?? 0);
  const partsBySale = await partsOfMany(
    tx,
    wanting.map(({ order }) => order.id),
  );
  for (const [fulfillerId, group] of [...byFulfiller].toSorted(([one], [other]) => one - other)) {
    const reservedSales = await reserve(
      tx,
      fulfillerId,
      group.map(({ order }) => ({
        orderId: order.id,
        kind: wantedKind(order),
        demands: (partsBySale.get(order.id) ?? []).map(({ id, stock_id, quantity }) => ({
          partId: id,
          stockId: stock_id,
          quantity,
        })),
      })),
    );
    for (const draft of group) await applyReservation(tx, draft, reservedSales.has(draft.order.id));
  }
}

async function applyReservation(tx: Tx, draft: SaleDraft, isReserved: boolean): Promise<void> {
  const { order } = draft;
  if (isReserved) {
    const reserved = wantedKind(order);
    const facts: FactsColumns = { reserve: reserved };
    if (order.approval_reason === 'stock-short') facts.approval_reason = null;
    addFacts(draft, facts, { actor: 'system', kind: `reserved-${reserved}` });
    return;
  }
  if (order.reserve === 'short') return;
  if (order.reserve === 'soft' && order.fulfiller_id !== null)
    await release(tx, order.fulfiller_id, order.id);
  addFacts(draft, { reserve: 'short' }, { actor: 'system', kind: 'stock-short' });
}

async function releaseReservation(tx: Tx, draft: SaleDraft): Promise<void> {
  const { order } = draft;
  if (order.fulfiller_id === null || order.reserve === 'none' || order.reserve === 'released') return;
  await release(tx, order.fulfiller_id, order.id);
  addFacts(draft, { reserve: 'released' }, { actor: 'system', kind: 'fulfilled-by-marketplace' });
}

/** Before the bench: paid, linked, and fulfilled by us. */
export function isUndecided(order: OrderRow): boolean {
  const over = order.canceled_at ?? order.refused_at ?? order.picking_by ?? order.packed_at;
  return !over && order.payment === 'approved' && order.linked && !isMarketplaceFulfilled(order);
}

/** Asks for approval, for one reason at a time; without any reason the sale is released to the bench. */
async function decideApproval(tx: Tx, draft: SaleDraft, objections: Objections | undefined): Promise<void> {
  if (!isUndecided(draft.order)) return;
  // The figures that are read include this sale.
  if (!objections) await writeDrafts(tx, [draft]);
  const reason = objections ? firstReason(draft.order, objections) : await nextReason(tx, draft.order);
  if (reason !== draft.order.approval_reason) askApproval(draft, reason, tx.now());
  const { order } = draft;
  if (!isUndecided(order) || order.released_at || !isReady(order, tx.now())) return;
  if (!objections) await freezeCosts(tx, order.id);
  const facts = { released_at: tx.now(), shown_at: order.shown_at ?? tx.now() };
  addFacts(draft, facts, { actor: 'system', kind: 'released' });
}

function askApproval(draft: SaleDraft, reason: ApprovalReason | null, now: Date): void {
  const forFulfiller = reason !== null && fulfillerReasons.includes(reason);
  const facts = {
    approval_reason: reason,
    ...(forFulfiller && { shown_at: draft.order.shown_at ?? now }),
  };
  const kind = reason === null ? 'approval-cleared' : 'approval-asked';
  addFacts(draft, facts, { actor: 'system', kind, detail: reason === null ? {} : { reason } });
}
