import { z } from 'zod';
import type { Tx } from '#server/db/transaction.ts';

export const questionName = z.object({ businessId: z.number(), accountId: z.number(), remoteId: z.string() });
export type QuestionName = z.output<typeof questionName>;

/** Reads a question at its marketplace, in the order of the account's queue. */
export function enqueueQuestion(tx: Tx, question: QuestionName): void {
  tx.enqueue({
    task: 'questions.fetch',
    payload: question,
    key: `question:${question.accountId}:${question.remoteId}`,
  });
}

/** Waits for `waitSeconds`, in which the answer can be taken back. */
export function enqueueAnswer(tx: Tx, businessId: number, questionId: number, waitSeconds: number): void {
  tx.enqueue({
    task: 'questions.send-answer',
    payload: { businessId, questionId },
    key: `answer:${questionId}`,
    maxAttempts: 8,
    ...(waitSeconds > 0 && { runAt: new Date(tx.now().getTime() + waitSeconds * 1000) }),
  });
}
