import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';

/**
 * The cart of a list is free when each of its sales is packed or has left it. Its row is locked first, so that of two
 * sales that are packed at the same moment the second one sees the first. Runs as the owner of the stock.
 */
export async function freeCart(tx: Tx, listId: number): Promise<void> {
  const use = await tx.db
    .selectFrom('cart_uses')
    .select('cart_id')
    .where('list_id', '=', listId)
    .where('freed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!use) return;
  await sql`update cart_uses u set freed_at = ${tx.now()} where u.list_id = ${listId} and not exists (
    select from picking_list_orders m join orders o on o.id = m.order_id
    where m.list_id = u.list_id and m.left_at is null and o.status in ('pending', 'picking'))`.execute(tx.db);
}
