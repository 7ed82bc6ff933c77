export const reportedProblemStates = ['open', 'solved'] as const;

export const problemKinds = ['missing', 'too_many', 'wrong', 'damaged', 'label', 'price', 'other'] as const;
