import { sql } from 'kysely';
import { asBusiness, type Tx } from '#server/db/transaction.ts';
import { packingSource, postEntries } from '#server/inventory/ledger.ts';
import type { OrderRow } from '#server/orders/sale/order-row.ts';

/** The packed units of a sale have left the warehouse. Repeating it for one packing changes nothing. */
export async function dispatchStock(tx: Tx, order: OrderRow, userId: number | null): Promise<void> {
  const { fulfiller_id: fulfillerId } = order;
  if (fulfillerId === null || !order.packed_at) return;
  await asBusiness(tx, fulfillerId, () => dispatchOwnStock(tx, [order], userId));
}

/** The same for many sales of the current business's stock, in one statement. */
export async function dispatchOwnStock(
  tx: Tx,
  orders: readonly Pick<OrderRow, 'id' | 'attempt'>[],
  userId: number | null,
): Promise<void> {
  const attempts = new Map(orders.map(({ id, attempt }) => [id, attempt]));
  const parts = await tx.db
    .selectFrom('order_parts')
    .select(['id', 'order_id', 'stock_id', 'quantity'])
    .where(sql<boolean>`order_id = any(${[...attempts.keys()]}::bigint[])`)
    .where('quantity', '>', 0)
    .execute();
  await postEntries(
    tx,
    userId,
    parts.map((part) => ({
      stockId: part.stock_id,
      kind: 'dispatch',
      ...packingSource(part.id, attempts.get(part.order_id) ?? 0),
      packed: -part.quantity,
    })),
  );
}
