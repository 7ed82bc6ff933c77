import { asBusiness, type Tx } from '#server/db/transaction.ts';
import { lockOrder, writeFacts } from './facts.ts';

type Withdrawn = { orderId: number; sellerId: number };

/** Locks a sale whose reservation a count may withdraw. */
export async function lockWithdrawable(tx: Tx, { orderId, sellerId }: Withdrawn): Promise<void> {
  await asBusiness(tx, sellerId, () => lockOrder(tx, orderId));
}

/** A count withdrew the reservation of a sale: it waits for approval as short of stock. */
export async function waitForStock(
  tx: Tx,
  { orderId, sellerId, userId, sku }: Withdrawn & { userId: number; sku: string },
): Promise<void> {
  await asBusiness(tx, sellerId, async () => {
    const order = await lockOrder(tx, orderId);
    await writeFacts(
      tx,
      order,
      { reserve: 'short', approval_reason: 'stock-short', shown_at: order.shown_at ?? tx.now() },
      { actor: 'fulfiller', userId, kind: 'counted-short', detail: { sku } },
    );
  });
}
