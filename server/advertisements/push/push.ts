import type { Tx } from '#server/db/transaction.ts';

/** Tells every publication, of every seller, that promises something from these shelf rows; merged by key. */
export function shelfChanged(tx: Tx, stockIds: readonly number[]): void {
  for (const stockId of new Set(stockIds)) {
    tx.enqueue({ task: 'shelf.push', payload: { stockId }, key: `shelf:${stockId}` });
  }
}
