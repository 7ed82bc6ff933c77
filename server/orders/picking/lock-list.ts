import { sql } from 'kysely';
import { canAct } from '#contract/acts.ts';
import { type PickingAct, type PickingState, pickingActs } from '#contract/orders/picking-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { withinWarehouses } from '#server/inventory/warehouse/scope.ts';

/** The list, locked for one verb: people at one list wait for each other. Out of reach it is not found. */
export async function lockList(tx: Tx, actor: Actor, id: number, verb: PickingAct) {
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
export type LockedList = Awaited<ReturnType<typeof lockList>>;

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
