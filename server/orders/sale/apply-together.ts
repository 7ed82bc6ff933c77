import { createBatcher } from '#server/jobs/batcher.ts';
import type { JobContext } from '#server/jobs/task.ts';
import type { SaleAccount } from '#server/orders/sync/sale-source.ts';
import type { MarketplaceSale } from '#server/outside/marketplaces/sale.ts';
import { applySale, insertNewOrders } from './apply-order.ts';

type Fetched = { account: SaleAccount; sale: MarketplaceSale };

const mostAtOnce = 20;

/**
 * Applies a fetched sale together with those that other jobs fetched for the same account meanwhile: one commit for all
 * new ones, one for each of the others.
 */
export const applyFetched = createBatcher<JobContext, Fetched, null>(mostAtOnce, async (job, _, fetched) => {
  const [first, ...more] = fetched;
  if (!first) return [];
  const { account } = first;
  const sales = fetched.map(({ sale }) => sale);
  const left =
    more.length > 0
      ? await job.inBusiness(account.businessId, (tx) => insertNewOrders(tx, account, sales))
      : sales;
  for (const sale of left) await job.inBusiness(account.businessId, (tx) => applySale(tx, account, sale));
  return fetched.map(() => null);
});
