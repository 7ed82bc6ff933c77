import type { dropshipping as pt } from '../pt/dropshipping.ts';
import type { Translation } from '../translation.ts';
import { settlement, settlementFailures, settlementSuccesses } from './dropshipping-settlement.ts';

export const dropshipping: Translation<typeof pt> = {
  failures: { ...settlementFailures },
  successes: { ...settlementSuccesses },
  settlement,
};
