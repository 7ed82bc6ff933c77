import { asBusiness, type Tx } from '#server/db/transaction.ts';
import { postEntries } from '#server/inventory/ledger.ts';
import type { OrderRow } from './facts.ts';

/** What was packed for a sale has left the house. Repeating it for one packing changes nothing. */
export async function dispatchStock(tx: Tx, order: OrderRow, userId: number | null): Promise<void> {
  const { fulfiller_id: fulfillerId } = order;
  if (fulfillerId === null || !order.packed_at) return;
  await asBusiness(tx, fulfillerId, async () => {
    const parts = await tx.db
      .selectFrom('order_parts')
      .select(['id', 'stock_id', 'quantity'])
      .where('order_id', '=', order.id)
      .execute();
    await postEntries(
      tx,
      userId,
      parts.map((part) => ({
        stockId: part.stock_id,
        kind: 'dispatch',
        source: 'packing',
        sourceId: `${part.id}:${order.attempt}`,
        packed: -part.quantity,
      })),
    );
  });
}
