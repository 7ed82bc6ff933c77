import { settlement, settlementFailures, settlementSuccesses } from './dropshipping-settlement.ts';

export const dropshipping = {
  failures: { ...settlementFailures },
  successes: { ...settlementSuccesses },
  settlement,
};
