import { z } from 'zod';
import type { Tx } from '#server/db/transaction.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { jobAccountContext, withAccount } from '#server/marketplaces/account-access.ts';
import { isArrangementDue } from '#server/orders/sale/arrangement.ts';
import { changeOrder, loadFacts } from '#server/orders/sale/facts.ts';
import type { OrderRow } from '#server/orders/sale/order-row.ts';
import type { Arrangement } from '#server/outside/marketplaces/sales-port.ts';
import { enqueueShipment } from './fetch-order.ts';

const payload = z.object({ businessId: z.number(), orderId: z.number() });

/** Task `orders.arrange-shipment`. Idempotent; the result is read from the marketplace. */
export async function arrangeShipment(job: JobContext, input: unknown): Promise<void> {
  const { businessId, orderId } = payload.parse(input);
  const order = await job.inBusiness(businessId, (tx) => loadFacts(tx, orderId));
  const { account_id: accountId, shipment_id: shipmentId } = order;
  if (!isArrangementDue(order) || accountId === null || !shipmentId) return;
  const done = await withAccount(
    jobAccountContext(job, businessId),
    accountId,
    async (session): Promise<Arrangement> =>
      (await session.marketplace.parcels.arrange?.(session, shipmentId)) ?? { kind: 'not_needed' },
  );
  await job.inBusiness(businessId, async (tx) => {
    await recordArrangement(tx, order, done);
    if (done.kind !== 'refused') enqueueShipment(tx, { businessId, accountId, shipmentId });
  });
}

async function recordArrangement(tx: Tx, { id }: OrderRow, done: Arrangement): Promise<void> {
  const actor = 'marketplace' as const;
  if (done.kind === 'refused') {
    const cause = { actor, kind: 'arrangement-refused', detail: { error: done.reason } } as const;
    await changeOrder(tx, id, cause, () => ({}));
  }
  if (done.kind === 'arranged') {
    const detail = { at: done.at?.toISOString() ?? '' };
    await changeOrder(tx, id, { actor, kind: `${done.by}-arranged`, detail }, () => ({
      needs_arranging: false,
    }));
  }
}
