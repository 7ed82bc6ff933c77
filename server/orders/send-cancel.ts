import { z } from 'zod';
import type { JobContext } from '#server/jobs/task.ts';
import { jobAccountContext, withAccount } from '#server/marketplaces/account-access.ts';
import { MercadoLivreError } from '#server/outside/marketplaces/mercado-livre/client.ts';
import { changeOrder, loadFacts } from './facts.ts';

const payload = z.object({ businessId: z.number(), orderId: z.number() });
const maxMessage = 159;

/** Task `orders.send-cancel`: tells the marketplace that the seller will not fulfil. Having told it before is fine. */
export async function sendCancel(job: JobContext, input: unknown): Promise<void> {
  const { businessId, orderId } = payload.parse(input);
  const order = await job.inBusiness(businessId, (tx) => loadFacts(tx, orderId));
  const { account_id: accountId, remote_order_id: remoteId } = order;
  if (order.remote_cancel !== 'queued' || accountId === null || !remoteId) return;
  const refused = await withAccount(jobAccountContext(job, businessId), accountId, async (session) => {
    try {
      await session.call(`/orders/${remoteId}/feedback`, {
        method: 'POST',
        json: {
          fulfilled: false,
          rating: 'neutral',
          message: (order.canceled_reason ?? '').slice(0, maxMessage),
          reason: order.refused_at || order.reserve === 'short' ? 'OUT_OF_STOCK' : 'OTHER_MY_RESPONSIBILITY',
          restock_item: true,
        },
      });
      return null;
    } catch (error) {
      if (!(error instanceof MercadoLivreError) || error.retryable) throw error;
      return error.code === 'feedback_already_exists' ? null : `${error.code}: ${error.message}`;
    }
  });
  const kind = refused === null ? 'cancel-sent' : 'cancel-refused';
  await job.inBusiness(businessId, (tx) =>
    changeOrder(
      tx,
      orderId,
      { actor: 'marketplace', kind, detail: refused ? { error: refused } : {} },
      (row) =>
        row.remote_cancel === 'queued'
          ? { remote_cancel: refused === null ? 'done' : 'refused', remote_cancel_error: refused }
          : null,
    ),
  );
}
