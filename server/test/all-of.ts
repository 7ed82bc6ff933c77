import type { Page } from '#contract/primitives.ts';

/** What a bulk act on all that a filter finds says: the filter, and what its list showed. */
export const allOf = (query: string, { total, totalCapped, asOf = '' }: Omit<Page<unknown>, 'items'>) => ({
  query,
  seen: { count: total, asOf, ...(totalCapped && { capped: true }) },
});
