import type { Tx } from '#server/db/transaction.ts';

/** Units of these stock rows became sellable: sales that are short of them are tried again after this transaction. */
export function retryShortSales(tx: Tx, stockIds: readonly number[]): void {
  for (const stockId of new Set(stockIds))
    tx.enqueue({ task: 'orders.retry-short', payload: { stockId }, key: `retry-short:${stockId}` });
}
