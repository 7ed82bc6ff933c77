export const reportedProblemStates = ['open', 'solved'] as const;
export type ReportedProblemState = (typeof reportedProblemStates)[number];

export const problemKinds = ['missing', 'too_many', 'wrong', 'damaged', 'label', 'price', 'other'] as const;
export type ProblemKind = (typeof problemKinds)[number];

export const reportedProblemActs = { solve: { from: ['open'], to: 'solved' } } as const;
