import type { MarketplaceQuestion, QuestionSearch } from '#server/outside/marketplaces/conversations.ts';
import { conversationSweep, type SweepContext } from '../chats/conversation-sweep.ts';
import { findUnreadable, forgetParked } from '../parked-answers.ts';
import { enqueueQuestion } from './question-queue.ts';
import { storeQuestions } from './store-questions.ts';

/**
 * Reads all questions that wait for an answer, then those asked since the last sweep. A question that waits only here,
 * or that was unreadable, is read by itself.
 */
async function sweepUnanswered(look: SweepContext): Promise<void> {
  const { session, since } = look;
  const { questions } = session.marketplace.conversations;
  if (!questions) return;
  const storePages = (which: QuestionSearch) => storeAll(look, questions.search(session, which));
  const waiting = await storePages({ unanswered: true });
  await storePages({ askedSince: since });
  await enqueueOtherQuestions(look, waiting);
}

/** Page by page, so that earlier pages are kept if a later one fails; returns their ids. */
async function storeAll(
  { job, account, session }: SweepContext,
  pages: AsyncIterable<MarketplaceQuestion[]>,
): Promise<Set<string>> {
  const seen = new Set<string>();
  let readAt = job.clock.now();
  for await (const page of pages) {
    const at = readAt;
    await job.inBusiness(account.businessId, async (tx) => {
      await storeQuestions(tx, account, page, at);
      if (session.hasParkedAnswers)
        await forgetParked(
          tx,
          account.accountId,
          page.map(({ remoteId }) => `question ${remoteId}`),
        );
    });
    for (const { remoteId } of page) seen.add(remoteId);
    readAt = job.clock.now();
  }
  return seen;
}

async function enqueueOtherQuestions(
  { job, account: { businessId, accountId }, started }: SweepContext,
  waiting: ReadonlySet<string>,
): Promise<void> {
  await job.inBusiness(businessId, async (tx) => {
    const open = await tx.db
      .selectFrom('questions')
      .select('remote_id')
      .where('business_id', '=', businessId)
      .where('account_id', '=', accountId)
      .where('state', 'in', ['waiting', 'refused', 'sending', 'blocked'])
      .where('status', 'in', ['unanswered', 'under_review'])
      .where('read_at', '<=', started)
      .execute();
    const others = open.flatMap(({ remote_id: id }) => (waiting.has(id) ? [] : [id]));
    const unreadable = await findUnreadable(tx, accountId, 'question');
    for (const remoteId of new Set([...others, ...unreadable]))
      enqueueQuestion(tx, { businessId, accountId, remoteId });
  });
}

const sweep = conversationSweep('questions', [sweepUnanswered]);
export const enqueueQuestionSweep = sweep.enqueue;
/** Task `questions.sweep`. */
export const sweepQuestions = sweep.sweepAll;
/** Task `questions.sweep-account`. */
export const sweepQuestionsOf = sweep.sweepOne;
