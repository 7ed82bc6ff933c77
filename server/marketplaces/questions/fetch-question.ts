import type { JobContext } from '#server/jobs/task.ts';
import { jobAccountContext, withAccount } from '../account-access.ts';
import type { NotificationEvent } from '../notification-event.ts';
import { forgetParked, parkAll } from '../parked-answers.ts';
import { questionName } from './question-queue.ts';
import { storeQuestions } from './store-questions.ts';

/** Processes a notification about a question. */
export async function processQuestion(
  job: JobContext,
  { businessId, accountId, id }: NotificationEvent,
): Promise<void> {
  await fetchQuestion(job, { businessId, accountId, remoteId: id });
}

/** Task `questions.fetch`: reads a question at its marketplace and stores it. */
export async function fetchQuestion(job: JobContext, input: unknown): Promise<void> {
  const { businessId, accountId, remoteId } = questionName.parse(input);
  const context = jobAccountContext(job, businessId);
  await withAccount(context, accountId, async (session) => {
    const { questions } = session.marketplace.conversations;
    if (!questions) return;
    const readAt = job.clock.now();
    try {
      const question = await questions.read(session, remoteId);
      if (!question) return;
      await context.transact(async (tx) => {
        if (session.hasParkedAnswers) await forgetParked(tx, accountId, [`question ${remoteId}`]);
        await storeQuestions(tx, { businessId, accountId }, [question], readAt);
      });
    } catch (error) {
      await parkAll(context, accountId, [error]);
      throw error;
    }
  });
}
