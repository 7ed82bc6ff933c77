import { sql } from 'kysely';
import type { LeftReason } from '#contract/orders/picking-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';
import { writeFacts } from '#server/orders/sale/facts.ts';
import type { OrderRow } from '#server/orders/sale/order-row.ts';
import { freeCart } from './cart/free-cart.ts';

/** The list of a sale, if there is one. Runs as the owner of the stock. */
export async function findLiveList(tx: Tx, orderId: number) {
  const row = await tx.db
    .selectFrom('picking_list_orders as m')
    .innerJoin('picking_lists as p', 'p.id', 'm.list_id')
    .select(['m.list_id', 'm.bench_by', 'p.state'])
    .where('m.order_id', '=', orderId)
    .where('m.left_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}
export type LiveList = NonNullable<Awaited<ReturnType<typeof findLiveList>>>;

/** Takes a sale off its list; units fetched for it stay in the totes until they are put back. Idempotent. */
export async function leaveList(
  tx: Tx,
  orderId: number,
  reason: LeftReason,
): Promise<{ onBench: boolean } | null> {
  const left = await tx.db
    .updateTable('picking_list_orders')
    .set({
      left_at: tx.now(),
      left_reason: reason,
      // Before the walk begins nobody has to be stopped.
      stop_seen_at: sql<Date | null>`case when (select l.state from picking_lists l where l.id = list_id) = 'open' then ${tx.now()}::timestamptz end`,
    })
    .where('order_id', '=', orderId)
    .where('left_at', 'is', null)
    .returning(['business_id', 'list_id', 'bench_by'])
    .executeTakeFirst();
  if (!left) return null;
  tx.changed(left.business_id, 'picking');
  const { business_id: businessId, list_id: listId } = left;
  await freeCart(tx, listId);
  if (reason === 'canceled' || reason === 'left_unpacked')
    tx.enqueue({ task: 'picking.end-emptied', payload: { businessId, listId } });
  return { onBench: left.bench_by !== null };
}

/**
 * Its parcel has left: a walk that still runs fetches nothing more for it. Units fetched by a finished walk are at the
 * bench.
 */
export async function leaveBegunList(tx: Tx, orderId: number): Promise<void> {
  const list = await findLiveList(tx, orderId);
  if (list && list.state !== 'finished') await leaveList(tx, orderId, 'left_unpacked');
}

/**
 * The bench packs a sale of a list after the list is finished: the first person who scans or packs takes it over and
 * keeps it. `list` is the finished list of the sale, if there is one. Returns the sale after that.
 */
export async function takeOver(
  tx: Tx,
  actor: Actor,
  order: OrderRow,
  list: LiveList | null,
): Promise<OrderRow> {
  if (!list || list.bench_by !== null) return order;
  await tx.db
    .updateTable('picking_list_orders')
    .set({ bench_by: actor.userId })
    .where('list_id', '=', list.list_id)
    .where('order_id', '=', order.id)
    .execute();
  tx.changed(actor.businessId, 'picking');
  if (order.picking_by === actor.userId) return order;
  const detail = { list: list.list_id };
  const cause = { actor: 'fulfiller', userId: actor.userId, kind: 'bench-took-over', detail } as const;
  return writeFacts(tx, order, { picking_by: actor.userId }, cause);
}
