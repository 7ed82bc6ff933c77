/** What the marketplace says of a question. */
export const questionStatuses = [
  'unanswered',
  'answered',
  'closed',
  'under_review',
  'banned',
  'deleted',
  'disabled',
] as const;
export type QuestionStatus = (typeof questionStatuses)[number];

/** Where a question stands for whoever answers; computed by the database. */
export const questionStates = ['waiting', 'refused', 'sending', 'answered', 'closed', 'blocked'] as const;
export type QuestionState = (typeof questionStates)[number];

/** Those that ask for somebody. */
export const openQuestionStates = ['waiting', 'refused'] as const satisfies readonly QuestionState[];

export const questionActs = {
  answer: { from: openQuestionStates, to: 'sending' },
} as const satisfies Record<string, { from: readonly QuestionState[]; to: QuestionState }>;

/** How far our answer is. */
export const replyStates = ['sending', 'sent', 'refused'] as const;

/** Why our answer did not get there; the marketplace's own words stand beside it. */
export const replyReasons = [
  'marketplace',
  'answered_elsewhere',
  'not_open',
  'no_answer',
  'account_disconnected',
] as const;
export type ReplyReason = (typeof replyReasons)[number];
