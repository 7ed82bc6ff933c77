import type { Tx } from '#server/db/transaction.ts';

/** A seller trades with a supplier from the first use of an offer on; terms start as the supplier's defaults. */
export async function ensureTradeLink(tx: Tx, sellerId: number, supplierId: number): Promise<void> {
  const made = await tx.db
    .insertInto('trade_links')
    .values({ seller_id: sellerId, supplier_id: supplierId, created_at: tx.now() })
    .onConflict((conflict) => conflict.columns(['seller_id', 'supplier_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) tx.changed(supplierId, 'companies');
}
