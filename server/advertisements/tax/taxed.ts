import type { Tx } from '#server/db/transaction.ts';

/** Products whose tax codes changed: the business's own publications of them are told; merged by key. */
export function productsTaxed(tx: Tx, businessId: number, productIds: readonly number[]): void {
  for (const productId of new Set(productIds))
    tx.enqueue({
      task: 'products.taxed',
      payload: { businessId, productId },
      key: `taxed:${productId}`,
    });
}
