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
    'The sale and its buyer stay: only where the goods leave from changes. The stock moves at once.',
  shortHint: 'While it waits for stock, the sale may leave from elsewhere. The stock moves at once.',
  none: 'Nobody else has every item right now',
  noneHint:
    'We looked for the same GTIN and for products of the same brand and attributes, with stock for the whole sale.',
  invoiced: 'This sale can no longer change its supplier',
  invoicedHint:
    'It was packed once and stands on the supplier’s invoice. Agree with them on another try, or cancel the sale.',
  match: { gtin: 'Same GTIN', alike: 'Same brand and attributes' },
  own: 'Your stock',
  leavesFrom: 'Leaves from {{warehouse}}',
  cost: 'Cost',
  margin: 'Profit',
  loss: 'Loss',
  available_one: 'enough for {{count}} sale like this',
  available_other: 'enough for {{count}} sales like this',
  inStock: '{{count}} in stock',
  dispatchLimit: 'Dispatch by',
  acceptedByHand: 'This supplier accepts each sale by hand',
  noHistory: 'No sales of yours with this supplier yet',
  onTime_one: '{{percent}} on time in {{n:sales}} sale of yours',
  onTime_other: '{{percent}} on time in {{n:sales}} sales of yours',
  sent: 'Sales of yours sent so far: {{n:sales}}',
  refused: 'Refusals in 90 days: {{count}}',
  short: 'Shortages in 90 days: {{count}}',
  take: 'Move the sale',
  takeTitle: 'Move the sale to {{supplier}}?',
  takeText:
    'The stock is reserved at {{warehouse}} now, at the cost of today. {{before}} no longer sees the sale. The advertisement stays as it is.',
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
  cause: 'Why',
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
  emptyHint: 'What you refuse, and what another ships because you ran short, is kept here.',
  bench: 'You refused this sale',
  benchHint: 'Do not pack and do not ship. The seller moves it to another supplier or cancels it.',
};

export const substitutesFailures: Translation<typeof ptFailures> = {
  'refusedSales.list': 'Refused sales could not be loaded!',
  'substitutes.list': 'Could not look for substitutes',
  'substitutes.take': 'Could not move the sale',
};

export const substitutesSuccesses: Translation<typeof ptSuccesses> = {
  'substitutes.take': 'The sale has moved and its stock is reserved',
};
