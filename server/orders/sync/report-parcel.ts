import { z } from 'zod';
import type { Tx } from '#server/db/transaction.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { jobAccountContext, withAccount } from '#server/marketplaces/account-access.ts';
import { changeOrder, loadFacts } from '#server/orders/sale/facts.ts';
import type { OrderRow } from '#server/orders/sale/order-row.ts';
import type { ParcelProgress } from '#server/outside/marketplaces/sales-port.ts';

const payload = z.object({ businessId: z.number(), orderId: z.number() });

/** The seller ships the parcel: the marketplace knows only what we report. */
export function enqueueParcelReport(tx: Tx, order: OrderRow): void {
  if (order.account_id === null || !order.shipped_by_seller) return;
  tx.enqueue({
    task: 'orders.report-parcel',
    payload: { businessId: order.business_id, orderId: order.id },
    key: `report-parcel:${order.id}`,
  });
}

/** Task `orders.report-parcel`: reports the progress of the parcel to the marketplace. Idempotent. */
export async function reportParcel(job: JobContext, input: unknown): Promise<void> {
  const { businessId, orderId } = payload.parse(input);
  const order = await job.inBusiness(businessId, (tx) => loadFacts(tx, orderId));
  const { account_id: accountId, shipment_id: shipmentId } = order;
  if (accountId === null || !shipmentId || !order.shipped_by_seller || order.canceled_at) return;
  const refused = await withAccount(
    jobAccountContext(job, businessId),
    accountId,
    async (session) =>
      (await session.marketplace.parcels.report?.(session, shipmentId, progressOf(order))) ?? null,
  );
  if (refused === null) return;
  await job.inBusiness(businessId, (tx) =>
    changeOrder(
      tx,
      orderId,
      { actor: 'marketplace', kind: 'report-refused', detail: { error: refused } },
      () => ({}),
    ),
  );
}

function progressOf(order: OrderRow): ParcelProgress {
  const step = order.sent_at ? 'sent' : order.packed_at ? 'packed' : 'open';
  return { step, trackingCode: order.tracking_code, trackingUrl: order.tracking_url };
}
