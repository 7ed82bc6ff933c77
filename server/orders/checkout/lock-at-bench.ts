import { sql } from 'kysely';
import type { BenchAct } from '#contract/orders/obstacles.ts';
import type { Tx } from '#server/db/transaction.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { withinWarehouses } from '#server/inventory/warehouse/scope.ts';
import { loadFacts, lockOrder } from '#server/orders/sale/facts.ts';
import type { OrderRow } from '#server/orders/sale/order-row.ts';
import { type BenchSale, benchSale, refuseObstacles } from './obstacles.ts';

const reachOf = (actor: Actor) =>
  sql<boolean>`fulfiller_id = ${actor.businessId} and ${withinWarehouses(actor, sql`warehouse_id`)}`;

/**
 * Locks a sale for an act at the bench. Out of reach it is not found; if an obstacle of the act applies, it is refused.
 * This is the only way to lock a sale at the bench, so no act works without its guard.
 */
export async function lockAtBench(tx: Tx, actor: Actor, id: number, act: BenchAct): Promise<BenchSale> {
  const sale = benchSale(tx, await lockOrder(tx, id, reachOf(actor)));
  await refuseObstacles(tx, actor, sale, act);
  return sale;
}

/** The same for an act whose repetition changes nothing: null if the sale has the effect of the act already. */
export async function lockUnlessDone(
  tx: Tx,
  actor: Actor,
  id: number,
  act: BenchAct,
  isDone: (order: OrderRow) => boolean | Promise<boolean>,
): Promise<BenchSale | null> {
  const sale = benchSale(tx, await lockOrder(tx, id, reachOf(actor)));
  if (await isDone(sale.order)) return null;
  await refuseObstacles(tx, actor, sale, act);
  return sale;
}

/**
 * The same checks without a lock, for an act that asks the marketplace before it locks: a sale that refuses the act costs
 * no call.
 */
export async function checkAtBench(
  tx: Tx,
  actor: Actor,
  id: number,
  act: BenchAct,
  isDone: (order: OrderRow) => boolean = () => false,
): Promise<void> {
  const order = await loadAtBench(tx, actor, id);
  if (!isDone(order)) await refuseObstacles(tx, actor, benchSale(tx, order), act);
}

/** The sale at the bench, to be read and not changed. Out of reach it is not found. */
export const loadAtBench = (tx: Tx, actor: Actor, id: number): Promise<OrderRow> =>
  loadFacts(tx, id, reachOf(actor));

/** A seller reads label and NF-e of their own sales, whichever business fulfils them. */
export async function loadForFiles(tx: Tx, actor: Actor, id: number): Promise<OrderRow> {
  if (!actorCan(actor, 'orders.create')) return loadAtBench(tx, actor, id);
  const order = await loadFacts(tx, id);
  return order.business_id === actor.businessId ? order : loadAtBench(tx, actor, id);
}
