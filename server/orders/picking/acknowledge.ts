import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { lockList } from './lock-list.ts';

/** The picker has seen that a sale left the list during the walk. Idempotent. */
export async function acknowledgeStop(tx: Tx, actor: Actor, id: number, orderId: number): Promise<void> {
  await lockList(tx, actor, id, 'acknowledge');
  const seen = await tx.db
    .updateTable('picking_list_orders')
    .set((eb) => ({ stop_seen_at: eb.fn.coalesce('stop_seen_at', eb.val(tx.now())) }))
    .where('list_id', '=', id)
    .where('order_id', '=', orderId)
    .where('left_at', 'is not', null)
    .executeTakeFirst();
  if (seen.numUpdatedRows === 0n) fail('not_found');
}
