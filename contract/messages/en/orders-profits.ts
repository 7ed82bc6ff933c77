import type { profits as pt, profitsFailures as ptFailures } from '../pt/orders-profits.ts';
import type { Translation } from '../translation.ts';

/** Results of sales, added up. */
export const profits: Translation<typeof pt> = {
  title: 'Profit',
  hint: 'Result of sales that were not canceled, of the last 30 days or of the period chosen in "Ordered on".',
  by: 'Add up by',
  groups: {
    advertisement: 'Ad',
    product: 'Product',
    account: 'Account',
    supplier: 'Supplier',
    day: 'Day',
  },
  without: {
    advertisement: 'No ad in Easy',
    product: 'No linked product',
    account: 'Manual sales',
    supplier: 'No supplier',
  },
  name: 'Name',
  sales: 'Sales',
  units: 'Units',
  value: 'Sold',
  payout: 'Payout',
  cost: 'Cost',
  salesTax: 'Tax',
  profit: 'Profit',
  margin: 'Margin',
  atMostHint: 'at most: a cost or fee is missing',
  payoutAtMostHint: 'at most: a fee or shipping is missing',
  empty: 'No sales in the period',
  emptyHint: 'Choose another period in "Ordered on".',
};
export const profitsFailures: Translation<typeof ptFailures> = {
  'profits.list': 'Could not add up the results!',
};
