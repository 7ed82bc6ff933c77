import { bench, benchFailures } from './orders-bench.ts';
import { manifests, manifestsFailures, manifestsSuccesses } from './orders-manifests.ts';
import { picking, pickingFailures, pickingSuccesses } from './orders-picking.ts';
import { returns, returnsFailures, returnsSuccesses } from './orders-returns.ts';
import { sales, salesFailures, salesSuccesses } from './orders-sales.ts';

export const orders = {
  ...sales,
  failures: {
    ...salesFailures,
    ...benchFailures,
    ...pickingFailures,
    ...returnsFailures,
    ...manifestsFailures,
  },
  successes: { ...salesSuccesses, ...pickingSuccesses, ...returnsSuccesses, ...manifestsSuccesses },
  bench,
  picking,
  returns,
  manifests,
};
