import type { Tx } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { releasePicks } from '#server/inventory/picking.ts';
import { freeEmptyTotes } from '#server/inventory/tote.ts';
import { addFacts, draftOf, lockOrders, writeDrafts } from '#server/orders/sale/facts.ts';
import { findCartOfWalk, refuseUnplaced } from './cart/cart-places.ts';
import { isSupervisor, liveSales, lockList } from './lock-list.ts';
import { leaveList } from './membership.ts';
import { findPickers } from './pickers.ts';
import { hasStops } from './stops.queries.ts';

export async function assignList(tx: Tx, actor: Actor, id: number, userId: number | null): Promise<void> {
  await lockList(tx, actor, id, 'assign');
  if (userId !== null && !(await findPickers(tx, actor, id)).some((person) => person.id === userId))
    invalidField('assigneeId', 'not_found');
  await tx.db.updateTable('picking_lists').set({ assignee_id: userId }).where('id', '=', id).execute();
}

/** Everything is in the totes: the sales stay picked, and the bench packs them. */
export async function finishList(tx: Tx, actor: Actor, id: number): Promise<void> {
  await lockList(tx, actor, id, 'finish');
  refuseUnplaced(await findCartOfWalk(tx, actor, id));
  if (await hasStops(tx, id)) fail('unbeeped_items');
  await endList(tx, actor, id, { state: 'finished', finished_at: tx.now() });
}

/** The sales wait again. Fetched units stay in the totes until they are put back. */
export async function cancelList(tx: Tx, actor: Actor, id: number): Promise<void> {
  const list = await lockList(tx, actor, id, 'cancel');
  const isOwn = list.assignee_id === actor.userId || list.created_by === actor.userId;
  if (!isOwn && !isSupervisor(actor)) fail('forbidden');
  const sales = await lockOrders(tx, await liveSales(tx, id));
  const begun = sales.filter((sale) => sale.status === 'picking');
  await releasePicks(
    tx,
    begun.map((sale) => sale.id),
  );
  for (const sale of sales) await leaveList(tx, sale.id, 'list_canceled');
  const drafts = begun.map(draftOf);
  for (const draft of drafts) {
    const cause = { actor: 'fulfiller', userId: actor.userId, kind: 'picking-canceled' } as const;
    addFacts(draft, { picking_by: null }, { ...cause, detail: { list: id } });
  }
  await writeDrafts(tx, drafts);
  await endList(tx, actor, id, { state: 'canceled', canceled_at: tx.now() });
}

type End = { state: 'finished'; finished_at: Date } | { state: 'canceled'; canceled_at: Date };

async function endList(tx: Tx, actor: Actor, id: number, end: End): Promise<void> {
  await tx.db.updateTable('picking_lists').set(end).where('id', '=', id).execute();
  await freeEmptyTotes(tx, actor.userId, id);
  tx.changed(actor.businessId, 'checkout');
}
