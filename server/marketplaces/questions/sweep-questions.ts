import { z } from 'zod';
import { addMinutes } from '#contract/dates.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { JobContext } from '#server/jobs/task.ts';
import type { MarketplaceQuestion, QuestionSearch } from '#server/outside/marketplaces/conversations.ts';
import { jobAccountContext, withAccount } from '../account-access.ts';
import { enqueueForAccounts } from '../connected-accounts.ts';
import { enqueueQuestion } from './question-queue.ts';
import { storeQuestions } from './store-questions.ts';

/** Searches may be late: look back over more than one sweep. */
const overlapMinutes = 120;
/** Answered ones of so long are brought in when an account is connected: they are offered as answers. */
const firstLookMinutes = 60 * 24 * 90;

const payload = z.object({ businessId: z.number(), accountId: z.number() });
type Account = z.output<typeof payload>;

export function enqueueQuestionSweep(tx: Pick<Tx, 'enqueue'>, account: Account): void {
  tx.enqueue(sweepOf(account));
}

const sweepOf = (account: Account) => ({
  task: 'questions.sweep-account',
  payload: account,
  key: `questions:${account.accountId}`,
  queue: `questions:${account.accountId}`,
  maxAttempts: 8,
});

/** Task `questions.sweep`: one job for each connected account. */
export async function sweepQuestions(job: JobContext): Promise<void> {
  await enqueueForAccounts(job, (account) => [sweepOf(account)]);
}

/**
 * Task `questions.sweep-account`: finds what notifications lost. All that wait for an answer are read, then what was
 * asked since the last sweep; one that waits here and no longer there is read by itself.
 */
export async function sweepQuestionsOf(job: JobContext, input: unknown): Promise<void> {
  const account = payload.parse(input);
  const { businessId, accountId } = account;
  const context = jobAccountContext(job, businessId);
  const started = job.clock.now();
  const swept = await job.inBusiness(businessId, (tx) =>
    tx.db
      .selectFrom('marketplace_accounts')
      .select(['state', 'questions_swept_at'])
      .where('id', '=', accountId)
      .executeTakeFirst(),
  );
  if (swept?.state !== 'connected') return;
  const last = swept.questions_swept_at;
  const askedSince = last ? addMinutes(last, -overlapMinutes) : addMinutes(started, -firstLookMinutes);
  await withAccount(context, accountId, async (session) => {
    const { questions } = session.marketplace.conversations;
    if (!questions) return;
    const storePages = (which: QuestionSearch) => storeAll(job, account, questions.search(session, which));
    const waiting = await storePages({ unanswered: true });
    await storePages({ askedSince });
    await job.inBusiness(businessId, (tx) => endSweep(tx, account, waiting, started));
  });
}

/** Page by page, so that what was read is kept where a later one fails; answers their ids. */
async function storeAll(
  job: JobContext,
  account: Account,
  pages: AsyncIterable<MarketplaceQuestion[]>,
): Promise<Set<string>> {
  const seen = new Set<string>();
  let readAt = job.clock.now();
  for await (const page of pages) {
    const at = readAt;
    await job.inBusiness(account.businessId, (tx) => storeQuestions(tx, account, page, at));
    for (const { remoteId } of page) seen.add(remoteId);
    readAt = job.clock.now();
  }
  return seen;
}

async function endSweep(
  tx: Tx,
  { businessId, accountId }: Account,
  waiting: ReadonlySet<string>,
  started: Date,
): Promise<void> {
  const open = await tx.db
    .selectFrom('questions')
    .select('remote_id')
    .where('business_id', '=', businessId)
    .where('account_id', '=', accountId)
    .where('state', 'in', ['waiting', 'refused', 'sending', 'blocked'])
    .where('status', 'in', ['unanswered', 'under_review'])
    .where('read_at', '<=', started)
    .execute();
  for (const { remote_id: remoteId } of open)
    if (!waiting.has(remoteId)) enqueueQuestion(tx, { businessId, accountId, remoteId });
  await tx.db
    .updateTable('marketplace_accounts')
    .set({ questions_swept_at: started })
    .where('id', '=', accountId)
    .execute();
}
