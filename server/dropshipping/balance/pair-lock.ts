import type { Tx } from '#server/db/transaction.ts';

/** Who owes, and who is owed. */
export type Sides = { sellerId: number; supplierId: number };

/**
 * Whatever changes what a pair owes takes this lock before it locks an invoice, and a sale's lock before this one, so that
 * two acts on one pair follow each other and never wait in a circle.
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
