import { sql } from 'kysely';
import { canAct } from '#contract/acts.ts';
import { obstacleCodes, type WalkObstacle, walkChecks, walkObstacles } from '#contract/orders/obstacles.ts';
import { type PickingAct, type PickingState, pickingActs } from '#contract/orders/picking-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { refuseExpired } from '#server/inventory/picking.ts';
import { withinWarehouses } from '#server/inventory/warehouse/scope.ts';

const refusals: Record<WalkObstacle, (tx: Tx, listId: number) => Promise<void>> = {
  changed: refuseChangedSales,
  expired: async (tx, listId) => refuseExpired(tx, { orderIds: await liveSales(tx, listId) }),
};

/**
 * Locks a list for an act: people at one list wait for each other. Out of reach it is not found; if an obstacle of the
 * act applies, it is refused.
 */
export async function lockList(tx: Tx, actor: Actor, id: number, verb: PickingAct) {
  const list = await lockState(tx, actor, id, verb);
  await refuseObstacles(tx, id, verb);
  return list;
}
export type LockedList = Awaited<ReturnType<typeof lockList>>;

/** The same for an act whose repetition changes nothing: returns what it did before, or null if it is new. */
export async function lockListUnlessDone<T>(
  tx: Tx,
  actor: Actor,
  id: number,
  verb: PickingAct,
  findDone: () => Promise<T | null>,
): Promise<T | null> {
  await lockState(tx, actor, id, verb);
  const done = await findDone();
  if (done === null) await refuseObstacles(tx, id, verb);
  return done;
}

async function lockState(tx: Tx, actor: Actor, id: number, verb: PickingAct) {
  const list = await tx.db
    .selectFrom('picking_lists')
    .selectAll()
    .where('id', '=', id)
    .where(withinWarehouses(actor, sql`warehouse_id`))
    .forUpdate()
    .executeTakeFirst();
  if (!list) return fail('not_found');
  const state = list.state as PickingState;
  if (!canAct(pickingActs, verb, state)) fail('state_conflict', { facts: { state } });
  tx.changed(actor.businessId, 'picking');
  return list;
}

async function refuseObstacles(tx: Tx, listId: number, verb: PickingAct): Promise<void> {
  for (const obstacle of walkObstacles)
    if (walkChecks[verb][obstacle] === 'guard') await refusals[obstacle](tx, listId);
}

async function refuseChangedSales(tx: Tx, listId: number): Promise<void> {
  const changed = await tx.db
    .selectFrom('picking_list_orders as m')
    .innerJoin('orders as o', 'o.id', 'm.order_id')
    .select('o.id')
    .where('m.list_id', '=', listId)
    .where('m.left_at', 'is', null)
    .where('o.changed_lines', 'is not', null)
    .where('o.canceled_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (changed) fail(obstacleCodes.changed, { facts: { sale: changed.id } });
}

/** A person who may assign lists may also take them over. */
export const isSupervisor = (actor: Actor) => actorCan(actor, 'picking.assign');

/** Ids of the sales that are still on the list, by their place on the cart. */
export async function liveSales(tx: Tx, listId: number): Promise<number[]> {
  const rows = await tx.db
    .selectFrom('picking_list_orders')
    .select('order_id')
    .where('list_id', '=', listId)
    .where('left_at', 'is', null)
    .orderBy('place')
    .execute();
  return rows.map((row) => row.order_id);
}
