import { canAct } from '#contract/acts.ts';
import {
  type BenchAct,
  benchChecks,
  codeOfObstacle,
  type Obstacle,
  obstacles,
} from '#contract/orders/obstacles.ts';
import { type OrderAct, orderActs } from '#contract/orders/order-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Fault } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { findExpiredPick } from '#server/inventory/picking.ts';
import { findLiveList, type LiveList } from '#server/orders/picking/membership.ts';
import { partsOf } from '#server/orders/sale/advance.ts';
import type { OrderRow } from '#server/orders/sale/order-row.ts';
import { isGivenBack } from '#server/orders/sale/status.ts';
import { isSupervisor } from './reset-refusal.ts';

/** A sale that its guard has locked, and the picking list on which it is, read once. */
export type BenchSale = { order: OrderRow; list: () => Promise<LiveList | null> };

export function benchSale(tx: Tx, order: OrderRow): BenchSale {
  let list: Promise<LiveList | null> | undefined;
  return {
    order,
    list: () => {
      list ??= findLiveList(tx, order.id);
      return list;
    },
  };
}

type Question = BenchSale & { tx: Tx; actor: Actor; act: BenchAct };
/** Whether an obstacle applies, or what a person needs to know about it if it does. */
type Answer = boolean | NonNullable<Fault['facts']>;

const answers: Record<Obstacle, (question: Question) => Answer | Promise<Answer>> = {
  canceled: ({ order }) => order.canceled_at !== null && { reason: order.canceled_reason ?? '' },
  refused: ({ order }) => isGivenBack(order),
  collected: ({ order }) => order.collected_at !== null || order.sent_at !== null,
  packed: ({ order }) => order.packed_at !== null,
  changed: ({ order }) => order.changed_lines !== null && { sale: order.id },
  listed: async ({ order, list }) => {
    const on = await list();
    const isFetched = on?.state === 'finished' && order.picking_by !== null;
    return on !== null && !isFetched && { list: on.list_id };
  },
  taken: async ({ order, actor, act, list }) => {
    if (order.picking_by === null || order.picking_by === actor.userId) return false;
    if (act === 'startPicking') return true;
    if (isSupervisor(actor)) return false;
    // The first person who scans a sale of a finished list takes it over.
    const on = await list();
    return !on || on.bench_by !== null;
  },
  status: ({ order, act }) => act in orderActs && !canAct(orderActs, act as OrderAct, order.status),
  unscanned: async ({ tx, order }) => {
    if (order.status !== 'picking') return false;
    const parts = await partsOf(tx, order.id);
    return parts.some((part) => part.beeped < part.quantity);
  },
  expired: async ({ tx, order }) => (await findExpiredPick(tx, { orderIds: [order.id] })) ?? false,
};

/** The first obstacle for which the guard refuses the act, as the refusal; null if there is none. */
export async function findObstacle(
  tx: Tx,
  actor: Actor,
  sale: BenchSale,
  act: BenchAct,
): Promise<Fault | null> {
  for (const obstacle of obstacles) {
    if (benchChecks[act][obstacle] !== 'guard') continue;
    const answer = await answers[obstacle]({ ...sale, tx, actor, act });
    if (answer === false) continue;
    return new Fault(codeOfObstacle(act, obstacle), answer === true ? {} : { facts: answer });
  }
  return null;
}

export async function refuseObstacles(tx: Tx, actor: Actor, sale: BenchSale, act: BenchAct): Promise<void> {
  const refusal = await findObstacle(tx, actor, sale, act);
  if (refusal) throw refusal;
}
