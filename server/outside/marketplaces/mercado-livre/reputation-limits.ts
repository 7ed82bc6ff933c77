import type { ReputationFigure, ReputationLimit } from '#contract/marketplaces/reputation-figures.ts';

/** For Brazil, from the documentation of the reputation of sellers on that day; no call returns them. */
export const limitsPublishedOn = '2025-08-11';

/** The most that each step takes, in percent; above the last the level is red. Between yellow and green there is one without a limit. */
const steps = ['leader', 'green', 'yellow', 'orange'] as const;
const most: Partial<Record<ReputationFigure['measure'], readonly number[]>> = {
  claims: [1, 2, 4.5, 8],
  cancellations: [0.5, 1.5, 3.5, 4],
  late_dispatch: [6, 10, 18, 22],
};

export function limitsOf(siteId: string, measure: ReputationFigure['measure']): ReputationLimit[] {
  if (siteId !== 'MLB') return [];
  return (most[measure] ?? []).map((value, n) => ({ comparator: '<=', value, allows: steps[n] ?? null }));
}
