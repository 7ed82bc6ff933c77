export const companyStates = ['requested', 'active', 'blocked'] as const;
export type CompanyState = (typeof companyStates)[number];

/** The life of a trade link. A link made by publishing an open offer begins active. */
export const companyActs = {
  accept: { from: ['requested'], to: 'active' },
  block: { from: ['requested', 'active'], to: 'blocked' },
  unblock: { from: ['blocked'], to: 'active' },
} as const satisfies Record<string, { from: readonly CompanyState[]; to: CompanyState }>;

export type CompanyAct = keyof typeof companyActs;
