import { z } from 'zod';
import { enqueueRead } from '#server/advertisements/publication/publication-queue.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { jobAccountContext, withAccount } from '#server/marketplaces/account-access.ts';
import { changeOrder, loadFacts } from '#server/orders/sale/facts.ts';

const payload = z.object({ businessId: z.number(), orderId: z.number() });

/** Task `orders.send-cancel`: tells the marketplace that the seller will not fulfil the sale. Idempotent. */
export async function sendCancel(job: JobContext, input: unknown): Promise<void> {
  const { businessId, orderId } = payload.parse(input);
  const order = await job.inBusiness(businessId, (tx) => loadFacts(tx, orderId));
  const { account_id: accountId, remote_order_id: remoteId } = order;
  if (order.remote_cancel !== 'queued' || accountId === null || !remoteId) return;
  const refused = await withAccount(jobAccountContext(job, businessId), accountId, (session) =>
    session.marketplace.orders.cancel(session, remoteId, {
      reason: order.canceled_reason ?? '',
      outOfStock: order.refused_at !== null || order.reserve === 'short',
    }),
  );
  const kind = refused === null ? 'cancel-sent' : 'cancel-refused';
  await job.inBusiness(businessId, async (tx) => {
    await changeOrder(
      tx,
      orderId,
      { actor: 'marketplace', kind, detail: refused ? { error: refused } : {} },
      (row) =>
        row.remote_cancel === 'queued'
          ? { remote_cancel: refused === null ? 'done' : 'refused', remote_cancel_error: refused }
          : null,
    );
    if (refused === null) await readPublications(tx, businessId, orderId);
  });
}

/**
 * A marketplace restores the units of a canceled sale itself. If our quantity with the same units arrived before, it
 * offers more than the stock.
 */
async function readPublications(tx: Tx, businessId: number, orderId: number): Promise<void> {
  const found = await tx.db
    .selectFrom('order_lines')
    .innerJoin('publication_variations', 'publication_variations.id', 'order_lines.publication_variation_id')
    .select('publication_variations.publication_id')
    .distinct()
    .where('order_lines.order_id', '=', orderId)
    .execute();
  for (const { publication_id: id } of found) enqueueRead(tx, businessId, id);
}
