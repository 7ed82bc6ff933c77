import type { Tx } from '#server/db/transaction.ts';

/** Updates every publication, of every seller, that sells something of these stock rows; merged by key. */
export function enqueueStockSync(tx: Tx, stockIds: readonly number[]): void {
  for (const stockId of new Set(stockIds)) {
    tx.enqueue({ task: 'shelf.push', payload: { stockId }, key: `shelf:${stockId}` });
  }
}
