import type { Tx } from '#server/db/transaction.ts';
import { summarize } from './store-messages.ts';

/** The threads of a sale are not found any more by a name that it does not have. */
export async function forgetBuyer(tx: Tx, orderId: number): Promise<void> {
  const threads = await tx.db.selectFrom('chats').select('id').where('order_id', '=', orderId).execute();
  for (const { id } of threads) await summarize(tx, id);
}
