import type { Tx } from '#server/db/transaction.ts';

/** The debtor and the creditor. */
export type Sides = { sellerId: number; supplierId: number };

/**
 * Every change of what a pair owes takes this lock before it locks an invoice, and after it locks a sale, so that acts on
 * one pair are serialized and never deadlock.
 */
export async function lockPair(tx: Tx, { sellerId, supplierId }: Sides): Promise<{ overdueDays: number }> {
  const link = await tx.db
    .selectFrom('trade_links')
    .select('overdue_days as overdueDays')
    .where('seller_id', '=', sellerId)
    .where('supplier_id', '=', supplierId)
    .forUpdate()
    .executeTakeFirst();
  return link ?? { overdueDays: 0 };
}
