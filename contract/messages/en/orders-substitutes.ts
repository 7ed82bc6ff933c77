import type {
  substitutes as pt,
  substitutesFailures as ptFailures,
  refusedSales as ptRefused,
  substitutesSuccesses as ptSuccesses,
} from '../pt/orders-substitutes.ts';
import type { Translation } from '../translation.ts';

/** Other suppliers of a sale that its supplier refused or was short of. */
export const substitutes: Translation<typeof pt> = {
  title: 'Substitutes',
  refusedHint:
    'The sale and the buyer stay the same: only the place the products ship from changes. Stock is reserved right away.',
  shortHint: 'Instead of waiting for stock, the sale can ship from elsewhere. Stock is reserved right away.',
  none: 'Nowhere else has every item right now',
  noneHint:
    'We looked for the same GTIN, and for products with the same brand and attributes, with enough stock for the whole sale.',
  invoiced: 'The supplier of this sale can no longer change',
  invoicedHint:
    'It was packed and is on the supplier’s invoice. Agree on another attempt with them, or cancel the sale.',
  match: { gtin: 'Same GTIN', alike: 'Same brand and attributes' },
  own: 'Your stock',
  leavesFrom: 'Ships from {{warehouse}}',
  cost: 'Cost',
  margin: 'Profit',
  loss: 'Loss',
  available_one: 'enough stock for {{count}} sale like this',
  available_other: 'enough stock for {{count}} sales like this',
  inStock: '{{count}} in stock',
  dispatchLimit: 'Dispatch by',
  acceptedByHand: 'This supplier accepts each sale manually',
  noHistory: 'You have no sales with this supplier yet',
  onTime_one: '{{percent}} on time in {{n:sales}} of your sales',
  onTime_other: '{{percent}} on time in {{n:sales}} of your sales',
  sent: 'Your sales shipped so far: {{n:sales}}',
  refused: 'Refusals in 90 days: {{count}}',
  short: 'Shortages in 90 days: {{count}}',
  take: 'Move sale',
  takeTitle: 'Move this sale to {{supplier}}?',
  takeText:
    'Stock is reserved at {{warehouse}} now, at today’s cost. {{before}} no longer sees the sale. The ad does not change.',
};

/** Sales that a supplier refused or was short of, as that supplier reads them. */
export const refusedSales: Translation<typeof ptRefused> = {
  all: 'All',
  tab: 'Refused',
  open: 'To ship',
  show: 'Show',
  title: 'Refused sales',
  sale: 'Sale',
  state: 'Status',
  states: { waiting: 'With the seller', moved: 'Replaced', canceled: 'Canceled by the seller' },
  cause: 'Cause',
  causes: { refused: 'Refused', short: 'Out of stock' },
  reason: 'Reason',
  items: 'Items',
  units: 'Units',
  seller: 'Seller',
  warehouse: 'Warehouse',
  refusedAt: 'Date',
  by: 'By',
  movedAt: 'Replaced on',
  empty: 'No refused sales',
  emptyHint: 'Sales you refuse, or that someone else ships because you ran out of stock, are kept here.',
  bench: 'You refused this sale',
  benchHint: 'Do not pack or ship it. The seller will move it to another supplier or cancel it.',
};

export const substitutesFailures: Translation<typeof ptFailures> = {
  'refusedSales.list': 'Could not load the refused sales!',
  'substitutes.list': 'Could not look for substitutes',
  'substitutes.take': 'Could not move the sale',
};

export const substitutesSuccesses: Translation<typeof ptSuccesses> = {
  'substitutes.take': 'Sale moved and stock reserved',
};
