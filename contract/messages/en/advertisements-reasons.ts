import type { reasonsFailures as ptFailures, reasons as ptReasons } from '../pt/advertisements-reasons.ts';
import type { Translation } from '../translation.ts';

/** Why an advertisement shows that many. */
export const reasons: Translation<typeof ptReasons> = {
  made: 'Can be sold',
  scarcest: 'Of the scarcest part',
  sum: 'Sum of the variations',
  adCap: 'Cap of this ad',
  shown: 'Shown',
  pushedAt: 'Confirmed by {{account}} at {{at}}',
  neverPushed: 'Not confirmed by {{account}} yet',
  inactive: 'The variation is switched off',
  noParts: 'Without a composition there is nothing to sell.',
  isScarcest: 'the scarcest',
  onHand: 'On hand',
  terms: {
    reserved: 'Reserved for paid sales',
    soft: 'Reserved for unpaid sales',
    hold: 'On hold',
    buffer: 'Safety buffer',
  },
  sellable: 'Can be sold',
  sellableThere: 'Can be sold, as the supplier says',
  perUnit: 'Per unit sold',
  cap: 'Cap of the offer',
  makes: 'Units of the ad',
  withdrawn: 'Offer withdrawn by its supplier',
  held: 'Held by the supplier: overdue invoice',
  offerOff: 'The offer is inactive',
  sales_one: 'Your open sales: {{count}} unit',
  sales_other: 'Your open sales: {{count}} units',
  noSales: 'None of your sales holds this product now.',
  sale: 'Sale {{id}}',
  kinds: { firm: 'paid', soft: 'unpaid' },
};

export const reasonsFailures: Translation<typeof ptFailures> = {
  'advertisements.explain': 'Could not explain the quantity!',
  'advertisementsVariations.explain': 'Could not explain the quantity!',
};
