import { asBusiness, type Tx } from '#server/db/transaction.ts';
import { lockOrder, type OrderRow, writeFacts } from '#server/orders/sale/facts.ts';
import { writeClaimedUnits } from './claimed-units.ts';

/**
 * A claim sends back units that have left: no stock moves until the parcel is here. Asking again changes nothing. `trackingCode` is
 * that of the way back, by which the warehouse will know the parcel; empty while the marketplace has not said it.
 */
export async function expectReturn(
  tx: Tx,
  sellerId: number,
  orderId: number,
  reason: string,
  trackingCode: string,
): Promise<void> {
  await asBusiness(tx, sellerId, async () => {
    const order = await lockOrder(tx, orderId);
    if (!order.collected_at || order.returned_at) return;
    await writeClaimedUnits(tx, orderId);
    const claimed = order.canceled_at || order.return_expected ? order : await claimReturn(tx, order, reason);
    if (!claimed.return_expected || trackingCode === '' || trackingCode === order.return_tracking_code)
      return;
    await writeFacts(
      tx,
      claimed,
      { return_tracking_code: trackingCode },
      { actor: 'marketplace', userId: null, kind: 'return-labelled', detail: { code: trackingCode } },
    );
  });
}

const claimReturn = (tx: Tx, order: OrderRow, reason: string): Promise<OrderRow> =>
  writeFacts(
    tx,
    order,
    { return_expected: true, canceled_reason: order.canceled_reason ?? reason.slice(0, 300) },
    { actor: 'marketplace', userId: null, kind: 'return-claimed', detail: { reason: reason.slice(0, 300) } },
  );

/** It does not come after all. What was opened already, or was canceled on its way, is still expected. */
export async function forgetReturn(tx: Tx, sellerId: number, orderId: number): Promise<void> {
  await asBusiness(tx, sellerId, async () => {
    const order = await lockOrder(tx, orderId);
    if (!order.return_expected || order.canceled_by !== null || order.fulfiller_id === null) return;
    const opened = await asBusiness(tx, order.fulfiller_id, async () =>
      tx.db.selectFrom('parcel_returns').select('id').where('order_id', '=', orderId).executeTakeFirst(),
    );
    if (opened) return;
    await writeClaimedUnits(tx, orderId);
    await writeFacts(
      tx,
      order,
      { return_expected: false },
      { actor: 'marketplace', userId: null, kind: 'return-called-off' },
    );
  });
}
