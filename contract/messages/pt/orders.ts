import { bench, benchFailures } from './orders-bench.ts';
import { picking, pickingFailures, pickingSuccesses } from './orders-picking.ts';
import { sales, salesFailures, salesSuccesses } from './orders-sales.ts';

export const orders = {
  ...sales,
  failures: { ...salesFailures, ...benchFailures, ...pickingFailures },
  successes: { ...salesSuccesses, ...pickingSuccesses },
  bench,
  picking,
};
