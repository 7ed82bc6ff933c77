/** The marketplace's state of a question. */
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

/** The state of a question for the people who answer; computed by the database. */
export const questionStates = ['waiting', 'refused', 'sending', 'answered', 'closed', 'blocked'] as const;
export type QuestionState = (typeof questionStates)[number];

/** States that need an answer. */
export const openQuestionStates = ['waiting', 'refused'] as const satisfies readonly QuestionState[];

export const questionActs = {
  answer: { from: openQuestionStates, to: 'sending' },
} as const satisfies Record<string, { from: readonly QuestionState[]; to: QuestionState }>;

/** How far our answer is. */
export const replyStates = ['sending', 'sent', 'refused'] as const;

/** Why our answer was not delivered; the marketplace's own words are next to it. */
export const replyReasons = [
  'marketplace',
  'answered_elsewhere',
  'not_open',
  'no_answer',
  'account_disconnected',
] as const;
export type ReplyReason = (typeof replyReasons)[number];
