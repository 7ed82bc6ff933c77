export const returnStates = ['expected', 'opened', 'closed'] as const;
export type ReturnState = (typeof returnStates)[number];

/** The condition of a unit that should be in the parcel. */
export const unitConditions = ['good', 'damaged', 'missing'] as const;
export type UnitCondition = (typeof unitConditions)[number];
