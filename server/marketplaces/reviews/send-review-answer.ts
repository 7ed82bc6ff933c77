import { z } from 'zod';
import type { SendReason } from '#contract/marketplaces/chat-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Fault } from '#server/fault.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { RemoteFailure } from '#server/outside/http.ts';
import { isMarketplaceError } from '#server/outside/marketplaces/marketplace-error.ts';
import { jobAccountContext, withAccount } from '../account-access.ts';

const payload = z.object({ businessId: z.number(), reviewId: z.number() });
type Verdict = { sent: true } | { sent: false; reason: SendReason; detail: string };

/**
 * Task `reviews.send-answer`. A marketplace accepts one answer to a review: repeating the same text changes nothing.
 */
export async function sendReviewAnswer(job: JobContext, input: unknown): Promise<void> {
  const { businessId, reviewId } = payload.parse(input);
  const row = await job.inBusiness(businessId, (tx) =>
    tx.db
      .selectFrom('reviews')
      .select(['account_id', 'remote_id', 'reply'])
      .where('id', '=', reviewId)
      .where('reply_state', '=', 'sending')
      .executeTakeFirst(),
  );
  if (!row || row.reply === null) return;
  const { account_id: accountId, remote_id: remoteId, reply } = row;
  let verdict: Verdict;
  try {
    const refusal = await withAccount(jobAccountContext(job, businessId), accountId, async (session) => {
      const answer = session.marketplace.conversations.reviews?.answer;
      return answer ? answer(session, remoteId, reply) : '';
    });
    verdict =
      refusal === null
        ? { sent: true }
        : { sent: false, reason: refusal === '' ? 'not_open' : 'marketplace', detail: refusal };
  } catch (error) {
    verdict = giveUp(job, error);
  }
  await job.inBusiness(businessId, (tx) => writeVerdict(tx, businessId, reviewId, verdict));
}

/** After the last attempt a person decides; before it the queue retries. */
function giveUp(job: JobContext, error: unknown): Verdict {
  if (error instanceof Fault && error.code === 'account_disconnected')
    return { sent: false, reason: 'account_disconnected', detail: '' };
  const outage = error instanceof RemoteFailure || isMarketplaceError(error);
  if (outage && job.attempt >= job.maxAttempts) return { sent: false, reason: 'no_answer', detail: '' };
  throw error;
}

async function writeVerdict(tx: Tx, businessId: number, id: number, verdict: Verdict): Promise<void> {
  await tx.db
    .updateTable('reviews')
    .set(
      verdict.sent
        ? { reply_state: 'sent', reply_reason: null, reply_detail: '' }
        : {
            reply_state: 'refused',
            reply_reason: verdict.reason,
            reply_detail: verdict.detail.slice(0, 500),
          },
    )
    .where('id', '=', id)
    .where('reply_state', '=', 'sending')
    .execute();
  tx.changed(businessId, 'reviews');
}
