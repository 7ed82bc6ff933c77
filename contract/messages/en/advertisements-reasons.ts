import type { reasonsFailures as ptFailures, reasons as ptReasons } from '../pt/advertisements-reasons.ts';
import type { Translation } from '../translation.ts';

/** Why what is composed of offers shows that many. */
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
  perKit: 'Per kit',
  makes: { advertisement: 'Units of the ad', kit: 'Kits that can be made', offers: 'Shown in the catalogue' },
  withdrawn: 'Offer withdrawn by its supplier',
  held: 'Held by the supplier: overdue invoice',
  heldLater: 'Held by the supplier: overdue invoice. Your ads of it show 0.',
  offerOff: 'The offer is inactive',
  sales_one: 'Your open sales: {{count}} unit',
  sales_other: 'Your open sales: {{count}} units',
  noSales: 'None of your sales holds this product now.',
  sale: 'Sale {{id}}',
  kits: 'Part of the kits',
  noKits: 'Part of no kit.',
  moreKits: 'and {{count}} more',
  places: 'Where it is published',
  notPublished: 'Not published',
  kinds: { firm: 'paid', soft: 'unpaid' },
};

export const reasonsFailures: Translation<typeof ptFailures> = {
  'advertisements.explain': 'Could not explain the quantity!',
  'advertisementsVariations.explain': 'Could not explain the quantity!',
  'dropshipping.explain': 'Could not explain the quantity!',
  'virtualProducts.explain': 'Could not explain the quantity!',
};
