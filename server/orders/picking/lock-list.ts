import { sql } from 'kysely';
import { canAct } from '#contract/acts.ts';
import { type PickingAct, type PickingState, pickingActs } from '#contract/orders/picking-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { refuseExpired } from '#server/inventory/picking.ts';
import { withinWarehouses } from '#server/inventory/warehouse/scope.ts';

/** Reasons, besides its state, for which an act on a picking list is refused. */
export const walkObstacles = [
  /** A sale on it was changed by its buyer: the walk stops until a person has acknowledged the change. */
  'changed',
  /** Units of an expired lot are allocated to one of its sales. */
  'expired',
] as const;
export type WalkObstacle = (typeof walkObstacles)[number];

/**
 * `guard`: the guard refuses the act when it locks the list. `act`: the act refuses by itself, for the unit that is
 * taken. `no`: the obstacle does not refuse the act.
 */
type Check = 'guard' | 'act' | 'no';

/** The one table of acts on a list and what they are refused for. `lock-list.test.ts` calls the endpoint of each cell. */
export const walkChecks: Record<PickingAct, Record<WalkObstacle, Check>> = {
  assign: { changed: 'no', expired: 'no' },
  start: { changed: 'no', expired: 'no' },
  beep: { changed: 'guard', expired: 'act' },
  takeByHand: { changed: 'guard', expired: 'act' },
  declareShort: { changed: 'guard', expired: 'no' },
  finish: { changed: 'guard', expired: 'guard' },
  cancel: { changed: 'no', expired: 'no' },
  acknowledge: { changed: 'no', expired: 'no' },
  putBack: { changed: 'no', expired: 'no' },
};

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
  if (changed) fail('order_changed', { facts: { sale: changed.id } });
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
