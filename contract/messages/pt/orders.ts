import { bench, benchFailures } from './orders-bench.ts';
import { sales, salesFailures, salesSuccesses } from './orders-sales.ts';

export const orders = {
  ...sales,
  failures: { ...salesFailures, ...benchFailures },
  successes: { ...salesSuccesses },
  bench,
};
