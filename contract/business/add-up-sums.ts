import { sumMoney } from '../money.ts';
import type { HomeSums } from './home-sales.ts';

/** Sums of accounts as one: something is unknown if it is in one of them. */
export function addUpSums(all: readonly HomeSums[]): HomeSums {
  const sum = (of: (one: HomeSums) => number) => sumMoney(all.map(of));
  return {
    sales: sum(({ sales }) => sales),
    units: sum(({ units }) => units),
    canceled: sum(({ canceled }) => canceled),
    value: sum(({ value }) => value),
    payout: sum(({ payout }) => payout),
    payoutAtMost: all.some(({ payoutAtMost }) => payoutAtMost),
    profit: sum(({ profit }) => profit),
    atMost: all.some(({ atMost }) => atMost),
  };
}
