import { asBusiness, type Tx } from '#server/db/transaction.ts';
import { partsOf } from '#server/orders/sale/advance.ts';
import { lockOrder, writeFacts } from '#server/orders/sale/facts.ts';
import type { OrderRow } from '#server/orders/sale/order-row.ts';
import { isReturnClaimed, receiveClaims, unitsOut, writeClaimedUnits } from './claimed-units.ts';

/**
 * Claims return units that have left: no stock moves until the parcel arrives. Repeating it changes nothing, nor do
 * units that a closed return received. `trackingCode` is that of the return, by which the warehouse recognizes the
 * parcel; empty until the marketplace reports it.
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
    if (!order.collected_at || !(await isReturnClaimed(tx, orderId))) return;
    if (order.returned_at && (await partsOf(tx, orderId)).every((part) => unitsOut(part) === 0)) return;
    await writeClaimedUnits(tx, orderId);
    const isKnown = order.return_expected || (order.canceled_at !== null && order.returned_at === null);
    const claimed = isKnown ? order : await claimReturn(tx, order, reason);
    if (!claimed.return_expected || trackingCode === '' || trackingCode === claimed.return_tracking_code)
      return;
    await writeFacts(
      tx,
      claimed,
      { return_tracking_code: trackingCode },
      { actor: 'marketplace', userId: null, kind: 'return-labelled', detail: { code: trackingCode } },
    );
  });
}

/** Reason and label belong to this return and not to an earlier one. */
function claimReturn(tx: Tx, order: OrderRow, reported: string): Promise<OrderRow> {
  const reason = reported.slice(0, 300);
  return writeFacts(
    tx,
    order,
    {
      return_expected: true,
      canceled_reason: order.returned_at ? reason : (order.canceled_reason ?? reason),
      ...(order.returned_at && { return_tracking_code: '' }),
    },
    { actor: 'marketplace', userId: null, kind: 'return-claimed', detail: { reason } },
  );
}

/** The claimed units were in a return that is closed: they are not expected again. */
export const receiveReturn = (tx: Tx, sellerId: number, orderId: number): Promise<void> =>
  asBusiness(tx, sellerId, () => receiveClaims(tx, orderId));

/**
 * The return is not expected any more, unless it was opened already, is claimed otherwise, or was canceled in transit.
 */
export async function forgetReturn(tx: Tx, sellerId: number, orderId: number): Promise<void> {
  await asBusiness(tx, sellerId, async () => {
    const order = await lockOrder(tx, orderId);
    if (!order.return_expected || order.fulfiller_id === null) return;
    if (order.canceled_by !== null && order.returned_at === null) return;
    const opened = await asBusiness(tx, order.fulfiller_id, async () =>
      tx.db
        .selectFrom('parcel_returns')
        .select('id')
        .where('order_id', '=', orderId)
        .where('closed_at', 'is', null)
        .where('called_off_at', 'is', null)
        .executeTakeFirst(),
    );
    if (opened) return;
    await writeClaimedUnits(tx, orderId);
    if (await isReturnClaimed(tx, orderId)) return;
    await writeFacts(
      tx,
      order,
      { return_expected: false },
      { actor: 'marketplace', userId: null, kind: 'return-called-off' },
    );
  });
}
