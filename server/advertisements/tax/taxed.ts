import type { Tx } from '#server/db/transaction.ts';

/** The tax codes of these products changed: the business's own publications of them get them; merged by key. */
export function productsTaxed(tx: Tx, businessId: number, productIds: readonly number[]): void {
  for (const productId of new Set(productIds))
    tx.enqueue({
      task: 'products.taxed',
      payload: { businessId, productId },
      key: `taxed:${productId}`,
    });
}
