import { z } from 'zod';
import type { ReplyReason } from '#contract/marketplaces/question-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Fault } from '#server/fault.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { RemoteFailure } from '#server/outside/http.ts';
import type { MarketplaceQuestion } from '#server/outside/marketplaces/conversations.ts';
import { isMarketplaceError } from '#server/outside/marketplaces/marketplace-error.ts';
import { type AccountSession, jobAccountContext, withAccount } from '../account-access.ts';
import { storeQuestions } from './store-questions.ts';

const payload = z.object({ businessId: z.number(), questionId: z.number() });

type Verdict = { sent: true } | { sent: false; reason: ReplyReason; detail: string };
const refused = (reason: ReplyReason, detail = ''): Verdict => ({ sent: false, reason, detail });

type Answering = { id: number; remoteId: string; reply: string };

/**
 * Task `questions.send-answer`. The question is read before and after: an earlier attempt may have succeeded although
 * its response was lost, and somebody may have answered at the marketplace itself.
 */
export async function sendAnswer(job: JobContext, input: unknown): Promise<void> {
  const { businessId, questionId } = payload.parse(input);
  const row = await job.inBusiness(businessId, (tx) => beginReply(tx, questionId));
  if (!row || row.reply === null) return;
  const { account_id: accountId, remote_id: remoteId, reply } = row;
  const question: Answering = { id: questionId, remoteId, reply };
  const context = jobAccountContext(job, businessId);
  const store = async (found: MarketplaceQuestion, readAt: Date) =>
    context.transact((tx) => storeQuestions(tx, { businessId, accountId }, [found], readAt));
  let verdict: Verdict;
  try {
    verdict = await withAccount(context, accountId, (session) => deliver(job, session, question, store));
  } catch (error) {
    verdict = giveUp(job, error);
  }
  await job.inBusiness(businessId, (tx) => writeVerdict(tx, businessId, question, verdict));
}

/** From here on the answer cannot be taken back. */
function beginReply(tx: Tx, id: number) {
  return tx.db
    .updateTable('questions')
    .set({ reply_begun_at: tx.now() })
    .where('id', '=', id)
    .where('reply_state', '=', 'sending')
    .returning(['account_id', 'remote_id', 'reply'])
    .executeTakeFirst();
}

type Store = (found: MarketplaceQuestion, readAt: Date) => Promise<void>;

async function deliver(
  job: JobContext,
  session: AccountSession,
  { remoteId, reply }: Answering,
  store: Store,
): Promise<Verdict> {
  const { questions } = session.marketplace.conversations;
  if (!questions) return refused('not_open');
  const readNow = async () => {
    const readAt = job.clock.now();
    const found = await questions.read(session, remoteId);
    if (found) await store(found, readAt);
    return found;
  };
  const before = await readNow();
  if (before?.status !== 'unanswered' || before.onHold) return judge(before, reply);
  const refusal = await questions.answer(session, remoteId, reply);
  const after = await readNow();
  if (after?.status === 'unanswered')
    return refusal === null ? { sent: true } : refused('marketplace', refusal);
  return judge(after, reply);
}

/** The current answer is ours or another person's, or no answer is accepted any more. */
function judge(found: MarketplaceQuestion | null, reply: string): Verdict {
  if (found?.status !== 'answered') return refused('not_open');
  // A removed answer comes without its text.
  const isOurs = found.answer?.removed || plain(found.answer?.text ?? '') === plain(reply);
  return isOurs ? { sent: true } : refused('answered_elsewhere');
}

const plain = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim();

/** After the last attempt a person decides; before it the queue retries. */
function giveUp(job: JobContext, error: unknown): Verdict {
  if (error instanceof Fault && error.code === 'account_disconnected') return refused('account_disconnected');
  const outage = error instanceof RemoteFailure || isMarketplaceError(error);
  if (outage && job.attempt >= job.maxAttempts) return refused('no_answer');
  throw error;
}

async function writeVerdict(
  tx: Tx,
  businessId: number,
  { id, reply }: Answering,
  verdict: Verdict,
): Promise<void> {
  const written = await tx.db
    .updateTable('questions')
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
    .where('reply', '=', reply)
    .where('reply_state', '=', 'sending')
    .executeTakeFirst();
  if (written.numUpdatedRows === 0n) return;
  tx.changed(businessId, 'presales');
  tx.changed(businessId, 'chats');
}
